// Searches bank lines, newest first: each combination of filters is a statement of its own, so that
// PostgreSQL chooses the index for it.

import type { LineRecord, LineStatus } from '../../domain/record/bank-line.ts';
import { WEEK_MS } from '../../lib/durations.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import { type Where, whereOf } from '../connection/where.ts';
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

const isGiven = (value: unknown): boolean => (value ?? null) !== null;

/** Of the other statuses there are few lines, and an index finds them. */
const FREQUENT_STATUSES: readonly LineStatus[] = ['matched', 'own_transfer'];

/** Only days, and perhaps a status that most of their lines may have: nothing else finds them. */
function isOfDaysOnly(filter: LineFilter): boolean {
  const { booked_from, booked_to, status, before: _before, limit: _limit, ...others } = filter;
  if (!isGiven(booked_from) && !isGiven(booked_to)) return false;
  if (Object.values(others).some(isGiven)) return false;
  return !isGiven(status) || FREQUENT_STATUSES.some((frequent) => frequent === status);
}

/** As in the index `bank_lines_booking_days`. */
const DAY = `(l.booked_at at time zone 'UTC')::date`;
const dayOf = (moment: string) => `(${moment}::timestamptz at time zone 'UTC')::date`;

/**
 * Ids are in the order of imports, not of bookings. So the newest ids of each day are read, and of
 * them the newest: a few for each day, however many lines the days have.
 */
function byDays({ text }: Where, { status, limit }: LineFilter, bounds: Where): string {
  const outcomes = isGiven(status) ? 'join bank_line_outcomes o using (bank_line_id)' : '';
  return `with recursive days as (
      (select ${DAY} as day from bank_lines l where ${bounds.text} order by 1 limit 1)
      union all
      select n.day from days d cross join lateral (
        select ${DAY} as day from bank_lines l
        where ${DAY} > d.day and ${bounds.text} order by 1 limit 1
      ) n
    ), found as (
      select n.bank_line_id from days d cross join lateral (
        select l.bank_line_id from bank_lines l ${outcomes}
        where ${DAY} = d.day and ${text} order by l.bank_line_id desc limit ${limit}
      ) n order by n.bank_line_id desc limit ${limit}
    )
    ${SELECT_LINES} where l.bank_line_id in (select bank_line_id from found)
    order by l.bank_line_id desc`;
}

/** Only words, and perhaps the page after which the next one begins. */
function isOfWordsOnly({ words, before: _before, limit: _limit, ...others }: LineFilter): boolean {
  return isGiven(words) && !Object.values(others).some(isGiven);
}

/** So many of the newest lines have a page of any word that at least one in 200 lines has. */
const NEWEST = 5_000;

/**
 * PostgreSQL knows how frequent the frequent words are, and takes every other one for one of 2,000:
 * it walked from the newest line through all of them for a word that two lines have. So the newest
 * lines are looked at, and the index of words is asked if they are too few.
 */
function byWords({ before, limit }: LineFilter): string {
  const [has, is_before] = ['words @> $1::bigint[]', before === null ? '' : 'bank_line_id < $2'];
  const and_before = is_before === '' ? '' : `and ${is_before}`;
  return `with newest as materialized (
      select bank_line_id from (
        select bank_line_id, words from bank_line_words
        where true ${and_before} order by bank_line_id desc limit ${NEWEST}
      ) w where ${has} limit ${limit}
    ), indexed as materialized (
      select bank_line_id from bank_line_words
      where ${has} ${and_before} and (select count(*) from newest) < ${limit}
    ), found as (
      select bank_line_id from (table newest union table indexed) w
      order by bank_line_id desc limit ${limit}
    )
    ${SELECT_LINES} where l.bank_line_id in (select bank_line_id from found)
    order by l.bank_line_id desc`;
}

function textOf(where: Where, filter: LineFilter, bounds: Where): string {
  if (isOfDaysOnly(filter)) return byDays(where, filter, bounds);
  if (isOfWordsOnly(filter)) return byWords(filter);
  const fence = isOfFewDays(filter) ? 'offset 0' : '';
  return `select * from (${SELECT_LINES} where ${where.text} ${fence}) l
    order by l.bank_line_id desc limit ${filter.limit}`;
}

export async function selectLines(
  db: Queryable,
  cipher: Cipher,
  filter: LineFilter,
): Promise<LineRecord[]> {
  const [from, to] = [timestamp(filter.booked_from ?? null), timestamp(filter.booked_to ?? null)];
  // The first parameters: the days are found with them alone.
  const bounds = whereOf([
    [`${DAY} >= ${dayOf('?')}`, from],
    [`${DAY} <= ${dayOf('?')}`, to],
  ]);
  const where = whereOf([
    ['l.booked_at >= ?::timestamptz', from],
    ['l.booked_at < ?::timestamptz', to],
    ['l.bank_line_id = ?::uuid', filter.bank_line_id],
    ['l.receiving_account_id = ?::uuid', filter.receiving_account_id],
    ['l.statement_id = ?::uuid', filter.statement_id],
    ['o.status = ?::text', filter.status],
    ['l.utr = ?::text', filter.utr],
    ['l.amount_cents = ?::bigint', filter.amount_cents],
    ['l.amount_cents >= ?::bigint', filter.amount_min_cents],
    ['l.amount_cents <= ?::bigint', filter.amount_max_cents],
    [HAS_WORDS, wordsOf(filter)],
    ['l.bank_line_id < ?::uuid', filter.before],
  ]);
  const rows = await db.query<LineRow>('list-lines', textOf(where, filter, bounds), where.values);
  return rows.map((row) => lineRecord(cipher, row));
}
