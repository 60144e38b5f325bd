// What a settlement's documents show: the frozen statement, and where its payment stands.

import type { Settlement } from '../record/settlement-record.ts';
import type { SettlementLine } from './settlement-line.ts';

export type SettlementView = Settlement & {
  /** The pay-out's, once it is known. */
  utr: string | null;
  /** Digits after the point in the balance currency. */
  exponent: number;
};

/** A line with the digits of its trade's currency. */
export type SettlementLineView = SettlementLine & { trade_exponent: number };
