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
