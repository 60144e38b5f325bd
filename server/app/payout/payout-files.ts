// The files of an exported batch: made once each and stored, so that everybody always gets
// the same bytes.

import { exportedOf } from '../../domain/payout/payout-batch.ts';
import type { Debtor, PayoutAttempt, PayoutBatch } from '../../domain/record/payout-attempt.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/service/refusal.ts';
import type { Payment, PaymentOrder, Unwritable } from '../../formats/payout-file/payment-order.ts';
import {
  type NameChange,
  nameChanges,
  writtenName,
} from '../../formats/payout-file/written-name.ts';
import { readAllOfBatches } from '../../store/payout/payout-attempts.ts';
import {
  keepPayoutFile,
  type PayoutFile,
  readPayoutFile,
} from '../../store/payout/payout-batches.ts';
import { readTrades } from '../../store/trade/trades.ts';
import { latinLetters } from '../file/latin-letters.ts';
import type { App } from '../process/app.ts';
import { sha256Hex } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { type FileChoice, PAIN001, refuseUnwritable } from './payout-file-choice.ts';

type FileFacts = Pick<PayoutBatch, 'message_id' | 'currency'> & {
  exported_at: number;
  debtor: Debtor;
};

/** The payments of these attempts, and the attempts whose payee cannot be decrypted. */
async function paymentsOf(app: App, attempts: readonly PayoutAttempt[]) {
  const { db, cipher } = app.store;
  const read = await readTrades(db, cipher, attempts);
  const trades = new Map(read.map((one) => [one.trade_id, one]));
  const damaged: PayoutAttempt[] = [];
  const payments = attempts.flatMap((attempt): Payment[] => {
    const { end_to_end_id, amount_cents, trade_id } = attempt;
    const trade = trades.get(trade_id);
    if (trade === undefined) throw new Error(`No pay-out ${trade_id}`);
    const { type, payee } = trade;
    if (payee !== null) return [{ end_to_end_id, amount_cents, type, payee }];
    damaged.push(attempt);
    return [];
  });
  return { payments, damaged, is_erased: read.some((one) => one.is_erased === true) };
}

const refuseErased = (): Refusal =>
  refuse(
    'act_not_allowed',
    'The data of a payee of this batch were erased, so its files can no longer be read.',
  );

/** Nothing in it changes after the export: a trade's terms never do, and the rest is frozen. */
async function orderOf(app: App, batch: PayoutBatch): Promise<PaymentOrder | Refusal> {
  const { debtor, exported_at, payout_batch_id, message_id, currency } = batch;
  if (debtor === null || exported_at === null) throw new Error('A draft has no files');
  const { db, cipher } = app.store;
  const sent = exportedOf(await readAllOfBatches(db, cipher, [payout_batch_id]));
  const { payments, is_erased } = await paymentsOf(app, sent);
  if (is_erased) return refuseErased();
  if (payments.length !== batch.payout_count)
    throw new Error('The batch is not as it was exported');
  return { message_id, currency, exported_at, debtor, payments };
}

/** What a file of these attempts could not carry, before or after the export. */
export async function unwritableIn(
  app: App,
  facts: FileFacts,
  attempts: readonly PayoutAttempt[],
  { write }: Pick<FileChoice, 'write'>,
): Promise<Unwritable[]> {
  const { payments, damaged } = await paymentsOf(app, attempts);
  const written = write(await inLatin({ ...facts, payments }));
  const lost = damaged.map(({ end_to_end_id }): Unwritable => {
    const problem = 'has a payee that cannot be decrypted';
    return { end_to_end_id, field: 'payee', problem };
  });
  return [...lost, ...('unwritable' in written ? written.unwritable : [])];
}

const latinOrNull = async (text: string | null) =>
  text === null ? null : await latinLetters(text);

/** The order with every name in Latin letters, as the files need it. */
async function inLatin(order: PaymentOrder): Promise<PaymentOrder> {
  const { debtor } = order;
  const payments: Payment[] = [];
  for (const payment of order.payments) {
    const { name, bank_name } = payment.payee;
    const latin = { name: await latinOrNull(name), bank_name: await latinOrNull(bank_name) };
    payments.push({ ...payment, payee: { ...payment.payee, ...latin } });
  }
  const bank_name = await latinOrNull(debtor.bank_name);
  return {
    ...order,
    payments,
    debtor: { ...debtor, name: await latinLetters(debtor.name), bank_name },
  };
}

/** The rails' own file, which every batch has: it carries every pay-out. */
export async function railFileOf(app: App, batch: PayoutBatch): Promise<PayoutFile> {
  const file = await payoutFileOf(app, batch, PAIN001);
  if (isRefusal(file)) throw new Error(`No file of batch ${batch.payout_batch_id}: ${file.detail}`);
  return file;
}

/**
 * Two requests at once both make the file, and both get the one stored first; the two would differ
 * only if the service was upgraded in between.
 */
export async function payoutFileOf(
  app: App,
  batch: PayoutBatch,
  { key, asked_by, write }: FileChoice,
): Promise<PayoutFile | Refusal> {
  const { db, cipher } = app.store;
  const { payout_batch_id } = batch;
  const kept = await readPayoutFile(db, cipher, payout_batch_id, key);
  if (kept !== null) return 'is_erased' in kept ? refuseErased() : kept;
  const order = await orderOf(app, batch);
  if (isRefusal(order)) return order;
  const written = write(await inLatin(order));
  if ('unwritable' in written) return refuseUnwritable(asked_by, written.unwritable);
  const { content } = written;
  const file = {
    payout_batch_id,
    format: key,
    content,
    hash: sha256Hex(content),
    at: serviceTime(app),
  };
  await keepPayoutFile(db, cipher, file);
  const made = await readPayoutFile(db, cipher, payout_batch_id, key);
  if (made === null) throw new Error('A file that was kept is not there');
  if ('is_erased' in made) return refuseErased();
  return made;
}

export type ChangedName = {
  end_to_end_id: string;
  /** The payee's name as the merchant sent it, and in the file; null if nothing of it is left. */
  given: string;
  written: string | null;
  changes: NameChange[];
};

/** The payees whose name is another one in the file. */
export async function changedNamesOf(
  app: App,
  batch: PayoutBatch,
  { name_max }: FileChoice,
): Promise<ChangedName[]> {
  const order = await orderOf(app, batch);
  // There is no file to compare with any more.
  if (isRefusal(order)) return [];
  const max = name_max(order.currency);
  const latin = (await inLatin(order)).payments;
  return order.payments.flatMap(({ end_to_end_id, payee: { name: given } }, index) => {
    const name = latin[index]?.payee.name ?? null;
    if (given === null || name === null) return [];
    const changes = nameChanges(given, name, max);
    return changes.length === 0
      ? []
      : [{ end_to_end_id, given, written: writtenName(name, max), changes }];
  });
}
