// Reads events for merchants and operators, and encodes a trade's standing in an event's row.
import type { TradeEvent } from '../../domain/batch/decision.ts';
import type { Actor } from '../../domain/record/origin.ts';
import type { Act, TradeKey, TradeStanding } from '../../domain/record/trade.ts';
import type { Queryable } from '../connection/database.ts';
import { withDisputes } from '../dispute/dispute-events.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { eventNotePlace, openText } from '../encryption/sealed-text.ts';

/** A constraint keeps amounts below 2^53, so JSON numbers are exact. */
const AMOUNTS = [
  'amount_cents',
  'received_amount_cents',
  'refunded_amount_cents',
  'recalled_amount_cents',
  'fee_cents',
  'settlement_amount_cents',
] as const;

type Amount = (typeof AMOUNTS)[number];

/** Usual values are omitted from the row; times and sequence are taken from the event itself. */
const USUAL = {
  state_reason: null,
  amount_cents: 0n,
  received_amount_cents: 0n,
  refunded_amount_cents: 0n,
  recalled_amount_cents: 0n,
  fee_cents: 0n,
  settlement_amount_cents: 0n,
  receiving_account_id: null,
  exclusive: false,
  utr: null,
  utr_claims: 0,
  disputed_from: null,
  expires_at: null,
  closed_at: null,
  completed_at: null,
  final_at: null,
} as const satisfies Partial<TradeStanding>;

type Stored = Pick<TradeStanding, 'state'> &
  Partial<Omit<TradeStanding, Amount>> &
  Partial<Record<Amount, number>>;

const USUAL_VALUES = Object.entries(USUAL) as [keyof typeof USUAL, unknown][];

export function standingText(standing: TradeStanding): string {
  const stored: Record<string, unknown> = { state: standing.state };
  for (const [name, usual] of USUAL_VALUES) {
    const value = standing[name];
    if (value !== usual) stored[name] = typeof value === 'bigint' ? Number(value) : value;
  }
  return JSON.stringify(stored);
}

function standingOf(row: EventRow): TradeStanding {
  const { standing: stored, sequence, happened_at } = row;
  const amounts: Partial<Record<Amount, bigint>> = {};
  for (const name of AMOUNTS) amounts[name] = BigInt(stored[name] ?? 0);
  return { ...USUAL, ...stored, ...amounts, sequence, changed_at: happened_at } as TradeStanding;
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
  standing: Stored;
  happened_at: number;
};

function eventOf(cipher: Cipher, row: EventRow): NumberedEvent {
  const { actor_role, actor_id, happened_at, standing: _, ...rest } = row;
  return {
    ...rest,
    note: openText(cipher, row.note, eventNotePlace(row)),
    actor: { role: actor_role, id: actor_id },
    standing: standingOf(row),
    at: happened_at,
  };
}

const COLUMNS = `merchant_id, trade_id, sequence, number, type, act, actor_role, actor_id, note,
  standing, happened_at`;

/** One merchant's events in order, after the given number. */
export async function readEvents(
  db: Queryable,
  cipher: Cipher,
  merchant_id: string,
  after: bigint,
  limit: number,
): Promise<NumberedEvent[]> {
  const rows = await db.query<EventRow>(
    'read-events',
    `select ${COLUMNS} from events where merchant_id = $1 and number > $2 order by number limit $3`,
    [merchant_id, after, limit],
  );
  return await withDisputes(
    db,
    rows.map((row) => eventOf(cipher, row)),
  );
}

/** All events of one trade. */
export async function readTradeEvents(
  db: Queryable,
  cipher: Cipher,
  merchant_id: string,
  trade_id: string,
): Promise<NumberedEvent[]> {
  const rows = await db.query<EventRow>(
    'read-trade-events',
    `select ${COLUMNS} from events where merchant_id = $1 and trade_id = $2 order by sequence`,
    [merchant_id, trade_id],
  );
  return rows.map((row) => eventOf(cipher, row));
}

export async function readEventsByKey(
  db: Queryable,
  cipher: Cipher,
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
  return await withDisputes(
    db,
    rows.map((row) => eventOf(cipher, row)),
  );
}

export type LastEvent = Pick<TradeEvent, 'merchant_id' | 'trade_id' | 'act' | 'actor' | 'at'>;

/** The newest event of each of these trades. */
export async function readLastEvents(
  db: Queryable,
  keys: readonly TradeKey[],
): Promise<LastEvent[]> {
  const rows = await db.query<Omit<EventRow, 'standing' | 'number' | 'type' | 'note'>>(
    'read-last-events',
    `select e.merchant_id, e.trade_id, e.act, e.actor_role, e.actor_id, e.happened_at
     from unnest($1::uuid[], $2::uuid[]) as k(merchant_id, trade_id)
     join trades t using (merchant_id, trade_id)
     join events e on e.merchant_id = t.merchant_id and e.trade_id = t.trade_id
       and e.sequence = t.sequence`,
    [keys.map((key) => key.merchant_id), keys.map((key) => key.trade_id)],
  );
  return rows.map(({ merchant_id, trade_id, act, actor_role, actor_id, happened_at }) => ({
    merchant_id,
    trade_id,
    act,
    actor: { role: actor_role, id: actor_id },
    at: happened_at,
  }));
}
