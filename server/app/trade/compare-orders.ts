// Compares the states in a merchant's own records with the states here: the answer has the
// differences only, and on request the missed events are sent again.

import {
  finality,
  STATES,
  type State,
  type StateReason,
  type Trade,
} from '../../domain/record/trade.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { canonicalText, keyProblem, UUID_RULE } from '../../domain/values/text.ts';
import { isRecord } from '../../lib/is-record.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readOrders, readTrades } from '../../store/trade/trades.ts';
import { RESEND_SCOPES } from '../callback/queue-again.ts';
import { type MissedBody, resendMissed } from '../callback/resend-missed.ts';
import type { App } from '../process/app.ts';
import { type Caller, merchantActor, notFound, requireScope } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';

export const MOST_COMPARED = 1_000;

/** An order of the merchant's records, by its id here or by the merchant's own. */
type OwnRecord = { id: string | null; order_id: string | null; state: State };

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

type Row = Readonly<Record<string, unknown>>;

function readId(reader: FieldReader, value: unknown, at: string): string | null {
  if (value === undefined || value === null) return null;
  const id = typeof value === 'string' ? parseUuid(value) : null;
  if (id === null) reader.wrong(`${at}.id`, 'format', UUID_RULE);
  return id;
}

function readOrderId(reader: FieldReader, value: unknown, at: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') {
    reader.wrong(`${at}.order_id`, 'type', 'must be a text');
    return null;
  }
  const problem = keyProblem(value, LIMITS.order_id_max_length);
  if (problem !== null) reader.wrong(`${at}.order_id`, 'format', problem);
  return problem === null ? canonicalText(value) : null;
}

function readRecord(reader: FieldReader, row: Row, at: string): OwnRecord[] {
  const names = [row.id, row.order_id].filter((name) => name !== undefined && name !== null);
  if (names.length !== 1) reader.wrong(`${at}.id`, 'required', 'or order_id is required, not both');
  const id = readId(reader, row.id, at);
  const order_id = readOrderId(reader, row.order_id, at);
  const state = STATES.find((known) => known === row.state);
  if (state === undefined) {
    const message = `must be one of: ${STATES.join(', ')}`;
    reader.wrong(`${at}.state`, row.state === undefined ? 'required' : 'unknown_value', message);
  }
  return state === undefined ? [] : [{ id, order_id, state }];
}

function readRecords(reader: FieldReader): OwnRecord[] {
  const given = reader.raw('orders');
  if (given === undefined || given === null) reader.wrong('orders', 'required', 'is required');
  else if (!Array.isArray(given) || !given.every(isRecord)) {
    reader.wrong('orders', 'type', 'must be a list of objects');
  } else if (given.length < 1 || given.length > MOST_COMPARED) {
    reader.wrong('orders', 'length', `must have from 1 to ${MOST_COMPARED} orders`);
  } else return given.flatMap((row, index) => readRecord(reader, row, `orders[${index}]`));
  return [];
}

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

function readAsked(body: RawFields) {
  const reader = readFields(body, ['merchant_id', 'orders', 'resend']);
  const merchant_id = reader.uuid('merchant_id');
  const records = readRecords(reader);
  const is_resend = reader.flag('resend', false);
  return reader.refusal() ?? { merchant_id, records, is_resend };
}

/** In the order of the request. */
export async function compareOrders(
  app: App,
  caller: Caller,
  body: RawFields,
): Promise<ComparisonBody | Refusal> {
  const asked = readAsked(body);
  if (isRefusal(asked)) return asked;
  const { merchant_id, records, is_resend } = asked;
  if (merchant_id !== caller.merchant.merchant_id) return notFound();
  const unscoped = is_resend ? requireScope(caller, RESEND_SCOPES) : null;
  if (unscoped !== null) return unscoped;
  const { by_id, by_key } = await readKnown(app, merchant_id, records);
  const differing = records
    .map((record) => ({
      record,
      trade: by_id.get(record.id ?? '') ?? by_key.get(record.order_id ?? ''),
    }))
    .filter(({ record, trade }) => trade?.state !== record.state);
  const missed = is_resend
    ? await resendDiffering(app, caller, differing)
    : { missed_events: null, resent: null };
  return { compared: records.length, differences: differing.map(differenceOf), ...missed };
}
