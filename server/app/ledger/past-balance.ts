// A merchant's balance at a past moment: everything that was entered until then, and nothing since.
import { SHOW_BALANCE } from '../../domain/ledger/ledger-requests.ts';
import type { Merchant } from '../../domain/record/merchant.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { firstEntryFrom, readLastNumber } from '../../store/ledger/month-sums.ts';
import { readBalancesBefore } from '../../store/ledger/past-balances.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import type { Caller } from '../request/caller.ts';
import { type BalanceBody, balanceBody, iso } from '../request/views.ts';
import { balanceOfMerchant } from './get-balance.ts';

export type BalanceQuery = QueryTexts<typeof SHOW_BALANCE>;

async function balanceAt(app: App, merchant: Merchant, at: number): Promise<BalanceBody> {
  const { merchant_id: book, balance_currency } = merchant;
  const { db } = app.store;
  const last = (await readLastNumber(db, book)) ?? 0n;
  const next = await firstEntryFrom(db, book, at + 1, last);
  const rows = await readBalancesBefore(db, book, { next, last });
  const of = (account: string) =>
    rows
      .filter((row) => row.account === account && row.currency === balance_currency)
      .reduce((sum, { balance_cents }) => sum + balance_cents, 0n);
  return { ...balanceBody(balance_currency, of('available'), of('blocked')), at: iso(at) };
}

/** Now, or at the moment that the query names. */
export async function showBalance(
  app: App,
  merchant: Merchant,
  query: BalanceQuery,
): Promise<BalanceBody | Refusal> {
  const asked = readFilters(SHOW_BALANCE, query, { now: serviceTime(app) });
  if (isRefusal(asked)) return asked;
  return asked.at === null
    ? await balanceOfMerchant(app, merchant)
    : await balanceAt(app, merchant, asked.at);
}

/** By the merchant itself. */
export async function getBalance(
  app: App,
  caller: Caller,
  path: { merchant_id: string },
  query: BalanceQuery = {},
): Promise<BalanceBody | Refusal> {
  if (parseUuid(path.merchant_id) !== caller.merchant.merchant_id) return refuseUnknown();
  return await showBalance(app, caller.merchant, query);
}
