// Bank lines and their outcomes.

import {
  type BankLine,
  FOR_PEOPLE,
  type LineCandidate,
  type LineOutcome,
  type LineReason,
  type LineRecord,
} from '../../domain/record/bank-line.ts';
import type { LineKey } from '../../domain/record/line-identity.ts';
import type { TradeKey } from '../../domain/record/trade.ts';
import { type Queryable, type Transaction, timestamp } from '../connection/database.ts';
import { insertRows } from '../connection/rows.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { queueWords } from './line-words.ts';
import { openTold, sealTold, textHash } from './sealed-lines.ts';

export type LineRow = Omit<
  BankLine,
  | 'text'
  | 'counterparty_name'
  | 'counterparty_number'
  | 'end_to_end_id'
  | 'is_damaged'
  | 'is_erased'
> & {
  sealed: Buffer;
  status: LineOutcome['status'];
  merchant_id: string | null;
  trade_id: string | null;
  reason: LineReason;
  candidates: LineCandidate[];
  decided_at: number;
};

const LINE_COLUMNS = `l.bank_line_id, l.receiving_account_id, l.currency, l.amount_cents,
  l.booked_at, l.booked_exactly, l.utr, l.sealed, l.bank_id, l.line_key, l.received_at,
  l.statement_id, l.purpose, l.return_reason, l.parent_line_id, l.source, o.status,
  o.merchant_id, o.trade_id, o.reason, o.candidates, o.decided_at`;

export const SELECT_LINES = `select ${LINE_COLUMNS}
  from bank_lines l join bank_line_outcomes o using (bank_line_id)`;

export function lineRecord(cipher: Cipher, row: LineRow): LineRecord {
  const { status, merchant_id, trade_id, reason, candidates, decided_at, ...rest } = row;
  const { sealed, ...line } = rest;
  const { bank_line_id } = line;
  return {
    line: { ...line, ...openTold(cipher, bank_line_id, sealed) },
    outcome: { bank_line_id, status, merchant_id, trade_id, reason, candidates, decided_at },
  };
}

/** Looks up each line through the index: a plan that joins whole tables slows down as they grow. */
export async function readLinesByKey(
  tx: Queryable,
  cipher: Cipher,
  keys: readonly LineKey[],
): Promise<LineRecord[]> {
  if (keys.length === 0) return [];
  const rows = await tx.query<LineRow>(
    'read-lines-by-key',
    `select ${LINE_COLUMNS}
     from (select distinct * from unnest($1::uuid[], $2::text[]) as k(account, line_key)) as k
     cross join lateral (
       select * from bank_lines l
       where l.receiving_account_id = k.account and l.line_key = k.line_key limit 1
     ) as l
     cross join lateral (
       select * from bank_line_outcomes o where o.bank_line_id = l.bank_line_id limit 1
     ) as o`,
    [keys.map((key) => key.receiving_account_id), keys.map((key) => key.line_key)],
  );
  return rows.map((row) => lineRecord(cipher, row));
}

/** The lines matched to a trade, in the order of their arrival. */
export async function readLinesOfTrade(
  db: Queryable,
  cipher: Cipher,
  key: TradeKey,
): Promise<LineRecord[]> {
  const rows = await db.query<LineRow>(
    'read-lines-of-trade',
    `${SELECT_LINES} where o.merchant_id = $1 and o.trade_id = $2 order by o.bank_line_id`,
    [key.merchant_id, key.trade_id],
  );
  return rows.map((row) => lineRecord(cipher, row));
}

/**
 * Lines in suspense whose UTR is claimed by a pay-in of the same account, if line and claim were
 * decided at about the same moment and neither saw the other. Other such lines wait for a person.
 * Newest first.
 */
