// The queue of pay-outs, and acts on many of them at once, each with its own answer.

import type { ProposedRequest } from '../../domain/record/proposal.ts';
import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import { STATE_REASONS } from '../../domain/record/trade.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { isCurrency } from '../../domain/values/currency.ts';
import { paymentType } from '../../domain/values/payment-type.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readPayoutQueue } from '../../store/payout/payout-queue.ts';
import { findAccount } from '../account/receiving-accounts.ts';
import { WaitingProposal } from '../approval/proposal-view.ts';
import { orPropose } from '../approval/propose.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';
import { notFound, type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { decodeCursor, type Page, pageOf, readLimit, UUID_FORM } from '../request/paging.ts';
import { type TradeBody, tradeBody } from '../request/views.ts';
import { actOnTrade } from '../trade/act-on-trade.ts';

/** As many as fit into a request's body. */
const MOST_AT_ONCE = 400;
const NOTE_MAX_LENGTH = 500;
const UTR_TEXT_MAX = 100;

type Query = Readonly<Record<string, string | undefined>>;

const known = (find: (text: string) => boolean, text: string | undefined) =>
  text === undefined || find(text);

/** Created pay-outs, the oldest first. */
export async function listPayoutQueue(app: App, query: Query): Promise<Page<TradeBody> | Refusal> {
  const limit = readLimit(query.limit);
  if (isRefusal(limit)) return limit;
  const cursor = decodeCursor(query.cursor, [UUID_FORM]);
  if (isRefusal(cursor)) return cursor;
  const reader = readFields({ fields: query, errors: [] }, ['currency', 'merchant_id', 'type']);
  if (!known(isCurrency, query.currency)) {
    reader.wrong('currency', 'unknown_value', 'must be an ISO 4217 currency code in upper case');
  }
  if (!known((name) => paymentType(name) !== undefined, query.type)) {
    reader.wrong('type', 'unknown_value', 'must be a known payment type');
  }
  const merchant_id = query.merchant_id === undefined ? null : reader.uuid('merchant_id');
  const refused = reader.refusal();
  if (refused !== null) return refused;
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

export type PayoutItem = { merchant_id: string; id: string; utr: string | null };

/** The result for one of many; if nothing was done, `code` and `detail` say why. */
export type PayoutOutcome = {
  merchant_id: string;
  id: string;
  state: string | null;
  code: string | null;
  detail: string | null;
  /** The proposal that waits for a second person. */
  proposal_id: string | null;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readItem(reader: FieldReader, row: Record<string, unknown>, at: string): PayoutItem {
  const id = (name: 'merchant_id' | 'id') => {
    const value = row[name];
    const parsed = typeof value === 'string' ? parseUuid(value) : null;
    if (parsed === null) reader.wrong(`${at}.${name}`, 'format', 'must be a UUID');
    return parsed ?? '';
  };
  const utr = row.utr ?? null;
  if (utr !== null && (typeof utr !== 'string' || utr.length > UTR_TEXT_MAX)) {
    reader.wrong(`${at}.utr`, 'format', 'must be 8 to 35 letters and digits');
  }
  return {
    merchant_id: id('merchant_id'),
    id: id('id'),
    utr: typeof utr === 'string' ? utr : null,
  };
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

/** `payouts`: the named pay-outs; noted as wrong if it is no list of them. */
export function readItems(reader: FieldReader): PayoutItem[] {
  const value = reader.raw('payouts');
  if (value === undefined) reader.wrong('payouts', 'required', 'is required');
  else if (!Array.isArray(value) || !value.every(isRecord)) {
    reader.wrong('payouts', 'type', 'must be a list of objects');
  } else if (value.length < 1 || value.length > MOST_AT_ONCE) {
    reader.wrong('payouts', 'length', `must have from 1 to ${MOST_AT_ONCE} pay-outs`);
  } else return value.map((row, index) => readItem(reader, row, `payouts[${index}]`));
  return [];
}

export function outcomeOf(
  item: Pick<PayoutItem, 'merchant_id' | 'id'>,
  answer: { state: string } | WaitingProposal | Refusal,
): PayoutOutcome {
  const { merchant_id, id } = item;
  if (answer instanceof WaitingProposal) {
    const detail = 'A second person has to approve this.';
    const proposal_id = answer.proposal.id;
    return { merchant_id, id, state: null, code: 'approval_required', detail, proposal_id };
  }
  const none = { proposal_id: null };
  if (isRefusal(answer)) {
    // One text per pay-out, because its result has no list of fields.
    const fields = (answer.errors ?? []).map(({ field, message }) => `${field}: ${message}.`);
    const detail = [answer.detail, ...fields].join(' ');
    return { merchant_id, id, state: null, code: answer.code, detail, ...none };
  }
  return { merchant_id, id, state: answer.state, code: null, detail: null, ...none };
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
  const { merchant_id, id: trade_id } = item;
  const answer = await app.writer.submit({
    kind: 'take_payout',
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
  const { merchant_id, id, utr } = item;
  const fields = {
    note,
    ...(act === 'complete' ? { utr } : {}),
    ...(act === 'reject' ? { reason } : {}),
  };
  const name = act === 'reject' ? 'fail' : act;
  return actOnTrade(app, operator, merchant_id, id, name, { fields, errors: [] });
}

/** The same request with only one of its pay-outs. */
export function requestOfOne(
  operation: string,
  params: ProposedRequest['params'],
  { fields }: Pick<RawFields, 'fields'>,
  { merchant_id, id, utr }: PayoutItem,
): ProposedRequest {
  const key = { merchant_id, id, ...(utr === null ? {} : { utr }) };
  return { operation, params, fields: { ...fields, payouts: [key] }, idempotency_key: null };
}

/** One act on many pay-outs: a refusal of one is reported and does not stop the others. */
export async function actOnPayouts(
  app: App,
  operator: OperatorCaller,
  act: PayoutAct,
  raw: RawFields,
): Promise<{ payouts: PayoutOutcome[] } | Refusal> {
  const reader = readFields(raw, ['receiving_account_id', 'payouts', 'reason', 'note']);
  const given = reader.raw('receiving_account_id') ?? null;
  const account = given === null ? null : await payingAccount(app, reader);
  const items = readItems(reader);
  const reason = reader.choice('reason', STATE_REASONS);
  const note = reader.optionalText('note', NOTE_MAX_LENGTH);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const details = { account, note, reason };
  const operation = `${act}Payouts`;
  const payouts = await Promise.all(
    items.map(async (item) => {
      const answer = await actOn(app, operator, act, item, details);
      const request = requestOfOne(operation, {}, raw, item);
      return outcomeOf(item, await orPropose(app, operator, answer, request));
    }),
  );
  return { payouts };
}
