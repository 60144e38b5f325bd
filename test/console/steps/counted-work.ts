// Work with a limit of clicks or keys: counts it in the browser, and holds a table of the console's
// design against what was counted.
import { equal, ok } from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type Hands, handsOn } from './counted.ts';
import { untilShown } from './screen-steps.ts';

const DESIGN = new URL('../../../console/DESIGN.md', import.meta.url);
const IS_TAKING = process.execArgv.includes('--test-update-snapshots');
const END = '<!-- End of what is counted. -->';

type Unit = 'clicks' | 'keys';
type Work = { readonly what: string; readonly unit: Unit; readonly limit: number };

const shown = (count: number | undefined, unit: Unit): string =>
  `${count ?? 'not counted'} ${count === 1 ? unit.slice(0, -1) : unit}`;

/** `work`: in the order of the table, which begins behind the line that names this test. */
export function countedWork<Name extends string>(
  test_path: string,
  work: Readonly<Record<Name, Work>>,
) {
  const needed = new Map<string, number>();
  const begin = `<!-- What is counted, by ${test_path}. -->`;

  return {
    /** Begins on the page that is open, and asserts the limit where the work has ended. */
    async count(name: Name, page: Page, doIt: (hands: Hands) => Promise<void>): Promise<void> {
      await untilShown(page);
      const hands = await handsOn(page);
      await doIt(hands);
      const { what, unit, limit } = work[name];
      const counted = await hands.counted();
      needed.set(name, counted[unit]);
      ok(counted[unit] <= limit, `${what} ${counted[unit]} ${unit}, at most ${limit}`);
      // What is asked for by the mouse needs no key beside it, and the other way round.
      equal(counted[unit === 'clicks' ? 'keys' : 'clicks'], 0, JSON.stringify(counted));
    },

    /** The table says what was counted; with `--test-update-snapshots` it is written. */
    holdDesign(): void {
      const rows = Object.entries<Work>(work).map(
        ([name, { what, unit, limit }]) =>
          `| ${what} | ${shown(needed.get(name), unit)} | ${limit} |`,
      );
      const table = ['| work | needs | at most |', '|---|---|---|', ...rows].join('\n');
      const design = readFileSync(DESIGN, 'utf8');
      const from = design.indexOf(begin) + begin.length;
      const to = design.indexOf(END, from);
      ok(from >= begin.length && to > from, 'the design has no place for it');
      if (IS_TAKING) {
        writeFileSync(DESIGN, `${design.slice(0, from)}\n\n${table}\n\n${design.slice(to)}`);
      } else equal(design.slice(from, to).trim(), table);
    },
  };
}