export async function readCrossedLines(
  db: Queryable,
  now: number,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ bank_line_id: string }>(
    'read-crossed-lines',
    `select o.bank_line_id from bank_line_outcomes o join bank_lines l using (bank_line_id)
     where o.status = 'suspense' and o.reason <> 'outgoing' and o.reason <> all($2::text[])
       and o.decided_at > $3::timestamptz - interval '2 days' and l.utr is not null
       and exists (
         select from utr_claims c join trades t using (merchant_id, trade_id)
         where c.utr = l.utr and c.active and t.utr = l.utr and t.state = 'verifying'
           and t.receiving_account_id = l.receiving_account_id
           and c.claimed_at between o.decided_at - interval '1 minute'
             and o.decided_at + interval '1 minute'
       )
     order by o.decided_at desc limit $1`,
    [limit, FOR_PEOPLE, timestamp(now)],
  );
  return rows.map((row) => row.bank_line_id);
}

export async function insertLines(
  tx: Transaction,
  cipher: Cipher,
  lines: readonly BankLine[],
): Promise<void> {
  const written = insertRows<BankLine>(
    tx,
    'bank_lines',
    [
      { name: 'bank_line_id', value: (l) => l.bank_line_id },
      { name: 'receiving_account_id', value: (l) => l.receiving_account_id },
      { name: 'currency', value: (l) => l.currency },
      { name: 'amount_cents', value: (l) => l.amount_cents },
      { name: 'booked_at', value: (l) => l.booked_at },
      { name: 'booked_exactly', value: (l) => l.booked_exactly },
      { name: 'utr', value: (l) => l.utr },
      { name: 'sealed', value: (l) => sealTold(cipher, l.bank_line_id, l) },
      { name: 'text_hash', value: (l) => textHash(cipher, l) },
      { name: 'bank_id', value: (l) => l.bank_id },
      { name: 'line_key', value: (l) => l.line_key },
      { name: 'received_at', value: (l) => l.received_at },
      { name: 'statement_id', value: (l) => l.statement_id },
      { name: 'purpose', value: (l) => l.purpose },
      { name: 'return_reason', value: (l) => l.return_reason },
      { name: 'parent_line_id', value: (l) => l.parent_line_id },
      { name: 'source', value: (l) => l.source },
    ],
    lines,
  );
  const queued = queueWords(
    tx,
    lines.map((line) => line.bank_line_id),
  );
  // Both are sent before either is awaited: a round trip less.
  await Promise.all([written, queued]);
}

export async function insertOutcomes(tx: Transaction, outcomes: readonly LineOutcome[]) {
  await insertRows<LineOutcome>(
    tx,
    'bank_line_outcomes',
    [
      { name: 'bank_line_id', value: (o) => o.bank_line_id },
      { name: 'status', value: (o) => o.status },
      { name: 'merchant_id', value: (o) => o.merchant_id },
      { name: 'trade_id', value: (o) => o.trade_id },
      { name: 'reason', value: (o) => o.reason },
      { name: 'candidates', value: (o) => JSON.stringify(o.candidates) },
      { name: 'decided_at', value: (o) => o.decided_at },
    ],
    outcomes,
  );
}

/** Moves lines, each only from the outcome that the decision saw: no line is used twice. */
export async function moveOutcomes(
  tx: Transaction,
  moves: readonly { outcome: LineOutcome; from: LineOutcome['status'] }[],
): Promise<void> {
  if (moves.length === 0) return;
  const outcomes = moves.map((move) => move.outcome);
  const moved = await tx.query(
    'move-line-outcomes',
    `update bank_line_outcomes o set status = m.status, merchant_id = m.merchant_id,
       trade_id = m.trade_id, reason = m.reason, candidates = m.candidates,
       decided_at = m.decided_at
     from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::text[],
         $7::jsonb[], $8::timestamptz[])
       as m(bank_line_id, was, status, merchant_id, trade_id, reason, candidates, decided_at)
     where o.bank_line_id = m.bank_line_id and o.status = m.was returning 1 as moved`,
    [
      outcomes.map((o) => o.bank_line_id),
      moves.map((move) => move.from),
      outcomes.map((o) => o.status),
      outcomes.map((o) => o.merchant_id),
      outcomes.map((o) => o.trade_id),
      outcomes.map((o) => o.reason),
      outcomes.map((o) => JSON.stringify(o.candidates)),
      outcomes.map((o) => timestamp(o.decided_at)),
    ],
  );
  if (moved.length !== moves.length) throw new Error('A bank line was moved by someone else');
}
