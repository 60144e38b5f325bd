// The outbox: gives events the next numbers of their merchant and inserts the deliveries that
// follow from them, in the transaction of the change.
import type { TradeEvent } from '../../domain/batch/decision.ts';
import { originOf } from '../../domain/values/web-address.ts';
import type { Transaction } from '../connection/database.ts';
import { insertRows, plainArray, type RowColumn } from '../connection/rows.ts';
import { insertDisputeEvents } from '../dispute/dispute-events.ts';
import { standingText } from './events.ts';

/** The address for a merchant's callbacks, given the trade's own one; null if there is none. */
export type CallbackAddress = (
  merchant_id: string,
  callback_url: string | null,
) => { url: string; endpoint: bigint } | null;

export type NewEvent = { event: TradeEvent; callback_url: string | null };

/** `after`: how many events of the same merchant follow in the batch. */
type Placed = NewEvent & { after: number };

function placed(events: readonly NewEvent[]): { placed: Placed[]; heads: [string, number][] } {
  const counts = new Map<string, number>();
  const from_behind = events.toReversed().map((given) => {
    const { merchant_id } = given.event;
    const after = counts.get(merchant_id) ?? 0;
    counts.set(merchant_id, after + 1);
    return { ...given, after };
  });
  // Heads are locked in id order, so that batches of two processes never deadlock.
  const heads = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { placed: from_behind.toReversed(), heads };
}

/** `number` is sent as the distance from the head, which was just updated and is locked. */
const NUMBERED = {
  number: `(select h.last_number - r.number from event_heads h
    where h.merchant_id = r.merchant_id)`,
};

const EVENT: RowColumn<Placed>[] = [
  { name: 'merchant_id', value: ({ event }) => event.merchant_id },
  { name: 'trade_id', value: ({ event }) => event.trade_id },
  { name: 'sequence', value: ({ event }) => event.sequence },
  { name: 'number', value: ({ after }) => after },
  { name: 'type', value: ({ event }) => event.type },
  { name: 'act', value: ({ event }) => event.act },
  { name: 'actor_role', value: ({ event }) => event.actor.role },
  { name: 'actor_id', value: ({ event }) => event.actor.id },
  { name: 'note', value: ({ event }) => event.note },
  { name: 'standing', value: ({ event }) => standingText(event.standing) },
  { name: 'happened_at', value: ({ event }) => event.at },
];

type NewDelivery = Placed & { url: string; endpoint: bigint; is_first: boolean; now: number };

const DELIVERY: RowColumn<NewDelivery>[] = [
  { name: 'merchant_id', value: ({ event }) => event.merchant_id },
  { name: 'trade_id', value: ({ event }) => event.trade_id },
  { name: 'sequence', value: ({ event }) => event.sequence },
  { name: 'number', value: ({ after }) => after },
  { name: 'url', value: (d) => originOf(d.url) },
  { name: 'endpoint', value: (d) => d.endpoint },
  { name: 'status', value: () => 'waiting' },
  { name: 'is_next', value: (d) => d.is_first },
  { name: 'attempts', value: () => 0 },
  { name: 'attempts_before', value: () => 0 },
  { name: 'due_at', value: (d) => d.now },
];

/** Deliveries of a trade are sent in order: one is next only if no earlier one is waiting. */
const DELIVERY_COMPUTED = {
  ...NUMBERED,
  is_next: `r.is_next and not exists (
    select from deliveries e
    where e.merchant_id = r.merchant_id and e.trade_id = r.trade_id and e.status = 'waiting')`,
};

function deliveriesOf(events: readonly Placed[], addressOf: CallbackAddress, now: number) {
  const seen = new Set<string>();
  return events.flatMap((given): NewDelivery[] => {
    const { merchant_id, trade_id } = given.event;
    const address = addressOf(merchant_id, given.callback_url);
    if (address === null) return [];
    const is_first = !seen.has(trade_id);
    seen.add(trade_id);
    return [{ ...given, ...address, is_first, now }];
  });
}

/**
 * Locks the earlier deliveries of these trades, so that none of them ends or is sent again before
 * the one that follows is stored.
 */
async function lockEarlier(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<void> {
  const later = deliveries.filter(({ event }) => event.sequence > 1).map(({ event }) => event);
  if (later.length === 0) return;
  await tx.query(
    'lock-earlier-deliveries',
    `select 1 as locked from deliveries d
     where (d.merchant_id, d.trade_id) in (select * from unnest($1::uuid[], $2::uuid[]))
     order by d.merchant_id, d.trade_id, d.sequence for share`,
    [
      plainArray(later.map((event) => event.merchant_id)),
      plainArray(later.map((event) => event.trade_id)),
    ],
  );
}

async function moveHeads(
  tx: Transaction,
  heads: readonly [string, number][],
  opened: ReadonlyMap<string, number>,
): Promise<void> {
  await tx.query(
    'move-event-heads',
    `insert into event_heads as h (merchant_id, last_number, open_payins)
     select * from unnest($1::uuid[], $2::bigint[], $3::integer[])
     on conflict (merchant_id) do update set last_number = h.last_number + excluded.last_number,
       open_payins = h.open_payins + excluded.open_payins`,
    [
      plainArray(heads.map(([merchant_id]) => merchant_id)),
      plainArray(heads.map(([, count]) => count)),
      plainArray(heads.map(([merchant_id]) => opened.get(merchant_id) ?? 0)),
    ],
  );
}

export type OutboxOptions = {
  addressOf: CallbackAddress;
  /** By merchant, the change in its number of open pay-ins. Each such change has an event here. */
  opened: ReadonlyMap<string, number>;
  now: number;
};

/**
 * Numbers have no gaps and follow the order of commits, because the merchant's head stays locked
 * until the commit. The statements are sent without waiting for each other's answers. True if there
 * are deliveries.
 */
export async function writeOutbox(
  tx: Transaction,
  events: readonly NewEvent[],
  { addressOf, opened, now }: OutboxOptions,
): Promise<boolean> {
  if (events.length === 0) return false;
  const numbered = placed(events);
  const deliveries = deliveriesOf(numbered.placed, addressOf, now);
  await Promise.all([
    lockEarlier(tx, deliveries),
    moveHeads(tx, numbered.heads, opened),
    insertRows(tx, 'events', EVENT, numbered.placed, '', NUMBERED),
    insertDisputeEvents(
      tx,
      events.map(({ event }) => event),
    ),
    insertRows(tx, 'deliveries', DELIVERY, deliveries, '', DELIVERY_COMPUTED),
  ]);
  return deliveries.length > 0;
}
