// A part of a bank line: treated as a line of its own; only in the bank's account is its parent
// booked instead.
import type { BankLine } from '../record/bank-line.ts';

export type Part = { bank_line_id: string; amount_cents: bigint };

export function partOf(parent: BankLine, { bank_line_id, amount_cents }: Part): BankLine {
  return {
    ...parent,
    bank_line_id,
    amount_cents,
    bank_id: null,
    line_key: `part:${bank_line_id}`,
    parent_line_id: parent.bank_line_id,
  };
}

/** The time and counter of a UUIDv7; the random rest begins after it. */
const TIME_LENGTH = 18;

/**
 * The ids of the two parts that a command makes of a line. The line gives the time, so that lists
 * show the parts beside it; the command gives the random rest, so that a line that is divided again
 * has other parts.
 */
export function partIds({ bank_line_id }: BankLine, command_id: string): [string, string] {
  const time = bank_line_id.slice(0, TIME_LENGTH);
  const rest = command_id.slice(TIME_LENGTH, -1);
  const last = Number.parseInt(command_id.slice(-1), 16);
  const id = (by: number) => `${time}${rest}${(last ^ by).toString(16)}`;
  return [id(1), id(2)];
}
