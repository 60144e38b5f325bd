import type { EventPage, Event as FeedEvent } from './schema.gen.ts';
export type FollowOptions = {
    /** The number of the last event that you have processed; default 0: from the first. */
    after?: number;
    /** How long one request waits for an event, in seconds; default: 25. */
    waitSeconds?: number;
    signal?: AbortSignal;
    /** Told of each failure; the feed goes on after a pause. */
    onFailure?: (error: Error) => void;
};
export type FetchEvents = (after: number, wait_s: number) => Promise<EventPage>;
/** Every event once and in order; keep the number of each that you have processed. */
export declare function resumingFeed(fetchEvents: FetchEvents, { after, waitSeconds, signal, onFailure }: FollowOptions): AsyncGenerator<FeedEvent>;
