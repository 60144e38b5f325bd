// Whether a line could be another line with other ids: itself, a sum of several, or a part of one.

import { sumOfLines } from './balance-spans.ts';
import { areNear } from './near-days.ts';
import type { PairedLine } from './pair-reports.ts';

/** Those of the others that may be the line, booked on another day. */
export const nearOnes = <Other extends PairedLine>(line: PairedLine, others: readonly Other[]) =>
  others.filter((other) => areNear(line, other));

const size = (cents: bigint): bigint => (cents < 0n ? -cents : cents);

const smallest = (lines: readonly PairedLine[]): bigint =>
  lines
    .map(({ amount_cents }) => size(amount_cents))
    .reduce((least, own) => (own < least ? own : least));

/**
 * Whether a line could be the sum of several others, or one of several parts of another one. `own`:
 * the lines beside it.
 */
export function standing(others: readonly PairedLine[], own: readonly PairedLine[]) {
  const sides = [1n, -1n].map((sign) => {
    const of = (lines: readonly PairedLine[]) =>
      lines.filter(({ amount_cents }) => amount_cents > 0n === sign > 0n);
    const [stored, parts] = [of(others), of(own)];
    return {
      stored,
      parts_cents: size(sumOfLines(parts)),
      parts: parts.length,
      sum: size(sumOfLines(stored)),
    };
  });
  return (line: PairedLine): boolean => {
    const cents = size(line.amount_cents);
    const [incoming, outgoing] = sides;
    const side = line.amount_cents > 0n ? incoming : outgoing;
    if (side === undefined || side.stored.length === 0) return false;
    const is_sum = side.stored.length > 1 && cents <= side.sum && cents > smallest(side.stored);
    const is_part = side.stored.some(
      ({ amount_cents }) => cents < size(amount_cents) && size(amount_cents) <= side.parts_cents,
    );
    return is_sum || (is_part && side.parts > 1);
  };
}
