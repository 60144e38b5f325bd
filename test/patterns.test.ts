// Proves that no regular expression of the source takes more than linear time on any text, and that
// the judge sees patterns which do.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { checkSync } from 'recheck';
import { readCheckout } from './support/checkout/checkout.ts';
import { findPatterns, madePatterns, type Pattern } from './support/checkout/patterns.ts';

/** What meets texts of others: the tools and tests read the project's own. */
const JUDGED = /^(?:server|cli|sdk|bin)\/.*\.(?:ts|mjs)$/;

const PLANTED: readonly (readonly [line: string, why: string])[] = [
  [String.raw`export const a = /\s+$/;`, 'polynomial'],
  ["export const b = text.replace(/,+[a-z]*;/g, '');", 'polynomial'],
  ['export const c = /^(?:a+)+$/.test(text);', 'exponential'],
  [String.raw`export const d = /<!--[\s\S]*?-->/;`, 'polynomial'],
];

/**
 * Steps are counted and nothing is timed: on a slow machine a harmless text takes longer than the
 * quarter of a second after which it would count as an attack.
 */
const LIMITS = { timeout: 60_000, attackTimeout: null, incubationTimeout: null };

/** Null: however long a text is, the pattern takes at most so many times as long. */
function problemOf({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string | null {
  const told = checkSync(source, flags, LIMITS);
  if (told.status === 'safe') return null;
  return told.status === 'vulnerable' ? told.complexity.type : 'nobody can say';
}

/**
 * What is made of a bank's own format of dates, when a statement is read. Loaded here only, so that
 * the patterns of these files are seen when they are made.
 */
async function readDates(): Promise<void> {
  const { readDate } = await import('../server/formats/statement/statement-date.ts');
  const { PROFILES } = await import('../server/formats/statement/csv/statement-profiles.ts');
  const formats = [...PROFILES.values()].flatMap(({ date_formats }) => date_formats);
  for (const format of new Set(formats)) readDate({ date: '1', time: '' }, [format], 0);
}

const name = ({ path, line }: Pick<Pattern, 'path' | 'line'>) => `${path}:${line}`;

describe('the regular expressions of the source', () => {
  const patterns = new Map<string, Pattern>();
  let unseen: string[] = [];

  before(async () => {
    const sources = new Map(
      [...readCheckout(['.ts', '.mjs'])].filter(([path]) => JUDGED.test(path)),
    );
    const { literals, makers } = findPatterns(sources);
    const paths = [...new Set(makers.map(({ path }) => path))];
    const made = await madePatterns(paths, readDates);
    const seen = new Set(made.map(name));
    unseen = makers.map(name).filter((maker) => !seen.has(maker));
    for (const one of [...literals, ...made]) patterns.set(`/${one.source}/${one.flags}`, one);
  });

  it('are all found, also those that are made of texts', () => {
    ok(patterns.size > 300, `${patterns.size} patterns were found`);
    ok([...patterns.values()].some(({ path }) => path === 'server/domain/values/utr-labels.ts'));
    deepEqual(unseen, [], 'makes patterns that nobody has judged: make them when it is loaded');
  });

  it('take linear time on every text', () => {
    const slow = [...patterns].flatMap(([text, pattern]) => {
      const problem = problemOf(pattern);
      return problem === null ? [] : [`${name(pattern)} ${problem}: ${text}`];
    });
    deepEqual(slow, []);
  });

  for (const [line, why] of PLANTED) {
    it(`are judged: ${line}`, () => {
      const { literals } = findPatterns(new Map([['server/domain/planted.ts', `${line}\n`]]));
      equal(literals.length, 1);
      deepEqual(literals.map(problemOf), [why]);
      deepEqual(literals.map(name), ['server/domain/planted.ts:1']);
    });
  }
});
