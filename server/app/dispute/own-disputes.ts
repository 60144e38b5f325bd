// Merchants see their disputes, contest their trades, write about them, accept and appeal.

import {
  type FIND_OWN_DISPUTES,
  OPEN_OWN_DISPUTE,
  OWN_STEPS,
} from '../../domain/dispute/own-requests.ts';
import { SEEN_BY } from '../../domain/record/dispute-message.ts';
import type { Dispute } from '../../domain/record/dispute-record.ts';
import type { DisputeStep } from '../../domain/record/dispute-step.ts';
import type { RawFields } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readDisputeMessages } from '../../store/dispute/dispute-messages.ts';
import { readDispute } from '../../store/dispute/disputes.ts';
import type { App } from '../process/app.ts';
import { type Caller, merchantActor, refuseOtherReader, unknownTrade } from '../request/caller.ts';
import { type DisputeBody, disputeBody, messageBody } from '../request/dispute-view.ts';
import type { Page, PageQuery } from '../request/paging.ts';
import { readOwn } from '../request/read-own.ts';
import { tradeById } from '../trade/find-trade.ts';
import { pageOfDisputes } from './list-disputes.ts';
import { openCommand } from './open-dispute.ts';
import { disputeTarget, messageStep, stepCommand, submitDispute } from './submit-dispute.ts';

type OwnDisputeQuery = QueryTexts<typeof FIND_OWN_DISPUTES> &
  PageQuery & { readonly merchant_id?: string };

/** Who looks after a dispute is not a merchant's business. */
export async function listOwnDisputes(
  app: App,
  caller: Caller,
  query: OwnDisputeQuery,
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
  if (parseUuid(path.merchant) !== caller.merchant.merchant_id) return refuseUnknown();
  const dispute = await ownDispute(app, caller, path.uuid);
  if (dispute === null) return refuseUnknown();
  const trade = await tradeById(app, dispute.merchant_id, dispute.trade_id);
  if (trade === null) throw new Error(`Dispute ${dispute.dispute_id} has no trade`);
  const { db, cipher } = app.store;
  const messages = await readDisputeMessages(db, cipher, dispute, SEEN_BY.merchant);
  return { dispute: disputeBody(dispute, trade), messages: messages.map(messageBody) };
}

/** Contests a trade, with a first message if there is one to say. */
export async function openOwnDispute(
  app: App,
  caller: Caller,
  raw: RawFields,
): Promise<DisputeBody | Refusal> {
  const asked = readOwn(caller, OPEN_OWN_DISPUTE, raw);
  if (isRefusal(asked)) return asked;
  const { merchant_id, trade_id, idempotency_key, ...terms } = asked;
  const key = idempotency_key ?? undefined;
  const actor = merchantActor(caller);
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

type AskedStep = { id: string; step: DisputeStep };

function readOwnStep(caller: Caller, act: OwnDisputeStep, raw: RawFields): AskedStep | Refusal {
  if (act !== 'message') {
    const asked = readOwn(caller, OWN_STEPS[act], raw);
    return isRefusal(asked) ? asked : { id: asked.id, step: { act } };
  }
  const asked = readOwn(caller, OWN_STEPS.message, raw);
  if (isRefusal(asked)) return asked;
  const { merchant_id, id, idempotency_key } = asked;
  return { id, step: messageStep(asked, `merchant/${merchant_id}`, idempotency_key ?? undefined) };
}

export async function stepOwnDispute(
  app: App,
  caller: Caller,
  act: OwnDisputeStep,
  raw: RawFields,
): Promise<DisputeBody | Refusal> {
  const asked = readOwnStep(caller, act, raw);
  if (isRefusal(asked)) return asked;
  const { id, step } = asked;
  const dispute = await ownDispute(app, caller, id);
  if (dispute === null) return refuseUnknown();
  const audit = { action: OWN_ACTIONS[act], target: disputeTarget(dispute), detail: {} };
  const actor = merchantActor(caller);
  const done = await submitDispute(app, stepCommand(dispute, step, { actor, note: null, audit }));
  return isRefusal(done) ? done : disputeBody(done.dispute, done.trade);
}
