// The facts of one day of a receiving account: statement balances, lines, ledger movements, and
// trades without a bank line; also stores the closings of days.

import type { DayFacts, DayLine, DayTrade } from '../../domain/proof/day-reconciliation.ts';
import type { Actor } from '../../domain/record/origin.ts';
import { SENT_ATTEMPT_STATES } from '../../domain/record/payout-attempt.ts';
import { PAID_PAYIN_STATES, PAID_PAYOUT_STATES } from '../../domain/record/state-sets.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import { oneOf } from '../connection/word-list.ts';
import { ENTRY_LEGS } from '../ledger/entry-postings.ts';
import { UNCONFIRMED } from '../line/confirmations.ts';

/**
 * A day's time range: by the account's time zone for lines with a time, by UTC for lines with only
 * a date.
 */
export type DaySpan = {
  receiving_account_id: string;
  day: string;
  from_at: number;
  zone_offset_ms: number;
};

/** The most items listed of one kind of difference. */
const MOST_LISTED = 200;

/** Lines of the day: from $2 to $3 if the line has a time, on $4 if it has only a date. */
const IN_DAY = `b.receiving_account_id = $1 and b.parent_line_id is null
  and b.booked_at >= least($2::timestamptz, $4::timestamptz)
  and b.booked_at < greatest($3::timestamptz, $4::timestamptz + interval '1 day')
  and case when b.booked_exactly then b.booked_at >= $2 and b.booked_at < $3
    else b.booked_at >= $4 and b.booked_at < $4::timestamptz + interval '1 day' end`;

function bounds({ receiving_account_id, from_at, zone_offset_ms }: DaySpan): unknown[] {
  const start_at = from_at - zone_offset_ms;
  return [
    receiving_account_id,
    timestamp(start_at),
    timestamp(start_at + DAY_MS),
    timestamp(from_at),
  ];
}

export type DaySums = { line_count: number; in_cents: bigint; out_cents: bigint };

async function readSums(db: Queryable, span: DaySpan): Promise<DaySums & { ledger: bigint }> {
  const rows = await db.query<DaySums & { ledger: bigint }>(
    'read-day-sums',
    `select count(*)::int as line_count,
       coalesce(sum(b.amount_cents) filter (where b.amount_cents > 0), 0)::bigint as in_cents,
       coalesce(-sum(b.amount_cents) filter (where b.amount_cents < 0), 0)::bigint as out_cents,
       coalesce(-sum(e.moved), 0)::bigint as ledger
     from bank_lines b left join lateral (
       select sum(leg.amount) as moved
       from ledger_entries e ${ENTRY_LEGS}
       where e.bank_line_id = b.bank_line_id and e.act = 'bank_line'
         and leg.account = 'bank:' || b.receiving_account_id
     ) e on true
     where ${IN_DAY}`,
    bounds(span),
  );
  return rows[0] ?? { line_count: 0, in_cents: 0n, out_cents: 0n, ledger: 0n };
}

async function readSaid(db: Queryable, span: DaySpan) {
  return await db.query<{ opening_cents: bigint | null; closing_cents: bigint | null }>(
    'read-day-balances',
    `select opening_cents, closing_cents from statement_balances
     where receiving_account_id = $1 and day = $2 order by statement_id`,
    [span.receiving_account_id, span.day],
  );
}

/** The closing balance of the last day before, and the sum of the lines between the two days. */
async function readBefore(db: Queryable, span: DaySpan): Promise<DayFacts['before']> {
  const rows = await db.query<{ day: string; closing_cents: bigint; since_cents: bigint }>(
    'read-day-before',
    `select s.day::text as day, s.closing_cents, (
       select coalesce(sum(b.amount_cents), 0)::bigint from bank_lines b
       where b.receiving_account_id = $1 and b.parent_line_id is null
         and b.booked_at >= s.day::timestamp at time zone 'UTC' - interval '1 day'
         and b.booked_at < $4::timestamptz + interval '1 day'
         and case when b.booked_exactly
           then b.booked_at >= (s.day + 1)::timestamp at time zone 'UTC' - $5::interval
             and b.booked_at < $3
           else b.booked_at >= (s.day + 1)::timestamp at time zone 'UTC' and b.booked_at < $4 end
     ) as since_cents
     from statement_balances s
     where s.receiving_account_id = $1 and s.day < $2 and s.closing_cents is not null
     order by s.day desc, s.statement_id desc limit 1`,
    [
      span.receiving_account_id,
      span.day,
      timestamp(span.from_at - span.zone_offset_ms),
      timestamp(span.from_at),
      `${span.zone_offset_ms} milliseconds`,
    ],
  );
  return rows[0] ?? null;
}

/**
 * Lines with the same amount and UTR (without a UTR: the same text and time), except the first of
 * each.
 */
async function readTwins(db: Queryable, span: DaySpan): Promise<DayLine[]> {
  return await db.query<DayLine>(
    'read-day-twins',
    `select bank_line_id, amount_cents from (
       select b.bank_line_id, b.amount_cents, row_number() over (
         partition by b.amount_cents, b.utr,
           case when b.utr is null then b.text_hash end,
           case when b.utr is null then b.booked_at end
         order by b.bank_line_id) as place
       from bank_lines b where ${IN_DAY}
     ) l where place > 1 order by abs(amount_cents) desc, bank_line_id limit ${MOST_LISTED}`,
    bounds(span),
  );
}

async function readUnconfirmed(db: Queryable, span: DaySpan): Promise<DayLine[]> {
  return await db.query<DayLine>(
    'read-day-unconfirmed',
    `select l.bank_line_id, l.amount_cents from bank_lines l
     where ${IN_DAY.replaceAll('b.', 'l.')} and ${UNCONFIRMED}
     order by l.bank_line_id limit ${MOST_LISTED}`,
    bounds(span),
  );
}

