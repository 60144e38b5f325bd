// Pay-outs that somebody took: under way, or ended since a time; each with who took it.
import {
  ENDED_ATTEMPT_STATES,
  OPEN_ATTEMPT_STATES,
  type PayoutAttempt,
  SENT_ATTEMPT_STATES,
} from '../../domain/record/payout-attempt.ts';
import type { TradeKey } from '../../domain/record/trade.ts';
import type { Queryable } from '../connection/database.ts';
import { timestamp } from '../connection/database.ts';
import { oneOf } from '../connection/word-list.ts';

export type WorkFilter = {
  merchant_id: string | null;
  currency: string | null;
  receiving_account_id: string | null;
  limit: number;
};

export type WorkKey = TradeKey & Pick<PayoutAttempt, 'payout_attempt_id' | 'changed_at'>;

const KEYS = 'a.merchant_id, a.trade_id, a.payout_attempt_id, a.changed_at';
const FILTERS = `($1::uuid is null or a.merchant_id = $1) and ($2::text is null or a.currency = $2)
  and ($3::uuid is null or a.receiving_account_id = $3)`;

const valuesOf = ({ merchant_id, currency, receiving_account_id, limit }: WorkFilter) => [
  merchant_id,
  currency,
  receiving_account_id,
  limit,
];

const UNDER_WAY = {
  /** Nothing of the service sent them: somebody pays by hand, or the batch is a draft. */
  taken: `a.state = 'pending'`,
  /** The bank may have them. */
  unconfirmed: `a.state in ${oneOf(SENT_ATTEMPT_STATES)}`,
} as const;

/** The longest-waiting first, after the given attempt. */
export async function readPayoutsUnderWay(
  db: Queryable,
  stage: keyof typeof UNDER_WAY,
  filter: WorkFilter,
  after: string | null,
): Promise<WorkKey[]> {
  return await db.query<WorkKey>(
    `read-payouts-${stage}`,
    `select ${KEYS} from payout_attempts a
     where a.state in ${oneOf(OPEN_ATTEMPT_STATES)} and ${UNDER_WAY[stage]} and ${FILTERS}
       and ($5::uuid is null or a.payout_attempt_id > $5)
     order by a.payout_attempt_id limit $4`,
    [...valuesOf(filter), after],
  );
}

/** The last one first, before the given attempt. */
export async function readPayoutsEnded(
  db: Queryable,
  filter: WorkFilter & { since: number },
  before: { changed_at: number; payout_attempt_id: string } | null,
): Promise<WorkKey[]> {
  return await db.query<WorkKey>(
    'read-payouts-ended',
    `select ${KEYS} from payout_attempts a
     where a.state in ${oneOf(ENDED_ATTEMPT_STATES)} and a.changed_at >= $5 and ${FILTERS}
       and ($6::timestamptz is null or (a.changed_at, a.payout_attempt_id) < ($6, $7::uuid))
     order by a.changed_at desc, a.payout_attempt_id desc limit $4`,
    [
      ...valuesOf(filter),
      timestamp(filter.since),
      before === null ? null : timestamp(before.changed_at),
      before?.payout_attempt_id ?? null,
    ],
  );
}

/** How many are under way, counted up to `most` of each. */
export async function countPayoutsUnderWay(
  db: Queryable,
  most: number,
): Promise<{ taken: number; unconfirmed: number }> {
  const count = (stage: keyof typeof UNDER_WAY) => `(select count(*)::int from (
       select 1 from payout_attempts a
       where a.state in ${oneOf(OPEN_ATTEMPT_STATES)} and ${UNDER_WAY[stage]} limit $1
     ) as counted) as ${stage}`;
  const [row] = await db.query<{ taken: number; unconfirmed: number }>(
    'count-payouts-under-way',
    `select ${count('taken')}, ${count('unconfirmed')}`,
    [most],
  );
  return row ?? { taken: 0, unconfirmed: 0 };
}

export type Taker = { trade_id: string; actor_id: string | null; taken_at: number };

/** Who took each of these pay-outs last. */
export async function readTakers(db: Queryable, keys: readonly TradeKey[]): Promise<Taker[]> {
  if (keys.length === 0) return [];
  return await db.query<Taker>(
    'read-takers',
    `select k.trade_id, e.actor_id, e.happened_at as taken_at
     from unnest($1::uuid[], $2::uuid[]) as k(merchant_id, trade_id)
     cross join lateral (
       select actor_id, happened_at from events e
       where e.merchant_id = k.merchant_id and e.trade_id = k.trade_id and e.act = 'take'
       order by e.sequence desc limit 1
     ) e`,
    [keys.map((key) => key.merchant_id), keys.map((key) => key.trade_id)],
  );
}
