// Operators make batches of pay-outs: create a draft from the queue, add to it, release pay-outs
// from it.

import {
  MOST_IN_PAYOUT_BATCH,
  refuseExported,
  refuseNotInBatch,
  refuseOtherDraft,
} from '../../domain/payout/payout-batch.ts';
import {
  CREATE_BATCH,
  type PayoutItem,
  RELEASE_FROM_BATCH,
  TAKE_INTO_BATCH,
} from '../../domain/payout/payout-requests.ts';
import { messageId, type PayoutBatch, type RailName } from '../../domain/record/payout-attempt.ts';
import { type ReceivingAccount, UNKNOWN_ACCOUNT } from '../../domain/record/receiving-account.ts';
import { beginReading, type RawFields, readRequest } from '../../domain/request/read-request.ts';
import type { RequestOf } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { LONG_WORK } from '../../store/connection/statement-limits.ts';
import { readAllOfBatches } from '../../store/payout/payout-attempts.ts';
import {
  insertPayoutBatch,
  type PayoutBatchSummary,
  readPayoutBatches,
  readPayoutBatchOfRequest,
} from '../../store/payout/payout-batches.ts';
import { readPayoutQueue } from '../../store/payout/payout-queue.ts';
import type { App } from '../process/app.ts';
import { newId, sha256Hex } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { expectKind } from '../process/writer.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { actOnTrade } from '../trade/act-on-trade.ts';
import { type PayoutResult, tellable } from './payout-items.ts';
import { payingAccount } from './payout-queue.ts';
import { type PayoutBatchBody, payoutBatchBody } from './payout-views.ts';
import { railOf } from './rails.ts';
import { findPayoutBatch } from './read-payout-batches.ts';

export type PayoutBatchResult = { batch: PayoutBatchBody; payouts: PayoutResult[] };

type Wish = RequestOf<typeof TAKE_INTO_BATCH>;

async function fromQueue(app: App, batch: PayoutBatch, wish: Wish, room: number) {
  const found = await readPayoutQueue(app.store.db, app.store.cipher, {
    currency: batch.currency,
    merchant_id: wish.merchant_id,
    type: null,
    max_amount_cents: wish.max_amount_cents,
    after: null,
    limit: room,
  });
  return found.map(({ merchant_id, trade_id: id }) => ({ merchant_id, id, utr: null }));
}

function countOf({ counts }: PayoutBatchSummary): number {
  const { released: _, ...kept } = counts;
  return Object.values(kept).reduce((sum, count) => sum + count, 0);
}

async function takeOne(
  app: App,
  operator: OperatorCaller,
  batch: PayoutBatch,
  item: PayoutItem,
  { note, most_in_batch }: Pick<Wish, 'note'> & { most_in_batch: number },
): Promise<Omit<PayoutResult, 'order_id' | 'changed'>> {
  const { merchant_id, id: trade_id, expected_sequence } = item;
  const { payout_batch_id, receiving_account_id, currency } = batch;
  const answer = await app.writer.submit({
    kind: 'take_payout',
    ...(expected_sequence === undefined ? {} : { expected_sequence }),
    command_id: newId(),
    payout_attempt_id: newId(),
    payout_batch_id,
    most_in_batch,
    receiving_account_id,
    account_currency: currency,
    note,
    actor: operatorActor(operator),
    merchant_id,
    trade_id,
    audit: {
      action: 'trade_take',
      target: `trades/${merchant_id}/${trade_id}`,
      detail: { note, payout_batch_id },
    },
  });
  const result = expectKind(answer, 'trade');
  return { item, answer: isRefusal(result) ? result : result.trade };
}

/**
 * Each pay-out is taken or refused by itself; a repeated request finds those that it took. The
 * number that a request asks for is a limit, even if the same request is still under way.
 */
async function takeInto(
  app: App,
  operator: OperatorCaller,
  found: PayoutBatchSummary,
  wish: Wish,
  is_own: boolean,
): Promise<PayoutBatchResult> {
  const { batch } = found;
  const inside = countOf(found);
  const is_bounded = is_own && wish.payouts === null;
  const most_in_batch = is_bounded ? wish.count : MOST_IN_PAYOUT_BATCH;
  const room = Math.min(wish.count - (is_own ? inside : 0), MOST_IN_PAYOUT_BATCH - inside);
  // Named pay-outs for which there is no room are refused by the writer, one by one.
  const items = wish.payouts ?? (await fromQueue(app, batch, wish, Math.max(room, 0)));
  const payouts = await Promise.all(
    items.map((item) => takeOne(app, operator, batch, item, { note: wish.note, most_in_batch })),
  );
  return {
    batch: payoutBatchBody(await reread(app, batch)),
    payouts: await tellable(app, payouts),
  };
}

