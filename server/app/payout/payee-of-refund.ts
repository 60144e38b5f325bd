// To whom a refund of a pay-in is paid if nobody names a payee.
import { type KnownPayee, knownPayee } from '../../domain/payout/refund-payee.ts';
import type { TradeKey } from '../../domain/record/trade.ts';
import { readLinesOfTrade } from '../../store/line/bank-lines.ts';
import { readRefunds } from '../../store/trade/trades.ts';
import type { App } from '../process/app.ts';

export async function payeeOfRefund(app: App, payin: TradeKey): Promise<KnownPayee | null> {
  const { db, cipher } = app.store;
  const records = await readLinesOfTrade(db, cipher, payin);
  const refunds = await readRefunds(db, cipher, payin);
  return knownPayee(
    records.map(({ line }) => line),
    refunds,
  );
}
