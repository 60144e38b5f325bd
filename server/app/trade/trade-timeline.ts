// One trade with everything that happened to it: acts, ledger entries, bank lines, callbacks.

import { type KnownPayee, knownPayee } from '../../domain/payout/refund-payee.ts';
import { TOLD_STATES } from '../../domain/record/settlement-record.ts';
import type { Trade } from '../../domain/record/trade.ts';
import { actsFrom, TRANSITIONS } from '../../domain/record/trade.ts';
import { type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { refuseAct, refuseFinal } from '../../domain/trade/trade-change.ts';
import { maskHalf } from '../../domain/values/masking.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { selectDeliveries } from '../../store/callback/deliveries.ts';
import { readDeliveryAttempts } from '../../store/callback/delivery-attempts.ts';
import { readTradeEvents } from '../../store/callback/events.ts';
import { readTradeEntries } from '../../store/ledger/ledger-lists.ts';
import { readLinesOfTrade } from '../../store/line/bank-lines.ts';
import { readRemovedBefore } from '../../store/retention/sweep-deliveries.ts';
import { readSettlementsOfTrade } from '../../store/settlement/settlement-lines.ts';
import { readPageEvidence } from '../../store/trade/page-evidence.ts';
import { selectReceipts } from '../../store/trade/receipts.ts';
import { readRefunds } from '../../store/trade/trades.ts';
import { deliveryBody } from '../callback/list-deliveries.ts';
import { attemptBody } from '../callback/show-delivery.ts';
import { operatorEntryBodies } from '../ledger/list-ledger.ts';
import { bankLineBodies } from '../line/list-bank-lines.ts';
import type { App } from '../process/app.ts';
import { namedActor, namesOfActors } from '../request/actor-names.ts';
import { namesOfOrders } from '../request/order-names.ts';
import { iso, isoOrNull, tradeBody } from '../request/views.ts';
import { OPERATOR_ACTS } from './act-on-trade.ts';
import { tradeById } from './find-trade.ts';
import { receiptBody } from './receipts.ts';

async function actsOf(app: App, trade: Trade) {
  const { db, cipher } = app.store;
  const events = await readTradeEvents(db, cipher, trade.merchant_id, trade.trade_id);
  const names = await namesOfActors(
    app,
    events.map(({ actor }) => actor.id),
  );
  return events.map((event, index) => ({
    sequence: event.sequence,
    act: event.act,
    from: events[index - 1]?.standing.state ?? null,
    state: event.standing.state,
    state_reason: event.standing.state_reason,
    amount_cents: Number(event.standing.amount_cents),
    received_amount_cents: Number(event.standing.received_amount_cents),
    utr: event.standing.utr,
    actor: namedActor(event.actor, names),
    note: event.note,
    at: iso(event.at),
  }));
}

/** Set if callbacks of this trade may be gone by their age: those from before. */
async function callbacksRemovedBefore({ store }: App, { changed_at }: Trade) {
  const before = await readRemovedBefore(store.db);
  return before === null || changed_at >= before ? null : iso(before);
}

async function callbacksOf(app: App, trade: Trade) {
  const { merchant_id, trade_id } = trade;
  const filter = {
    merchant_id,
    trade_id,
    status: null,
    endpoint_number: null,
    types: null,
    failing_from: null,
    before: null,
    limit: 1000,
  };
  const deliveries = await selectDeliveries(app.store.db, filter);
  const attempts = await readDeliveryAttempts(app.store.db, merchant_id, trade_id);
  const nameOf = await namesOfOrders(app, [trade]);
  return deliveries.toReversed().map((delivery) => ({
    ...deliveryBody(delivery, nameOf),
    history: attempts
      .filter(
        ({ sequence, endpoint_number }) =>
          sequence === delivery.sequence && endpoint_number === delivery.endpoint_number,
      )
      .map((attempt) => attemptBody(app, attempt)),
  }));
}

/** Acts of this kind of trade that its state does not allow, in the words of the refusal. */
function closedActs(trade: Trade, possible: readonly string[]) {
  const why = trade.archived_month == null ? refuseAct : refuseFinal;
  const known = OPERATOR_ACTS.filter((act) =>
    TRANSITIONS.some((way) => way.direction === trade.direction && way.act === act),
  );
  return known
    .filter((act) => !possible.includes(act))
    .map((act) => ({ act, why: why(trade, act).detail }));
}

/** Masked, as everywhere in the console. */
const payeeBody = ({ source, name, number }: KnownPayee) => ({
  source,
  name,
  number: maskHalf(number),
});

export async function getTradeWithTimeline(app: App, merchant: string, id: string) {
  const merchant_id = parseUuid(merchant);
  const trade_id = parseUuid(id);
  if (merchant_id === null || trade_id === null) return refuseUnknown();
  const trade = await tradeById(app, merchant_id, trade_id);
  if (trade === null) return refuseUnknown();
  const { db, cipher } = app.store;
  const entries = await readTradeEntries(db, merchant_id, trade_id);
  const lines = await readLinesOfTrade(db, cipher, { merchant_id, trade_id });
  const refunds = await readRefunds(db, cipher, { merchant_id, trade_id });
  const own_entries = entries.filter(({ book }) => book === merchant_id);
  const settlements = await readSettlementsOfTrade(
    db,
    trade,
    own_entries.map(({ number }) => number),
  );
  const { said_paid_at } = await readPageEvidence(db, trade);
  const receipts = await selectReceipts(db, { merchant_id, trade_id, before: null, limit: 100 });
  const { accounts } = await app.settings.current();
  const options = { page_url: app.page_url, accounts, masked: true };
  const possible: readonly string[] =
    trade.archived_month == null ? actsFrom(trade.direction, trade.state) : [];
  const known =
    trade.direction === 'payin'
      ? knownPayee(
          lines.map(({ line }) => line),
          refunds,
        )
      : null;
  return {
    trade: tradeBody(trade, options),
    refund_payee: known === null ? null : payeeBody(known),
    refunds: refunds.map((refund) => tradeBody(refund, options)),
    settlements: settlements.map(({ settlement_id: id, ...rest }) => ({ id, ...rest })),
    next_acts: OPERATOR_ACTS.filter((act) => possible.includes(act)),
    closed_acts: closedActs(trade, possible),
    timeline: {
      acts: await actsOf(app, trade),
      entries: await operatorEntryBodies(app, entries),
      lines: await bankLineBodies(app, lines),
      callbacks: await callbacksOf(app, trade),
      callbacks_removed_before: await callbacksRemovedBefore(app, trade),
    },
    evidence: {
      said_paid_at: isoOrNull(said_paid_at),
      receipts: receipts.toReversed().map(receiptBody),
    },
  };
}

export type TradeWithTimeline = Exclude<Awaited<ReturnType<typeof getTradeWithTimeline>>, Refusal>;

/**
 * The same for the people of its merchant: without the words and names of the operator's people,
 * bank lines (they name others) and the house's bookings.
 */
export function forItsMerchant(found: TradeWithTimeline): TradeWithTimeline {
  const { timeline } = found;
  const acts = timeline.acts.map((act) =>
    act.actor.role === 'merchant' || act.actor.role === 'customer'
      ? act
      : { ...act, note: null, actor: { role: act.actor.role, id: null, name: null } },
  );
  return {
    ...found,
    refund_payee: null,
    settlements: found.settlements.filter(({ state }) => TOLD_STATES.includes(state)),
    next_acts: [],
    closed_acts: [],
    timeline: { ...timeline, acts, entries: [], lines: [] },
  };
}
