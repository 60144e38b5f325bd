// Erasing all data of a customer: which orders there are, what stands against which, and the act.
import {
  type CustomerOutcome,
  customerTarget,
  outcomeOf,
} from '../../domain/erasure/erase-customer.ts';
import type { ErasureObstacle } from '../../domain/erasure/erase-payer.ts';
import { ERASE_CUSTOMER } from '../../domain/erasure/erasure-requests.ts';
import type { OrderCount, TradeKey } from '../../domain/record/trade.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import { aheadMs, now } from '../../store/batch/store.ts';
import {
  type CustomerErasure,
  countCustomerErasure,
  countLookedAtSince,
  type PutAside,
  readWaitingErasure,
  selectPutAside,
} from '../../store/erasure/customer-erasures.ts';
import {
  type CustomerFacts,
  countOrdersOf,
  readCustomerFacts,
} from '../../store/erasure/customer-facts.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { isoOrNull } from '../request/views.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { keyOfNamed, type NamedTrade } from './erase-payer.ts';

export const CUSTOMER_ERASURE_STATES = ['none', 'looking', 'erasing', 'done'] as const;
export type CustomerErasureState = (typeof CUSTOMER_ERASURE_STATES)[number];

/** Nothing begun about an order lasts so long without a reason that somebody should look at. */
const LATE_MS = 10 * MINUTE_MS;

/** Orders taken while somebody asked for the erasure may be a moment older than it. */
const TAKEN_BEFORE_MS = MINUTE_MS;

const SHOWN_PUT_ASIDE = 100;

export type AsideBody = {
  trade_id: string;
  order_id: string;
  reason: ErasureObstacle;
  until: string | null;
};

export type CustomerErasureBody = {
  merchant_id: string;
  trade_id: string;
  state: CustomerErasureState;
  proposal_id: string | null;
  asked_at: string | null;
  ended_at: string | null;
  is_late: boolean;
  orders: OrderCount;
  looked_at: number;
  to_erase: number;
  erased: number;
  nothing_left: number;
  put_aside: number;
  put_aside_orders: AsideBody[];
  newer_orders: OrderCount;
};

type Counts = Pick<
  CustomerErasureBody,
  'looked_at' | 'to_erase' | 'erased' | 'nothing_left' | 'put_aside' | 'put_aside_orders'
>;

const asideBody = ({ until, ...order }: PutAside): AsideBody => ({
  ...order,
  until: isoOrNull(until),
});

/** As the first orders would be treated by somebody who gives no early reason. */
function countsBefore({ first_orders }: CustomerFacts): Counts {
  const found = first_orders.map(({ trade_id, order_id, facts }) => {
    const { outcome, obstacle } = outcomeOf(facts, false);
    return { trade_id, order_id, outcome, obstacle };
  });
  const count = (wanted: CustomerOutcome) =>
    found.filter(({ outcome }) => outcome === wanted).length;
  return {
    looked_at: found.length,
    to_erase: count('erase'),
    erased: 0,
    nothing_left: count('nothing_left'),
    put_aside: count('put_aside'),
    put_aside_orders: found.flatMap(({ trade_id, order_id, obstacle }) => {
      if (obstacle === null) return [];
      const { reason, until } = obstacle;
      return [{ trade_id, order_id, reason, until: isoOrNull(until) }];
    }),
  };
}

async function countsOf({ store: { db } }: App, erasure: CustomerErasure): Promise<Counts> {
  const { looked_at, nothing_left, put_aside, waiting } = await countCustomerErasure(db, erasure);
  const aside = put_aside === 0 ? [] : await selectPutAside(db, erasure, SHOWN_PUT_ASIDE);
  return {
    looked_at,
    to_erase: waiting,
    erased: looked_at - nothing_left - put_aside - waiting,
    nothing_left,
    put_aside,
    put_aside_orders: aside.map(asideBody),
  };
}

/** Orders that this erasure does not reach, because they were made after it was asked for. */
async function newerThan(app: App, erasure: CustomerErasure): Promise<OrderCount> {
  const { asked_at, looked_through_at } = erasure;
  const { store } = app;
  const is_looked_through = looked_through_at !== null;
  const since = is_looked_through ? asked_at - TAKEN_BEFORE_MS : asked_at + 1;
  const ids_behind_ms = Math.max(0, aheadMs(store));
  const made = await countOrdersOf(store.db, erasure, { created_from: since, ids_behind_ms });
  const reached = is_looked_through ? await countLookedAtSince(store.db, erasure, since) : 0;
  return { ...made, count: Math.max(0, made.count - reached) };
}

function stateOf(last: CustomerErasure | null): CustomerErasureState {
  if (last === null) return 'none';
  if (last.ended_at !== null) return 'done';
  return last.looked_through_at === null ? 'looking' : 'erasing';
}

async function shown(app: App, key: TradeKey): Promise<CustomerErasureBody | Refusal> {
  const { db, cipher } = app.store;
  const at = await now(app.store);
  const found = await readCustomerFacts({ db, cipher }, key, at);
  if (found === null) return refuseUnknown();
  const { facts, last } = found;
  const { merchant_id } = key;
  const { first_trade_id: trade_id, orders } = facts;
  const looked_through_at = last?.looked_through_at ?? null;
  const is_open = last !== null && last.ended_at === null;
  return {
    merchant_id,
    trade_id,
    state: stateOf(last),
    proposal_id: await readWaitingErasure(db, customerTarget(merchant_id, trade_id)),
    asked_at: isoOrNull(last?.asked_at ?? null),
    ended_at: isoOrNull(last?.ended_at ?? null),
    is_late: is_open && looked_through_at !== null && looked_through_at < at - LATE_MS,
    orders,
    ...(last === null ? countsBefore(found) : await countsOf(app, last)),
    newer_orders: last === null ? { count: 0, has_more: false } : await newerThan(app, last),
  };
}

/** What would be erased, or how far it is, of the customer whose order this is. */
export async function showCustomerErasure(
  app: App,
  named: NamedTrade,
): Promise<CustomerErasureBody | Refusal> {
  const key = keyOfNamed(named);
  return key === null ? refuseUnknown() : await shown(app, key);
}

export async function eraseCustomer(
  app: App,
  operator: OperatorCaller,
  named: NamedTrade,
  raw: RawFields,
): Promise<CustomerErasureBody | Refusal> {
  const key = keyOfNamed(named);
  if (key === null) return refuseUnknown();
  const asked = readRequest(ERASE_CUSTOMER, raw);
  if (isRefusal(asked)) return asked;
  const request = { ...key, ...asked, erasure_id: newId() };
  const done = await changeSetting(app, operator, SETTINGS_ACTS.erase_customer, request);
  return isRefusal(done) ? done : await shown(app, key);
}
