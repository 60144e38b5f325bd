// A merchant's balance at a past moment: everything that was entered until then, and nothing since.
import { SHOW_BALANCE } from '../../domain/ledger/ledger-requests.ts';
import type { Merchant } from '../../domain/record/merchant.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import {
  isRefusal,
  type Refusal,
  refuseFields,
  refuseUnknown,
} from '../../domain/service/refusal.ts';
import { dayOf } from '../../domain/values/day.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { parseUuid } from '../../lib/uuid.ts';
import {
  type RemovedMoment,
  readRemovedMoment,
  readRemovedRuns,
} from '../../store/archive/archived-months.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { firstEntryFrom, readLastNumber } from '../../store/ledger/month-sums.ts';
import {
  type AccountAmount,
  readBalancesBefore,
  readBalancesOfDay,
} from '../../store/ledger/past-balances.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import type { Caller } from '../request/caller.ts';
import { type BalanceBody, balanceBody, iso } from '../request/views.ts';
import { balanceOfMerchant } from './get-balance.ts';

/** The day that this is the last moment of, or the first moment after; null: it is neither. */
function endsDay(at: number): string | null {
  if (at % DAY_MS === 0) return dayOf(at - 1);
  return (at + 1) % DAY_MS === 0 ? dayOf(at) : null;
}

export type BalanceQuery = QueryTexts<typeof SHOW_BALANCE>;

/** Of a removed day only its end is known: the proof of the day has it. */
const refuseWithin = ({ month }: RemovedMoment): Refusal =>
  refuseFields([
    {
      field: 'at',
      code: 'range',
      message:
        `is within ${month}, which was archived and removed: only the ends of its days are ` +
        'known here; its archive has the rest',
    },
  ]);

async function rowsAt(db: Queryable, book: string, at: number): Promise<readonly AccountAmount[]> {
  const last = (await readLastNumber(db, book)) ?? 0n;
  const least = (await readRemovedRuns(db, book)).at(-1)?.next ?? 1n;
  const next = await firstEntryFrom(db, book, at + 1, last, least);
  return await readBalancesBefore(db, book, { next, last });
}

async function balanceAt(app: App, merchant: Merchant, at: number): Promise<BalanceBody | Refusal> {
  const { merchant_id: book, balance_currency } = merchant;
  const { db } = app.store;
  const removed = await readRemovedMoment(db, at);
  const day = endsDay(at);
  if (removed !== null && day === null) return refuseWithin(removed);
  const rows =
    removed === null || day === null
      ? await rowsAt(db, book, at)
      : await readBalancesOfDay(db, book, day);
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
