// Prints what the service does with each file of the corpus; with --write it also renews the table
// in the operators' page about formats: node test/statements/corpus/corpus-table.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { markdownTable } from '../../../tools/markdown.ts';
import { type CorpusRow, judgeCorpus, NOT_READ } from './corpus.ts';
import type { Outcome } from './corpus-file.ts';

const PAGE = new URL('../../../docs/operate/statement-formats.md', import.meta.url);
const BEGIN = '<!-- Made by test/statements/corpus/corpus-table.ts. -->';
const END = '<!-- End of what is made. -->';
const OUTCOMES = ['right', 'asked', 'refused', 'wrong'] as const satisfies readonly Outcome[];

const countOf = (rows: readonly CorpusRow[], outcome: Outcome): number =>
  rows.filter((row) => row.outcome === outcome).length;

const line = (name: string, rows: readonly CorpusRow[]): string[] => [
  name,
  String(rows.length),
  ...OUTCOMES.map((outcome) => String(countOf(rows, outcome))),
];

const listed = (rows: readonly CorpusRow[], outcome: Outcome): string =>
  rows
    .filter((row) => row.outcome === outcome)
    .map(({ shape }) => `- ${shape}`)
    .join('\n');

export const statementsIn = (rows: readonly CorpusRow[]): CorpusRow[] =>
  rows.filter(({ group }) => group !== NOT_READ);

/** In percent of the files that are statements, rounded down. */
export function shareOf(rows: readonly CorpusRow[], outcomes: readonly Outcome[]): number {
  const count = outcomes.reduce((sum, outcome) => sum + countOf(rows, outcome), 0);
  return Math.floor((100 * count) / rows.length);
}

function corpusPart(rows: readonly CorpusRow[]): string {
  const statements = statementsIn(rows);
  const groups = Map.groupBy(rows, ({ group }) => group);
  const names = ['files', 'number', 'read right', 'asked', 'refused', 'read wrong'];
  const table = [...groups].map(([group, own]) => line(group, own));
  return [
    markdownTable(names, [...table, line('all', rows)]),
    `Of ${statements.length} statements ${shareOf(statements, ['right'])} % are read right, and ` +
      `${shareOf(statements, ['right', 'asked'])} % are read right or asked about.`,
    'Asked, and one of the answers is right:',
    listed(statements, 'asked'),
    'Refused with a sentence that says what to do, usually to name the columns by position:',
    listed(statements, 'refused'),
  ].join('\n\n');
}

/** The page with its table renewed; the rest is written by hand. */
export function withCorpus(page: string, rows: readonly CorpusRow[]): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error('The page has no place for the corpus');
  return `${page.slice(0, begin)}${BEGIN}\n\n${corpusPart(rows)}\n\n${page.slice(end)}`;
}

export const readPage = (): string => readFileSync(PAGE, 'utf8');

if (import.meta.main) {
  const rows = await judgeCorpus();
  for (const { outcome, group, shape, detail } of rows) {
    const more = outcome === 'right' ? '' : ` | ${detail}`;
    process.stdout.write(`${outcome.padEnd(8)} ${group}: ${shape}${more}\n`);
  }
  if (process.argv.includes('--write')) writeFileSync(PAGE, withCorpus(readPage(), rows));
}
