// Random days that two sources tell of: whatever each leaves out, and whatever it does not say, no
// movement counts twice, and none is lost without being named as waiting.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type DeliveredLine,
  judgeLines,
  type OtherLine,
} from '../../../server/domain/line/judge-lines.ts';
import { NO_EDGES } from '../../../server/domain/line/near-days.ts';
import { movementOf } from '../../../server/domain/line/pair-reports.ts';
import { FORMAT_COVERS } from '../../../server/domain/record/interim-formats.ts';
import { dayOf } from '../../../server/domain/values/day.ts';
import { fc } from '../../support/property.ts';

const DAY_MS = 86_400_000;
const FIRST = Date.UTC(2026, 2, 5);
const DAYS = [0, 1];

type Movement = {
  cents: number;
  day: number;
  hour: number;
  /** What each source says of it: nothing, or the words that only this movement has. */
  first: Told | null;
  second: Told | null;
};
type Told = { utr: boolean; end_to_end: boolean; text: boolean; exact: boolean };

const told: fc.Arbitrary<Told> = fc.record({
  utr: fc.boolean(),
  end_to_end: fc.boolean(),
  text: fc.boolean(),
  exact: fc.boolean(),
});

/** Few amounts, so that many are equal, or sums and parts of others. */
const movement: fc.Arbitrary<Movement> = fc.record({
  cents: fc.constantFrom(100, 100, 200, 300, 400, -100, -300),
  day: fc.constantFrom(...DAYS),
  hour: fc.integer({ min: 0, max: 23 }),
  first: fc.option(told),
  second: fc.option(told),
});

const movements = fc.array(movement, { maxLength: 10 });

function lineOf({ cents, day, hour }: Movement, index: number, said: Told, source: string) {
  return {
    amount_cents: BigInt(cents),
    booked_at: FIRST + day * DAY_MS + (said.exact ? hour * 3_600_000 : 0),
    booked_exactly: said.exact,
    utr: said.utr ? `UTR${String(index).padStart(9, '0')}` : null,
    end_to_end_id: said.end_to_end ? `E2E-${index}` : null,
    bank_id: `${source}-${index}`,
    text: said.text ? `order ${index}` : `${source} ${index}`,
    counterparty_name: null,
    counterparty_number: null,
  };
}

const storedOf = (all: readonly Movement[], cover: OtherLine['cover']): OtherLine[] =>
  all.flatMap((one, index) =>
    one.first === null
      ? []
      : {
          ...lineOf(one, index, one.first, 'A'),
          bank_line_id: String(index),
          is_own_source: false,
          is_confirmed: false,
          cover,
        },
  );

const deliveredOf = (all: readonly Movement[]): DeliveredLine[] =>
  all.flatMap((one, index) =>
    one.second === null ? [] : { ...lineOf(one, index, one.second, 'B'), collected_id: null },
  );

const countBy = (lines: readonly { amount_cents: bigint; booked_at: number }[]) =>
  new Map([...Map.groupBy(lines, movementOf)].map(([name, own]) => [name, own.length]));

const truth = (all: readonly Movement[]) =>
  countBy(
    all
      .filter(({ first, second }) => first !== null || second !== null)
      .map(({ cents, day }) => ({
        amount_cents: BigInt(cents),
        booked_at: FIRST + day * DAY_MS,
      })),
  );

type Given = Omit<Parameters<typeof judgeLines<DeliveredLine, OtherLine>>[0], 'lines' | 'stored'>;

