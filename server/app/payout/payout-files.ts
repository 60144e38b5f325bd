// The files of an exported batch: made once per format and stored, so that everybody always gets
// the same bytes.

import { exportedOf } from '../../domain/payout/payout-batch.ts';
import type { PayoutBatch } from '../../domain/record/payout-attempt.ts';
import { type PaymentOrder, pain001 } from '../../formats/payout-file/pain001.ts';
import { payoutCsv } from '../../formats/payout-file/payout-csv.ts';
import { readAllOfBatches } from '../../store/payout/payout-attempts.ts';
import {
  keepPayoutFile,
  type PayoutFile,
  readPayoutFile,
} from '../../store/payout/payout-batches.ts';
import { readTrades } from '../../store/trade/trades.ts';
import type { App } from '../process/app.ts';
import { sha256Hex } from '../process/ids.ts';

export const FILE_FORMATS = ['pain001', 'csv'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

const RENDER: Readonly<Record<FileFormat, (order: PaymentOrder) => string>> = {
  pain001,
  csv: payoutCsv,
};

/** Nothing in it changes after the export: a trade's terms never do, and the rest is frozen. */
async function orderOf(app: App, batch: PayoutBatch): Promise<PaymentOrder> {
  const { debtor, exported_at, payout_batch_id } = batch;
  if (debtor === null || exported_at === null) throw new Error('A draft has no files');
  const { db, cipher } = app.store;
  const sent = exportedOf(await readAllOfBatches(db, [payout_batch_id]));
  const trades = new Map((await readTrades(db, cipher, sent)).map((one) => [one.trade_id, one]));
  const payments = sent.map(({ end_to_end_id, amount_cents, trade_id }) => {
    const trade = trades.get(trade_id);
    if (trade === undefined || trade.payee === null) throw new Error(`No pay-out ${trade_id}`);
    return { end_to_end_id, amount_cents, type: trade.type, payee: trade.payee };
  });
  if (payments.length !== batch.payout_count)
    throw new Error('The batch is not as it was exported');
  const { message_id, currency } = batch;
  return { message_id, currency, exported_at, debtor, payments };
}

/**
 * Two requests at once both make the file, and both get the one stored first; the two would differ
 * only if the service was upgraded in between.
 */
export async function payoutFileOf(
  app: App,
  batch: PayoutBatch,
  format: FileFormat,
): Promise<PayoutFile> {
  const { db, cipher } = app.store;
  const { payout_batch_id } = batch;
  const kept = await readPayoutFile(db, cipher, payout_batch_id, format);
  if (kept !== null) return kept;
  const content = RENDER[format](await orderOf(app, batch));
  const file = { payout_batch_id, format, content, hash: sha256Hex(content), at: Date.now() };
  await keepPayoutFile(db, cipher, file);
  const made = await readPayoutFile(db, cipher, payout_batch_id, format);
  if (made === null) throw new Error('A file that was kept is not there');
  return made;
}
