// One search for operators: each thing that the text can be is one look-up by an index, and the
// answer says as what it was found.

import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { SEARCH } from '../../domain/search/search-requests.ts';
import { READINGS, type Reading } from '../../domain/search/search-text.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { type BankLineBody, bankLineBody, namesInLines } from '../line/list-bank-lines.ts';
import type { App } from '../process/app.ts';
import { type TradeBody, tradeBody } from '../request/views.ts';
import { type SettlementBody, settlementBody } from '../settlement/settlement-view.ts';

import { type LookedUp, MOST_FOUND, type NamedBody } from './look-up.ts';
import { LOOK_UPS } from './look-ups.ts';

/** Each thing once, with everything as which it was found; and whether there are more. */
function together<Item, Body extends { id: string }>(
  found: readonly LookedUp[],
  itemsOf: (one: LookedUp) => readonly Item[] | undefined,
  bodyOf: (item: Item) => Body,
) {
  const bodies = new Map<string, { matched: Reading[]; item: Body }>();
  for (const one of found) {
    for (const item of itemsOf(one)?.slice(0, MOST_FOUND) ?? []) {
      const body = bodyOf(item);
      const known = bodies.get(body.id) ?? { matched: [], item: body };
      if (!known.matched.includes(one.as)) known.matched.push(one.as);
      bodies.set(body.id, known);
    }
  }
  return [...bodies.values()];
}

const LISTS = ['trades', 'lines', 'settlements', 'merchants', 'receiving_accounts'] as const;

const sizesOf = (one: LookedUp): number[] => LISTS.map((name) => one[name]?.length ?? 0);

const isCut = (one: LookedUp): boolean => sizesOf(one).some((size) => size > MOST_FOUND);

const sizeOf = (one: LookedUp): number =>
  sizesOf(one).reduce((sum, size) => sum + Math.min(size, MOST_FOUND), 0);

function readingBodies(found: readonly LookedUp[]) {
  return READINGS.flatMap((reading) => {
    const own = found.filter((one) => one.as === reading);
    if (own.length === 0) return [];
    return {
      as: reading,
      found: own.reduce((sum, one) => sum + sizeOf(one), 0),
      more: own.some(isCut),
      complete: own.every((one) => one.complete !== false),
    };
  });
}

export type Matched<Item> = { matched: Reading[]; item: Item };
export type SearchBody = {
  readings: ReturnType<typeof readingBodies>;
  trades: Matched<TradeBody>[];
  lines: Matched<BankLineBody>[];
  settlements: Matched<SettlementBody>[];
  merchants: Matched<NamedBody>[];
  receiving_accounts: Matched<NamedBody>[];
};

export async function search(
  app: App,
  query: QueryTexts<typeof SEARCH>,
): Promise<SearchBody | Refusal> {
  const asked = readFilters(SEARCH, query);
  if (isRefusal(asked)) return asked;
  const { q: text, merchant_id } = asked;
  const settings = await app.settings.current();
  const of = { app, settings, text, merchant_id };
  const found = (await Promise.all(LOOK_UPS.map((lookUp) => lookUp(of)))).flat();
  const view = { page_url: app.page_url, accounts: settings.accounts, masked: true };
  const same = (one: NamedBody) => one;
  const nameOf = await namesInLines(
    app,
    found.flatMap((one) => one.lines ?? []),
  );
  return {
    readings: readingBodies(found),
    trades: together(
      found,
      (one) => one.trades,
      (trade) => tradeBody(trade, view),
    ),
    lines: together(
      found,
      (one) => one.lines,
      (line) => bankLineBody(line, nameOf),
    ),
    settlements: together(found, (one) => one.settlements, settlementBody),
    merchants: together(found, (one) => one.merchants, same),
    receiving_accounts: together(found, (one) => one.receiving_accounts, same),
  };
}
