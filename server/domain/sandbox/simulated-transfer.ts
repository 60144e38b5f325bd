// How much the sandbox's simulated bank transfers for an order, or takes back from it, with which
// UTR, and from where it pays.

import type { ReceivingAccount } from '../record/receiving-account.ts';
import type { Trade } from '../record/trade.ts';
import { type Refusal, refuse } from '../service/refusal.ts';
import { type BankAct, transferredCents } from './magic-values.ts';

type Paid = Pick<Trade, 'amount_cents' | 'received_amount_cents' | 'utr'>;

/** `amount_cents` of what was asked for: null if the act decides. */
type Asked = { readonly act: BankAct; readonly amount_cents: bigint | null };

/** Above zero: to the receiving account. */
export function transferOf(trade: Paid, { act, amount_cents }: Asked): bigint | Refusal {
  const cents = amount_cents ?? transferredCents(act, trade.amount_cents);
  return cents > 0n ? cents : refuse('amount_out_of_range', 'Nothing would be transferred.');
}

/** Below zero: the bank takes it from the receiving account. */
export function takenBackOf(
  { utr, received_amount_cents }: Paid,
  amount_cents: bigint | null,
): { utr: string; amount_cents: bigint } | Refusal {
  if (utr !== null && received_amount_cents > 0n) {
    return { utr, amount_cents: -(amount_cents ?? received_amount_cents) };
  }
  return refuse('act_not_allowed', 'No transfer has paid it that the bank could take back.');
}

/** Only a pay-in that has its receiving account can be paid. */
export const accountToPay = (account: ReceivingAccount | undefined): ReceivingAccount | Refusal =>
  account ?? refuse('act_not_allowed', 'The pay-in has no account yet: open its page first.');

/** The operator's own account of the currency, or one that the simulated bank has lent. */
export const accountToSendFrom = (
  currency: string,
  account: ReceivingAccount | undefined,
): ReceivingAccount | Refusal =>
  account ?? refuse('act_not_allowed', `No account of ${currency} can pay.`);
