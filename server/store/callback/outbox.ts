// The outbox: gives events the next numbers of their merchant and inserts the deliveries that
// follow from them, in the transaction of the change.
import type { TradeEvent } from '../../domain/batch/decision.ts';
import { originOf } from '../../domain/values/web-address.ts';
import type { Transaction } from '../connection/database.ts';
import { insertRows, plainArray, type RowColumn } from '../connection/rows.ts';
import { insertDisputeEvents } from '../dispute/dispute-events.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { eventNotePlace, sealText } from '../encryption/sealed-text.ts';
import { STANDING_COLUMNS, storedValue } from './event-standing.ts';
import { lockDeliveriesOf } from './lock-deliveries.ts';

/**
 * Where a delivery goes: the number of the merchant's endpoint, and the number under which
 * deliveries to one address share their places.
 */
export type DeliveryTarget = {
  url: string;
  endpoint: bigint;
  endpoint_number: number;
  /** The queue that the delivery waits in. */
  queue: number;
};

/** Where an event of this type goes, given the trade's own address; empty if nowhere. */
export type CallbackAddress = (
  merchant_id: string,
  callback_url: string | null,
  type: string,
) => readonly DeliveryTarget[];

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

const columnsOf = (cipher: Cipher): RowColumn<Placed>[] => [
  { name: 'merchant_id', value: ({ event }) => event.merchant_id },
  { name: 'trade_id', value: ({ event }) => event.trade_id },
  { name: 'sequence', value: ({ event }) => event.sequence },
  { name: 'number', value: ({ after }) => after },
  { name: 'type', value: ({ event }) => event.type },
  { name: 'act', value: ({ event }) => event.act },
  { name: 'actor_role', value: ({ event }) => event.actor.role },
  { name: 'actor_id', value: ({ event }) => event.actor.id },
  {
    name: 'note',
    value: ({ event }) => sealText(cipher, event.note, eventNotePlace(event)),
  },
  { name: 'happened_at', value: ({ event }) => event.at },
  ...STANDING_COLUMNS.map(
    (name): RowColumn<Placed> => ({
      name,
      value: ({ event }) => storedValue(event.standing, name),
    }),
  ),
];

type NewDelivery = Placed & DeliveryTarget & { is_first: boolean; now: number };

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
  { name: 'queue', value: (d) => d.queue },
  { name: 'endpoint_number', value: (d) => d.endpoint_number },
];

/** An endpoint gets a trade's events in order: one is next only if no earlier one is waiting. */
const DELIVERY_COMPUTED = {
  ...NUMBERED,
  is_next: `r.is_next and not exists (
    select from deliveries e
    where e.merchant_id = r.merchant_id and e.trade_id = r.trade_id
      and e.endpoint_number = r.endpoint_number and e.status = 'waiting')`,
};

function deliveriesOf(events: readonly Placed[], addressOf: CallbackAddress, now: number) {
  const seen = new Set<string>();
  return events.flatMap((given): NewDelivery[] => {
    const { merchant_id, trade_id, type } = given.event;
    return addressOf(merchant_id, given.callback_url, type).map((target) => {
      const key = `${trade_id} ${target.endpoint_number}`;
      const is_first = !seen.has(key);
      seen.add(key);
      return { ...given, ...target, is_first, now };
    });
  });
}

async function lockEarlier(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<void> {
  const later = deliveries.filter(({ event }) => event.sequence > 1).map(({ event }) => event);
  await lockDeliveriesOf(tx, later);
}

async function moveHeads(
  tx: Transaction,
  heads: readonly [string, number][],
  opened: ReadonlyMap<string, number>,
): Promise<void> {
  await tx.query(
    'move-event-heads',
    `insert into event_heads (merchant_id, last_number, open_payins)
     select * from unnest($1::uuid[], $2::bigint[], $3::integer[])
     on conflict (merchant_id) do update set
       last_number = event_heads.last_number + excluded.last_number,
       open_payins = event_heads.open_payins + excluded.open_payins`,
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
  cipher: Cipher,
  events: readonly NewEvent[],
  { addressOf, opened, now }: OutboxOptions,
): Promise<boolean> {
  if (events.length === 0) return false;
  const numbered = placed(events);
  const deliveries = deliveriesOf(numbered.placed, addressOf, now);
  await Promise.all([
    lockEarlier(tx, deliveries),
    moveHeads(tx, numbered.heads, opened),
    insertRows(tx, 'events', columnsOf(cipher), numbered.placed, '', NUMBERED),
    insertDisputeEvents(
      tx,
      events.map(({ event }) => event),
    ),
    insertRows(tx, 'deliveries', DELIVERY, deliveries, '', DELIVERY_COMPUTED),
  ]);
  return deliveries.length > 0;
}
