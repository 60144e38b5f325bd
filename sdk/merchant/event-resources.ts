// The feed of events, and what the service publishes of itself.
import type { CallOptions } from '../api/call-api.ts';
import { byNumber, type List, listOf } from '../api/pages.ts';
import { type BodyOf, type CallMerchant, type QueryOf, withMerchant } from './inputs.ts';
import { type FollowOptions, resumingFeed } from './resuming-feed.ts';
import type {
  Endpoints,
  EventPage,
  Event as FeedEvent,
  Limits,
  ResentEvents,
  States,
} from './schema.gen.ts';

const SPARE_MS = 30_000;

export function eventsOf(call: CallMerchant, own: string | undefined) {
  return {
    /** The events that there are after the number `after`, in order and without gaps. */
    list: (query: QueryOf<'listEvents'> = {}, options?: CallOptions): List<FeedEvent, EventPage> =>
      listOf((after: number | undefined) => {
        const asked = after === undefined ? query : { ...query, after };
        return call('listEvents', { query: { merchant_id: own, ...asked } }, options);
      }, byNumber),
    /** Where callbacks go, and how their receivers answer. */
    endpoints: (options?: CallOptions): Promise<Endpoints> =>
      call('listEndpoints', { query: { merchant_id: own } }, options),
    /** Like `list`, but waits for the next events, and goes on after failures. */
    follow: (options: FollowOptions = {}): AsyncIterable<FeedEvent> => {
      const { signal } = options;
      const limits = signal === undefined ? {} : { signal };
      return resumingFeed((after, wait) => {
        const query = { merchant_id: own, after, wait };
        const timeoutMs = wait * 1_000 + SPARE_MS;
        return call('listEvents', { query }, { ...limits, timeoutMs, retries: 0 });
      }, options);
    },
    /** Has past events sent to the endpoints again; `next_after` says whether to go on. */
    resend: (events: BodyOf<'resendEvents'> = {}, options?: CallOptions): Promise<ResentEvents> =>
      call('resendEvents', { body: withMerchant(events, own) }, options),
  };
}

export function publishedOf(call: CallMerchant) {
  return {
    /** The limits in force, currencies and payment types. */
    limits: { get: (options?: CallOptions): Promise<Limits> => call('getLimits', {}, options) },
    /** The states, and every transition between them. */
    states: { get: (options?: CallOptions): Promise<States> => call('getStates', {}, options) },
  };
}
