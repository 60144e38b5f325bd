// Lies about what is kept of removed months: one in each column, told by the owner of the tables.

/** What follows `update`. */
export const liesAbout = ([FIRST, SECOND, THIRD]: readonly [string, string, string]): string[] => [
  `archived_months set file_hash = sha256('x') where month = '${FIRST}'`,
  `archived_months set manifest_hash = sha256('x') where month = '${FIRST}'`,
  `archived_months set sums_hash = sha256('x') where month = '${FIRST}'`,
  `archived_months set stage = 'behind' where month = '${SECOND}'`,
  `archived_months set stage = 'noted' where month = '${THIRD}'`,
  'archived_sums set entries = entries + 1',
  'archived_sums set amount_cents = amount_cents + 1',
  `archived_sums set act = 'own_transfer' where act = 'match'`,
  `archived_sums set account = 'costs:x' where account like 'suspense:%'`,
  `archived_sums set currency = 'XXX' where currency = 'INR'`,
  'removed_days set last_day = last_day - 1',
  'removed_days set receiving_account_id = gen_random_uuid()',
  'removed_events set last_number = last_number - 1',
  'removed_events set merchant_id = gen_random_uuid()',
  `past_trades set amount_cents = amount_cents + 1 where order_id = 'order-0'`,
  `past_trades set utr = 'ANOTHER' where order_id = 'claimed'`,
  `past_trades set order_id = 'another' where order_id = 'order-0'`,
  `past_trades set archived_month = '${THIRD}' where order_id = 'order-0'`,
  'trade_days set created_count = created_count + 1 where day = (select min(day) from trade_days)',
  'trade_slots set completed_total = 1 where slot = (select min(slot) from trade_slots)',
  `removals set file_hash = sha256('x')`,
  `removals set copy = 'told'`,
  `removals set month = '2001-01' where month = '${FIRST}'`,
  `removals set plan = '{}'`,
  `removals set removed = '{}'`,
  'removals set allowed_at = null, ended_at = null',
  'removals set ended_at = null',
];

/** Only a removal fills these tables, so the lies about their columns are told here. */
export const REMOVAL_TABLES = ['removals', 'removed_days', 'removed_events'] as const;
