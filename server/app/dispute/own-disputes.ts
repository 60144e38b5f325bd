// Merchants see their disputes, contest their trades, write about them, accept and appeal.

import { MERCHANT_VISIBILITIES, SEEN_BY } from '../../domain/record/dispute-message.ts';
import type { Dispute } from '../../domain/record/dispute-record.ts';
import type { DisputeStep } from '../../domain/record/dispute-step.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readDisputeMessages } from '../../store/dispute/dispute-messages.ts';
import { readDispute } from '../../store/dispute/disputes.ts';
import type { App } from '../process/app.ts';
import {
  type Caller,
  merchantActor,
  notFound,
  refuseOtherMerchant,
  refuseOtherReader,
  unknownTrade,
} from '../request/caller.ts';
import { type DisputeBody, disputeBody, messageBody } from '../request/dispute-view.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import type { Page } from '../request/paging.ts';
import { tradeById } from '../trade/find-trade.ts';
import { type DisputeQuery, pageOfDisputes } from './list-disputes.ts';
import { openCommand, readDisputeTerms } from './open-dispute.ts';
import { disputeTarget, readMessage, stepCommand, submitDispute } from './submit-dispute.ts';

/** Who looks after a dispute is not a merchant's business. */
export async function listOwnDisputes(
  app: App,
  caller: Caller,
  query: Omit<DisputeQuery, 'assigned_to'>,
): Promise<Page<DisputeBody> | Refusal> {
  const refused = refuseOtherReader(caller, query.merchant_id);
  if (refused !== null) return refused;
  const { merchant_id } = caller.merchant;
  return await pageOfDisputes(app, query, { merchant_id, assigned_to: null }, disputeBody);
}

async function ownDispute(app: App, caller: Caller, id: string): Promise<Dispute | null> {
  const { merchant_id } = caller.merchant;
  const dispute_id = parseUuid(id);
  return dispute_id === null ? null : await readDispute(app.store.db, { merchant_id, dispute_id });
}

/** With the messages that the merchant may see. */
export async function getOwnDispute(
  app: App,
  caller: Caller,
  path: { merchant: string; uuid: string },
) {
  if (parseUuid(path.merchant) !== caller.merchant.merchant_id) return notFound();
  const dispute = await ownDispute(app, caller, path.uuid);
  if (dispute === null) return notFound();
  const trade = await tradeById(app, dispute.merchant_id, dispute.trade_id);
  if (trade === null) throw new Error(`Dispute ${dispute.dispute_id} has no trade`);
  const { db, cipher } = app.store;
  const messages = await readDisputeMessages(db, cipher, dispute, SEEN_BY.merchant);
  return { dispute: disputeBody(dispute, trade), messages: messages.map(messageBody) };
}

const KEY_MAX_LENGTH = 255;

/** The merchant's own key of a request: the same key does one thing, however often it is sent. */
const readKey = (reader: FieldReader): string | undefined =>
  reader.optionalKey('idempotency_key', KEY_MAX_LENGTH) ?? undefined;

/** Contests a trade, with a first message if there is one to say. */
export async function openOwnDispute(
  app: App,
  caller: Caller,
  raw: RawFields,
): Promise<DisputeBody | Refusal> {
  const order = ['merchant_id', 'trade_id', 'type', 'amount_cents', 'idempotency_key'];
  const reader = readFields(raw, order);
  const named = reader.uuid('merchant_id');
  const trade_id = reader.uuid('trade_id');
  const { type, amount_cents } = readDisputeTerms(reader);
  const key = readKey(reader);
  const other = refuseOtherMerchant(caller, named);
  const refused = other ?? reader.refusal();
  if (refused !== null || type === null) return refused ?? unknownTrade();
  const { merchant_id } = caller.merchant;
  const actor = merchantActor(caller);
  const terms = { type, amount_cents };
  const command = openCommand({ actor, merchant_id, trade_id, key, note: null, terms });
  const opened = await submitDispute(app, command);
  if (isRefusal(opened)) return opened.code === 'not_found' ? unknownTrade() : opened;
  return disputeBody(opened.dispute, opened.trade);
}

export const OWN_DISPUTE_STEPS = ['message', 'accept', 'withdraw', 'appeal'] as const;
export type OwnDisputeStep = (typeof OWN_DISPUTE_STEPS)[number];

const OWN_ACTIONS = {
  message: 'dispute_message_sent',
  accept: 'dispute_accepted',
  withdraw: 'dispute_withdrawn',
  appeal: 'dispute_appealed',
} as const satisfies Record<OwnDisputeStep, string>;

function readOwnStep(reader: FieldReader, act: OwnDisputeStep, caller: Caller): DisputeStep {
  if (act !== 'message') return { act };
  const key = readKey(reader);
  const scope = `merchant/${caller.merchant.merchant_id}/${key}`;
  return readMessage(reader, scope, { key, visibilities: MERCHANT_VISIBILITIES });
}

export async function stepOwnDispute(
  app: App,
  caller: Caller,
  act: OwnDisputeStep,
  raw: RawFields,
): Promise<DisputeBody | Refusal> {
  const reader = readFields(raw, ['merchant_id', 'id', 'text', 'visibility', 'idempotency_key']);
  const named = reader.uuid('merchant_id');
  const id = reader.uuid('id');
  const step = readOwnStep(reader, act, caller);
  const refused = refuseOtherMerchant(caller, named) ?? reader.refusal();
  if (refused !== null) return refused;
  const dispute = await ownDispute(app, caller, id);
  if (dispute === null) return notFound();
  const audit = { action: OWN_ACTIONS[act], target: disputeTarget(dispute), detail: {} };
  const actor = merchantActor(caller);
  const done = await submitDispute(app, stepCommand(dispute, step, { actor, note: null, audit }));
  return isRefusal(done) ? done : disputeBody(done.dispute, done.trade);
}
