// Tells an outage (the database is unreachable or the connection broke) from a bug, by the error
// codes of the driver and of PostgreSQL.
import pg from 'pg';
import { hasOldShape } from './table-shape.ts';

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * Classes 08 (connection), 53 (resources), 57P (shutdown, crash recovery) and 58 (system, disk); a
 * read-only standby; a canceled statement; a transaction that PostgreSQL ended because it was idle.
 */
const OUTAGE_STATES = /^(08|53|57P|58)|^25P03$|^25006$|^57014$/;

/**
 * Citus reports a broken connection to the node that has the rows as an internal error, if it was
 * told by no result: a query that was waiting, and a commit, which the node may have carried out.
 * Its messages are in no other language.
 */
const HIDDEN_OUTAGE =
  /^(?:postmaster was shut down|could not commit transaction for shard \d+|failure on connection )/;

export const isHiddenOutage = ({ code, message }: pg.DatabaseError): boolean =>
  code === 'XX000' && HIDDEN_OUTAGE.test(message);

/** All connections of the pool are in use, and none became free in time. */
const NO_FREE_CONNECTION = 'timeout exceeded when trying to connect';

/** Errors for which the driver has no code. */
const DRIVER_MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error',
  NO_FREE_CONNECTION,
  'Query read timeout',
  'not queryable',
];

/**
 * The store could not be reached or did not answer. Nobody knows what happened; a retry may
 * succeed.
 */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

export const notConfirmed = () => new StoreUnavailable('Commits are not confirmed at present');

/**
 * A commit that was not confirmed, or only with a warning. It may have happened or not, or may have
 * happened here and be lost with this server. It is never reported as done; a caller who repeats
 * the request learns the outcome.
 */
export class OutcomeUnknown extends StoreUnavailable {
  override name = 'OutcomeUnknown';
}

export function isCommitUnknown(error: unknown): boolean {
  return error instanceof OutcomeUnknown;
}

/** A server that does not run has no socket. Any other file that is missing is somebody's fault. */
const isSocketGone = (error: Error): boolean =>
  'code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';

export function isStoreOutage(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true;
  if (error instanceof pg.DatabaseError) {
    return OUTAGE_STATES.test(error.code ?? '') || isHiddenOutage(error);
  }
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    NETWORK_CODES.has(code) ||
    isSocketGone(error) ||
    DRIVER_MESSAGES.some((message) => error.message.includes(message))
  );
}

/**
 * The server became a standby, or a proxy led there: its connections stay open, and take no writes
 * until it is the primary again.
 */
export function isReadOnly(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === '25006';
}

export function isPoolBusy(error: unknown): boolean {
  return error instanceof Error && error.message === NO_FREE_CONNECTION;
}

/** The rows to lock changed while the locks were taken: the batch starts again. */
export class Crossed extends Error {
  override name = 'Crossed';
}

/**
 * Citus sends rows that are inserted from a list by COPY, and passes on what went wrong there as an
 * internal error: only whoever reads again knows whether it was a duplicate. The name of its
 * function is in no language.
 */
const isHidden = ({ code, routine }: pg.DatabaseError): boolean =>
  code === 'XX000' && routine === 'ReportCopyError';

/** A row with the same key was there first, or may have been: read again. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '23505' || isHidden(error));
}

/**
 * Two transactions conflicted: nothing was written, and deciding the same commands again may
 * succeed.
 */
export function isConflict(error: unknown): boolean {
  if (hasOldShape(error) || error instanceof Crossed || isDuplicate(error)) return true;
  return error instanceof pg.DatabaseError && ['40001', '40P01'].includes(error.code ?? '');
}
