// Operators read the ledger: accounts with their balances, and entries with their hashes.
import { shortAccountName } from '../../domain/account/short-name.ts';
import { accountOwners } from '../../domain/ledger/account-owners.ts';
import {
  ACCOUNT_KIND_NAMES,
  accountSide,
  bookName,
  type Entry,
  type EntryDraft,
  type Posting,
} from '../../domain/ledger/ledger.ts';
import { FIND_ACCOUNTS, FIND_ENTRIES } from '../../domain/ledger/ledger-requests.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { hasNames } from '../../domain/search/name-search.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { toWireInteger } from '../../domain/values/money.ts';
import { parseUuid } from '../../lib/uuid.ts';
import {
  type AccountParts,
  type NamedOwners,
  selectAccounts,
  selectEntries,
} from '../../store/ledger/ledger-lists.ts';
import { namesOfAccount } from '../account/receiving-accounts.ts';
import type { App } from '../process/app.ts';
import type { Settings } from '../process/settings-cache.ts';
import { type ExactInteger, toExactInteger } from '../request/exact-integer.ts';
import { namesOfOrders, type OrderNames } from '../request/order-names.ts';
import {
  NUMBER_FORM,
  type Page,
  type PageQuery,
  pageOf,
  readPage,
  TEXT_FORM,
  UUID_FORM,
} from '../request/paging.ts';
import { iso } from '../request/views.ts';

const postingBody = (leg: Posting) => ({
  account: leg.account,
  currency: leg.currency,
  amount_cents: toWireInteger(leg.amount_cents),
});

export function entryBody(entry: Entry) {
  return {
    book: bookName(entry.book),
    number: Number(entry.number),
    act: entry.act,
    trade_id: entry.trade_id,
    bank_line_id: entry.bank_line_id,
    adjustment_id: entry.adjustment_id,
    postings: entry.postings.map(postingBody),
    entered_at: iso(entry.at),
    hash: entry.hash,
  };
}

export type EntryBody = ReturnType<typeof entryBody>;

/** Of a ledger account: whom it is about, by their names. */
export type OwnerNames = {
  merchant_name: string | null;
  /** As in `HDFC ··0001`. */
  receiving_account_name: string | null;
};

/** Null for the house’s own book. */
export const bookOwner = (book: string, { merchants }: Settings): string | null =>
  merchants.get(book)?.name ?? null;

export function ownerNames(account: string, { merchants, accounts }: Settings): OwnerNames {
  const { merchant_id, receiving_account_id } = accountOwners(account);
  const of = accounts.get(receiving_account_id ?? '');
  return {
    merchant_name: merchants.get(merchant_id ?? '')?.name ?? null,
    receiving_account_name: of === undefined ? null : shortAccountName(of),
  };
}

/** A word that more have is of no help to whoever looks for one. */
const MOST_OWNERS = 2_000;

/** In place of an owner: `clearing:none`. */
const NO_OWNER = 'none';

type PostingBody = ReturnType<typeof postingBody>;

const named = (legs: readonly PostingBody[], settings: Settings) =>
  legs.map((leg) => ({ ...leg, ...ownerNames(leg.account, settings) }));

function operatorEntryBody(entry: Entry, settings: Settings, nameOf: OrderNames) {
  const body = entryBody(entry);
  const postings = named(body.postings, settings);
  const { order_id } = nameOf(tradeOfEntry(entry));
  return { ...body, order_id, book_name: bookOwner(entry.book, settings), postings };
}

/** The house’s own book does not say whose trade it is about. */
const tradeOfEntry = ({ book, trade_id }: Entry) => ({
  merchant_id: parseUuid(book),
  trade_id,
});

/** For operators: with the names of those whom its accounts are about, and of the orders. */
export async function operatorEntryBodies(
  app: App,
  entries: readonly Entry[],
): Promise<OperatorEntryBody[]> {
  const settings = await app.settings.current();
  const nameOf = await namesOfOrders(app, entries.map(tradeOfEntry));
  return entries.map((entry) => operatorEntryBody(entry, settings, nameOf));
}

/** An entry that is not written, and perhaps never will be. */
export function foreseenEntryBody({ act, postings }: EntryDraft, settings: Settings) {
  return { act, postings: named(postings.map(postingBody), settings) };
}

export type ForeseenEntryBody = ReturnType<typeof foreseenEntryBody>;

export type OperatorEntryBody = ReturnType<typeof operatorEntryBody>;

