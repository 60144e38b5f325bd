// Finds the lines that a recall may take back by the bank's own number of the payment, or by the
// payer's: the latter is encrypted, so the lines that may be meant are opened.

import type { BankLine } from '../../domain/record/bank-line.ts';
import { isRecall, sharesNumber } from '../../domain/record/line-identity.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { openTold } from './sealed-lines.ts';

type Recall = Pick<
  BankLine,
  | 'bank_line_id'
  | 'receiving_account_id'
  | 'amount_cents'
  | 'booked_at'
  | 'bank_id'
  | 'end_to_end_id'
  | 'return_reason'
>;

type SealedRow = Omit<Recall, 'end_to_end_id'> & { sealed: Buffer | null };

/** Of each recall so many lines with its amount are looked at, the latest first, by an index. */
const MOST_LOOKED_AT = 500;
/** Direct debits may be taken back for thirteen months. */
const LATEST = "interval '14 months'";

const COLUMNS = `l.bank_line_id, l.receiving_account_id, l.amount_cents, l.booked_at, l.bank_id,
  l.return_reason, l.sealed`;

const opened = (cipher: Cipher, { sealed, ...row }: SealedRow): Recall => ({
  ...row,
  end_to_end_id: openTold(cipher, row.bank_line_id, sealed).end_to_end_id,
});

/** Those of the stored lines that are recalls. */
async function readRecalls(tx: Queryable, cipher: Cipher, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await tx.query<SealedRow>(
    'read-recalls',
    `select ${COLUMNS} from bank_lines l where l.bank_line_id = any($1::uuid[])
       and l.amount_cents < 0 and l.return_reason is not null`,
    [ids],
  );
  return rows.map((row) => opened(cipher, row));
}

/** The ids of lines that these lines, or stored ones, take back; hardly any line is a recall. */
export async function findRecalled(
  tx: Queryable,
  cipher: Cipher,
  lines: readonly Recall[],
  stored_ids: readonly string[],
): Promise<string[]> {
  const stored = await readRecalls(tx, cipher, stored_ids);
  const recalls = [...lines, ...stored].filter(isRecall);
  if (recalls.length === 0) return [];
  const rows = await tx.query<SealedRow>(
    'find-recalled',
    `select ${COLUMNS} from (
       select distinct * from unnest($1::uuid[], $2::bigint[], $3::timestamptz[])
         as d(account, amount, booked_at)
     ) k cross join lateral (
       select * from bank_lines b where b.receiving_account_id = k.account
         and b.amount_cents = -k.amount and b.parent_line_id is null
         and b.booked_at > k.booked_at - ${LATEST}
       order by b.bank_line_id desc limit ${MOST_LOOKED_AT}
     ) l`,
    [
      recalls.map((line) => line.receiving_account_id),
      plainArray(recalls.map((line) => line.amount_cents)),
      recalls.map((line) => timestamp(line.booked_at)),
    ],
  );
  const found = rows.map((row) => opened(cipher, row));
  return found.flatMap((other) => {
    const is_named = recalls.some((recall) => sharesNumber(recall, other));
    return is_named ? [other.bank_line_id] : [];
  });
}
