// The statements that brought bank lines, and the balances in them.
import type { Actor } from '../../domain/record/origin.ts';
import type { Queryable, Transaction } from '../connection/database.ts';
import { insertRows } from '../connection/rows.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { openText } from '../encryption/sealed-text.ts';
import { fileNamePlace } from './statement-progress.ts';

export type StatementRecord = {
  statement_id: string;
  receiving_account_id: string;
  /** If two statements have the same key, only the first is kept: it is the same file again. */
  statement_key: string;
  format: string;
  profile: string | null;
  bank_reference: string | null;
  currency: string;
  /** `YYYY-MM-DD`. */
  first_day: string | null;
  last_day: string | null;
  line_count: number;
  in_cents: bigint;
  out_cents: bigint;
  actor: Actor;
  imported_at: number;
};

export type StatementDay = {
  statement_id: string;
  receiving_account_id: string;
  day: string;
  opening_cents: bigint | null;
  closing_cents: bigint | null;
};

type Key = Pick<StatementRecord, 'receiving_account_id' | 'statement_key'>;

/** The ids of stored statements, by account and key. */
export async function readStatementIds(tx: Queryable, keys: readonly Key[]) {
  const rows = await tx.query<Key & { statement_id: string }>(
    'read-statement-ids',
    `select receiving_account_id, statement_key, statement_id from statements
     where (receiving_account_id, statement_key) in
       (select * from unnest($1::uuid[], $2::text[]))`,
    [keys.map((key) => key.receiving_account_id), keys.map((key) => key.statement_key)],
  );
  return new Map(
    rows.map((row) => [`${row.receiving_account_id}/${row.statement_key}`, row.statement_id]),
  );
}

/** Statements whose key is stored already are left unchanged. */
export async function insertStatements(
  tx: Transaction,
  statements: readonly StatementRecord[],
): Promise<void> {
  await insertRows<StatementRecord>(
    tx,
    'statements',
    [
      { name: 'statement_id', value: (s) => s.statement_id },
      { name: 'receiving_account_id', value: (s) => s.receiving_account_id },
      { name: 'statement_key', value: (s) => s.statement_key },
      { name: 'format', value: (s) => s.format },
      { name: 'profile', value: (s) => s.profile },
      { name: 'bank_reference', value: (s) => s.bank_reference },
      { name: 'currency', value: (s) => s.currency },
      { name: 'first_day', value: (s) => s.first_day },
      { name: 'last_day', value: (s) => s.last_day },
      { name: 'line_count', value: (s) => s.line_count },
      { name: 'in_cents', value: (s) => s.in_cents },
      { name: 'out_cents', value: (s) => s.out_cents },
      { name: 'actor_role', value: (s) => s.actor.role },
      { name: 'actor_id', value: (s) => s.actor.id },
      { name: 'imported_at', value: (s) => s.imported_at },
    ],
    statements,
    'on conflict (receiving_account_id, statement_key) do nothing',
  );
}

export async function insertStatementDays(
  tx: Transaction,
  days: readonly StatementDay[],
): Promise<void> {
  await insertRows<StatementDay>(
    tx,
    'statement_balances',
    [
      { name: 'statement_id', value: (d) => d.statement_id },
      { name: 'receiving_account_id', value: (d) => d.receiving_account_id },
      { name: 'day', value: (d) => d.day },
      { name: 'opening_cents', value: (d) => d.opening_cents },
      { name: 'closing_cents', value: (d) => d.closing_cents },
    ],
    days,
    'on conflict (statement_id, day) do nothing',
  );
}

type Progress = {
  file_name: string | null;
  taken_lines: number;
  is_complete: boolean;
  progress_at: number;
};

type Row = Omit<StatementRecord, 'actor' | 'statement_key'> &
  Progress & {
    actor_role: Actor['role'];
    actor_id: string | null;
    balances: { day: string; opening_cents: string | null; closing_cents: string | null }[];
  };

export type KeptStatement = Omit<StatementRecord, 'statement_key'> &
  Progress & {
    balances: readonly Omit<StatementDay, 'statement_id' | 'receiving_account_id'>[];
  };

const amount = (text: string | null) => (text === null ? null : BigInt(text));

function keptOf(cipher: Cipher, given: Row): KeptStatement {
  const { actor_role, actor_id, balances, ...row } = given;
  const file_name = openText(cipher, row.file_name, fileNamePlace(row.statement_id));
  const days = balances.map(({ day, opening_cents, closing_cents }) => ({
    day,
    opening_cents: amount(opening_cents),
    closing_cents: amount(closing_cents),
  }));
  return { ...row, file_name, actor: { role: actor_role, id: actor_id }, balances: days };
}

export type StatementFilter = {
  receiving_account_id: string | null;
  before: string | null;
  limit: number;
};

/** The last day of which a closing balance is stored; null if there is none. */
export async function lastClosing(
  db: Queryable,
  receiving_account_id: string,
): Promise<{ day: string; closing_cents: bigint } | null> {
  const rows = await db.query<{ day: string; closing_cents: bigint }>(
    'read-last-closing',
    `select day::text as day, closing_cents from statement_balances
     where receiving_account_id = $1 and closing_cents is not null
     order by day desc limit 1`,
    [receiving_account_id],
  );
  return rows[0] ?? null;
}

/** Newest first. */
export async function selectStatements(
  db: Queryable,
  cipher: Cipher,
  { receiving_account_id, before, limit }: StatementFilter,
): Promise<KeptStatement[]> {
  const rows = await db.query<Row>(
    'list-statements',
    `select statement_id, receiving_account_id, format, profile, bank_reference, currency,
       first_day::text, last_day::text, line_count, in_cents, out_cents, actor_role, actor_id,
       imported_at, i.file_name, i.taken_lines, i.completed_at is not null as is_complete,
       i.progress_at,
       coalesce((
         select json_agg(json_build_object('day', b.day, 'opening_cents', b.opening_cents::text,
           'closing_cents', b.closing_cents::text) order by b.day)
         from statement_balances b where b.statement_id = i.statement_id
       ), '[]') as balances
     from statements s join statement_imports i using (statement_id)
     where ($1::uuid is null or receiving_account_id = $1)
       and ($2::uuid is null or statement_id < $2)
     order by statement_id desc limit $3`,
    [receiving_account_id, before, limit],
  );
  return rows.map((row) => keptOf(cipher, row));
}

export type BalanceOfDay = Omit<StatementDay, 'receiving_account_id'> & { imported_at: number };

/** The balances that statements give for the days, and the last closing one before them. */
export async function readKnownDays(
  db: Queryable,
  receiving_account_id: string,
  from: string,
  to: string,
): Promise<BalanceOfDay[]> {
  return await db.query<BalanceOfDay>(
    'read-balances-of-days',
    `select b.statement_id, b.day::text, b.opening_cents, b.closing_cents, s.imported_at
     from statement_balances b join statements s using (statement_id)
     where b.receiving_account_id = $1 and b.day <= $3::date and b.day >= coalesce((
       select max(p.day) from statement_balances p
       where p.receiving_account_id = $1 and p.day < $2::date and p.closing_cents is not null
     ), $2::date)
     order by b.day, s.imported_at, b.statement_id`,
    [receiving_account_id, from, to],
  );
}
