// What every file of a batch of pay-outs is made of, and what comes of writing one.

import type { Debtor } from '../../domain/record/payout-attempt.ts';
import type { Payee } from '../../domain/record/trade.ts';
import { ROW_VALUES } from './payout-layout.ts';

export type Payment = {
  end_to_end_id: string;
  type: string;
  amount_cents: bigint;
  payee: Payee;
};

/** The content of a batch's files, fixed by its export. */
export type PaymentOrder = {
  message_id: string;
  currency: string;
  exported_at: number;
  debtor: Debtor;
  payments: readonly Payment[];
};

/** What of a pay-out a file cannot carry. `payee`: it cannot be decrypted. */
export const FILE_FIELDS = [...ROW_VALUES, 'payment_type', 'payee'] as const;
export type FileField = (typeof FILE_FIELDS)[number];

/** A pay-out that a file cannot carry; null if it is the paying account that it cannot carry. */
export type Unwritable = { end_to_end_id: string | null; field: FileField; problem: string };

/** Whole or not at all: a file without some of its pay-outs would leave them unpaid unseen. */
export type WrittenFile = { content: string } | { unwritable: readonly Unwritable[] };
