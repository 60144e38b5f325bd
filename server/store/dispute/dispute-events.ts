// The disputes that events of trades tell of, as they were then.
import type { TradeEvent } from '../../domain/batch/decision.ts';
import type { Dispute, DisputeKey } from '../../domain/record/dispute-record.ts';
import type { Actor } from '../../domain/record/origin.ts';
import type { Act } from '../../domain/record/trade.ts';
import type { Queryable, Transaction } from '../connection/database.ts';
import { insertRows, plainArray, type RowColumn } from '../connection/rows.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { eventNotePlace, openText } from '../encryption/sealed-text.ts';

const DISPUTE_ACT: Act = 'update_dispute';

type Told = TradeEvent & { dispute: Dispute };

/** A constraint keeps amounts below 2^53, so JSON numbers are exact. */
const disputeText = (dispute: Dispute): string =>
  JSON.stringify(dispute, (_name, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  );

type Stored = Omit<Dispute, 'amount_cents' | 'blocked_cents' | 'awarded_cents'> & {
  amount_cents: number;
  blocked_cents: number;
  awarded_cents: number | null;
};

const disputeOfJson = (stored: Stored): Dispute => ({
  ...stored,
  amount_cents: BigInt(stored.amount_cents),
  blocked_cents: BigInt(stored.blocked_cents),
  awarded_cents: stored.awarded_cents === null ? null : BigInt(stored.awarded_cents),
});

const COLUMNS: RowColumn<Told>[] = [
  { name: 'merchant_id', value: (event) => event.merchant_id },
  { name: 'trade_id', value: (event) => event.trade_id },
  { name: 'sequence', value: (event) => event.sequence },
  { name: 'dispute_id', value: (event) => event.dispute.dispute_id },
  { name: 'dispute', value: (event) => disputeText(event.dispute) },
];

export async function insertDisputeEvents(
  tx: Transaction,
  events: readonly TradeEvent[],
): Promise<void> {
  const told = events.filter((event): event is Told => event.dispute !== undefined);
  await insertRows(tx, 'dispute_events', COLUMNS, told);
}

/** The same events; those that tell of a dispute get it. */
export async function withDisputes<E extends TradeEvent>(
  db: Queryable,
  events: readonly E[],
): Promise<E[]> {
  const about = events.filter(({ act }) => act === DISPUTE_ACT);
  if (about.length === 0) return [...events];
  const rows = await db.query<{ trade_id: string; sequence: number; dispute: Stored }>(
    'read-dispute-events',
    `select trade_id, sequence, dispute from dispute_events
     where (merchant_id, trade_id, sequence)
       in (select * from unnest($1::uuid[], $2::uuid[], $3::integer[]))`,
    [
      plainArray(about.map((event) => event.merchant_id)),
      plainArray(about.map((event) => event.trade_id)),
      plainArray(about.map((event) => event.sequence)),
    ],
  );
  const found = new Map(rows.map((row) => [`${row.trade_id}/${row.sequence}`, row.dispute]));
  return events.map((event) => {
    const stored = found.get(`${event.trade_id}/${event.sequence}`);
    return stored === undefined ? event : { ...event, dispute: disputeOfJson(stored) };
  });
}

type HistoryRow = {
  trade_id: string;
  sequence: number;
  type: string;
  actor_role: Actor['role'];
  actor_id: string | null;
  note: string | null;
  happened_at: number;
  dispute: Stored;
};

/** The events about one dispute, oldest first. */
export async function readDisputeHistory(
  db: Queryable,
  cipher: Cipher,
  { merchant_id, dispute_id }: DisputeKey,
) {
  const rows = await db.query<HistoryRow>(
    'read-dispute-history',
    `select e.trade_id, e.sequence, e.type, e.actor_role, e.actor_id, e.note, e.happened_at,
       d.dispute
     from dispute_events d join events e using (merchant_id, trade_id, sequence)
     where d.merchant_id = $1 and d.dispute_id = $2 order by d.sequence limit 1000`,
    [merchant_id, dispute_id],
  );
  return rows.map(({ trade_id, actor_role, actor_id, happened_at, dispute, ...event }) => ({
    event: {
      ...event,
      note: openText(cipher, event.note, eventNotePlace({ trade_id, ...event })),
      dispute: disputeOfJson(dispute),
      actor: { role: actor_role, id: actor_id },
    },
    at: happened_at,
  }));
}
