// Events: written with the change, numbered after the commit, read by merchants and operators.
import type { TradeEvent } from '../domain/decision.ts';
import type { Act, Actor, TradeStanding } from '../domain/trade.ts';
import { type Queryable, timestamp } from './database.ts';
import { insertRows } from './rows.ts';

/** Amounts stay inside 2^53 by constraint, so JSON numbers keep them exactly. */
const AMOUNTS = [
  'amount_cents',
  'received_amount_cents',
  'refunded_amount_cents',
  'fee_cents',
  'settlement_amount_cents',
] as const;

function standingText(standing: TradeStanding): string {
  return JSON.stringify(standing, (_key, value) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
}

type StoredStanding = Omit<TradeStanding, (typeof AMOUNTS)[number]> &
  Record<(typeof AMOUNTS)[number], number>;

function standingOf(stored: StoredStanding): TradeStanding {
  const amounts = Object.fromEntries(AMOUNTS.map((name) => [name, BigInt(stored[name])]));
  return { ...stored, ...(amounts as Record<(typeof AMOUNTS)[number], bigint>) };
}

export async function insertEvents(tx: Queryable, events: readonly TradeEvent[]): Promise<void> {
  await insertRows<TradeEvent>(
    tx,
    'events',
    [
      { name: 'merchant_id', type: 'uuid', value: (e) => e.merchant_id },
      { name: 'trade_id', type: 'uuid', value: (e) => e.trade_id },
      { name: 'sequence', type: 'integer', value: (e) => e.sequence },
      { name: 'type', type: 'text', value: (e) => e.type },
      { name: 'act', type: 'text', value: (e) => e.act },
      { name: 'actor_role', type: 'text', value: (e) => e.actor.role },
      { name: 'actor_id', type: 'text', value: (e) => e.actor.id },
      { name: 'note', type: 'text', value: (e) => e.note },
      { name: 'standing', type: 'jsonb', value: (e) => standingText(e.standing) },
      { name: 'happened_at', type: 'timestamptz', value: (e) => timestamp(e.at) },
    ],
    events,
  );
}

export type NumberedEvent = TradeEvent & { number: bigint };

type EventRow = {
  merchant_id: string;
  trade_id: string;
  sequence: number;
  number: bigint;
  type: string;
  act: Act;
  actor_role: Actor['role'];
  actor_id: string | null;
  note: string | null;
  standing: StoredStanding;
  happened_at: number;
};

function eventOf(row: EventRow): NumberedEvent {
  const { actor_role, actor_id, happened_at, standing, ...rest } = row;
  return {
    ...rest,
    actor: { role: actor_role, id: actor_id },
    standing: standingOf(standing),
    at: happened_at,
  };
}

const COLUMNS = `merchant_id, trade_id, sequence, number, type, act, actor_role, actor_id, note,
  standing, happened_at`;

/** One merchant's numbered events, in order, from after a number. */
export async function readEvents(
  db: Queryable,
  merchant_id: string,
  after: bigint,
  limit: number,
): Promise<NumberedEvent[]> {
  const rows = await db.query<EventRow>(
    'read-events',
    `select ${COLUMNS} from events where merchant_id = $1 and number > $2 order by number limit $3`,
    [merchant_id, after, limit],
  );
  return rows.map(eventOf);
}

/** All events of one trade, numbered or not yet (number null). */
export async function readTradeEvents(
  db: Queryable,
  merchant_id: string,
  trade_id: string,
): Promise<NumberedEvent[]> {
  const rows = await db.query<EventRow>(
    'read-trade-events',
    `select ${COLUMNS} from events where merchant_id = $1 and trade_id = $2 order by sequence`,
    [merchant_id, trade_id],
  );
  return rows.map(eventOf);
}

export async function readEventsByKey(
  db: Queryable,
  keys: readonly { merchant_id: string; trade_id: string; sequence: number }[],
): Promise<NumberedEvent[]> {
  const rows = await db.query<EventRow>(
    'read-events-by-key',
    `select ${COLUMNS} from events where (merchant_id, trade_id, sequence)
       in (select * from unnest($1::uuid[], $2::uuid[], $3::integer[]))`,
    [
      keys.map((key) => key.merchant_id),
      keys.map((key) => key.trade_id),
      keys.map((key) => key.sequence),
    ],
  );
  return rows.map(eventOf);
}

type Unnumbered = { merchant_id: string; trade_id: string; sequence: number };

/** The oldest events without a number, of whatever merchant: none waits for a busy one. */
async function readWaiting(tx: Queryable, limit: number): Promise<Unnumbered[]> {
  return await tx.query<Unnumbered>(
    'read-unnumbered',
    `select merchant_id, trade_id, sequence from events where number is null
     order by happened_at, trade_id, sequence limit $1`,
    [limit],
  );
}

/**
 * Gives numbers without gaps, per merchant, to committed events: heads are locked in order, so that
 * sequencers of several processes take turns. Within a trade the order is that of its sequence.
 */
export async function numberEvents(tx: Queryable, limit: number): Promise<NumberedEvent[]> {
  const waiting = await readWaiting(tx, limit);
  if (waiting.length === 0) return [];
  const merchants = [...new Set(waiting.map((event) => event.merchant_id))].sort();
  await insertRows(
    tx,
    'event_heads',
    [
      { name: 'merchant_id', type: 'uuid', value: (id: string) => id },
      { name: 'last_number', type: 'bigint', value: () => 0n },
    ],
    merchants,
    'on conflict (merchant_id) do nothing',
  );
  await tx.query(
    'lock-event-heads',
    `select merchant_id from event_heads where merchant_id = any($1::uuid[])
     order by merchant_id for update`,
    [merchants],
  );
  const rows = await tx.query<EventRow>(
    'number-events',
    `update events e set number = n.number from (
       select u.merchant_id, u.trade_id, u.sequence, h.last_number + row_number() over (
         partition by u.merchant_id order by u.happened_at, u.trade_id, u.sequence) as number
       from (
         select merchant_id, trade_id, sequence, happened_at from events
         where number is null and merchant_id = any($1::uuid[])
         order by happened_at, trade_id, sequence limit $2
       ) u join event_heads h using (merchant_id)
     ) n
     where e.merchant_id = n.merchant_id and e.trade_id = n.trade_id and e.sequence = n.sequence
     returning e.merchant_id, e.trade_id, e.sequence, e.number, e.type, e.act, e.actor_role,
       e.actor_id, e.note, e.standing, e.happened_at`,
    [merchants, limit],
  );
  await tx.query(
    'move-event-heads',
    `update event_heads h set last_number = n.number
     from unnest($1::uuid[], $2::bigint[]) as n(merchant_id, number)
     where h.merchant_id = n.merchant_id`,
    headsAfter(rows),
  );
  return rows.map(eventOf);
}

function headsAfter(rows: readonly EventRow[]): [string[], bigint[]] {
  const heads = new Map<string, bigint>();
  for (const row of rows) {
    const known = heads.get(row.merchant_id) ?? 0n;
    if (row.number > known) heads.set(row.merchant_id, row.number);
  }
  return [[...heads.keys()], [...heads.values()]];
}
