// What a payer may give beside a UTR: their word that they have paid, and receipts. It is kept for
// people to look at: no state, timer or money moves by it.
import { finality, type State, type Trade } from './trade.ts';

export type EvidenceActs = { say_paid: boolean; add_receipt: boolean };

type Standing = Pick<Trade, 'direction' | 'state' | 'final_at'>;

/** Where money may be on its way and nothing else says so yet. */
const SAY_PAID: readonly State[] = ['pending', 'expired', 'canceled'];

/** Where somebody may still have to decide by it. */
const ADD_RECEIPT: readonly State[] = [...SAY_PAID, 'verifying', 'failed', 'disputed'];

export function evidenceActs(trade: Standing, now: number): EvidenceActs {
  const is_over =
    finality(trade.direction, trade.state) === 'yes' ||
    (trade.final_at !== null && now > trade.final_at);
  const is_open = trade.direction === 'payin' && !is_over;
  return {
    say_paid: is_open && SAY_PAID.includes(trade.state),
    add_receipt: is_open && ADD_RECEIPT.includes(trade.state),
  };
}
