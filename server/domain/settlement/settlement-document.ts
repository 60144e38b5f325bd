// The content of a settlement's documents: the frozen statement, and the state of its payment.

import type { Settlement } from '../record/settlement-record.ts';
import type { SettlementLine } from './settlement-line.ts';

export type SettlementView = Settlement & {
  /** The pay-out's UTR, once it is known. */
  utr: string | null;
  /** Decimals of the balance currency. */
  exponent: number;
};

/** A line with the decimals of its trade's currency. */
export type SettlementLineView = SettlementLine & { trade_exponent: number };
