// Checks of what disputes leave of credits: the entries of a pay-in say what it says.
import assert from 'node:assert/strict';
import { overRefunded } from '../../../server/domain/payout/end-funded.ts';
import type { Dispute } from '../../../server/domain/record/dispute-record.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import type { DomainScene } from './domain-scene.ts';

/** The share of a credit that belongs to a part of the amount, in its own currency. */
export const shareOfPart = ({ fee_cents, amount_cents }: Trade, part: bigint) =>
  part - (2n * fee_cents * part + amount_cents) / (2n * amount_cents);

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** What a dispute may take of the credit: of a pay-in without one, what its first decision gave. */
export function contestedOf(
  { contested_from, amount_cents, awarded_cents }: Dispute,
  left: bigint,
) {
  if (contested_from === 'completed') return amount_cents;
  return smaller(awarded_cents ?? 0n, left);
}

export const sumOf = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((sum, amount) => sum + amount, 0n);

/** No story takes more of a pay-in than it was credited with, and its entries say the same. */
export function checkCredit(on: DomainScene, trade: Trade): void {
  const { amount_cents, recalled_amount_cents, received_amount_cents } = trade;
  assert.ok(recalled_amount_cents >= 0n && recalled_amount_cents <= amount_cents);
  assert.ok(received_amount_cents >= 0n, 'lost more than it received');
  const legs = (on.world.posted.get(trade.trade_id) ?? []).flatMap(({ postings }) => postings);
  const on_accounts = (...names: string[]) =>
    sumOf(
      legs
        .filter(({ account }) => names.some((name) => account.startsWith(name)))
        .map((leg) => leg.amount_cents),
    );
  const is_credited = trade.state === 'completed' || trade.disputed_from === 'completed';
  const left = is_credited ? amount_cents - recalled_amount_cents : 0n;
  assert.equal(on_accounts('clearing:'), -left);
  const net = shareOfPart(trade, amount_cents) - shareOfPart(trade, recalled_amount_cents);
  assert.equal(on_accounts('available', 'blocked'), is_credited ? net : 0n);
}

/** No refund waits to be sent whose pay-in has lost the credit for it. */
export function checkRefunds(on: DomainScene, payin: Trade): void {
  if (overRefunded(payin) === 0n) return;
  const refunds = [...on.world.trades.values()].filter(
    ({ refund_of }) => refund_of === payin.trade_id,
  );
  assert.ok(refunds.every(({ state }) => state !== 'created'));
}
