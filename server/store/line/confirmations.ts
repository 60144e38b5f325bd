// Which lines of reports within the day and of statements confirm each other.
import type { LineRecord } from '../../domain/record/bank-line.ts';
import { INTERIM_FORMATS } from '../../domain/record/interim-formats.ts';
import { type Queryable, type Transaction, timestamp } from '../connection/database.ts';
import { insertRows } from '../connection/rows.ts';
import { oneOf } from '../connection/word-list.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { type LineRow, lineRecord, SELECT_LINES } from './bank-lines.ts';

export type Confirmation = {
  readonly bank_line_id: string;
  readonly receiving_account_id: string;
  readonly line_key: string;
  readonly statement_id: string;
  readonly confirmed_at: number;
};

export async function insertConfirmations(
  tx: Transaction,
  confirmations: readonly Confirmation[],
): Promise<void> {
  await insertRows<Confirmation>(
    tx,
    'line_confirmations',
    [
      { name: 'bank_line_id', value: (c) => c.bank_line_id },
      { name: 'receiving_account_id', value: (c) => c.receiving_account_id },
      { name: 'line_key', value: (c) => c.line_key },
      { name: 'statement_id', value: (c) => c.statement_id },
      { name: 'confirmed_at', value: (c) => c.confirmed_at },
    ],
    confirmations,
  );
}

/** From the beginning of a day until before that of another. */
export type DaysOfAccount = {
  readonly receiving_account_id: string;
  readonly from_at: number;
  readonly to_at: number;
};

const IN_DAYS = `l.receiving_account_id = $1 and l.booked_at >= $2::timestamptz
  and l.booked_at < $3::timestamptz and l.parent_line_id is null`;

const boundsOf = ({ receiving_account_id, from_at, to_at }: DaysOfAccount) => [
  receiving_account_id,
  timestamp(from_at),
  timestamp(to_at),
];

/** The lines that reports within the day (`of_reports`) or statements brought. */
export async function readReportedLines(
  db: Queryable,
  cipher: Cipher,
  days: DaysOfAccount,
  of_reports: boolean,
): Promise<LineRecord[]> {
  const rows = await db.query<LineRow>(
    'read-reported-lines',
    `${SELECT_LINES} join statements s on s.statement_id = l.statement_id
     where ${IN_DAYS}
       and (s.format in ${INTERIM}) = $4
     order by l.bank_line_id`,
    [...boundsOf(days), of_reports],
  );
  return rows.map((row) => lineRecord(cipher, row));
}

type Known = Pick<Confirmation, 'bank_line_id' | 'line_key'> & {
  /** The key of the line that is stored. */
  stored_key: string;
};

export async function readConfirmations(db: Queryable, days: DaysOfAccount): Promise<Known[]> {
  return await db.query<Known>(
    'read-line-confirmations',
    `select c.bank_line_id, c.line_key, l.line_key as stored_key
     from line_confirmations c join bank_lines l using (bank_line_id)
     where ${IN_DAYS}`,
    boundsOf(days),
  );
}

const INTERIM = oneOf(INTERIM_FORMATS);

/**
 * A line of a report within the day that no statement confirmed, although one of its day was
 * imported. `l` is the line.
 */
export const UNCONFIRMED = `exists (
    select from statements r
    where r.statement_id = l.statement_id and r.format in ${INTERIM}
  )
  and not exists (select from line_confirmations c where c.bank_line_id = l.bank_line_id)
  and exists (
    select from statements f
    where f.receiving_account_id = l.receiving_account_id and f.format not in ${INTERIM}
      and (
        (l.booked_at at time zone 'UTC')::date between f.first_day and f.last_day
        or exists (
          select from statement_balances b
          where b.statement_id = f.statement_id
            and b.day = (l.booked_at at time zone 'UTC')::date
        )
      )
  )`;

/** The first of them, and how many there are. */
export async function readUnconfirmed(
  db: Queryable,
  cipher: Cipher,
  days: DaysOfAccount,
  limit: number,
): Promise<{ lines: LineRecord[]; count: number }> {
  const rows = await db.query<LineRow>(
    'read-unconfirmed-lines',
    `${SELECT_LINES} where ${IN_DAYS} and ${UNCONFIRMED} order by l.bank_line_id limit ${limit}`,
    boundsOf(days),
  );
  const lines = rows.map((row) => lineRecord(cipher, row));
  if (lines.length < limit) return { lines, count: lines.length };
  const [counted] = await db.query<{ count: number }>(
    'count-unconfirmed-lines',
    `select count(*)::int as count from bank_lines l where ${IN_DAYS} and ${UNCONFIRMED}`,
    boundsOf(days),
  );
  return { lines, count: counted?.count ?? lines.length };
}
