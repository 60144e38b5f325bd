// Bank lines that hang together: the parts of one that was split, those that undo each other, and
// pairs that crossed on their way in.
import type { BankLine, LineRecord } from '../domain/bank-line.ts';
import { LINE_COLUMNS, type LineRow, lineRecord, SELECT_LINES } from './bank-lines.ts';
import type { Queryable } from './database.ts';
import type { Cipher } from './encryption.ts';

/** By id, for reading only. */
export async function readLinesById(
  db: Queryable,
  cipher: Cipher,
  ids: readonly string[],
): Promise<LineRecord[]> {
  const rows = await db.query<LineRow>(
    'read-lines-by-id',
    `${SELECT_LINES} where l.bank_line_id = any($1::uuid[]) order by l.bank_line_id`,
    [ids],
  );
  return rows.map((row) => lineRecord(cipher, row));
}

/** The parts of one line, also those of splits that were undone. */
export async function readParts(
  db: Queryable,
  cipher: Cipher,
  parent_line_id: string,
): Promise<LineRecord[]> {
  const rows = await db.query<LineRow>(
    'read-line-parts',
    `${SELECT_LINES} where l.parent_line_id = $1 order by l.bank_line_id`,
    [parent_line_id],
  );
  return rows.map((row) => lineRecord(cipher, row));
}

/** The parts of lines, locked: a split is undone only while all of them wait. */
export async function lockParts(
  tx: Queryable,
  cipher: Cipher,
  parents: readonly string[],
): Promise<LineRecord[]> {
  if (parents.length === 0) return [];
  const rows = await tx.query<LineRow>(
    'lock-line-parts',
    `${SELECT_LINES} where l.parent_line_id = any($1::uuid[])
     order by o.bank_line_id for update of o`,
    [parents],
  );
  return rows.map((row) => lineRecord(cipher, row));
}

type Key = Pick<BankLine, 'receiving_account_id' | 'utr' | 'amount_cents'>;

/**
 * Lines of the same account and UTR with the opposite amount: one of the two takes the other back.
 * Line by line through the index, and hardly ever more than none.
 */
export async function lockOpposites(
  tx: Queryable,
  cipher: Cipher,
  lines: readonly Key[],
): Promise<LineRecord[]> {
  const named = lines.filter((line) => line.utr !== null);
  if (named.length === 0) return [];
  const rows = await tx.query<LineRow>(
    'lock-opposite-lines',
    `select ${LINE_COLUMNS}
     from (select distinct * from unnest($1::uuid[], $2::text[], $3::bigint[])
       as k(account, utr, amount) order by 1, 2, 3) as k
     cross join lateral (
       select * from bank_lines l
       where l.utr = k.utr and l.receiving_account_id = k.account and l.amount_cents = k.amount
         and l.parent_line_id is null
       order by l.bank_line_id limit 20
     ) as l
     cross join lateral (
       select * from bank_line_outcomes o where o.bank_line_id = l.bank_line_id for update
     ) as o`,
    [
      named.map((line) => line.receiving_account_id),
      named.map((line) => line.utr),
      named.map((line) => -line.amount_cents),
    ],
  );
  return rows.map((row) => lineRecord(cipher, row));
}

/**
 * Lines that went out and wait, although the account has one with the same UTR and the opposite
 * amount that came in: both were taken at the same moment. Newest first.
 */
export async function readCrossedRecalls(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ bank_line_id: string }>(
    'read-crossed-recalls',
    `select o.bank_line_id from bank_line_outcomes o join bank_lines l using (bank_line_id)
     where o.status = 'suspense' and o.reason = 'outgoing' and l.utr is not null
       and l.amount_cents < 0 and o.decided_at > now() - interval '2 days'
       and exists (
         select from bank_lines b where b.utr = l.utr and b.amount_cents = -l.amount_cents
           and b.receiving_account_id = l.receiving_account_id and b.parent_line_id is null
       )
     order by o.decided_at desc limit $1`,
    [limit],
  );
  return rows.map((row) => row.bank_line_id);
}
