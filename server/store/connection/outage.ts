// Tells an outage (the database is away, or the link broke) from a bug, by the driver's and
// PostgreSQL's own codes.
import pg from 'pg';
import { hasOldShape } from './table-shape.ts';

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * Classes 08 (connection), 53 (resources), 57P (shutdown, crash recovery), 58 (system, disk);
 * read-only standby; a transaction that PostgreSQL ended because nothing came.
 */
const OUTAGE_STATES = /^(08|53|57P|58)|^25P03$|^25006$|^57014$/;

/** The driver has no codes for these. */
const DRIVER_MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'not queryable',
];

/**
 * The store could not be reached or did not answer: nobody knows what happened, a later try may
 * succeed.
 */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/**
 * A commit that was not confirmed, or only with a warning: it may stand or not, or stand here and
 * be lost with this server. Nobody is told that it happened; who asks the same again is told.
 */
export class OutcomeUnknown extends StoreUnavailable {
  override name = 'OutcomeUnknown';
}

export function isCommitUnknown(error: unknown): boolean {
  return error instanceof OutcomeUnknown;
}

export function isStoreOutage(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true;
  if (error instanceof pg.DatabaseError) return OUTAGE_STATES.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    NETWORK_CODES.has(code) || DRIVER_MESSAGES.some((message) => error.message.includes(message))
  );
}

/** What was locked is not what has to be by now: the same commands are read again. */
export class Crossed extends Error {
  override name = 'Crossed';
}

/** Two transactions met: nothing was written, and the same commands decided again may succeed. */
export function isConflict(error: unknown): boolean {
  if (hasOldShape(error) || error instanceof Crossed) return true;
  return (
    error instanceof pg.DatabaseError && ['40001', '40P01', '23505'].includes(error.code ?? '')
  );
}
