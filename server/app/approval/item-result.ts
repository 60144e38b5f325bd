// What became of one item of a request whose items are decided one by one.
import type { Refusal } from '../../domain/service/refusal.ts';

/** `waiting`: a second person has to approve it. */
export type ItemResult<Done> =
  | { kind: 'done'; done: Done }
  | { kind: 'waiting'; proposal_id: string }
  | { kind: 'refused'; refusal: Refusal };

/** What the use case made of each item; nothing of it waits yet. */
export type DecidedItem<Item, Done> = { item: Item; answer: Done | Refusal };
