// One dispute with everything that happened to it, for operators.
import { previewEffects } from '../../domain/dispute/outcome-effect.ts';
import { SEEN_BY } from '../../domain/record/dispute-message.ts';
import { type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { toWireInteger } from '../../domain/values/money.ts';
import { readDisputeHistory } from '../../store/dispute/dispute-events.ts';
import { readDisputeMessages } from '../../store/dispute/dispute-messages.ts';
import { selectReceipts } from '../../store/trade/receipts.ts';
import type { App } from '../process/app.ts';
import { namedActor, namesOfActors } from '../request/actor-names.ts';
import { disputeForMerchant, messageBody, operatorDisputeBody } from '../request/dispute-view.ts';
import { iso } from '../request/views.ts';
import { tradeById } from '../trade/find-trade.ts';
import { receiptBody } from '../trade/receipts.ts';
import { findDispute } from './submit-dispute.ts';

export async function showDispute(app: App, merchant: string, id: string) {
  const dispute = await findDispute(app, merchant, id);
  if (dispute === null) return refuseUnknown();
  const trade = await tradeById(app, dispute.merchant_id, dispute.trade_id);
  if (trade === null) throw new Error(`Dispute ${dispute.dispute_id} has no trade`);
  const { db, cipher } = app.store;
  const history = await readDisputeHistory(db, cipher, dispute);
  const messages = await readDisputeMessages(db, cipher, dispute);
  const { merchant_id, trade_id } = dispute;
  const receipts = await selectReceipts(db, { merchant_id, trade_id, before: null, limit: 100 });
  const names = await namesOfActors(app, [
    dispute.opener.id,
    dispute.assigned_to,
    ...history.map(({ event }) => event.actor.id),
    ...messages.map(({ author }) => author.id),
  ]);
  const nameOf = (id: string | null) => names.get(id ?? '') ?? null;
  return {
    dispute: operatorDisputeBody(dispute, trade),
    opener_name: nameOf(dispute.opener.id),
    assigned_name: nameOf(dispute.assigned_to),
    effects: previewEffects(trade, dispute).map(({ act, outcome, effect }) => ({
      act,
      outcome,
      effect: effect.kind,
      amount_cents: 'cents' in effect ? toWireInteger(effect.cents) : null,
    })),
    timeline: history.map(({ event, at }) => ({
      event: event.type,
      sequence: event.sequence,
      state: event.dispute.state,
      outcome: event.dispute.outcome,
      actor: namedActor(event.actor, names),
      note: event.note,
      at: iso(at),
    })),
    messages: messages.map((message) => ({
      ...messageBody(message),
      author_id: message.author.id,
      author_name: nameOf(message.author.id),
    })),
    receipts: receipts.toReversed().map(receiptBody),
  };
}

export type DisputeWithTimeline = Exclude<Awaited<ReturnType<typeof showDispute>>, Refusal>;

/** Without the words and names of the operator's people. */
export function disputeForItsMerchant(found: DisputeWithTimeline): DisputeWithTimeline {
  const timeline = found.timeline.map((event) =>
    event.actor.role === 'merchant' || event.actor.role === 'customer'
      ? event
      : { ...event, note: null, actor: { role: event.actor.role, id: null, name: null } },
  );
  const messages = found.messages
    .filter(({ visibility }) => SEEN_BY.merchant.includes(visibility))
    .map((message) =>
      message.author === 'operator' ? { ...message, author_id: null, author_name: null } : message,
    );
  const dispute = disputeForMerchant(found.dispute);
  const opener_name = dispute.opener_id === null ? null : found.opener_name;
  return { ...found, dispute, opener_name, assigned_name: null, timeline, messages };
}