/**
 * `balance_cents` has the sign that people expect: positive on `debit` accounts if the service has
 * the money or is owed it.
 */
export type AccountBody = OwnerNames & {
  book: string;
  book_name: string | null;
  account: string;
  currency: string;
  side: string;
  balance_cents: ExactInteger;
};

/** Of each word the merchants and receiving accounts that have it in their names. */
function ownersByWord(words: readonly string[], { merchants, accounts }: Settings): NamedOwners[] {
  return words.map((word) => {
    const of_merchants = [...merchants.values()].filter(({ name }) => hasNames([word], [name]));
    const of_accounts = [...accounts.values()].filter((account) =>
      hasNames([word], namesOfAccount(account)),
    );
    const ids = [
      ...of_accounts.map((account) => account.receiving_account_id),
      ...of_merchants.map(({ merchant_id }) => merchant_id),
    ];
    return { word, ids: ids.slice(0, MOST_OWNERS) };
  });
}

/** Null if they are too many to be of help. */
function partsWith(word: string, { merchants, accounts }: Settings): AccountParts | null {
  // No part of a name has a colon.
  const [part = ''] = word.split(':').toSorted((a, b) => b.length - a.length);
  const has = (text: string) => text.includes(part);
  const owners = [NO_OWNER, ...merchants.keys(), ...accounts.keys()].filter(has);
  const kinds = ACCOUNT_KIND_NAMES.filter(has);
  return owners.length > MOST_OWNERS ? null : { kinds, owners };
}

/** Of the word that the fewest accounts have; null if each is everywhere. */
function rarestParts(words: readonly NamedOwners[], settings: Settings): AccountParts | null {
  const all = words.flatMap(({ word, ids }) => {
    const parts = ids.length < MOST_OWNERS ? partsWith(word, settings) : null;
    return parts === null ? [] : [{ ...parts, owners: [...parts.owners, ...ids] }];
  });
  const weight = ({ kinds, owners }: AccountParts) => kinds.length * MOST_OWNERS + owners.length;
  return all.toSorted((a, b) => weight(a) - weight(b))[0] ?? null;
}

export async function listLedgerAccounts(
  app: App,
  query: QueryTexts<typeof FIND_ACCOUNTS> & PageQuery,
): Promise<Page<AccountBody> | Refusal> {
  const filters = readFilters(FIND_ACCOUNTS, query);
  const asked = readPage(query, [UUID_FORM, TEXT_FORM, /^[A-Z]{3}$/], filters);
  if (isRefusal(asked)) return asked;
  const { limit, cursor } = asked;
  const { merchant_id: book, kind, q } = asked.filters;
  const [id = '', account = '', currency = ''] = cursor ?? [];
  const after = cursor === null ? null : ([id, account, currency] as const);
  const settings = await app.settings.current();
  const words = ownersByWord(q ?? [], settings);
  const parts = rarestParts(words, settings);
  const is_nowhere = parts !== null && parts.kinds.length + parts.owners.length === 0;
  const asked_of = { book, kind, words, parts, after, limit: limit + 1 };
  const found = is_nowhere ? [] : await selectAccounts(app.store.db, asked_of);
  const page = pageOf(found, limit, (row) => [row.merchant_id, row.account, row.currency]);
  const data = page.data.map((row) => {
    const side = accountSide(row.account);
    return {
      book: bookName(row.merchant_id),
      book_name: bookOwner(row.merchant_id, settings),
      account: row.account,
      currency: row.currency,
      side,
      ...ownerNames(row.account, settings),
      balance_cents: toExactInteger(side === 'debit' ? -row.balance_cents : row.balance_cents),
    };
  });
  return { ...page, data };
}

export async function listLedgerEntries(
  app: App,
  query: QueryTexts<typeof FIND_ENTRIES> & PageQuery,
): Promise<Page<OperatorEntryBody> | Refusal> {
  const asked = readPage(query, [NUMBER_FORM], readFilters(FIND_ENTRIES, query));
  if (isRefusal(asked)) return asked;
  const { limit, cursor } = asked;
  const { merchant_id: book, account } = asked.filters;
  const [number] = cursor ?? [];
  const before = number === undefined ? null : BigInt(number);
  const found = await selectEntries(app.store.db, { book, account, before, limit: limit + 1 });
  const bodies = await operatorEntryBodies(app, found);
  return pageOf(bodies, limit, (entry) => [entry.number]);
}
