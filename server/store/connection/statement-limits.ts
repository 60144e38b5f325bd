// How long the service waits for an answer of the database. If the server becomes unreachable
// without a message, nobody waits longer, and the connection is closed.

/**
 * Normal statements take milliseconds, including the wait for locks. Requests wait for one of them,
 * for a connection or for a commit, and each has the same limit.
 */
const QUICK_MS = 5_000;
/** For statements that read very much: lists with rare filters, sums over days, files. */
const SLOW_MS = 60_000;
/** For a commit with the statements sent along, including the wait for a standby. */
const COMMIT_MS = 5_000;
/** The name of the statement. */
export const COMMIT = 'commit';

/** No request of a merchant or payer waits for these; they take longer as the database grows. */
export const SLOW_STATEMENTS: ReadonlySet<string> = new Set([
  'count-entries',
  'count-events',
  'count-found-trades',
  'count-payouts',
  'count-unconfirmed-lines',
  'insert-proof',
  'list-day-closings',
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
  'list-waiting-lines',
  'read-audit',
  'read-day-balances',
  'read-day-before',
  'read-day-sums',
  'read-day-twins',
  'read-day-unconfirmed',
  'read-day-waiting',
  'read-line-confirmations',
  'read-month-sums',
  'read-movements',
  'read-movements-of-amounts',
  'read-movements-of-keys',
  'read-negative-balances',
  'read-payout-file',
  'read-proof-heads',
  'read-proof-leaves',
  'read-proofs',
  'read-report-counters',
  'read-report-misses',
  'read-settled-entries',
  'read-settlement-lines',
  'read-statement-ids',
  'read-sums-of-days',
  'read-suspense',
  'read-told-lines',
  'read-trade-days',
  'read-unconfirmed-lines',
  'read-waiting-keys',
  'read-waiting-settlements',
  'remove-old-dispute-files',
  'remove-old-receipts',
  'rewrap-encryption-keys',
]);

/**
 * Searches, which have another text for each combination of filters. They are planned for the
 * values that they are sent with: a common value needs another plan than a rare one.
 */
export const PLANNED_EACH_TIME: ReadonlySet<string> = new Set([
  'count-found-trades',
  'list-lines',
  'list-trades',
  'read-payin-misses',
  'read-report-counters',
  'read-report-misses',
  'read-trade-counts',
  'read-trade-days',
]);

/** The limit for statements sent together: the last one holds back the answers of all. */
export function answerLimitMs(names: readonly string[], own_ms: number | undefined): number {
  if (names.at(-1) === COMMIT) return COMMIT_MS;
  if (own_ms !== undefined) return own_ms;
  return names.some((name) => SLOW_STATEMENTS.has(name)) ? SLOW_MS : QUICK_MS;
}

/**
 * PostgreSQL ends a transaction that has been idle this long and frees its locks. Otherwise a lost
 * connection would keep them until TCP gives up, which takes hours.
 */
export const SILENCE_MS = 30_000;

/** For transactions that read or write very much, or pause between steps. */
export const LONG_WORK = { query_timeout_ms: SLOW_MS, silence_ms: 600_000 } as const;
