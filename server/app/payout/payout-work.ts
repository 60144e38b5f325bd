// Pay-outs that somebody has taken, by what is next: to be paid, unconfirmed, or ended today; each
// with who took it.

import { FIND_WORK, type WORK_STAGES } from '../../domain/payout/payout-requests.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { readPayoutAttempts } from '../../store/payout/payout-attempts.ts';
import {
  countPayoutsUnderWay,
  readPayoutsEnded,
  readPayoutsUnderWay,
  readTakers,
  type WorkFilter,
  type WorkKey,
} from '../../store/payout/payout-work.ts';
import { readTrades } from '../../store/trade/trades.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { namesOfActors } from '../request/actor-names.ts';
import {
  MOMENT_FORM,
  type Page,
  type PageQuery,
  pageOf,
  readPage,
  UUID_FORM,
} from '../request/paging.ts';
import { iso, type TradeBody, tradeBody } from '../request/views.ts';
import { type PayoutAttemptBody, payoutAttemptBody } from './payout-views.ts';

type WorkStage = (typeof WORK_STAGES)[number];

export type PayoutWork = {
  trade: TradeBody;
  attempt: PayoutAttemptBody;
  taken_by: string | null;
  taken_at: string;
};

/** The start of the day in UTC. */
const today = (now: number): number => Math.floor(now / DAY_MS) * DAY_MS;

async function readKeys(
  app: App,
  stage: WorkStage,
  filter: WorkFilter,
  cursor: readonly string[] | null,
): Promise<WorkKey[]> {
  const { db } = app.store;
  if (stage === 'ended') {
    const [at = '', payout_attempt_id = ''] = cursor ?? [];
    const before = cursor === null ? null : { changed_at: Date.parse(at), payout_attempt_id };
    return await readPayoutsEnded(db, { ...filter, since: today(serviceTime(app)) }, before);
  }
  return await readPayoutsUnderWay(db, stage, filter, cursor?.[0] ?? null);
}

async function workOf(app: App, keys: readonly WorkKey[]): Promise<PayoutWork[]> {
  const { db, cipher } = app.store;
  const [trades, attempts, takers] = await Promise.all([
    readTrades(db, cipher, keys),
    readPayoutAttempts(db, cipher, keys),
    readTakers(db, keys),
  ]);
  const ids = takers.map(({ actor_id }) => actor_id);
  const names = await namesOfActors(app, ids);
  const { accounts } = await app.settings.current();
  const options = { page_url: app.page_url, accounts, masked: true };
  const trade_of = new Map(trades.map((trade) => [trade.trade_id, trade]));
  const attempt_of = new Map(attempts.map((attempt) => [attempt.payout_attempt_id, attempt]));
  const taker_of = new Map(takers.map((taker) => [taker.trade_id, taker]));
  return keys.flatMap(({ trade_id, payout_attempt_id }) => {
    const trade = trade_of.get(trade_id);
    const attempt = attempt_of.get(payout_attempt_id);
    if (trade === undefined || attempt === undefined) return [];
    const taker = taker_of.get(trade_id);
    return {
      trade: tradeBody(trade, options),
      attempt: payoutAttemptBody(attempt),
      taken_by: names.get(taker?.actor_id ?? '') ?? null,
      taken_at: iso(taker?.taken_at ?? attempt.created_at),
    };
  });
}

export async function listPayoutWork(
  app: App,
  query: QueryTexts<typeof FIND_WORK> & PageQuery,
): Promise<Page<PayoutWork> | Refusal> {
  const filters = readFilters(FIND_WORK, query);
  const is_ended = !isRefusal(filters) && filters.stage === 'ended';
  const page = readPage(query, is_ended ? [MOMENT_FORM, UUID_FORM] : [UUID_FORM], filters);
  if (isRefusal(page)) return page;
  const { limit, cursor } = page;
  const { stage, ...filter } = page.filters;
  const keys = await readKeys(app, stage, { ...filter, limit: limit + 1 }, cursor);
  const work = await workOf(app, keys);
  return pageOf(work, limit, ({ attempt }) =>
    stage === 'ended' ? [attempt.updated_at, attempt.id] : [attempt.id],
  );
}

export type PayoutCounts = { taken: number; unconfirmed: number };

export const countPayoutWork = (app: App, most: number): Promise<PayoutCounts> =>
  countPayoutsUnderWay(app.store.db, most);
