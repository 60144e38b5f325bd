// Transactions that only read: all their statements see one moment, none locks a row, and
// PostgreSQL refuses whatever writes.
import { isReadOnly } from './outage.ts';

export const BEGIN_READING = 'begin isolation level repeatable read read only';

const ROW_LOCK = /\bfor (?:no key update|update|share)(?: of \w+)?(?: skip locked)?\b/g;

/**
 * The same statement as it reads in such a transaction: rows are locked only for those who go on to
 * write. Prepared under another name.
 */
export function withoutLocks(name: string, text: string): { name: string; text: string } {
  const without = text.replaceAll(ROW_LOCK, '');
  if (without === text || name === '') return { name, text: without };
  return { name: `${name}-unlocked`, text: without };
}

/** It is a bug of the service here, and no standby: repeating it would fail again. */
export function writeWhileReading(error: unknown): unknown {
  if (!isReadOnly(error)) return error;
  return new Error('A transaction that only reads tried to write', { cause: error });
}
