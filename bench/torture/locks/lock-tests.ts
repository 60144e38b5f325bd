// For each lock of the store, the test files of which one must fail without it; or the reason why
// nothing can go wrong without it. A test checks that no lock is missing here.

export type LockTests = { tests: readonly string[] } | { harmless: string };

/** Asks PostgreSQL after each statement of a transaction which rows it has locked. */
const SEEN: LockTests = { tests: ['test/store/batch/lock-order.test.ts'] };
/** A second transaction waits for the first, or passes over what it has taken. */
const WAITS: LockTests = { tests: ['test/store/batch/lock-waits.test.ts'] };
/** Deletes or moves rows by one statement; another process that does so too passes over them. */
const CLEANER: LockTests = {
  harmless: 'two processes that clean up would wait for each other; each row goes once either way',
};
/** The statement locks the same rows by changing them. */
const ORDER: LockTests = {
  harmless: 'only the order of its locks: a deadlock is ended by PostgreSQL, and the work repeated',
};
const testedIn = (test: string): LockTests => ({ tests: [test] });

export const LOCK_TESTS: Readonly<Record<string, LockTests>> = {
  'count-endpoint-starts': { harmless: 'its caller has locked these rows by lock-endpoint-limits' },
  'delete-ended-presences': CLEANER,
  'delete-ended-reservations': CLEANER,
  'delete-ended-sessions': CLEANER,
  'delete-expired-challenges': CLEANER,
  'delete-expired-links': CLEANER,
  'delete-expired-openid-requests': CLEANER,
  'delete-expired-signatures': CLEANER,
  'delete-forgiven-tries': CLEANER,
  'delete-old-alerts': CLEANER,
  'delete-old-notices': CLEANER,
  'delete-old-sendings': CLEANER,
  'delete-recipient-notices': ORDER,
  'delete-report-sendings': ORDER,
  'delete-unsent-dispute-files': CLEANER,
  'drop-secrets': CLEANER,
  'end-attempts': ORDER,
  'forget-held-deliveries': ORDER,
  'hold-person-role': testedIn('test/app/access/operator-tokens.test.ts'),
  'keep-erased-values': ORDER,
  'lease-alert-notices': WAITS,
  'lease-deliveries': WAITS,
  'lease-report-sendings': WAITS,
  'lock-account-holder': WAITS,
  'lock-alert': SEEN,
  'lock-archived-months': testedIn('test/app/archive/note-archive.test.ts'),
  'lock-free-lines': testedIn('test/app/archive/remove-month.test.ts'),
  'lock-outcomes-to-remove': testedIn('test/app/archive/remove-month.test.ts'),
  'lock-removal': SEEN,
  'lock-trades-to-remove': testedIn('test/app/archive/remove-month.test.ts'),
  'lock-movable-trades': testedIn('test/app/archive/past-races.test.ts'),
  'lock-alert-recipient': SEEN,
  'lock-alert-settings': SEEN,
  'lock-audit-head': SEEN,
  'lock-books': SEEN,
  'lock-branding': SEEN,
  'lock-credentials': SEEN,
  'lock-earlier-deliveries': testedIn('test/app/callback/delivery-races.test.ts'),
  'lock-encryption-keys': WAITS,
  'lock-endpoint-limits': testedIn('test/jobs/endpoint-limits.test.ts'),
  'lock-expired-proposals': WAITS,
  'lock-feed-token': SEEN,
  'lock-followers': SEEN,
  'lock-half-session': SEEN,
  'lock-holds': SEEN,
  'lock-lines': SEEN,
  'lock-merchant': SEEN,
  'lock-merchant-record': SEEN,
  'lock-operator-token': WAITS,
  'lock-payout-batches': SEEN,
  'lock-people': SEEN,
  'lock-person': SEEN,
  'lock-person-by-email': WAITS,
  'lock-proposals': SEEN,
  'lock-receiving-account': SEEN,
  'lock-reseal': {
    harmless: 'two processes would encrypt the same page twice; a changed row is left alone',
  },
  'lock-reseal 2': ORDER,
  'lock-erasure': {
    harmless: 'the right to change history is granted to one transaction at a time',
  },
  'lock-due-reports': WAITS,
  'lock-saved-view': SEEN,
  'lock-scheduled-report': SEEN,
  'lock-settlements': SEEN,
  'lock-settling-merchant': SEEN,
  'lock-trades': SEEN,
  'lock-walk': {
    harmless: 'two processes would do one page, and one leave the rest of it to the next day',
  },
  'read-old-deliveries': SEEN,
  'lock-tries': SEEN,
  'lock-unfinished-look': testedIn('test/app/erasure/erase-customer.test.ts'),
  'lock-wordless-lines': testedIn('test/app/line/search-words.test.ts'),
  'make-early-deliveries-due': CLEANER,
  migrate: testedIn('test/store/schema/migrate.test.ts'),
  'mark-next-delivery': ORDER,
  'move-deliveries': CLEANER,
  'remove-old-dispute-files': CLEANER,
  'remove-held-files': CLEANER,
  'remove-old-receipts': CLEANER,
  'resend-deliveries': ORDER,
  'reset-demo': testedIn('test/app/seed/reset-demo.test.ts'),
  'reset-demo 2': {
    harmless: 'truncate takes the same locks: this waits for them in one order, and tries again',
  },
  'revoke-operator-tokens-of': ORDER,
  'revoke-sessions-of-person': ORDER,
  'start-probes': { harmless: 'take-due-probes gives each endpoint to one process' },
  'take-due-probes': testedIn('test/app/callback/delivery-races.test.ts'),
  'take-secret': WAITS,
  'take-sandbox-answers': WAITS,
  'take-sandbox-fault': WAITS,
  'write-statement-progress': ORDER,
};
