// The settings of a merchant as fields of a form, in groups, and what a form would change.
import { BOUNDS } from '../../api/bounds.gen.ts';
import type { MerchantSettings, MerchantSettingsChange } from '../../api/schema.gen.ts';
import type { Changed } from '../../parts/act/changed.ts';
import { shownAmount, writtenAmount } from '../../parts/amount/amount.ts';
import { readAmount } from '../../parts/amount/read-amount.ts';
import { digitsOf } from '../../parts/typed-bounds.ts';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';
import { TRADE_TEXTS } from '../../texts/trade-words.ts';

const { settings: texts, policies } = MERCHANT_TEXTS;

export type SettingName = keyof MerchantSettings;

export type SettingField = {
  readonly name: SettingName;
  readonly group: keyof typeof MERCHANT_TEXTS.groups;
  /** `limit`: a number, or none; `sum`: an amount, or none; `amount`: always one. */
  readonly kind: 'number' | 'limit' | 'amount' | 'sum' | 'flag' | 'policy';
};

/** A setting without its field does not compile. */
const KINDS: Readonly<Record<SettingName, Omit<SettingField, 'name'>>> = {
  payin_life_minutes: { group: 'payins', kind: 'number' },
  deferred_assignment: { group: 'payins', kind: 'flag' },
  amount_policy: { group: 'payins', kind: 'policy' },
  tolerance_cents: { group: 'payins', kind: 'amount' },
  amount_shift: { group: 'payins', kind: 'flag' },
  max_open_payins: { group: 'merchant', kind: 'limit' },
  max_account_day_percent: { group: 'merchant', kind: 'limit' },
  client_max_open_payins: { group: 'client', kind: 'limit' },
  client_unique_amounts: { group: 'client', kind: 'flag' },
  client_max_count_per_hour: { group: 'client', kind: 'limit' },
  client_max_count_per_day: { group: 'client', kind: 'limit' },
  client_max_sum_cents_per_hour: { group: 'client', kind: 'sum' },
  client_max_sum_cents_per_day: { group: 'client', kind: 'sum' },
  settlement_delay_days: { group: 'reserve', kind: 'number' },
  reserve_percent: { group: 'reserve', kind: 'number' },
  reserve_days: { group: 'reserve', kind: 'number' },
};

export const SETTING_FIELDS = (Object.keys(KINDS) as SettingName[]).map(
  (name): SettingField => ({ name, ...KINDS[name] }),
);

export type Values = Readonly<Record<SettingName, string>>;

const isMoney = (name: SettingName): boolean =>
  KINDS[name].kind === 'amount' || KINDS[name].kind === 'sum';

/** Amounts as they are typed in this currency. */
export const valuesOf = (settings: MerchantSettings, currency: string): Values => {
  const texts_of = SETTING_FIELDS.map(({ name }) => {
    const value = settings[name];
    const is_amount = isMoney(name) && typeof value === 'number';
    return [name, is_amount ? writtenAmount(value, currency) : String(value ?? '')];
  });
  return Object.fromEntries(texts_of) as Values;
};

/** The first amount that cannot be read: an empty limit is none, so nothing may be guessed. */
export const wrongAmount = (values: Values, currency: string): SettingField | null =>
  SETTING_FIELDS.find(({ name, kind }) => {
    const text = values[name].trim();
    const may_be_empty = kind === 'sum' && text === '';
    const cents = readAmount(text, currency);
    return isMoney(name) && !may_be_empty && (cents === null || cents < 0);
  }) ?? null;

/** Amounts that are written differently may be the same. */
function isChanged(name: SettingName, before: Values, after: Values, currency: string): boolean {
  const text = after[name].trim();
  if (before[name] === text) return false;
  if (!isMoney(name) || text === '' || before[name] === '') return true;
  return readAmount(before[name], currency) !== readAmount(text, currency);
}

const changedNames = (before: Values, after: Values, currency: string): readonly SettingName[] =>
  SETTING_FIELDS.map(({ name }) => name).filter((name) => isChanged(name, before, after, currency));

function shown(name: SettingName, value: string, currency: string): string {
  const { kind } = KINDS[name];
  if (isMoney(name)) {
    const cents = readAmount(value, currency);
    return cents === null ? value : shownAmount(cents, currency);
  }
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

export const changesOf = (before: Values, after: Values, currency: string): readonly Changed[] =>
  changedNames(before, after, currency).map((name) => ({
    label: texts[name][0],
    before: shown(name, before[name], currency),
    after: shown(name, after[name], currency),
  }));

function settingOf(name: SettingName, text: string, currency: string): unknown {
  const { kind } = KINDS[name];
  if (kind === 'flag') return text === 'true';
  if (kind === 'policy') return text;
  if (text.trim() === '') return null;
  return isMoney(name) ? readAmount(text, currency) : Number(text);
}

/** The service checks them; a text that is no number becomes null, which it refuses by name. */
export const changeOf = (before: Values, after: Values, currency: string): MerchantSettingsChange =>
  Object.fromEntries(
    changedNames(before, after, currency).map((name) => [
      name,
      settingOf(name, after[name], currency),
    ]),
  );
