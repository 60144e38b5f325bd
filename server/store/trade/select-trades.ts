// Searches trades, newest or oldest first: each combination of filters is a statement of its own,
// so that PostgreSQL chooses the index for it.

import { RARE_STATES } from '../../domain/record/state-sets.ts';
import type { Trade } from '../../domain/record/trade.ts';
import { CURRENCIES } from '../../domain/values/currency.ts';
import { PAYMENT_TYPES } from '../../domain/values/payment-type.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import { type Condition, type Where, whereOf } from '../connection/where.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { BY_PAYOUT, BY_STORY, indexParts } from './index-parts.ts';
import { anyGiven, isByName, type TradeFilter } from './trade-filter.ts';
import { type TradeRow, tradeOf } from './trade-rows.ts';
import { changedSince, firstIdSince, idUntil, windowsOf } from './trade-windows.ts';
import { COLUMNS_OF, type TradeTable } from './trades.ts';

const isOldestFirst = ({ sort }: TradeFilter): boolean => sort === 'oldest';

const OF_CLIENTS = 't.client_hash = any(?::bytea[])';

/** Any of the hashes: they are of one text, at different merchants. */
const metadataConditions = ({ metadata_hashes }: TradeFilter): Condition[] =>
  (metadata_hashes ?? []).map((hashes) => ['t.metadata_hashes && ?::bigint[]', plainArray(hashes)]);

export function conditionsOf(filter: TradeFilter, since: string | null): Where {
  return whereOf([
    // The first of them: if it is given, its value is $1 (see byClient).
    [OF_CLIENTS, filter.client_hashes],
    ['t.merchant_id = ?::uuid', filter.merchant_id],
    ['t.trade_id = ?::uuid', filter.trade_id],
    ['t.number_hash = ?::bytea', filter.number_hash],
    ['t.state = ?::text', filter.state],
    ['t.state_reason = ?::text', filter.state_reason],
    ['t.direction = ?::text', filter.direction],
    ['t.currency = ?::text', filter.currency],
    ['t.type = ?::text', filter.type],
    ['t.order_id = ?::text', filter.order_id],
    ['t.utr = ?::text', filter.utr],
    ['t.receiving_account_id = ?::uuid', filter.receiving_account_id],
    ...metadataConditions(filter),
    ['t.amount_cents = ?::bigint', filter.amount_cents],
    ['t.amount_cents >= ?::bigint', filter.amount_min_cents],
    ['t.amount_cents <= ?::bigint', filter.amount_max_cents],
    ['t.created_at >= ?::timestamptz', timestamp(filter.created_from ?? null)],
    ['t.created_at < ?::timestamptz', timestamp(filter.created_to ?? null)],
    ['t.changed_at >= ?::timestamptz', timestamp(changedSince(filter))],
    ['t.changed_at < ?::timestamptz', timestamp(filter.changed_to ?? null)],
    ['t.completed_at >= ?::timestamptz', timestamp(filter.completed_from ?? null)],
    ['t.completed_at < ?::timestamptz', timestamp(filter.completed_to ?? null)],
    ['t.closed_at >= ?::timestamptz', timestamp(filter.ended_from ?? null)],
    ['t.closed_at < ?::timestamptz', timestamp(filter.ended_to ?? null)],
    [isOldestFirst(filter) ? 't.trade_id > ?::uuid' : 't.trade_id < ?::uuid', filter.before],
    ['t.trade_id >= ?::uuid', since ?? firstIdSince(filter)],
    ['t.trade_id < ?::uuid', idUntil(filter)],
  ]);
}

const inOrder = (filter: TradeFilter): string =>
  `order by t.trade_id ${isOldestFirst(filter) ? 'asc' : 'desc'} limit ${filter.limit}`;

/** The first page of what the condition leaves. */
const firstOf = (filter: TradeFilter, condition: string, table: TradeTable = 'trades'): string =>
  `(select ${COLUMNS_OF[table]} from ${table} t where ${condition} ${inOrder(filter)})`;

/**
 * The index in key order gives each merchant's newest trades, so the cost does not grow with the
 * table if many trades fit.
 */
function byMerchant({ text }: Where, filter: TradeFilter, table: TradeTable = 'trades'): string {
  const condition = `t.merchant_id = m.merchant_id and ${text}`;
  return `select t.* from merchants m
    cross join lateral ${firstOf(filter, condition, table)} t ${inOrder(filter)}`;
}

/** Few trades fit, and an index finds them whosever they are. */
function byIndex({ text }: Where, filter: TradeFilter, table: TradeTable = 'trades'): string {
  return firstOf(filter, text, table);
}

/** By what names a trade, also those of removed months. */
function byName(where: Where, filter: TradeFilter): string {
  const is_by_key = anyGiven(filter.order_id, filter.trade_id);
  const of = is_by_key ? byMerchant : byIndex;
  return `select t.* from (
    (${of(where, filter, 'trades')}) union all (${of(where, filter, 'past_trades')})
  ) t ${inOrder(filter)}`;
}

