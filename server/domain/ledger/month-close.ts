// A month of a book: what each account had before, what moved it, by act, and what it had after.
// They follow from the balances at one moment and the entries before it, so that they add up by
// themselves: now, or when a proof signed them.
import { ENTRY_ACTS, type EntryAct } from './ledger.ts';

/** The sum of the postings of one act on one account: in the month, or after it. */
export type MovedSum = {
  is_after: boolean;
  account: string;
  currency: string;
  act: EntryAct;
  entries: bigint;
  amount_cents: bigint;
};

export type AccountSum = { account: string; currency: string; balance_cents: bigint };

export type Movement = { act: EntryAct; entries: bigint; amount_cents: bigint };

/** Credits are positive, as in the books. */
export type AccountMonth = {
  account: string;
  currency: string;
  opening_cents: bigint;
  movements: readonly Movement[];
  closing_cents: bigint;
};

const keyOf = ({ account, currency }: { account: string; currency: string }) =>
  `${account}/${currency}`;

const sumOf = (moved: readonly MovedSum[]) =>
  moved.reduce((sum, { amount_cents }) => sum + amount_cents, 0n);

const placeOf = ({ act }: Movement) => ENTRY_ACTS.indexOf(act);

/** Leaves out accounts that had nothing and were not moved. In the order of their names. */
export function closeMonth(
  balances: readonly AccountSum[],
  moved: readonly MovedSum[],
): AccountMonth[] {
  const sums = Map.groupBy(moved, keyOf);
  const months = balances.map((balance) => {
    const { account, currency, balance_cents } = balance;
    const own = sums.get(keyOf(balance)) ?? [];
    const within = own.filter(({ is_after }) => !is_after);
    const closing_cents = balance_cents - sumOf(own.filter(({ is_after }) => is_after));
    const movements = within
      .map(({ act, entries, amount_cents }) => ({ act, entries, amount_cents }))
      .toSorted((a, b) => placeOf(a) - placeOf(b));
    const opening_cents = closing_cents - sumOf(within);
    return { account, currency, opening_cents, movements, closing_cents };
  });
  return months
    .filter(({ opening_cents, movements }) => opening_cents !== 0n || movements.length > 0)
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
