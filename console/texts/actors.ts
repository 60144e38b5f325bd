// The words for whoever did something.

export const ACTOR_NAMES = {
  merchant: 'The merchant',
  customer: 'The customer',
  operator: 'Operator',
  feed: 'Bank feed',
  service: 'The service',
} as const;

/** A person with one of their tokens. */
export const withToken = (who: string, token: string) => `${who} (token ${token})`;

export const ACTOR_ACTS = 'What they did';