/** Of each part the first, and the first of all of them. */
function byParts({ text }: Where, filter: TradeFilter, parts: readonly string[]): string {
  const found = parts.map((part) => firstOf(filter, `${part} and ${text}`));
  return `select t.* from (${found.join(' union all ')}) t ${inOrder(filter)}`;
}

/**
 * The index of customers begins with the hash, so each hash is a look-up in the order of the page.
 * Such a look-up is for its own hash only: with all of them as well it would sort them each time,
 * which took 400 ms for a thousand merchants. The other indexes find a customer's trades under way.
 */
function byClient({ text }: Where, filter: TradeFilter): string {
  const [ended, ...others] = BY_STORY.map((part) => `${part} and ${text}`);
  const own = ended?.replace(OF_CLIENTS.replace('?', '$1'), 't.client_hash = c.client_hash');
  const of = (table: TradeTable) => `(select t.* from unnest($1::bytea[]) c (client_hash)
    cross join lateral ${firstOf(filter, `${own}`, table)} t)`;
  const found = [of('trades'), of('past_trades'), ...others.map((part) => firstOf(filter, part))];
  return `select t.* from (${found.join(' union all ')}) t ${inOrder(filter)}`;
}

/** The index of kinds begins with both, so the missing one is each that there is. */
const EACH_KIND = {
  currency: `('${CURRENCIES.join(`'), ('`)}')`,
  type: `('${PAYMENT_TYPES.map(({ type }) => type).join(`'), ('`)}')`,
};

/** Of a currency or type that has few trades, through an index with the trades that have ended. */
function byKind({ text }: Where, filter: TradeFilter): string {
  const [ended, ...others] = BY_STORY.map((part) => `${part} and ${text}`);
  const missing = anyGiven(filter.currency) ? 'type' : 'currency';
  const each = anyGiven(filter.currency) && anyGiven(filter.type) ? null : EACH_KIND[missing];
  const of_ended =
    each === null
      ? firstOf(filter, `${ended}`)
      : `(select t.* from (values ${each}) k (word)
          cross join lateral ${firstOf(filter, `t.${missing} = k.word and ${ended}`)} t)`;
  const found = [of_ended, ...others.map((part) => firstOf(filter, part))];
  return `select t.* from (${found.join(' union all ')}) t ${inOrder(filter)}`;
}

/**
 * An index knows the earliest and latest change of each part of the table: old parts seldom have a
 * late one. `offset 0`: PostgreSQL would otherwise walk through all trades from the newest on. Of
 * pay-outs, of which there may be few, it then chooses between this index and their own.
 */
function byChange({ text }: Where, filter: TradeFilter, parts: readonly string[]): string {
  const found = parts.map(
    (part) => `(select ${COLUMNS_OF.trades} from trades t where ${part} and ${text} offset 0)`,
  );
  return `select t.* from (${found.join(' union all ')}) t ${inOrder(filter)}`;
}

/** As byParts, for indexes that begin with the merchant. */
function byMerchantParts({ text }: Where, filter: TradeFilter, parts: readonly string[]): string {
  const found = parts.map((part) =>
    firstOf(filter, `t.merchant_id = m.merchant_id and ${part} and ${text}`),
  );
  return `select t.* from merchants m cross join lateral (${found.join(' union all ')}) t
    ${inOrder(filter)}`;
}

function textOf(filter: TradeFilter, where: Where, is_window: boolean): string {
  const is_payout = filter.direction === 'payout';
  if (is_window && !is_payout) return byMerchant(where, filter);
  if (isByName(filter)) return byName(where, filter);
  if (anyGiven(filter.number_hash)) return byMerchant(where, filter);
  if (anyGiven(filter.state_reason, filter.metadata_hashes)) {
    return byIndex(where, filter);
  }
  if (anyGiven(filter.client_hashes)) return byClient(where, filter);
  const parts = indexParts(filter);
  if (parts !== null) return byParts(where, filter, parts);
  const is_of_one = anyGiven(filter.merchant_id);
  const is_by_change = !is_window && !is_of_one && changedSince(filter) !== null;
  if (is_payout) {
    return (is_by_change ? byChange : byMerchantParts)(where, filter, BY_PAYOUT);
  }
  if (RARE_STATES.some((state) => state === filter.state)) return byIndex(where, filter);
  if (is_of_one) return byMerchant(where, filter);
  if (is_by_change) return byChange(where, filter, ['true']);
  if (anyGiven(filter.currency, filter.type)) return byKind(where, filter);
  return byMerchant(where, filter);
}

export async function selectTrades(
  db: Queryable,
  cipher: Cipher,
  filter: TradeFilter,
): Promise<Trade[]> {
  for (const since of [...windowsOf(filter), null]) {
    const where = conditionsOf(filter, since);
    const rows = await db.query<TradeRow>(
      'list-trades',
      textOf(filter, where, since !== null),
      where.values,
    );
    if (since === null || rows.length >= filter.limit) {
      return rows.map((row) => tradeOf(cipher, row));
    }
  }
  return [];
}
