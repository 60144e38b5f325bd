// What the value of a kind of waiting work is, and what an item of it may be about.

/** What a kind's value is: the age of its oldest item, a share of a limit, or a number of items. */
export const VALUE_UNITS = ['minutes', 'percent', 'count'] as const;
export type ValueUnit = (typeof VALUE_UNITS)[number];

/** What an item of a kind may be about; null: there is one item for all of them. */
export const SUBJECT_TYPES = [
  'receiving_account',
  'callback_endpoint',
  'alert_recipient',
  'merchant',
] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];
