// The types of events, for programs that decide by them.
import type { WebhookEvent } from './webhook.ts';

/** Of the feed and of callbacks; `endpoint.test` comes as a callback only. */
export type EventType = WebhookEvent['type'];

/** What is left of an event whose type this version does not know. */
export type OtherEvent = { readonly id: string; readonly type: string; readonly data: object };

/**
 * For the `default` of a switch over `event.type`: it compiles only if every type has its case. A
 * newer service may send others: they come here, and are best ignored.
 */
export const otherEvent = (event: never): OtherEvent => event;
