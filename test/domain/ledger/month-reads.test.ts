// Which entries are read beside kept sums: each entry of the month counts once, whatever runs
// are kept, and never more is read than without them.
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { type ArchivedRun, planMonthReads } from '../../../server/domain/ledger/month-reads.ts';
import { fc } from '../../support/property.ts';

/** Runs that follow each other, some with a gap between. */
const runsOf = (lengths: readonly number[]): ArchivedRun[] => {
  let at = 1;
  return lengths.flatMap((length, index) => {
    const first = at;
    at += Math.abs(length);
    if (length <= 0) return [];
    return { proof_number: BigInt(index + 1), first: BigInt(first), last: BigInt(at - 1) };
  });
};

const span = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.nat(60), fc.nat(20))
  .map(([first, length, after]) => ({
    first: BigInt(first),
    next: BigInt(first + length),
    last: BigInt(first + length - 1 + after),
  }));

test('each entry counts once, in the month or after it', () => {
  const lengths = fc.array(fc.integer({ min: -5, max: 25 }), { maxLength: 6 });
  let kept_months = 0;
  fc.assert(
    fc.property(span, lengths, (asked, given) => {
      const runs = runsOf(given);
      const { kept, reads } = planMonthReads(asked, runs);
      const counts = new Map<string, number>();
      const count = (low: bigint, high: bigint, is_after: boolean, factor: number) => {
        ok(low <= high);
        for (let at = low; at <= high; at += 1n) {
          const key = `${at}${is_after ? ' after' : ''}`;
          counts.set(key, (counts.get(key) ?? 0) + factor);
        }
      };
      for (const run of runs) {
        if (kept.includes(run.proof_number)) count(run.first, run.last, false, 1);
      }
      for (const { low, high, is_after, factor } of reads) count(low, high, is_after, factor);
      const expected = new Map<string, number>();
      for (let at = asked.first; at <= asked.last; at += 1n) {
        expected.set(at < asked.next ? String(at) : `${at} after`, 1);
      }
      deepEqual(new Map([...counts].filter(([, times]) => times !== 0)), expected);
      const read = reads.reduce((sum, { low, high }) => sum + high - low + 1n, 0n);
      ok(read <= asked.last - asked.first + 1n, 'more is read than without the runs');
      if (kept.length > 0) kept_months += 1;
    }),
    { numRuns: 1_000 },
  );
  ok(kept_months > 100, `${kept_months} used what is kept`);
});
