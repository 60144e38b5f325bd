// A message about a dispute: who wrote it, and who sees it.
import type { PictureType } from '../../lib/picture/picture-content.ts';
import type { DisputeKey } from './dispute-record.ts';
import type { Actor } from './origin.ts';

/**
 * `shared`: merchant, customer and operators see it; `merchant`: merchant and operators, not the
 * customer; `internal`: a note of operators.
 */
export const MESSAGE_VISIBILITIES = ['shared', 'merchant', 'internal'] as const;
export type MessageVisibility = (typeof MESSAGE_VISIBILITIES)[number];

/** What a merchant may choose: notes of operators are theirs alone. */
export const MERCHANT_VISIBILITIES = [
  'shared',
  'merchant',
] as const satisfies readonly MessageVisibility[];

/** What an actor of this role sees; operators see everything. */
export const SEEN_BY: Readonly<Record<'merchant' | 'customer', readonly MessageVisibility[]>> = {
  merchant: MERCHANT_VISIBILITIES,
  customer: ['shared'],
};

/** A file that came with a message; its content is apart. */
export type MessageFile = { file_id: string; file_type: PictureType; size_bytes: number };

export type DisputeMessage = DisputeKey & {
  /** 1, 2, 3 … in the order in which they were sent. */
  number: number;
  author: Actor;
  visibility: MessageVisibility;
  /** May be empty if there is a file. */
  text: string;
  file: MessageFile | null;
  sent_at: number;
};

/** Sends a message; its id recognises a repeated request. */
export type MessageStep = {
  act: 'message';
  message_id: string;
  text: string;
  visibility: MessageVisibility;
  file: MessageFile | null;
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

/** The same for files, which cost more to keep. */
const MOST_FILES: Readonly<Record<Actor['role'], number>> = {
  customer: 5,
  merchant: 15,
  operator: 30,
  feed: 0,
  service: 0,
};

export const mostFiles = (role: Actor['role']): number => MOST_FILES[role];
