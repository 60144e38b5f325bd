// Sends past events of a merchant again: those of a window that were not delivered, or all. Each
// request looks at a bounded number of events and says where the next one goes on.
import { isInWindow, type ResendFilter } from '../../domain/callback/resend.ts';
import { RESEND_EVENTS } from '../../domain/merchant/delivery-requests.ts';
import type { Requester } from '../../domain/record/proposal.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { lastEventNumber, readPastEvents } from '../../store/callback/past-events.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { audit } from '../request/audit.ts';
import {
  type Caller,
  merchantActor,
  type OperatorCaller,
  operatorActor,
  refuseOtherMerchant,
} from '../request/caller.ts';
import { iso } from '../request/views.ts';
import { queueAgain, resendsOf } from './queue-again.ts';

/** Events that one request looks at. */
export const RESEND_EVENTS_MAX = 2_000;
const BATCH = 500;

/** `events`: of the window; `resent`: deliveries that wait now, or would in a preview. */
export type ResendBody = {
  examined: number;
  events: number;
  resent: number;
  /** Events after the last one examined. */
  remaining: number;
  /** Where the next request goes on; null: the window is done. */
  next_after: number | null;
  as_of: string;
};

type Asked = {
  merchant_id: string;
  filter: ResendFilter;
  endpoint: number | null;
  after: bigint;
  is_preview: boolean;
};

function readAsked(app: App, raw: RawFields): Asked | Refusal {
  const given = readRequest(RESEND_EVENTS, raw);
  if (isRefusal(given)) return given;
  const { merchant_id, which, endpoint, types, from, to, after, preview: is_preview } = given;
  const filter = { which, types, from, to, as_of: given.as_of ?? serviceTime(app) };
  return { merchant_id, filter, endpoint, after, is_preview };
}

/** Events happen in the order of their numbers, but for the clocks of several processes. */
const CLOCKS_MS = 300_000;

/** A number before which every event is too old. */
async function startOf(app: App, merchant_id: string, { filter: { from }, after }: Asked) {
  if (from === null) return after;
  let [low, high] = [after, await lastEventNumber(app.store.db, merchant_id)];
  while (high - low > BATCH) {
    const middle = (low + high) / 2n;
    const [event] = await readPastEvents(app.store.db, merchant_id, middle - 1n, 1);
    if (event !== undefined && event.happened_at < from - CLOCKS_MS) low = middle;
    else high = middle;
  }
  return low;
}

async function walk(app: App, merchant_id: string, asked: Asked) {
  const { to, as_of } = asked.filter;
  let after = await startOf(app, merchant_id, asked);
  let [examined, events, resent] = [0, 0, 0];
  while (examined < RESEND_EVENTS_MAX) {
    const batch = await readPastEvents(app.store.db, merchant_id, after, BATCH);
    const wanted = batch.filter((event) => isInWindow(event, asked.filter));
    const again = await resendsOf(app, merchant_id, wanted, asked);
    resent += asked.is_preview ? again.length : await queueAgain(app, merchant_id, again, as_of);
    examined += batch.length;
    events += wanted.length;
    const last = batch.at(-1);
    after = last?.number ?? after;
    const is_past = to !== null && last !== undefined && last.happened_at > to + CLOCKS_MS;
    if (batch.length < BATCH || is_past) return { examined, events, resent, next: null };
  }
  return { examined, events, resent, next: after };
}

async function resend(app: App, actor: Requester, asked: Asked): Promise<ResendBody> {
  const { merchant_id, filter, endpoint, is_preview } = asked;
  const { next, ...counts } = await walk(app, merchant_id, asked);
  if (!is_preview) {
    const { which, types } = filter;
    const detail = { which, types: [...types], endpoint, resent: counts.resent };
    await audit(app, actor, 'callback_resent', `merchants/${merchant_id}`, detail);
    app.wake.events.notify();
  }
  const last = next === null ? 0n : await lastEventNumber(app.store.db, merchant_id);
  return {
    ...counts,
    remaining: next === null ? 0 : Number(last - next),
    next_after: next === null ? null : Number(next),
    as_of: iso(filter.as_of),
  };
}

/** For operators, and for the people of the merchant. */
export async function resendEvents(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<ResendBody | Refusal> {
  const asked = readAsked(app, raw);
  if (isRefusal(asked)) return asked;
  const { merchants } = await app.settings.current();
  if (!merchants.has(asked.merchant_id)) return refuseUnknown();
  return await resend(app, operatorActor(operator), asked);
}

/** For the merchant itself. */
export async function resendOwnEvents(
  app: App,
  caller: Caller,
  raw: RawFields,
): Promise<ResendBody | Refusal> {
  const asked = readAsked(app, raw);
  if (isRefusal(asked)) return asked;
  const refused = refuseOtherMerchant(caller, asked.merchant_id);
  return refused ?? (await resend(app, merchantActor(caller), asked));
}
