import type { CallApi, CallOptions } from './call-api.ts';
import { type BodyOf, type QueryOf } from './inputs.ts';
import { type List } from './pages.ts';
import { type FollowOptions } from './resuming-feed.ts';
import type { Endpoints, EventPage, Event as FeedEvent, Limits, ResentEvents, States } from './schema.gen.ts';
export declare function eventsOf(call: CallApi, own: string | undefined): {
    /** The events that there are after the number `after`, in order and without gaps. */
    list: (query?: QueryOf<'listEvents'>, options?: CallOptions) => List<FeedEvent, EventPage>;
    /** Where callbacks go, and how their receivers answer. */
    endpoints: (options?: CallOptions) => Promise<Endpoints>;
    /** Like `list`, but waits for the next events, and goes on after failures. */
    follow: (options?: FollowOptions) => AsyncIterable<FeedEvent>;
    /** Has past events sent to the endpoints again; `next_after` says whether to go on. */
    resend: (events?: BodyOf<'resendEvents'>, options?: CallOptions) => Promise<ResentEvents>;
};
export declare function publishedOf(call: CallApi): {
    /** The limits in force, currencies and payment types. */
    limits: {
        get: (options?: CallOptions) => Promise<Limits>;
    };
    /** The states, and every transition between them. */
    states: {
        get: (options?: CallOptions) => Promise<States>;
    };
};
