// How long an answer of the database is waited for. A server that is cut off without a word holds
// nobody up for longer, and its connection is given up.

/** Milliseconds are usual, with the locks that a statement waits for. */
const QUICK_MS = 8_000;
/** Of what reads very much: lists with rare filters, sums over days, files. */
const SLOW_MS = 60_000;
/** A commit with the statements that it goes with, and its wait for a standby. */
const COMMIT_MS = 5_000;

/** No request of a merchant or a payer waits for these, and a larger database takes longer. */
export const SLOW_STATEMENTS: ReadonlySet<string> = new Set([
  'count-entries',
  'count-payouts',
  'hash-page-keys',
  'insert-proof',
  'list-deliveries',
  'list-entries',
  'list-holds',
  'list-known-days',
  'list-lines',
  'list-paid-notices',
  'list-payout-batches',
  'list-proofs',
  'list-settlements',
  'list-statements',
  'list-trades',
  'read-audit',
  'read-clear-addresses',
  'read-clear-endpoints',
  'read-clear-lines',
  'read-clear-page-keys',
  'read-clear-replies',
  'read-day-balances',
  'read-day-before',
  'read-day-sums',
  'read-day-twins',
  'read-day-waiting',
  'read-negative-balances',
  'read-payout-file',
  'read-proof-heads',
  'read-proof-leaves',
  'read-proofs',
  'read-settled-entries',
  'read-settlement-lines',
  'read-statement-ids',
  'read-suspense',
  'read-waiting-settlements',
  'remove-old-receipts',
  'rewrap-encryption-keys',
  'seal-addresses',
  'seal-endpoints',
  'seal-replies',
]);

/** Of statements that are sent together: the last keeps back the answers of all. */
export function answerLimitMs(names: readonly string[], own_ms: number | undefined): number {
  if (names.at(-1) === 'commit') return COMMIT_MS;
  if (own_ms !== undefined) return own_ms;
  return names.some((name) => SLOW_STATEMENTS.has(name)) ? SLOW_MS : QUICK_MS;
}

/**
 * PostgreSQL itself ends a transaction that nothing more comes for, and frees its locks: without it
 * one behind a lost connection keeps them for as long as TCP waits, which is hours.
 */
export const SILENCE_MS = 30_000;

/** For transactions that read or write very much, or rest between their steps. */
export const LONG_WORK = { query_timeout_ms: SLOW_MS, silence_ms: 600_000 } as const;
