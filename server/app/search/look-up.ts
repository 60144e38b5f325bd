// What a look-up of a search is given and finds, and the queries that several look-ups ask.
import type { LineRecord } from '../../domain/record/bank-line.ts';
import type { Trade } from '../../domain/record/trade.ts';
import type { Reading, SearchText } from '../../domain/search/search-text.ts';
import { type LineFilter, selectLines } from '../../store/line/select-lines.ts';
import { findSettlements, type SettlementRecord } from '../../store/settlement/settlements.ts';
import { selectTrades } from '../../store/trade/select-trades.ts';
import type { TradeFilter } from '../../store/trade/trade-filter.ts';
import type { App } from '../process/app.ts';
import type { Settings } from '../process/settings-cache.ts';

/** Of each look-up; one more is asked for, to say that there are more. */
export const MOST_FOUND = 20;
export const LIMIT = MOST_FOUND + 1;

/** What one look-up has found. */
export type LookedUp = {
  as: Reading;
  trades?: readonly Trade[];
  lines?: readonly LineRecord[];
  settlements?: readonly SettlementRecord[];
  merchants?: readonly NamedBody[];
  receiving_accounts?: readonly NamedBody[];
  /** False if not everything could be searched. */
  complete?: boolean;
};

export type NamedBody = { id: string; name: string };

export type SearchAsked = {
  app: App;
  settings: Settings;
  text: SearchText;
  merchant_id: string | null;
};
export type LookUp = (asked: SearchAsked) => Promise<LookedUp[]>;

export const tradesWith = ({ app, merchant_id }: SearchAsked, filter: Partial<TradeFilter>) =>
  selectTrades(app.store.db, app.store.cipher, {
    ...filter,
    merchant_id,
    before: null,
    limit: LIMIT,
  });

/** Bank lines are the house's: a search for one merchant leaves them out. */
export async function linesWith({ app, merchant_id }: SearchAsked, filter: Partial<LineFilter>) {
  if (merchant_id !== null) return [];
  const { db, cipher } = app.store;
  return await selectLines(db, cipher, { ...filter, before: null, limit: LIMIT });
}

export const settlementsWith = (
  { app, merchant_id }: SearchAsked,
  named: { id: string } | { number: number },
) => findSettlements(app.store.db, { ...named, merchant_id, limit: LIMIT });

/** Things of the whole service are not shown in a search for one merchant. */
export function namedThings(
  { settings, merchant_id }: SearchAsked,
  fits: (one: NamedBody) => boolean,
) {
  const merchants = [...settings.merchants.values()]
    .map(({ merchant_id: id, name }) => ({ id, name }))
    .filter((one) => (merchant_id === null || one.id === merchant_id) && fits(one));
  const accounts = merchant_id === null ? [...settings.accounts.values()] : [];
  const receiving_accounts = accounts
    .map((account) => ({ id: account.receiving_account_id, name: account.name }))
    .filter(fits);
  return {
    merchants: merchants.slice(0, LIMIT),
    receiving_accounts: receiving_accounts.slice(0, LIMIT),
  };
}
