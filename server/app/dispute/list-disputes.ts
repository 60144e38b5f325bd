// Lists disputes for operators: of one merchant or all, newest first.
import { DISPUTE_STATES, DISPUTE_TYPES } from '../../domain/record/dispute-record.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { type DisputeFilter, selectDisputes } from '../../store/dispute/disputes.ts';
import { readTrades } from '../../store/trade/trades.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import {
  type OperatorDisputeBody,
  type operatorDisputeBody,
  shownDispute,
} from '../request/dispute-view.ts';
import { type FieldReader, readFields } from '../request/fields.ts';
import { MOMENT_FORM, type Page, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { readMoment } from '../request/read-moment.ts';

const FILTERS = [
  'merchant_id',
  'trade_id',
  'state',
  'type',
  'assigned_to',
  'open',
  'overdue',
  'due_before',
] as const;

export type DisputeQuery = Partial<Record<(typeof FILTERS)[number] | 'cursor' | 'limit', string>>;

const YES_OR_NO = ['true', 'false'] as const;
const ASSIGNED_MAX_LENGTH = 64;

function readFilter(reader: FieldReader, query: DisputeQuery) {
  const uuid = (name: 'merchant_id' | 'trade_id') =>
    query[name] === undefined ? null : reader.uuid(name);
  const flag = (name: 'open' | 'overdue') => {
    const word = reader.choice(name, YES_OR_NO);
    return word === null ? null : word === 'true';
  };
  return {
    merchant_id: uuid('merchant_id'),
    trade_id: uuid('trade_id'),
    state: reader.choice('state', DISPUTE_STATES),
    type: reader.choice('type', DISPUTE_TYPES),
    assigned_to: reader.optionalText('assigned_to', ASSIGNED_MAX_LENGTH),
    is_open: flag('open'),
    is_overdue: flag('overdue'),
    due_before: query.due_before === undefined ? null : readMoment(reader, 'due_before'),
  };
}

/** The page that the query asks for, within these bounds; each dispute with its trade. */
export async function pageOfDisputes<Body extends { opened_at: string; id: string }>(
  app: App,
  query: DisputeQuery,
  bounds: Partial<DisputeFilter>,
  bodyOf: (...of: Parameters<typeof operatorDisputeBody>) => Body,
): Promise<Page<Body> | Refusal> {
  const reader = readFields({ fields: query, errors: [] }, FILTERS);
  const filter = readFilter(reader, query);
  const page = readPage(query, [MOMENT_FORM, UUID_FORM], reader.refusal());
  if (isRefusal(page)) return page;
  const { limit, cursor } = page;
  const [opened_at = '', dispute_id = ''] = cursor ?? [];
  const before = cursor === null ? null : ([opened_at, dispute_id] as const);
  const { db, cipher } = app.store;
  const found = await selectDisputes(db, { ...filter, ...bounds, before, limit: limit + 1 });
  const trades = await readTrades(db, cipher, found);
  const by_id = new Map(trades.map((trade) => [trade.trade_id, trade]));
  const bodies = found.map((dispute) => {
    const trade = by_id.get(dispute.trade_id);
    if (trade === undefined) throw new Error(`Dispute ${dispute.dispute_id} has no trade`);
    return bodyOf(dispute, trade);
  });
  return pageOf(bodies, limit, ({ opened_at: at, id }) => [at, id]);
}

/** Who looks after a dispute is not the business of a merchant's people. */
export const listDisputes = (
  app: App,
  operator: Pick<OperatorCaller, 'merchant_id'>,
  query: DisputeQuery,
): Promise<Page<OperatorDisputeBody> | Refusal> =>
  pageOfDisputes(
    app,
    query,
    operator.merchant_id === null ? {} : { assigned_to: null },
    (dispute, trade) => shownDispute(operator, { dispute, trade }),
  );
