// The words for whoever did something.

export const ACTOR_NAMES = {
  merchant: 'The merchant',
  customer: 'The customer',
  operator: 'Operator',
  feed: 'Bank feed',
  service: 'The service',
} as const;

export const ACTOR_ACTS = 'What they did';
