// The decisions by which money leaves suspense, for the list of what is owed.

import type { BankLine, LineAct } from '../record/bank-line.ts';

const OF_ALL: readonly LineAct[] = ['assign', 'credit', 'keep', 'split', 'fee', 'own_transfer'];

/** Money that the bank took cannot be sent back to anybody. */
export const waysOutOfSuspense = ({ amount_cents }: BankLine): readonly LineAct[] =>
  amount_cents > 0n ? ['assign', 'credit', 'return', ...OF_ALL.slice(2)] : OF_ALL;

/**
 * How a merchant's balance comes back to zero: new credits fill it, the merchant pays in (a person
 * books it), or a refund that was sent comes back.
 */
export const DEBT_WAYS_OUT = ['new_credits', 'adjustment', 'refund_returned'] as const;
