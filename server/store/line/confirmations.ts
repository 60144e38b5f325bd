// Which lines of reports within the day and of statements confirm each other.
import type { BankLine, LineRecord } from '../../domain/record/bank-line.ts';
import { INTERIM_FORMATS } from '../../domain/record/interim-formats.ts';
import { type Queryable, type Transaction, timestamp } from '../connection/database.ts';
import { insertRows, plainArray } from '../connection/rows.ts';
import { oneOf } from '../connection/word-list.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { type LineRow, lineRecord, SELECT_LINES } from './bank-lines.ts';
import { type Opened, openTold } from './sealed-lines.ts';

export type Confirmation = {
  readonly bank_line_id: string;
  readonly receiving_account_id: string;
  readonly line_key: string;
  /** Null: a feed or a person gave the line. */
  readonly statement_id: string | null;
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

/** A stored line without its encrypted columns, and the source that brought it. */
export type StoredMovement = Pick<
  BankLine,
  'bank_line_id' | 'line_key' | 'amount_cents' | 'booked_at' | 'booked_exactly' | 'utr' | 'bank_id'
> & { readonly format: string | null; readonly profile: string | null };

const SELECT_MOVEMENTS = `select l.bank_line_id, l.line_key, l.amount_cents, l.booked_at,
    l.booked_exactly, l.utr, l.bank_id, s.format, s.profile
  from bank_lines l left join statements s on s.statement_id = l.statement_id`;

const PAGE = 5_000;

/** Page by page, so that a long day does not block other requests. Parts are left out. */
export async function* readMovements(
  db: Queryable,
  days: DaysOfAccount,
): AsyncGenerator<StoredMovement[]> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows: StoredMovement[] = await db.query<StoredMovement>(
      'read-movements',
      `${SELECT_MOVEMENTS} where ${IN_DAYS} and l.bank_line_id > $4
       order by l.bank_line_id limit ${PAGE}`,
      [...boundsOf(days), after],
    );
    if (rows.length > 0) yield rows;
    after = rows.at(-1)?.bank_line_id ?? after;
    if (rows.length < PAGE) return;
  }
}

/** Those that statements brought with one of the amounts, and those with one of the keys. */
export async function readMovementsLike(
  db: Queryable,
  days: DaysOfAccount,
  { amounts, line_keys }: { amounts: readonly bigint[]; line_keys: readonly string[] },
): Promise<StoredMovement[]> {
  const [alike, own] = await Promise.all([
    db.query<StoredMovement>(
      'read-movements-of-amounts',
      `${SELECT_MOVEMENTS} where ${IN_DAYS} and l.statement_id is not null
         and l.amount_cents = any($4::bigint[]) order by l.bank_line_id`,
      [...boundsOf(days), plainArray(amounts)],
    ),
    db.query<StoredMovement>(
      'read-movements-of-keys',
      `${SELECT_MOVEMENTS} where l.receiving_account_id = $1 and l.line_key = any($2::text[])`,
      [days.receiving_account_id, line_keys],
    ),
  ]);
  const found = new Map([...alike, ...own].map((one) => [one.bank_line_id, one]));
  return [...found.values()];
}

/**
 * Those that another source brought with one of the amounts, and for which no line of this source
 * stands. A feed is compared with statements only, as above.
 */
export async function readMovementsOfOthers(
  db: Queryable,
  days: DaysOfAccount,
  {
    amounts,
    format,
    profile,
  }: Pick<StoredMovement, 'format' | 'profile'> & {
    amounts: readonly bigint[];
  },
): Promise<StoredMovement[]> {
  const others =
    format === null
      ? 'and l.statement_id is not null'
      : `and (s.format is distinct from $5::text or s.profile is distinct from $6::text)
         and not exists (
           select from line_confirmations c join statements d on d.statement_id = c.statement_id
           where c.bank_line_id = l.bank_line_id and d.format = $5::text
             and d.profile is not distinct from $6::text
         )`;
  return await db.query<StoredMovement>(
    format === null ? 'read-movements-of-statements' : 'read-movements-of-others',
    `${SELECT_MOVEMENTS} where ${IN_DAYS} and l.amount_cents = any($4::bigint[]) ${others}
     order by l.bank_line_id`,
    [...boundsOf(days), plainArray(amounts), ...(format === null ? [] : [format, profile])],
  );
}

/** The encrypted columns of some lines, by line. */
export async function readTold(db: Queryable, cipher: Cipher, ids: readonly string[]) {
  const told = new Map<string, Opened>();
  for (let at = 0; at < ids.length; at += PAGE) {
    const rows = await db.query<{ bank_line_id: string; sealed: Buffer }>(
      'read-told-lines',
      'select bank_line_id, sealed from bank_lines where bank_line_id = any($1::uuid[])',
      [ids.slice(at, at + PAGE)],
    );
    for (const { bank_line_id, sealed } of rows) {
      told.set(bank_line_id, openTold(cipher, bank_line_id, sealed));
    }
  }
  return told;
}

/** The sum of the stored lines of each day. */
export async function readSumsOfDays(db: Queryable, days: DaysOfAccount) {
  const rows = await db.query<{ day: string; cents: string }>(
    'read-sums-of-days',
    `select ((l.booked_at at time zone 'UTC')::date)::text as day,
       sum(l.amount_cents)::text as cents
     from bank_lines l where ${IN_DAYS} group by 1`,
    boundsOf(days),
  );
  return new Map(rows.map(({ day, cents }) => [day, BigInt(cents)]));
}

export type KnownConfirmation = Pick<Confirmation, 'bank_line_id' | 'line_key'> & {
  /** The key of the line that is stored. */
  stored_key: string;
  /** Of the statement that has the line; null: a feed or a person gave it. */
  format: string | null;
  profile: string | null;
};

export async function readConfirmations(
  db: Queryable,
  days: DaysOfAccount,
): Promise<KnownConfirmation[]> {
  return await db.query<KnownConfirmation>(
    'read-line-confirmations',
    `select c.bank_line_id, c.line_key, l.line_key as stored_key, s.format, s.profile
     from line_confirmations c join bank_lines l using (bank_line_id)
       left join statements s on s.statement_id = c.statement_id
     where ${IN_DAYS} order by c.line_key, c.bank_line_id`,
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
  and not exists (
    select from line_confirmations c join statements d on d.statement_id = c.statement_id
    where c.bank_line_id = l.bank_line_id and d.format not in ${INTERIM}
  )
  and not exists (
    select from waiting_lines w
    where w.receiving_account_id = l.receiving_account_id and w.decision = 'same'
      and w.bank_line_ids ? l.bank_line_id::text
  )
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
