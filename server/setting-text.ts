// One setting as the environment gives it: what it is, its text, and what is said of a wrong one.

export type Environment = Readonly<Record<string, string | undefined>>;

/** `takes` completes "NAME must be …"; a secret's value is never shown. */
export type Setting = {
  name: string;
  default_text: string;
  takes: string;
  sentence: string;
  is_secret?: true;
};

export type Row<T> = Setting & { parse: (text: string) => T | undefined };

export function wrong(row: Setting, text: string): string {
  const shown = row.is_secret === true ? '' : `, not "${text.slice(0, 80)}"`;
  return `${row.name} must be ${row.takes}${shown}.`;
}

/** Blank text counts as not given. */
export function textOf(env: Environment, row: Setting): string {
  return (env[row.name] ?? '').trim();
}

export function isGiven(env: Environment, row: Setting): boolean {
  return textOf(env, row) !== '';
}
