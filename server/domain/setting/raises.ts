// Which changes of settings give more than there was: those need a second person. Lowering,
// narrowing and switching off need one.
import type { MerchantSettings } from '../record/merchant.ts';
import type { ReceivingAccount } from '../record/receiving-account.ts';

/** Whether the value after allows more than the one before. */
type Raises<Value> = (before: Value, after: Value) => boolean;
type Table<Fields> = { readonly [Name in keyof Fields]: Raises<Fields[Name]> };

const never = () => false;
const differs = (before: unknown, after: unknown) => before !== after;
const more = (before: number | bigint, after: number | bigint) => after > before;
const less = (before: number | bigint, after: number | bigint) => after < before;
/** Null: no limit. */
const moreOrNone = (before: number | bigint | null, after: number | bigint | null) =>
  before !== null && (after === null || after > before);
const lessOrNone = (before: number | bigint | null, after: number | bigint | null) =>
  before !== null && (after === null || after < before);
const ends = (before: boolean, after: boolean) => before && !after;
/** Null: the service's own limit, which may be above or below a number. */
const unlessLower = (before: number | null, after: number | null) =>
  before !== after && (before === null || after === null || after > before);

/** Which money is credited by itself, from the least to the most. */
const POLICIES: readonly MerchantSettings['amount_policy'][] = [
  'exact',
  'tolerance',
  'accept_actual',
];

/** Every setting of a merchant; one without a row does not compile. */
const MERCHANT_RAISES: Table<MerchantSettings> = {
  payin_life_minutes: never,
  deferred_assignment: never,
  amount_policy: (before, after) => POLICIES.indexOf(after) > POLICIES.indexOf(before),
  tolerance_cents: more,
  amount_shift: never,
  max_open_payins: unlessLower,
  max_account_day_percent: unlessLower,
  client_max_open_payins: moreOrNone,
  client_unique_amounts: ends,
  client_max_count_per_hour: moreOrNone,
  client_max_count_per_day: moreOrNone,
  client_max_sum_cents_per_hour: moreOrNone,
  client_max_sum_cents_per_day: moreOrNone,
  settlement_delay_days: less,
  reserve_percent: less,
  reserve_days: less,
};

/** Everything of a receiving account; what never changes is gated when the account is added. */
const ACCOUNT_RAISES: Table<Required<ReceivingAccount>> = {
  receiving_account_id: never,
  type: differs,
  currency: differs,
  name: never,
  number: differs,
  bank_name: never,
  min_amount_cents: lessOrNone,
  max_amount_cents: moreOrNone,
  daily_count_limit: moreOrNone,
  daily_amount_limit_cents: moreOrNone,
  active_from_minute: (before, after) => before !== null && before !== after,
  active_to_minute: (before, after) => before !== null && before !== after,
  weight: never,
  exclusive_only: ends,
  // Daily work, under limits that stay.
  enabled: never,
  simulated: differs,
  created_at: never,
  renamed_at: never,
  earlier_names: never,
  is_damaged: never,
};

/** What a token may do, over the kinds of tokens. */
export type TokenReach = {
  scopes: readonly string[];
  /** Addresses or CIDRs; empty means any. */
  allowed_ips: readonly string[];
  expires_at: number | null;
  receiving_account_ids: readonly string[];
  lines_per_hour: number;
  daily_cents: bigint;
};

const hasNew = (before: readonly string[], after: readonly string[]) =>
  after.some((one) => !before.includes(one));

const TOKEN_RAISES: Table<TokenReach> = {
  scopes: hasNew,
  allowed_ips: (before, after) =>
    before.length > 0 && (after.length === 0 || hasNew(before, after)),
  expires_at: moreOrNone,
  receiving_account_ids: hasNew,
  lines_per_hour: more,
  daily_cents: more,
};

/** The fields that are raised, before and after; null if nothing is. */
export type Raised = { before: Record<string, unknown>; after: Record<string, unknown> };

/** As it is shown: amounts of accounts are below 2^53. */
const plain = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value);

function raisedBy<Fields extends object>(
  table: Table<Fields>,
  before: Fields,
  after: Fields,
): Raised | null {
  const names = (Object.keys(table) as (keyof Fields & string)[]).filter((name) =>
    table[name](before[name], after[name]),
  );
  if (names.length === 0) return null;
  const pick = (fields: Fields) =>
    Object.fromEntries(names.map((name) => [name, plain(fields[name])]));
  return { before: pick(before), after: pick(after) };
}

export const raisedSettings = (before: MerchantSettings, after: MerchantSettings) =>
  raisedBy(MERCHANT_RAISES, before, after);

/** Fields that an account may lack count as before. */
export const raisedAccount = (before: ReceivingAccount, after: ReceivingAccount) =>
  raisedBy(
    ACCOUNT_RAISES,
    before as Required<ReceivingAccount>,
    after as Required<ReceivingAccount>,
  );

export const raisedToken = (before: TokenReach, after: TokenReach) =>
  raisedBy(TOKEN_RAISES, before, after);
