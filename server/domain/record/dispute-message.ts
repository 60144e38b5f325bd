// A message about a dispute: who wrote it, and who sees it.
import type { DisputeKey } from './dispute-record.ts';
import type { Actor } from './trade.ts';

/** `shared`: merchant, customer and operators see it; `internal`: a note of operators. */
export const MESSAGE_VISIBILITIES = ['shared', 'internal'] as const;
export type MessageVisibility = (typeof MESSAGE_VISIBILITIES)[number];

/** What a merchant may choose: notes of operators are theirs alone. */
export const MERCHANT_VISIBILITIES = ['shared'] as const satisfies readonly MessageVisibility[];

export type DisputeMessage = DisputeKey & {
  /** 1, 2, 3 … in the order in which they were sent. */
  number: number;
  author: Actor;
  visibility: MessageVisibility;
  text: string;
  sent_at: number;
};

export const MESSAGE_MAX_LENGTH = 2_000;

/**
 * How many messages a dispute may have before this role can add no more: nobody can keep the others
 * from writing.
 */
const MOST_MESSAGES: Readonly<Record<Actor['role'], number>> = {
  customer: 40,
  merchant: 80,
  operator: 160,
  feed: 0,
  service: 0,
};

export const mostMessages = (role: Actor['role']): number => MOST_MESSAGES[role];
