// A movement that two sources book on different days: what proves that there were two.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Edges,
  edgesOfDays,
  NO_EDGES,
  nearInDoubt,
} from '../../../server/domain/line/near-days.ts';
import type { PairedLine } from '../../../server/domain/line/pair-reports.ts';

const DAY_MS = 86_400_000;
const FIRST = Date.UTC(2026, 2, 5);
const dayAt = (days: number) => new Date(FIRST + days * DAY_MS).toISOString().slice(0, 10);

const lineOn = (days: number, given: Partial<PairedLine> = {}): PairedLine => ({
  amount_cents: 500n,
  booked_at: FIRST + days * DAY_MS,
  booked_exactly: false,
  utr: null,
  text: null,
  bank_id: null,
  end_to_end_id: null,
  counterparty_name: null,
  counterparty_number: null,
  ...given,
});

const balance = (days: number, opening_cents: bigint | null, closing_cents: bigint | null) => ({
  day: dayAt(days),
  opening_cents,
  closing_cents,
});

const OWN = [balance(3, 700n, 1_200n)];

test('balances agree at an edge if the stored lines between lead from one to the other', () => {
  const table: [known: ReturnType<typeof balance>[], sums: [number, bigint][], found: Edges][] = [
    [[], [], NO_EDGES],
    [[balance(1, 0n, 700n)], [], { before: 'agrees', after: 'unknown' }],
    [[balance(1, 0n, 600n)], [], { before: 'differs', after: 'unknown' }],
    [[balance(0, 0n, 600n)], [[1, 100n]], { before: 'agrees', after: 'unknown' }],
    // Lines of the days themselves lie between no balances.
    [
      [balance(0, 0n, 700n)],
      [
        [0, 50n],
        [3, 500n],
      ],
      { before: 'agrees', after: 'unknown' },
    ],
    // The last statement before counts, whatever an earlier one says.
    [[balance(0, 0n, 700n), balance(2, 0n, 600n)], [], { before: 'differs', after: 'unknown' }],
    [[balance(5, 1_200n, null)], [], { before: 'unknown', after: 'agrees' }],
    [[balance(5, 1_300n, null)], [[4, 100n]], { before: 'unknown', after: 'agrees' }],
    [[balance(4, 0n, 500n)], [], { before: 'unknown', after: 'differs' }],
  ];
  for (const [known, sums, found] of table) {
    const by_day = new Map(sums.map(([days, cents]) => [dayAt(days), cents]));
    assert.deepEqual(edgesOfDays(OWN, known, by_day), found, JSON.stringify(sums, String));
  }
  assert.deepEqual(edgesOfDays([], [balance(1, 0n, 700n)], new Map()), NO_EDGES);
});

const AGREES: Edges = { before: 'agrees', after: 'agrees' };
const DIFFERS: Edges = { before: 'differs', after: 'differs' };

test('a line of another day is in doubt by a number, or by balances that do not agree', () => {
  const [early, late] = [lineOn(1), lineOn(5)];
  const named = lineOn(1, { bank_id: 'REF' });
  const reads = (edges: Edges, has_span: boolean, other: PairedLine, line = lineOn(3)) =>
    nearInDoubt(line, [other], { edges, has_span }).map(({ is_named }) => is_named);
  assert.deepEqual(reads(DIFFERS, true, early), [false]);
  assert.deepEqual(reads(DIFFERS, true, late), [false]);
  assert.deepEqual(reads(AGREES, true, early), []);
  assert.deepEqual(reads(AGREES, true, late), []);
  // Before the first statement of an account nothing is proven; after the last one all is to come.
  assert.deepEqual(reads(NO_EDGES, true, early), [true]);
  assert.deepEqual(reads(NO_EDGES, true, late), []);
  // Without balances only a number that both have tells anything.
  assert.deepEqual(reads(DIFFERS, false, early), []);
  assert.deepEqual(reads(NO_EDGES, false, named, lineOn(3, { bank_id: 'REF' })), [true]);
  assert.deepEqual(reads(AGREES, true, named, lineOn(3, { bank_id: 'REF' })), []);
});

test('too far apart, another amount, or surely two payments: no doubt', () => {
  for (const other of [
    lineOn(9),
    lineOn(1, { amount_cents: 501n }),
    lineOn(1, { end_to_end_id: 'E2' }),
    lineOn(3),
  ]) {
    const line = lineOn(3, { end_to_end_id: 'E1' });
    assert.deepEqual(nearInDoubt(line, [other], { edges: DIFFERS, has_span: true }), []);
  }
});