async function readWaiting(db: Queryable, span: DaySpan): Promise<DayFacts['waiting']> {
  // Each part of a split line is in suspense by itself.
  return await db.query<DayFacts['waiting'][number]>(
    'read-day-waiting',
    `select b.bank_line_id, b.amount_cents, o.reason
     from bank_lines b join bank_line_outcomes o using (bank_line_id)
     where ${IN_DAY.replace('b.parent_line_id is null', 'true')} and o.status = 'suspense'
     order by b.bank_line_id limit ${MOST_LISTED}`,
    bounds(span),
  );
}

type TradeKind = 'unseen' | 'unbacked';

const TRADES: Record<TradeKind, string> = {
  unseen: `
    select t.merchant_id, t.trade_id, t.direction, t.amount_cents from trades t
    where t.state = 'verifying' and t.direction = 'payin' and t.receiving_account_id = $1
      and t.received_amount_cents = 0 and t.utr is not null
      and t.created_at >= $2 and t.created_at < $3
    union all
    select a.merchant_id, a.trade_id, 'payout', a.amount_cents from payout_attempts a
    where a.receiving_account_id = $1 and a.debit_line_id is null
      and a.state in ${oneOf(SENT_ATTEMPT_STATES)} and a.sent_at >= $2 and a.sent_at < $3`,
  unbacked: `
    select t.merchant_id, t.trade_id, t.direction,
      t.amount_cents - t.recalled_amount_cents - t.received_amount_cents as amount_cents
    from trades t
    where t.direction = 'payin' and t.receiving_account_id = $1
      and t.completed_at >= $2 and t.completed_at < $3
      and t.state in ${oneOf(PAID_PAYIN_STATES)}
      and t.received_amount_cents < t.amount_cents - t.recalled_amount_cents
    union all
    select a.merchant_id, a.trade_id, 'payout', a.amount_cents
    from payout_attempts a join trades t using (merchant_id, trade_id)
    where a.receiving_account_id = $1 and a.debit_line_id is null and a.state = 'paid'
      and (t.state in ${oneOf(PAID_PAYOUT_STATES)} or a.charged_cents is not null)
      and t.completed_at >= $2 and t.completed_at < $3`,
};

async function readDayTrades(db: Queryable, kind: TradeKind, span: DaySpan): Promise<DayTrade[]> {
  return await db.query<DayTrade>(
    `read-day-${kind}`,
    `${TRADES[kind]} order by 2 limit ${MOST_LISTED}`,
    bounds(span).slice(0, 3),
  );
}

/** Reads one snapshot if the caller's transaction provides one. */
export async function readDayFacts(
  db: Queryable,
  span: DaySpan,
): Promise<{ facts: DayFacts; sums: DaySums }> {
  const { ledger, ...sums } = await readSums(db, span);
  const facts: DayFacts = {
    said: await readSaid(db, span),
    before: await readBefore(db, span),
    lines_cents: sums.in_cents - sums.out_cents,
    ledger_cents: ledger,
    twins: await readTwins(db, span),
    unconfirmed: await readUnconfirmed(db, span),
    waiting: await readWaiting(db, span),
    unseen: await readDayTrades(db, 'unseen', span),
    unbacked: await readDayTrades(db, 'unbacked', span),
  };
  return { facts, sums };
}

export type Closing = {
  receiving_account_id: string;
  day: string;
  revision: number;
  opening_cents: bigint | null;
  closing_cents: bigint | null;
  line_count: number;
  lines_cents: bigint;
  ledger_cents: bigint;
  /** Number of differences by kind. */
  differences: Readonly<Record<string, number>>;
  note: string | null;
  actor: Actor;
  closed_at: number;
};

export type ClosingRow = Omit<Closing, 'actor'> & {
  actor_role: Actor['role'];
  actor_id: string | null;
};

export const CLOSING = `c.receiving_account_id, c.day::text as day, c.revision, c.opening_cents,
  c.closing_cents, c.line_count, c.lines_cents, c.ledger_cents, c.differences, c.note,
  c.actor_role, c.actor_id, c.closed_at`;

export const closingOf = ({ actor_role, actor_id, ...row }: ClosingRow): Closing => ({
  ...row,
  actor: { role: actor_role, id: actor_id },
});

/** The latest closing of a day. */
export async function readClosing(
  db: Queryable,
  { receiving_account_id, day }: Pick<DaySpan, 'receiving_account_id' | 'day'>,
): Promise<Closing | null> {
  const rows = await db.query<ClosingRow>(
    'read-day-closing',
    `select ${CLOSING} from account_day_closings c
     where c.receiving_account_id = $1 and c.day = $2 order by c.revision desc limit 1`,
    [receiving_account_id, day],
  );
  return rows.map(closingOf)[0] ?? null;
}

/** False if somebody else has just closed it. */
export async function insertClosing(tx: Queryable, closing: Closing): Promise<boolean> {
  const made = await tx.query(
    'insert-day-closing',
    `insert into account_day_closings (receiving_account_id, day, revision, opening_cents,
       closing_cents, line_count, lines_cents, ledger_cents, differences, note, actor_role,
       actor_id, closed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict do nothing returning 1 as made`,
    [
      closing.receiving_account_id,
      closing.day,
      closing.revision,
      closing.opening_cents,
      closing.closing_cents,
      closing.line_count,
      closing.lines_cents,
      closing.ledger_cents,
      JSON.stringify(closing.differences),
      closing.note,
      closing.actor.role,
      closing.actor.id,
      timestamp(closing.closed_at),
    ],
  );
  return made.length > 0;
}
