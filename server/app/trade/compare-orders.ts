// Compares the states in a merchant's own records with the states here: the answer has the
// differences only, and on request the missed events are sent again.

import { finality, type State, type StateReason, type Trade } from '../../domain/record/trade.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { COMPARE_ORDERS, type OwnRecord } from '../../domain/trade/compare-requests.ts';
import { readOrders, readTrades } from '../../store/trade/trades.ts';
import { RESEND_SCOPES } from '../callback/queue-again.ts';
import { type MissedBody, resendMissed } from '../callback/resend-missed.ts';
import type { App } from '../process/app.ts';
import { type Caller, merchantActor, requireScope } from '../request/caller.ts';

/** An order whose state is another one here; with all null it is unknown here. */
export type OrderDifference = {
  id: string | null;
  order_id: string | null;
  your_state: State;
  state: State | null;
  state_reason: StateReason | null;
  sequence: number | null;
  is_final: boolean | null;
};

/** The counts are null if nothing was to be sent again. */
export type ComparisonBody = { compared: number; differences: OrderDifference[] } & (
  | MissedBody
  | Record<keyof MissedBody, null>
);

type Comparison = { record: OwnRecord; trade: Trade | undefined };

async function readKnown(app: App, merchant_id: string, records: readonly OwnRecord[]) {
  const { db, cipher } = app.store;
  const ids = records.flatMap(({ id }) => (id === null ? [] : { merchant_id, trade_id: id }));
  const keys = records.flatMap(({ order_id }) =>
    order_id === null ? [] : { merchant_id, order_id },
  );
  const [by_id, by_key] = await Promise.all([
    readTrades(db, cipher, ids),
    readOrders(db, cipher, keys),
  ]);
  return {
    by_id: new Map(by_id.map((trade) => [trade.trade_id, trade])),
    by_key: new Map(by_key.map((trade) => [trade.order_id, trade])),
  };
}

const differenceOf = ({ record, trade }: Comparison): OrderDifference => ({
  id: trade?.trade_id ?? record.id,
  order_id: trade?.order_id ?? record.order_id,
  your_state: record.state,
  state: trade?.state ?? null,
  state_reason: trade?.state_reason ?? null,
  sequence: trade?.sequence ?? null,
  is_final: trade === undefined ? null : finality(trade.direction, trade.state) !== 'no',
});

async function resendDiffering(app: App, caller: Caller, differing: readonly Comparison[]) {
  const orders = new Map(
    differing.flatMap(({ record, trade }) =>
      trade === undefined ? [] : [[trade.trade_id, record.state] as const],
    ),
  );
  const named = [...orders].map(([trade_id, your_state]) => ({ trade_id, your_state }));
  return await resendMissed(app, merchantActor(caller), caller.merchant.merchant_id, named);
}

/** In the order of the request. */
export async function compareOrders(
  app: App,
  caller: Caller,
  body: RawFields,
): Promise<ComparisonBody | Refusal> {
  const asked = readRequest(COMPARE_ORDERS, body);
  if (isRefusal(asked)) return asked;
  const { merchant_id, orders: records, resend } = asked;
  if (merchant_id !== caller.merchant.merchant_id) return refuseUnknown();
  const unscoped = resend ? requireScope(caller, RESEND_SCOPES) : null;
  if (unscoped !== null) return unscoped;
  const { by_id, by_key } = await readKnown(app, merchant_id, records);
  const differing = records
    .map((record) => ({
      record,
      trade: by_id.get(record.id ?? '') ?? by_key.get(record.order_id ?? ''),
    }))
    .filter(({ record, trade }) => trade?.state !== record.state);
  const missed = resend
    ? await resendDiffering(app, caller, differing)
    : { missed_events: null, resent: null };
  return { compared: records.length, differences: differing.map(differenceOf), ...missed };
}
