// The double-entry ledger: books, accounts, entries that balance per currency, and their canonical
// text for the hash chain.

/**
 * The house's own book stands under this id; every other book is a merchant's, under the merchant's
 * id.
 */
export const HOUSE_BOOK = '00000000-0000-0000-0000-000000000000';

/** As people read it: a merchant's id, or `house`. */
export const bookName = (book: string) => (book === HOUSE_BOOK ? 'house' : book);

/**
 * One leg of an entry. Credits are positive: what a merchant may spend is a positive `available`.
 */
export type Posting = { account: string; currency: string; amount_cents: bigint };

/**
 * The accounts that are a merchant's balance: they have a bound, and fall below zero only by acts
 * that may take more than there is.
 */
export const BALANCE_ACCOUNTS = ['available', 'blocked'] as const;

export const isBalanceAccount = (account: string): boolean =>
  BALANCE_ACCOUNTS.some((name) => name === account);

/** What entries can be posted for: each has its row in posting-rules.ts. */
export const ENTRY_ACTS = [
  'payin_completed',
  'payin_disputed',
  'payin_dispute_won',
  'payin_reversed',
  'payout_held',
  'payout_released',
  'payout_completed',
  'payout_account_known',
  'payout_account_unknown',
  'payout_reversed',
  'payout_charged',
  'payout_charge_undone',
  'hold_placed',
  'hold_released',
  'adjustment',
  'line_received',
  'line_given_up',
  'bank_line',
  'match',
  'unmatch',
  'fee',
  'fee_undone',
  'own_transfer',
  'own_transfer_undone',
] as const;
export type EntryAct = (typeof ENTRY_ACTS)[number];

/** An entry before the store numbers and chains it. */
export type EntryDraft = {
  book: string;
  act: EntryAct;
  trade_id: string | null;
  bank_line_id: string | null;
  adjustment_id: string | null;
  /** The act may leave `available` below zero (a reversal): shown, never hidden. */
  overdraft: boolean;
  postings: readonly Posting[];
};

/** An entry as it stands in a book: numbered without gaps, each hash over the one before. */
export type Entry = Omit<EntryDraft, 'overdraft'> & {
  number: bigint;
  at: number;
  hash: string;
};

/** Where a book's chain ends. An empty book has number 0 and 64 zeros. */
export type BookHead = { book: string; number: bigint; hash: string };

export const EMPTY_HASH = '0'.repeat(64);

export type AccountSide = 'credit' | 'debit';

/**
 * The kinds of account, by the first part of their name; the rest names whose. `debit` accounts
 * (what the service has or is owed) stand negative in the books and are shown with the sign turned.
 */
export const ACCOUNT_KINDS: Readonly<Record<string, { side: AccountSide; meaning: string }>> = {
  available: { side: 'credit', meaning: 'what the merchant may spend' },
  blocked: { side: 'credit', meaning: 'on hold: open pay-outs, disputed credits, delay, reserve' },
  fees: { side: 'credit', meaning: 'fees that the merchant has paid' },
  rounding: { side: 'credit', meaning: 'remainders of conversions' },
  fx: { side: 'credit', meaning: 'position between trade and balance currency' },
  clearing: { side: 'debit', meaning: 'money that trades say is on a receiving account' },
  bank: { side: 'debit', meaning: 'money on a receiving account by its bank lines' },
  suspense: { side: 'credit', meaning: 'bank lines that have no trade yet' },
  due: { side: 'credit', meaning: 'matched bank lines, due to a merchant' },
  costs: { side: 'debit', meaning: 'what banks took or gave: fees and interest' },
  transit: { side: 'debit', meaning: 'money on its way between own accounts' },
};

export function accountSide(account: string): AccountSide {
  const kind = ACCOUNT_KINDS[account.split(':')[0] ?? ''];
  if (kind === undefined) throw new Error(`No such account kind: ${account}`);
  return kind.side;
}

function sumIn(currency: string, postings: readonly Posting[]): bigint {
  let sum = 0n;
  for (const leg of postings) if (leg.currency === currency) sum += leg.amount_cents;
  return sum;
}

/** An entry balances when the sum of each of its currencies is zero. */
export function balances(postings: readonly Posting[]): boolean {
  if (postings.length < 2) return false;
  return postings.every(({ currency }) => sumIn(currency, postings) === 0n);
}

/**
 * The text that is hashed for an entry: every column of it, and the hash before. Never change it.
 */
export function canonicalEntry(entry: Omit<Entry, 'hash'>, previous_hash: string): string {
  return JSON.stringify([
    previous_hash,
    entry.book,
    entry.number.toString(),
    entry.act,
    entry.trade_id,
    entry.bank_line_id,
    entry.adjustment_id,
    entry.at,
    entry.postings.map((leg) => [leg.account, leg.currency, leg.amount_cents.toString()]),
  ]);
}

/** Balance per book, account and currency: the key of a ledger account. */
export function accountKey(book: string, account: string, currency: string): string {
  return `${book}/${account}/${currency}`;
}
