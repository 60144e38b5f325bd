// Operators close a month: what each account of a book, or of one receiving account, had before,
// what moved it and what it had after, with the entry and the signed proof that hold it.
import {
  accountSide,
  bookName,
  type Entry,
  type EntryAct,
  HOUSE_BOOK,
} from '../../domain/ledger/ledger.ts';
import { SHOW_MONTH } from '../../domain/ledger/ledger-requests.ts';
import { type AccountMonth, closeMonth } from '../../domain/ledger/month-close.ts';
import { readHeadText } from '../../domain/proof/proof-document.ts';
import { beginReading } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { now } from '../../store/batch/store.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { LONG_WORK } from '../../store/connection/statement-limits.ts';
import { readEntries } from '../../store/ledger/ledger-lists.ts';
import { readMonthSums } from '../../store/ledger/month-sums.ts';
import { readHeadHolding, type SignedHead } from '../../store/proof/proof-rows.ts';
import type { App } from '../process/app.ts';
import type { Settings } from '../process/settings-cache.ts';
import { type ExactInteger, toExactInteger } from '../request/exact-integer.ts';
import { iso } from '../request/views.ts';
import { readZone } from '../request/zone-time.ts';
import { bookOwner, type OwnerNames, ownerNames } from './list-ledger.ts';
import { monthStarts, numbersOf } from './month-numbers.ts';

type MovementBody = { act: EntryAct; entries: ExactInteger; amount_cents: ExactInteger };

/** Amounts have the sign of the account's `side`. */
export type AccountMonthBody = OwnerNames & {
  account: string;
  currency: string;
  side: string;
  opening_cents: ExactInteger;
  movements: MovementBody[];
  closing_cents: ExactInteger;
};

export type MonthBody = {
  book: string;
  book_name: string | null;
  receiving_account_id: string | null;
  month: string;
  time_zone: string;
  from: string;
  to: string;
  is_over: boolean;
  first_entry: number | null;
  last_entry: number | null;
  last_hash: string | null;
  proof_day: string | null;
  accounts: AccountMonthBody[];
};

type Asked = {
  book: string;
  receiving_account_id: string | null;
  month: string;
  time_zone: string;
  from: number;
  to: number;
};

async function readAsked(
  app: App,
  month: string,
  query: QueryTexts<typeof SHOW_MONTH>,
): Promise<Asked | Refusal> {
  const starts = monthStarts(month);
  if (starts === null) return refuseUnknown();
  const reading = beginReading(SHOW_MONTH, { fields: query, errors: [] });
  const zone = readZone(reading.values.time_zone, reading);
  const asked = reading.result();
  if (isRefusal(asked)) return asked;
  const { receiving_account_id, time_zone, merchant_id } = asked;
  if (receiving_account_id !== null) {
    const { accounts } = await app.settings.current();
    if (!accounts.has(receiving_account_id)) return refuseUnknown();
  }
  return {
    book: merchant_id ?? HOUSE_BOOK,
    receiving_account_id,
    month,
    time_zone,
    from: zone.momentOf(starts.first),
    to: zone.momentOf(starts.next),
  };
}

/** Of the last entry; of one that was removed, what its month's proof has signed. */
async function readEnd(
  tx: Queryable,
  book: string,
  last: bigint,
  signed: SignedHead | undefined,
): Promise<Pick<Entry, 'number' | 'hash'> | undefined> {
  const [entry] = await readEntries(tx, book, last - 1n, 1);
  if (entry?.number === last || signed?.book_number !== last) return entry;
  return readHeadText(signed.head, book)[0];
}

/** Null if there is no such book. Everything from one snapshot. */
async function readMonth(app: App, { book, month, from, to, receiving_account_id }: Asked) {
  return await app.store.db.transaction(async (tx) => {
    await tx.query('snapshot', 'set transaction isolation level repeatable read, read only', []);
    const numbers = await numbersOf(tx, book, { month, from, to });
    if (numbers === null) return null;
    const { first, next } = numbers;
    const signed = await readHeadHolding(tx, book, next - 1n);
    const sums = await readMonthSums(tx, { book, first, next }, receiving_account_id, signed);
    const end = next === first ? undefined : await readEnd(tx, book, next - 1n, signed);
    return { ...sums, first, end, proof: end === undefined ? undefined : signed };
  }, LONG_WORK);
}

function bodyOf(
  { account, currency, ...month }: AccountMonth,
  settings: Settings,
): AccountMonthBody {
  const side = accountSide(account);
  const shown = (cents: bigint) => toExactInteger(side === 'debit' ? -cents : cents);
  return {
    account,
    ...ownerNames(account, settings),
    currency,
    side,
    opening_cents: shown(month.opening_cents),
    movements: month.movements.map(({ act, entries, amount_cents }) => ({
      act,
      entries: toExactInteger(entries),
      amount_cents: shown(amount_cents),
    })),
    closing_cents: shown(month.closing_cents),
  };
}

export async function showMonth(
  app: App,
  month: string,
  query: QueryTexts<typeof SHOW_MONTH>,
): Promise<MonthBody | Refusal> {
  const asked = await readAsked(app, month, query);
  if (isRefusal(asked)) return asked;
  const read = await readMonth(app, asked);
  if (read === null) return refuseUnknown();
  const { first, end, proof } = read;
  const settings = await app.settings.current();
  return {
    book: bookName(asked.book),
    book_name: bookOwner(asked.book, settings),
    receiving_account_id: asked.receiving_account_id,
    month,
    time_zone: asked.time_zone,
    from: iso(asked.from),
    to: iso(asked.to),
    is_over: asked.to <= (await now(app.store)),
    first_entry: end === undefined ? null : Number(first),
    last_entry: end === undefined ? null : Number(end.number),
    last_hash: end?.hash ?? null,
    proof_day: proof?.day ?? null,
    accounts: closeMonth(read.balances, read.moved).map((one) => bodyOf(one, settings)),
  };
}
