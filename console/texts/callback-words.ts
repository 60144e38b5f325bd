// The words for what callbacks are about, and for why an attempt failed.
import type { CreateCallbackEndpoint } from '../api/schema.gen.ts';

/** One type of event, or all of a topic. */
export type EventPattern = NonNullable<CreateCallbackEndpoint['event_types']>[number];

export const EVENT_NAMES: Readonly<Record<EventPattern, string>> = {
  'deposit.*': 'All pay-in events',
  'deposit.created': 'Pay-in created',
  'deposit.pending': 'Pay-in waiting for money',
  'deposit.verifying': 'Pay-in to verify',
  'deposit.completed': 'Pay-in completed',
  'deposit.expired': 'Pay-in expired',
  'deposit.canceled': 'Pay-in canceled',
  'deposit.failed': 'Pay-in failed',
  'deposit.disputed': 'Pay-in disputed',
  'deposit.reversed': 'Pay-in reversed',
  'withdrawal.*': 'All pay-out events',
  'withdrawal.created': 'Pay-out created',
  'withdrawal.processing': 'Pay-out being paid',
  'withdrawal.completed': 'Pay-out completed',
  'withdrawal.canceled': 'Pay-out canceled',
  'withdrawal.failed': 'Pay-out failed',
  'withdrawal.disputed': 'Pay-out disputed',
  'withdrawal.reversed': 'Pay-out reversed',
  'dispute.*': 'All dispute events',
  'dispute.opened': 'Dispute opened',
  'dispute.updated': 'Dispute updated',
  'dispute.decided': 'Dispute decided',
  'dispute.appealed': 'Dispute appealed',
  'dispute.closed': 'Dispute closed',
};

/** The type itself, if it is newer than this console. */
export const eventName = (type: string): string =>
  Object.entries(EVENT_NAMES).find(([name]) => name === type)?.[1] ?? type;

/** By the codes of the service; a test compares both lists. */
export const ATTEMPT_PROBLEMS: Readonly<Record<string, string>> = {
  no_address: 'The endpoint had no address.',
  address_not_allowed: 'The address is private and not allowed, so nothing is sent there.',
  dns: 'The host’s name could not be resolved.',
  connection_refused: 'The server refused the connection.',
  connection_closed: 'The server closed the connection before it answered.',
  unreachable: 'There is no way to the server.',
  tls: 'The server’s certificate is not valid, or TLS failed.',
  timeout: 'The server did not answer within 10 seconds.',
  redirect: 'The server redirects to another address; redirects are not followed.',
  bad_status: 'The server answered with an error.',
  bad_response: 'The answer was no valid HTTP.',
  headers_too_large: 'The headers of the answer were too large.',
};

export const problemWords = (code: string): string => ATTEMPT_PROBLEMS[code] ?? code;
