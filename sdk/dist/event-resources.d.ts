import type { CallApi, CallOptions } from './call-api.ts';
import type { QueryOf } from './inputs.ts';
import { type List } from './pages.ts';
import { type FollowOptions } from './resuming-feed.ts';
import type { EventPage, Event as FeedEvent, Limits, States } from './schema.gen.ts';
export declare function eventsOf(call: CallApi, own: string | undefined): {
    /** The events that there are after the number `after`, in order and without gaps. */
    list: (query?: QueryOf<'listEvents'>, options?: CallOptions) => List<FeedEvent, EventPage>;
    /** Like `list`, but waits for the next events, and goes on after failures. */
    follow: (options?: FollowOptions) => AsyncIterable<FeedEvent>;
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
