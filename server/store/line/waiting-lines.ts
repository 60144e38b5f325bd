// Lines that wait for a person because a stored line may already stand for them.

import type { TakenWaiting } from '../../domain/batch/decision.ts';
import type { WaitReason } from '../../domain/line/judge-lines.ts';
import type { BankLine, LineDetails } from '../../domain/record/bank-line.ts';
import type { Actor } from '../../domain/record/origin.ts';
import { type Queryable, type Transaction, timestamp } from '../connection/database.ts';
import { insertRows } from '../connection/rows.ts';
import type { Cipher } from '../encryption/encryption.ts';
import type { DaysOfAccount } from './confirmations.ts';
import { openTold, sealTold } from './sealed-lines.ts';

export const WAITING_DECISIONS = ['same', 'other'] as const;
export type WaitingDecision = (typeof WAITING_DECISIONS)[number];

type Movement = Pick<
  BankLine,
  | 'receiving_account_id'
  | 'amount_cents'
  | 'booked_at'
  | 'booked_exactly'
  | 'utr'
  | 'text'
  | 'bank_id'
  | 'line_key'
  | 'received_at'
  | 'is_damaged'
  | 'is_erased'
> &
  Omit<LineDetails, 'parent_line_id'>;

/** A line as it was given, and why it waits. */
export type UndecidedLine = Movement & {
  waiting_line_id: string;
  reason: WaitReason;
  /** Stored lines that it may repeat. */
  beside: readonly string[];
};

export type DecidedLine = UndecidedLine & {
  decision: WaitingDecision | null;
  bank_line_ids: readonly string[] | null;
  note: string | null;
  actor: Actor | null;
  decided_at: number | null;
};

/** A line that waits already is left as it is. */
export async function insertWaiting(
  tx: Transaction,
  cipher: Cipher,
  lines: readonly UndecidedLine[],
): Promise<void> {
  await insertRows<UndecidedLine>(
    tx,
    'waiting_lines',
    [
      { name: 'waiting_line_id', value: (l) => l.waiting_line_id },
      { name: 'receiving_account_id', value: (l) => l.receiving_account_id },
      { name: 'statement_id', value: (l) => l.statement_id },
      { name: 'line_key', value: (l) => l.line_key },
      { name: 'amount_cents', value: (l) => l.amount_cents },
      { name: 'booked_at', value: (l) => l.booked_at },
      { name: 'booked_exactly', value: (l) => l.booked_exactly },
      { name: 'utr', value: (l) => l.utr },
      { name: 'bank_id', value: (l) => l.bank_id },
      { name: 'purpose', value: (l) => l.purpose },
      { name: 'return_reason', value: (l) => l.return_reason },
      { name: 'sealed', value: (l) => sealTold(cipher, l.waiting_line_id, l, 'waiting_lines') },
      { name: 'source', value: (l) => l.source },
      { name: 'reason', value: (l) => l.reason },
      { name: 'beside', value: (l) => JSON.stringify(l.beside) },
      { name: 'received_at', value: (l) => l.received_at },
    ],
    lines,
    'on conflict (receiving_account_id, line_key) do nothing',
  );
}

type Row = Omit<
  DecidedLine,
  | 'text'
  | 'counterparty_name'
  | 'counterparty_number'
  | 'end_to_end_id'
  | 'actor'
  | 'is_damaged'
  | 'is_erased'
> & { sealed: Buffer; actor_role: Actor['role'] | null; actor_id: string | null };

const SELECT = `select waiting_line_id, receiving_account_id, statement_id, line_key, amount_cents,
  booked_at, booked_exactly, utr, bank_id, purpose, return_reason, sealed, source, reason,
  beside, received_at, decision, bank_line_ids, note, actor_role, actor_id, decided_at
  from waiting_lines`;

function lineOf(cipher: Cipher, { sealed, actor_role, actor_id, ...row }: Row): DecidedLine {
  const told = openTold(cipher, row.waiting_line_id, sealed, 'waiting_lines');
  const actor = actor_role === null ? null : { role: actor_role, id: actor_id };
  return { ...row, ...told, actor };
}

export type WaitingFilter = {
  waiting_line_id: string | null;
  receiving_account_id: string | null;
  is_decided: boolean | null;
  before: string | null;
  limit: number;
};

/** Newest first. */
export async function selectWaiting(
  db: Queryable,
  cipher: Cipher,
  { waiting_line_id, receiving_account_id, is_decided, before, limit }: WaitingFilter,
): Promise<DecidedLine[]> {
  const rows = await db.query<Row>(
    'list-waiting-lines',
    `${SELECT} where ($1::uuid is null or waiting_line_id = $1)
       and ($2::uuid is null or receiving_account_id = $2)
       and ($3::boolean is null or (decision is not null) = $3)
       and ($4::uuid is null or waiting_line_id < $4)
     order by waiting_line_id desc limit $5`,
    [waiting_line_id, receiving_account_id, is_decided, before, limit],
  );
  return rows.map((row) => lineOf(cipher, row));
}

export type WaitingKey = Pick<
  DecidedLine,
  'waiting_line_id' | 'line_key' | 'reason' | 'decision' | 'bank_line_ids'
> & {
  /** The key of the first line that it is the same as. */
  stored_key: string | null;
  /** Of the statement that has the line; null: a feed or a person gave it. */
  format: string | null;
  profile: string | null;
};

/** Those of the days, decided or not. */
export async function readWaitingKeys(db: Queryable, days: DaysOfAccount): Promise<WaitingKey[]> {
  return await db.query<WaitingKey>(
    'read-waiting-keys',
    `select w.waiting_line_id, w.line_key, w.reason, w.decision, w.bank_line_ids, s.format,
       s.profile,
       (
         select l.line_key from bank_lines l
         where l.bank_line_id = (w.bank_line_ids ->> 0)::uuid
       ) as stored_key
     from waiting_lines w left join statements s on s.statement_id = w.statement_id
     where w.receiving_account_id = $1 and w.booked_at >= $2::timestamptz
       and w.booked_at < $3::timestamptz`,
    [days.receiving_account_id, timestamp(days.from_at), timestamp(days.to_at)],
  );
}

type WaitingVerdict = {
  waiting_line_id: string;
  decision: WaitingDecision;
  bank_line_ids: readonly string[];
  note: string;
  actor: Actor;
  at: number;
};

/** False if somebody has decided about it meanwhile. */
export async function decideWaiting(
  tx: Queryable,
  { waiting_line_id, decision, bank_line_ids, note, actor, at }: WaitingVerdict,
): Promise<boolean> {
  const rows = await tx.query(
    'decide-waiting-line',
    `update waiting_lines set decision = $2, bank_line_ids = $3::jsonb, note = $4,
       actor_role = $5, actor_id = $6, decided_at = $7
     where waiting_line_id = $1 and decision is null returning 1 as decided`,
    [
      waiting_line_id,
      decision,
      JSON.stringify(bank_line_ids),
      note,
      actor.role,
      actor.id,
      timestamp(at),
    ],
  );
  return rows.length > 0;
}

/** Throws if somebody has decided about one meanwhile: then its line is not taken either. */
export async function markTaken(tx: Queryable, taken: readonly TakenWaiting[]): Promise<void> {
  const sorted = taken.toSorted((a, b) => (a.waiting_line_id < b.waiting_line_id ? -1 : 1));
  const decided = await Promise.all(
    sorted.map(({ bank_line_id, ...one }) =>
      decideWaiting(tx, { ...one, decision: 'other', bank_line_ids: [bank_line_id] }),
    ),
  );
  if (decided.includes(false)) throw new Error('A waiting line was decided twice');
}
