// The double-entry ledger: books, accounts, entries that balance per currency, and the canonical
// text of an entry for the hash chain.

/** The id of the house's own book. Every other book has the id of its merchant. */
export const HOUSE_BOOK = '00000000-0000-0000-0000-000000000000';

/** The name of a book for people: a merchant's id, or `house`. */
export const bookName = (book: string) => (book === HOUSE_BOOK ? 'house' : book);

/**
 * One posting of an entry. Credits are positive: a merchant's spendable money is a positive
 * `available`.
 */
export type Posting = { account: string; currency: string; amount_cents: bigint };

/**
 * The accounts that make up a merchant's balance. They are bounded, and only acts that are allowed
 * to overdraw may take them below zero.
 */
export const BALANCE_ACCOUNTS = ['available', 'blocked'] as const;

export const isBalanceAccount = (account: string): boolean =>
  BALANCE_ACCOUNTS.some((name) => name === account);

/** The acts that post entries: each has its row in posting-rules.ts. */
export const ENTRY_ACTS = [
  'payin_completed',
  'payin_raised',
  'payin_disputed',
  'payin_dispute_won',
  'payin_recalled',
  'payin_recall_undone',
  'payin_charged_back',
  'payin_reversed',
  'payout_held',
  'payout_released',
  'payout_completed',
  'payout_account_known',
  'payout_account_unknown',
  'payout_reversed',
  'payout_charged',
  'payout_charge_undone',
  'difference_charged',
  'difference_credited',
  'difference_undone',
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
  /** The act may leave `available` below zero (a reversal); the balance shows it. */
  overdraft: boolean;
  postings: readonly Posting[];
};

/** An entry in a book: numbered without gaps, with a hash that includes the previous one. */
export type Entry = Omit<EntryDraft, 'overdraft'> & {
  number: bigint;
  at: number;
  hash: string;
};

/** The end of a book's chain. An empty book has number 0 and a hash of 64 zeros. */
export type BookHead = { book: string; number: bigint; hash: string };

export const EMPTY_HASH = '0'.repeat(64);

export type AccountSide = 'credit' | 'debit';

/**
 * The kinds of accounts, by the first part of their name; the rest names the owner. `debit`
 * accounts (what the service has or is owed) are negative in the books and shown with the opposite
 * sign.
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

export const ACCOUNT_KIND_NAMES: readonly string[] = Object.keys(ACCOUNT_KINDS);

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

/** An entry balances if the sum in each of its currencies is zero. */
export function balances(postings: readonly Posting[]): boolean {
  if (postings.length < 2) return false;
  return postings.every(({ currency }) => sumIn(currency, postings) === 0n);
}

/** The text of an entry that is hashed: all its columns and the previous hash. Never change it. */
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

/** The key of a ledger account: book, account and currency. */
export function accountKey(book: string, account: string, currency: string): string {
  return `${book}/${account}/${currency}`;
}
