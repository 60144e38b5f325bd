// One setting in the environment: its description, its text, its default, and the message about a
// wrong one.
import { SERVICE_MODES, type ServiceMode } from '../domain/service/service-mode.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** `takes` completes "NAME must be …"; a secret's value is never shown. */
export type Setting = {
  name: string;
  /** As the reference page and the help show it. */
  default_text: string;
  takes: string;
  sentence: string;
  is_secret?: true;
};

/** A text that is read like a given one, or one text for each mode. */
type DefaultValue = string | Readonly<Record<ServiceMode, string>>;

type Described = Omit<Setting, 'default_text'>;
type Parsed<T> = Described & { parse: (text: string) => T | undefined };

/** A setting that always has a value. */
export type ValuedRow<T> = Parsed<T> & { default_value: DefaultValue };
/** A setting without a default value: the words say what applies if it is not given. */
export type SettingRow<T> = Parsed<T> & { default_words: string };
export type AnyRow = ValuedRow<unknown> | SettingRow<unknown>;

/** Reads a setting that may be absent, and one that always has a value. */
export type ReadGiven = <T>(row: ValuedRow<T> | SettingRow<T>) => T | undefined;
export type ReadValued = <T>(row: ValuedRow<T>) => T;

function defaultText(row: AnyRow): string {
  if ('default_words' in row) return row.default_words;
  const { default_value } = row;
  return typeof default_value === 'string'
    ? default_value
    : SERVICE_MODES.map((mode) => `${mode}: ${default_value[mode]}`).join('; ');
}

export function settingOf(row: AnyRow): Setting {
  const { name, takes, sentence, is_secret } = row;
  const default_text = defaultText(row);
  return { name, default_text, takes, sentence, ...(is_secret === true ? { is_secret } : {}) };
}

/** A default that its own row cannot read is a bug. */
export function defaultOf<T>(row: ValuedRow<T>, mode: ServiceMode): T {
  const { name, default_value } = row;
  const text = typeof default_value === 'string' ? default_value : default_value[mode];
  const value = row.parse(text);
  if (value === undefined) throw new Error(`${name} cannot have the default ${text}`);
  return value;
}

export function wrong(row: Described, text: string): string {
  const shown = row.is_secret === true ? '' : `, not "${text.slice(0, 80)}"`;
  return `${row.name} must be ${row.takes}${shown}.`;
}

/** Blank text counts as not given. */
export function textOf(env: Environment, row: Pick<Described, 'name'>): string {
  return (env[row.name] ?? '').trim();
}

/** A secret may stand elsewhere: `NAME_FILE` and `NAME_COMMAND` say where. */
export const SECRET_SOURCES = ['FILE', 'COMMAND'] as const;
export type SecretSource = (typeof SECRET_SOURCES)[number];

/** The names under which a secret is given: its own, and those of its sources. */
export const namesOfSecret = (name: string): readonly string[] => [
  name,
  ...SECRET_SOURCES.map((source) => `${name}_${source}`),
];

/**
 * A secret counts as given if its file or command is named, even if that cannot be read: then one
 * problem is reported, that of the source, and not a missing setting besides.
 */
export function isGiven(env: Environment, row: Described): boolean {
  const names = row.is_secret === true ? namesOfSecret(row.name) : [row.name];
  return names.some((name) => textOf(env, { name }) !== '');
}
