// Asks for everything that a text names: the service's own search, and, for whoever may see them,
// people and accounts of the ledger, which are found by their names only.
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import type { LedgerAccount, ListedPerson, SearchResult, WhoAmI } from '../../api/schema.gen.ts';
import { accountSearches } from '../../parts/names/account-words.ts';

/** Of each search of a list. */
const MOST_FOUND = 20;
/** Fewer letters are in nearly every name. */
const NAME_MIN = 3;
/** The lists take no more; a pasted message of a bank is no name. */
const MOST_WORDS = 12;

/** Accounts have ids in their names: whoever looks for one thing would find all its accounts. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const couldBeName = (q: string): boolean =>
  q.length >= NAME_MIN &&
  q.length <= BOUNDS.listPeople.q.maxLength &&
  /\p{L}/u.test(q) &&
  q.split(/\s+/).length <= MOST_WORDS;

/** Whether whoever asks has a right. */
export type Can = (right: WhoAmI['rights'][number]) => boolean;

export type Everything = {
  readonly found: SearchResult;
  readonly people: readonly ListedPerson[];
  /** An account of several currencies once. */
  readonly ledger_accounts: readonly LedgerAccount[];
  readonly has_more: boolean;
  readonly is_complete: boolean;
};

type Page<Row> = { readonly data: readonly Row[]; readonly next_cursor: string | null };

const rowsOf = <Row>(pages: readonly Page<Row>[]): Row[] => pages.flatMap(({ data }) => [...data]);
const isCut = ({ next_cursor }: Page<unknown>): boolean => next_cursor !== null;

export async function findAll(q: string, can: Can, signal: AbortSignal): Promise<Everything> {
  const is_name = couldBeName(q);
  const named = (text: string) => ({ query: { q: text, limit: MOST_FOUND }, signal });
  const [found, people, ledger] = await Promise.all([
    call('search', { query: { q }, signal }),
    Promise.all(is_name && can('people.read') ? [call('listPeople', named(q))] : []),
    Promise.all(
      is_name && !UUID.test(q) && can('ledger.read')
        ? accountSearches(q).map((text) => call('listLedgerAccounts', named(text)))
        : [],
    ),
  ]);
  const accounts = new Map(rowsOf(ledger).map((one) => [`${one.book} ${one.account}`, one]));
  const ledger_accounts = [...accounts.values()];
  return {
    found,
    people: rowsOf(people),
    ledger_accounts: ledger_accounts.slice(0, MOST_FOUND),
    has_more:
      found.readings.some(({ more }) => more) ||
      people.some(isCut) ||
      ledger.some(isCut) ||
      ledger_accounts.length > MOST_FOUND,
    is_complete: found.readings.every(({ complete }) => complete),
  };
}
