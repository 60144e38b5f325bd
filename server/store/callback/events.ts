// Reads events for merchants and operators.
import type { TradeEvent } from '../../domain/batch/decision.ts';
import type { Actor } from '../../domain/record/origin.ts';
import type { Act, TradeKey } from '../../domain/record/trade.ts';
import type { Queryable } from '../connection/database.ts';
import { withDisputes } from '../dispute/dispute-events.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { eventNotePlace, openText } from '../encryption/sealed-text.ts';
import { STANDING_COLUMNS, type StandingRow, standingOfRow } from './event-standing.ts';

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
  happened_at: number;
};

type WholeRow = EventRow & StandingRow;

function eventOf(cipher: Cipher, row: WholeRow): NumberedEvent {
  const { merchant_id, trade_id, sequence, number, type, act, actor_role, actor_id } = row;
  return {
    merchant_id,
    trade_id,
    sequence,
    number,
    type,
    act,
    note: openText(cipher, row.note, eventNotePlace(row)),
    actor: { role: actor_role, id: actor_id },
    standing: standingOfRow(row),
    at: row.happened_at,
  };
}

const COLUMNS = `merchant_id, trade_id, sequence, number, type, act, actor_role, actor_id, note,
  happened_at, standing, ${STANDING_COLUMNS.join(', ')}`;

/** One merchant's events in order, after the given number, and after those that may be gone. */
export async function readEvents(
  db: Queryable,
  cipher: Cipher,
  merchant_id: string,
  after: bigint,
  limit: number,
): Promise<NumberedEvent[]> {
  const rows = await db.query<WholeRow>(
    'read-events',
    `select ${COLUMNS} from events where merchant_id = $1 and number > greatest($2, (
       select last_number from removed_events where merchant_id = $1
     )) order by number limit $3`,
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
  const rows = await db.query<WholeRow>(
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
  const rows = await db.query<WholeRow>(
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
  const rows = await db.query<Omit<EventRow, 'number' | 'type' | 'note'>>(
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
