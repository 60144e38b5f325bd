// Operators create and change merchants.

import {
  AMOUNT_POLICIES,
  DEFAULT_SETTINGS,
  type Merchant,
  type MerchantRecord,
  type MerchantSettings,
} from '../../domain/record/merchant.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import { isRefusal } from '../../domain/service/refusal.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import { isRecord } from '../../lib/is-record.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readNegativeBalances } from '../../store/line/suspense.ts';
import { balanceOfMerchant } from '../ledger/get-balance.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { newWebhookSecret } from '../process/standard-webhook.ts';
import { notFound, type OperatorCaller } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { type Page, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { type BalanceBody, iso } from '../request/views.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';

export type MerchantBody = {
  id: string;
  name: string;
  balance_currency: string;
  settings: MerchantSettings;
  callback_url: string | null;
  /** The operator's own merchant, created by the service. */
  is_house: boolean;
  /** A negative `actual_amount_cents` is a debt of the merchant, left by a reversal. */
  balance: BalanceBody;
  created_at: string;
};

async function body(app: App, { merchant, callbacks }: MerchantRecord): Promise<MerchantBody> {
  const { merchant_id, name, balance_currency, settings, is_house, created_at } = merchant;
  const { url: callback_url } = callbacks;
  return {
    id: merchant_id,
    name,
    balance_currency,
    settings,
    callback_url,
    is_house,
    balance: await balanceOfMerchant(app, merchant),
    created_at: iso(created_at),
  };
}

/** For each setting: the bounds of a number, or the words that it may be. */
const SETTING_RULES: Readonly<Record<keyof MerchantSettings, SettingRule>> = {
  payin_life_minutes: {
    min: LIMITS.payin_life_min_ms / MINUTE_MS,
    max: LIMITS.payin_life_max_ms / MINUTE_MS,
  },
  deferred_assignment: 'boolean',
  amount_policy: AMOUNT_POLICIES,
  tolerance_cents: { min: 0, max: LIMITS.amount_max_cents },
  amount_shift: 'boolean',
  max_open_payins: { min: 1, max: 1_000_000_000, nullable: true },
  max_account_day_percent: { min: 1, max: 100, nullable: true },
  client_max_open_payins: { min: 1, max: 10_000, nullable: true },
  client_unique_amounts: 'boolean',
  client_max_count_per_hour: { min: 1, max: 1_000_000, nullable: true },
  client_max_count_per_day: { min: 1, max: 1_000_000, nullable: true },
  client_max_sum_cents_per_hour: { min: 1, max: LIMITS.amount_max_cents, nullable: true },
  client_max_sum_cents_per_day: { min: 1, max: LIMITS.amount_max_cents, nullable: true },
  settlement_delay_days: { min: 0, max: 366 },
  reserve_percent: { min: 0, max: 100 },
  reserve_days: { min: 0, max: 366 },
};

type SettingRule = 'boolean' | readonly string[] | { min: number; max: number; nullable?: boolean };

function settingProblem(rule: SettingRule, value: unknown): string | null {
  if (rule === 'boolean') return typeof value === 'boolean' ? null : 'must be true or false';
  if ('min' in rule) {
    if (value === null && rule.nullable === true) return null;
    const fits =
      Number.isSafeInteger(value) && Number(value) >= rule.min && Number(value) <= rule.max;
    const or_null = rule.nullable === true ? ', or null' : '';
    return fits ? null : `must be a whole number from ${rule.min} to ${rule.max}${or_null}`;
  }
  return rule.some((word) => word === value) ? null : `must be one of: ${rule.join(', ')}`;
}

/** The settings that the request names; wrong ones are noted. */
function readSettings(reader: FieldReader): Partial<MerchantSettings> {
  const given = reader.raw('settings');
  if (given === undefined) return {};
  if (!isRecord(given)) {
    reader.wrong('settings', 'type', 'must be an object');
    return {};
  }
  const named: Record<string, unknown> = {};
  for (const [name, rule] of Object.entries(SETTING_RULES)) {
    if (!Object.hasOwn(given, name)) continue;
    const problem = settingProblem(rule, given[name]);
    if (problem === null) named[name] = given[name];
    else reader.wrong(`settings.${name}`, 'range', problem);
  }
  return named;
}

export const firstCallbacks = () => ({
  url: null,
  secret: newWebhookSecret(),
  previous_secret: null,
  previous_until: null,
});

const ORDER = ['name', 'balance_currency', 'settings'];

export async function createMerchant(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
  merchant_id = newId(),
): Promise<MerchantBody | Refusal> {
  const reader = readFields(raw, ORDER);
  const name = reader.text('name', LIMITS.name_max_length);
  const balance_currency = reader.currency('balance_currency');
  const settings = { ...DEFAULT_SETTINGS, ...readSettings(reader) };
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const merchant: Merchant = {
    merchant_id,
    name,
    balance_currency,
    settings,
    is_house: false,
    created_at: serviceTime(app),
  };
  const record = { merchant, callbacks: firstCallbacks() };
  const made = await changeSetting(app, operator, SETTINGS_ACTS.create_merchant, record);
  return isRefusal(made) ? made : await body(app, made);
}

/** If it is not in the loaded settings, another process may have created it a moment ago. */
export async function merchantRecord(app: App, id: string): Promise<MerchantRecord | Refusal> {
  const merchant_id = parseUuid(id);
  if (merchant_id === null) return notFound();
  const known = (await app.settings.current()).merchants.get(merchant_id);
  return known ?? (await app.settings.refresh()).merchants.get(merchant_id) ?? notFound();
}

export async function getMerchant(app: App, id: string): Promise<MerchantBody | Refusal> {
  const record = await merchantRecord(app, id);
  return isRefusal(record) ? record : await body(app, record);
}

/** Changes name and settings; the balance currency never changes. */
export async function updateMerchant(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<MerchantBody | Refusal> {
  const record = await merchantRecord(app, id);
  if (isRefusal(record)) return record;
  const reader = readFields(raw, ORDER);
  const name = reader.optionalText('name', LIMITS.name_max_length);
  const settings = readSettings(reader);
  const currency = reader.raw('balance_currency');
  if (currency !== undefined && currency !== record.merchant.balance_currency) {
    reader.wrong('balance_currency', 'not_allowed', 'never changes');
  }
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const { merchant_id } = record.merchant;
  const request = { merchant_id, name, settings };
  const after = await changeSetting(app, operator, SETTINGS_ACTS.change_merchant, request);
  return isRefusal(after) ? after : await body(app, after);
}

export async function listMerchants(
  app: App,
  query: {
    balance?: string | undefined;
    cursor?: string | undefined;
    limit?: string | undefined;
  },
): Promise<Page<MerchantBody> | Refusal> {
  const reader = readFields({ fields: query, errors: [] }, ['balance']);
  const balance = reader.choice('balance', ['negative']);
  const page = readPage(query, [UUID_FORM], reader.refusal());
  if (isRefusal(page)) return page;
  const { limit, cursor } = page;
  const below = balance === null ? null : new Set(await readNegativeBalances(app.store.db));
  const { merchants } = await app.settings.current();
  const [after = ''] = cursor ?? [];
  const found = [...merchants.values()]
    .filter(({ merchant: { merchant_id: id } }) => id > after && below?.has(id) !== false)
    .slice(0, limit + 1);
  const bodies = await Promise.all(found.map((record) => body(app, record)));
  return pageOf(bodies, limit, (merchant) => [merchant.id]);
}
