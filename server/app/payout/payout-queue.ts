// The queue of pay-outs, and acts on many of them at once, each with its own answer.

import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import { STATE_REASONS } from '../../domain/record/trade.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { isCurrency } from '../../domain/values/currency.ts';
import { PAYMENT_TYPE_RULE, paymentType } from '../../domain/values/payment-type.ts';
import { CURRENCY_RULE } from '../../domain/values/text.ts';
import { readPayoutQueue } from '../../store/payout/payout-queue.ts';
import { findAccount } from '../account/receiving-accounts.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';
import { notFound, type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { type Page, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { type TradeBody, tradeBody } from '../request/views.ts';
import { actOnTrade } from '../trade/act-on-trade.ts';
import { type PayoutItem, type PayoutResult, readItems, withLastChanges } from './payout-items.ts';

const NOTE_MAX_LENGTH = 500;

type Query = Readonly<Record<string, string | undefined>>;

const known = (find: (text: string) => boolean, text: string | undefined) =>
  text === undefined || find(text);

/** Created pay-outs, the oldest first. */
export async function listPayoutQueue(app: App, query: Query): Promise<Page<TradeBody> | Refusal> {
  const reader = readFields({ fields: query, errors: [] }, ['currency', 'merchant_id', 'type']);
  if (!known(isCurrency, query.currency)) {
    reader.wrong('currency', 'unknown_value', CURRENCY_RULE);
  }
  if (!known((name) => paymentType(name) !== undefined, query.type)) {
    reader.wrong('type', 'unknown_value', PAYMENT_TYPE_RULE);
  }
  const merchant_id = query.merchant_id === undefined ? null : reader.uuid('merchant_id');
  const page = readPage(query, [UUID_FORM], reader.refusal());
  if (isRefusal(page)) return page;
  const { limit, cursor } = page;
  const found = await readPayoutQueue(app.store.db, app.store.cipher, {
    currency: query.currency ?? null,
    merchant_id,
    type: query.type ?? null,
    max_amount_cents: null,
    after: cursor?.[0] ?? null,
    limit: limit + 1,
  });
  const { accounts } = await app.settings.current();
  const options = { page_url: app.page_url, accounts, masked: true };
  const bodies = found.map((trade) => tradeBody(trade, options));
  return pageOf(bodies, limit, (trade) => [trade.id]);
}

/** The account to pay from; null if it is wrong, which is noted. */
export async function payingAccount(
  app: App,
  reader: FieldReader,
): Promise<ReceivingAccount | null> {
  const id = reader.uuid('receiving_account_id');
  const account = await findAccount(app, id);
  if (id !== '' && account === undefined) {
    reader.wrong('receiving_account_id', 'unknown_value', 'is not a receiving account');
  }
  return account ?? null;
}

/**
 * Takes pay-outs to be paid by hand. `receiving_account_id`: the account to pay from, so that its
 * bank lines find them.
 */
async function takeByHand(
  app: App,
  operator: OperatorCaller,
  item: PayoutItem,
  how: { account: ReceivingAccount | null; note: string | null },
): Promise<{ state: string } | Refusal> {
  const { account, note } = how;
  const receiving_account_id = account?.receiving_account_id ?? null;
  const command_id = newId();
  const { merchant_id, id: trade_id, expected_sequence } = item;
  const answer = await app.writer.submit({
    kind: 'take_payout',
    ...(expected_sequence === undefined ? {} : { expected_sequence }),
    command_id,
    payout_attempt_id: command_id,
    payout_batch_id: null,
    receiving_account_id,
    account_currency: account?.currency ?? null,
    note,
    actor: operatorActor(operator),
    merchant_id,
    trade_id,
    audit: {
      action: 'trade_take',
      target: `trades/${merchant_id}/${trade_id}`,
      detail: { note, receiving_account_id },
    },
  });
  const result = expectKind(answer, 'trade');
  if (isRefusal(result)) return result.code === 'not_found' ? notFound() : result;
  return result.trade;
}

export const PAYOUT_ACTS = ['take', 'release', 'complete', 'reject'] as const;
export type PayoutAct = (typeof PAYOUT_ACTS)[number];

type Details = { account: ReceivingAccount | null; note: string | null; reason: string | null };

/** Each act reads the fields that it knows. */
function actOn(
  app: App,
  operator: OperatorCaller,
  act: PayoutAct,
  item: PayoutItem,
  { note, reason, account }: Details,
): Promise<{ state: string } | Refusal> {
  if (act === 'take') return takeByHand(app, operator, item, { account, note });
  const { merchant_id, id, utr, expected_sequence } = item;
  const fields = {
    note,
    ...(expected_sequence === undefined ? {} : { expected_sequence }),
    ...(act === 'complete' ? { utr } : {}),
    ...(act === 'reject' ? { reason } : {}),
  };
  const name = act === 'reject' ? 'fail' : act;
  return actOnTrade(app, operator, merchant_id, id, name, { fields, errors: [] });
}

/** One act on many pay-outs: a refusal of one is reported and does not stop the others. */
export async function actOnPayouts(
  app: App,
  operator: OperatorCaller,
  act: PayoutAct,
  raw: RawFields,
): Promise<{ payouts: PayoutResult[] } | Refusal> {
  const reader = readFields(raw, ['receiving_account_id', 'payouts', 'reason', 'note']);
  const given = reader.raw('receiving_account_id') ?? null;
  const account = given === null ? null : await payingAccount(app, reader);
  const items = readItems(reader);
  const reason = reader.choice('reason', STATE_REASONS);
  const note = reader.optionalText('note', NOTE_MAX_LENGTH);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const details = { account, note, reason };
  const payouts = await Promise.all(
    items.map(async (item) => ({ item, answer: await actOn(app, operator, act, item, details) })),
  );
  return { payouts: await withLastChanges(app, payouts) };
}
