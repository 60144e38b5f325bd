// Bank lines that belong together: the parts of a split line, lines that reverse each other, and
// reversals that arrived at the same moment as the line they reverse.
import type { LineRecord } from '../../domain/record/bank-line.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { type LineRow, lineRecord, SELECT_LINES } from './bank-lines.ts';

/** By id, without locks. */
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

/** The parts of one line, including those of splits that were undone. */
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

/**
 * Outgoing lines in suspense although the account has an incoming line with the same UTR and the
 * opposite amount, or takes lines back and there is one of the amount that came later: both arrived
 * at the same moment, or in the other order. Newest first.
 */
export async function readCrossedRecalls(
  db: Queryable,
  now: number,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ bank_line_id: string }>(
    'read-crossed-recalls',
    `select o.bank_line_id from bank_line_outcomes o join bank_lines l using (bank_line_id)
     where o.status = 'suspense' and o.reason = 'outgoing' and l.amount_cents < 0
       and (l.utr is not null or l.return_reason is not null)
       and o.decided_at > $2::timestamptz - interval '2 days'
       and exists (
         select from bank_lines b where b.amount_cents = -l.amount_cents
           and b.receiving_account_id = l.receiving_account_id and b.parent_line_id is null
           and (b.utr = l.utr or (l.return_reason is not null and b.received_at >= l.received_at))
       )
     order by o.decided_at desc limit $1`,
    [limit, timestamp(now)],
  );
  return rows.map((row) => row.bank_line_id);
}