/** Judges the second source's lines, and compares what then counts with what happened. */
function check(all: readonly Movement[], cover: OtherLine['cover'], given: Given) {
  const [stored, lines] = [storedOf(all, cover), deliveredOf(all)];
  const { pairs, waiting } = judgeLines({ ...given, lines, stored });
  const judged = [...pairs.map(([line]) => line), ...waiting.map(({ line }) => line)];
  assert.equal(new Set(judged).size, judged.length, 'a line is judged twice');
  assert.ok(judged.every((line) => lines.includes(line)));
  const standing = pairs.flatMap(([, ones]) => ones);
  assert.equal(new Set(standing).size, standing.length, 'one stored line stands for two');
  for (const [line, ones] of pairs) {
    assert.deepEqual(
      ones.map(({ amount_cents }) => amount_cents),
      [line.amount_cents],
    );
  }
  const fresh = lines.filter((line) => !judged.includes(line));
  const counted = countBy([...stored, ...fresh]);
  const named = countBy(waiting.map(({ line }) => line));
  const happened = truth(all);
  for (const name of new Set([...counted.keys(), ...named.keys(), ...happened.keys()])) {
    const [counts, is, waits] = [counted, happened, named].map((one) => one.get(name) ?? 0);
    assert.ok((counts ?? 0) <= (is ?? 0), `${name} happened ${is} times and counts ${counts}`);
    assert.ok((counts ?? 0) + (waits ?? 0) >= (is ?? 0), `${name} is lost`);
  }
  return { pairs: pairs.length, waiting: waiting.length, fresh: fresh.length };
}

type Seen = ReturnType<typeof check>;

/** Each of the three verdicts was really given. */
function assertVaried(seen: readonly Seen[]) {
  for (const name of ['pairs', 'waiting', 'fresh'] as const) {
    assert.ok(seen.filter((one) => one[name] > 0).length > 50, `too few ${name}`);
  }
}

const NO_BALANCES = {
  balances: [],
  known_balances: [],
  closed_days: new Set<string>(),
  near: [],
  edges: NO_EDGES,
  removed_to: null,
};
const RUNS = { numRuns: 3_000 };

test('without balances: each source leaves out what it likes', () => {
  const seen: Seen[] = [];
  const covers = fc.constantFrom(null, 'excerpt' as const);
  const property = fc.property(movements, covers, covers, (all, stored, cover) => {
    seen.push(check(all, stored, { ...NO_BALANCES, cover }));
  });
  fc.assert(property, RUNS);
  assertVaried(seen);
});

const everything = (all: readonly Movement[]): Movement[] =>
  all.map((one) => ({
    ...one,
    second: one.second ?? { utr: false, end_to_end: false, text: false, exact: false },
  }));

/** As the bank's statement has them. */
function balancesOf(all: readonly Movement[], opening: number) {
  let cents = BigInt(opening);
  return DAYS.map((day) => {
    const opening_cents = cents;
    for (const one of all) if (one.day === day) cents += BigInt(one.cents);
    return { day: dayOf(FIRST + day * DAY_MS), opening_cents, closing_cents: cents };
  });
}

test('with balances: the second source is the whole statement', () => {
  const seen: Seen[] = [];
  const covers = fc.constantFrom(...new Set([null, ...Object.values(FORMAT_COVERS)]));
  const property = fc.property(movements, covers, fc.nat(9_000), (given, stored, opening) => {
    const all = everything(given);
    const balances = balancesOf(all, opening);
    seen.push(check(all, stored, { ...NO_BALANCES, balances, cover: 'day' }));
  });
  fc.assert(property, RUNS);
  assertVaried(seen.map((one) => ({ ...one, waiting: one.waiting + one.pairs })));
});

test('the whole statement again, in another format: nothing of it counts', () => {
  const property = fc.property(movements, fc.nat(9_000), (given, opening) => {
    const all = everything(given).map((one) => ({ ...one, first: one.first ?? one.second }));
    const balances = balancesOf(all, opening);
    const found = check(all, 'day', { ...NO_BALANCES, balances, cover: 'day' });
    assert.equal(found.fresh, 0);
  });
  fc.assert(property, RUNS);
});

test('lines that add up to zero fit any balance: their days stay in doubt', () => {
  const said = { utr: false, end_to_end: false, text: false, exact: false };
  const all = [100, -100].map((cents) => ({ cents, day: 0, hour: 0, first: said, second: said }));
  const stored = storedOf(all, null).map((one) => ({ ...one, booked_at: FIRST + DAY_MS }));
  const { waiting } = judgeLines({
    ...NO_BALANCES,
    balances: balancesOf(all, 500),
    lines: deliveredOf(all),
    stored,
    cover: 'day',
  });
  assert.deepEqual(
    waiting.map(({ reason }) => reason),
    ['day_differs', 'day_differs'],
  );
});