async function reread(app: App, batch: PayoutBatch): Promise<PayoutBatchSummary> {
  const { db, cipher } = app.store;
  const [now] = await readPayoutBatches(db, cipher, [batch.payout_batch_id]);
  if (now === undefined) throw new Error('The batch is gone');
  return now;
}

function draftOf(
  account: ReceivingAccount,
  rail: RailName,
  note: string | null,
  request_key: string | null,
  created_at: number,
): PayoutBatch {
  const payout_batch_id = newId();
  return {
    payout_batch_id,
    rail,
    receiving_account_id: account.receiving_account_id,
    currency: account.currency,
    message_id: messageId(payout_batch_id),
    request_key,
    note,
    created_at,
    exported_at: null,
    handed_at: null,
    debtor: null,
    payout_count: null,
    total_cents: null,
  };
}

/** Creates a draft and its audit record; false if the same request created one before. */
async function makeDraft(app: App, operator: OperatorCaller, draft: PayoutBatch) {
  const { payout_batch_id, rail, receiving_account_id, note } = draft;
  const target = `payout_batches/${payout_batch_id}`;
  const detail = { rail, receiving_account_id, note };
  return await app.store.db.transaction(async (tx) => {
    if (!(await insertPayoutBatch(tx, draft))) return false;
    await auditIn(tx, operatorActor(operator), 'payout_batch_created', target, detail);
    return true;
  }, LONG_WORK);
}

/** The draft that an earlier request with this key created, or a new one. */
async function openDraft(
  app: App,
  operator: OperatorCaller,
  draft: PayoutBatch,
): Promise<PayoutBatch | Refusal> {
  const { db, cipher } = app.store;
  if (await makeDraft(app, operator, draft)) return draft;
  const batch = await readPayoutBatchOfRequest(db, cipher, draft.request_key ?? '');
  if (batch === null) throw new Error('A request that is known has its batch');
  return refuseOtherDraft(batch, draft) ?? batch;
}

export async function createPayoutBatch(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
  idempotency_key: string | undefined,
): Promise<PayoutBatchResult | Refusal> {
  const reading = beginReading(CREATE_BATCH, raw);
  const { receiving_account_id, rail = 'files' } = reading.values;
  const account = await payingAccount(app, receiving_account_id, reading);
  const problem = account === null ? null : railOf(rail).problem(app, account);
  if (problem !== null) reading.wrong('rail', 'not_allowed', problem);
  const asked = reading.resultWith('receiving_account_id', account, UNKNOWN_ACCOUNT);
  if (isRefusal(asked)) return asked;
  const { values: wish, found } = asked;
  const request_key = idempotency_key === undefined ? null : sha256Hex(idempotency_key);
  const draft = draftOf(found, rail, wish.note, request_key, serviceTime(app));
  const opened = await openDraft(app, operator, draft);
  if (isRefusal(opened)) return opened;
  return await takeInto(app, operator, await reread(app, opened), wish, true);
}

export async function takeIntoPayoutBatch(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<PayoutBatchResult | Refusal> {
  const found = await findPayoutBatch(app, id);
  if (isRefusal(found)) return found;
  const wish = readRequest(TAKE_INTO_BATCH, raw);
  if (isRefusal(wish)) return wish;
  const refused = refuseExported(found.batch);
  if (refused !== null) return refused;
  return await takeInto(app, operator, found, wish, false);
}

/** Puts pay-outs of a draft back into the queue: those that the request names, otherwise all. */
export async function releaseFromPayoutBatch(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<PayoutBatchResult | Refusal> {
  const found = await findPayoutBatch(app, id);
  if (isRefusal(found)) return found;
  const asked = readRequest(RELEASE_FROM_BATCH, raw);
  if (isRefusal(asked)) return asked;
  const { payouts: named, note } = asked;
  const { payout_batch_id } = found.batch;
  const attempts = await readAllOfBatches(app.store.db, app.store.cipher, [payout_batch_id]);
  const inside = new Map(
    attempts
      .filter(({ state }) => state !== 'released')
      .map(({ merchant_id, trade_id }) => [trade_id, { merchant_id, id: trade_id }]),
  );
  const payouts = await Promise.all(
    (named ?? [...inside.values()]).map(async (item) => {
      const is_inside = inside.get(item.id)?.merchant_id === item.merchant_id;
      const fields = { fields: { note }, errors: [] };
      const answer = is_inside
        ? await actOnTrade(app, operator, item.merchant_id, item.id, 'release', fields)
        : refuseNotInBatch();
      return { item: { ...item, utr: null }, answer };
    }),
  );
  return {
    batch: payoutBatchBody(await reread(app, found.batch)),
    payouts: await tellable(app, payouts),
  };
}
