// The settings of a merchant as fields of a form, in groups, and what a form would change.
import { BOUNDS } from '../../api/bounds.gen.ts';
import type { MerchantSettings, MerchantSettingsChange } from '../../api/schema.gen.ts';
import type { Changed } from '../../parts/act/change-table.tsx';
import { digitsOf } from '../../parts/typed-bounds.ts';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';
import { TRADE_TEXTS } from '../../texts/trade-words.ts';

const { settings: texts, policies } = MERCHANT_TEXTS;

export type SettingName = keyof MerchantSettings;

export type SettingField = {
  readonly name: SettingName;
  readonly group: keyof typeof MERCHANT_TEXTS.groups;
  /** `limit`: a number, or none. */
  readonly kind: 'number' | 'limit' | 'flag' | 'policy';
};

/** A setting without its field does not compile. */
const KINDS: Readonly<Record<SettingName, Omit<SettingField, 'name'>>> = {
  payin_life_minutes: { group: 'payins', kind: 'number' },
  deferred_assignment: { group: 'payins', kind: 'flag' },
  amount_policy: { group: 'payins', kind: 'policy' },
  tolerance_cents: { group: 'payins', kind: 'number' },
  amount_shift: { group: 'payins', kind: 'flag' },
  max_open_payins: { group: 'merchant', kind: 'limit' },
  max_account_day_percent: { group: 'merchant', kind: 'limit' },
  client_max_open_payins: { group: 'client', kind: 'limit' },
  client_unique_amounts: { group: 'client', kind: 'flag' },
  client_max_count_per_hour: { group: 'client', kind: 'limit' },
  client_max_count_per_day: { group: 'client', kind: 'limit' },
  client_max_sum_cents_per_hour: { group: 'client', kind: 'limit' },
  client_max_sum_cents_per_day: { group: 'client', kind: 'limit' },
  settlement_delay_days: { group: 'reserve', kind: 'number' },
  reserve_percent: { group: 'reserve', kind: 'number' },
  reserve_days: { group: 'reserve', kind: 'number' },
};

export const SETTING_FIELDS = (Object.keys(KINDS) as SettingName[]).map(
  (name): SettingField => ({ name, ...KINDS[name] }),
);

export type Values = Readonly<Record<SettingName, string>>;

export const valuesOf = (settings: MerchantSettings): Values => {
  const texts_of = SETTING_FIELDS.map(({ name }) => [name, String(settings[name] ?? '')]);
  return Object.fromEntries(texts_of) as Values;
};

const changedNames = (before: Values, after: Values): readonly SettingName[] =>
  SETTING_FIELDS.map(({ name }) => name).filter((name) => before[name] !== after[name].trim());

function shown(name: SettingName, value: string): string {
  const { kind } = KINDS[name];
  if (kind === 'flag') return value === 'true' ? TRADE_TEXTS.yes : MERCHANT_TEXTS.no;
  return kind === 'policy' ? (policies[value as keyof typeof policies] ?? value) : value;
}

const bounds = BOUNDS.updateMerchant;
const isBounded = (key: string): key is keyof typeof bounds & `settings.${string}` => key in bounds;

/** How many digits a setting that is a number may have. */
export function digitsOfSetting(name: SettingName) {
  const key = `settings.${name}`;
  return isBounded(key) ? digitsOf(bounds[key]) : {};
}

export const changesOf = (before: Values, after: Values): readonly Changed[] =>
  changedNames(before, after).map((name) => ({
    label: texts[name][0],
    before: shown(name, before[name]),
    after: shown(name, after[name]),
  }));

function settingOf(name: SettingName, text: string): unknown {
  const { kind } = KINDS[name];
  if (kind === 'flag') return text === 'true';
  if (kind === 'policy') return text;
  return text.trim() === '' ? null : Number(text);
}

/** The service checks them; a text that is no number becomes null, which it refuses by name. */
export const changeOf = (before: Values, after: Values): MerchantSettingsChange =>
  Object.fromEntries(
    changedNames(before, after).map((name) => [name, settingOf(name, after[name])]),
  );
