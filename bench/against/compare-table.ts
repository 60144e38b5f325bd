// The table of a comparison: both medians, their ratio, and whether it says anything.
import { alignColumns, failureLines, numberText } from '../report.ts';
import type { Comparison } from './compare.ts';
import type { AgainstReport } from './run-against.ts';

const RATIO_DECIMALS = 3;
const HEAD = ['figure', 'here', 'there', '', 'here ÷ there', 'spread', ''];
const RIGHT = [1, 2, 4, 5];

const ratioText = (ratio: number) => ratio.toFixed(RATIO_DECIMALS);

function verdictOf({ spread, is_clear }: Comparison): string {
  if (spread === null) return 'one round cannot tell';
  return is_clear ? '' : 'unclear: rounds differ by more than this';
}

function cellsOf(comparison: Comparison): readonly string[] {
  const { name, unit, here, there, ratio, spread } = comparison;
  return [
    name,
    numberText(here),
    numberText(there),
    unit,
    ratioText(ratio),
    spread === null ? '' : ratioText(spread),
    verdictOf(comparison),
  ];
}

type Shown = Pick<AgainstReport, 'here' | 'there' | 'comparisons' | 'failures'>;

export function compareTableOf({ here, there, comparisons, failures }: Shown): string {
  const changes = here.has_changes ? ', with changes' : '';
  const lines = [
    `here:  ${here.commit.slice(0, 8)} ${here.subject}${changes}`,
    `there: ${there.commit.slice(0, 8)} ${there.subject}`,
    '',
    ...alignColumns([HEAD, ...comparisons.map(cellsOf)], RIGHT),
    '',
    ...failureLines(failures),
    'Times are of one request, or one line. Ratio: median of the rounds; spread: from the smallest to the largest.',
  ];
  return `${lines.join('\n')}\n`;
}
