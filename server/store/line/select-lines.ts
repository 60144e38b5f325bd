// Searches bank lines, newest first: each combination of filters is a statement of its own, so that
// PostgreSQL chooses the index for it.

import type { LineRecord, LineStatus } from '../../domain/record/bank-line.ts';
import { WEEK_MS } from '../../lib/durations.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import { whereOf } from '../connection/where.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { type LineRow, lineRecord, SELECT_LINES } from './bank-lines.ts';

/** A filter that is absent or null lets everything through. */
export type LineFilter = {
  bank_line_id?: string | null;
  receiving_account_id?: string | null;
  statement_id?: string | null;
  status?: LineStatus | null;
  utr?: string | null;
  /** Negative: money went out. */
  amount_cents?: bigint | null;
  amount_min_cents?: bigint | null;
  amount_max_cents?: bigint | null;
  booked_from?: number | null;
  booked_to?: number | null;
  /** Hashes of words that the line must all have. */
  words?: readonly bigint[] | null;
  before: string | null;
  limit: number;
};

const HAS_WORDS = `l.bank_line_id in (
  select w.bank_line_id from bank_line_words w where w.words @> ?::bigint[])`;

function wordsOf({ words = null }: LineFilter): string | null {
  return words === null ? null : plainArray(words);
}

/**
 * Of a few days all lines are read and sorted. Otherwise PostgreSQL would walk from the newest line
 * towards them, expecting them to be spread over the whole table.
 */
function isOfFewDays({ booked_from, booked_to }: LineFilter): boolean {
  if (typeof booked_from !== 'number' || typeof booked_to !== 'number') return false;
  return booked_to - booked_from <= WEEK_MS;
}

export async function selectLines(
  db: Queryable,
  cipher: Cipher,
  filter: LineFilter,
): Promise<LineRecord[]> {
  const where = whereOf([
    ['l.bank_line_id = ?::uuid', filter.bank_line_id],
    ['l.receiving_account_id = ?::uuid', filter.receiving_account_id],
    ['l.statement_id = ?::uuid', filter.statement_id],
    ['o.status = ?::text', filter.status],
    ['l.utr = ?::text', filter.utr],
    ['l.amount_cents = ?::bigint', filter.amount_cents],
    ['l.amount_cents >= ?::bigint', filter.amount_min_cents],
    ['l.amount_cents <= ?::bigint', filter.amount_max_cents],
    ['l.booked_at >= ?::timestamptz', timestamp(filter.booked_from ?? null)],
    ['l.booked_at < ?::timestamptz', timestamp(filter.booked_to ?? null)],
    [HAS_WORDS, wordsOf(filter)],
    ['l.bank_line_id < ?::uuid', filter.before],
  ]);
  const rows = await db.query<LineRow>(
    'list-lines',
    `select * from (${SELECT_LINES} where ${where.text} ${isOfFewDays(filter) ? 'offset 0' : ''}) l
     order by l.bank_line_id desc limit ${filter.limit}`,
    where.values,
  );
  return rows.map((row) => lineRecord(cipher, row));
}
