// What may be logged: plain values, and errors, of which the log prints only the safe parts.

type Word = string | number | boolean | null | undefined;

/**
 * Objects contain more than one means to log: a driver's client has statements, parameters and
 * keys. They do not compile here; an error goes into its own field, `err`.
 */
export type LogFields<Given> = {
  readonly [Name in keyof Given]: Name extends 'err' ? unknown : Word | readonly Word[];
};

/** A value known only to be an object could contain anything. */
type Named<Given> = keyof Given extends never ? Record<string, never> : unknown;

type Write = <Given extends LogFields<Given>>(
  fields: Given & Named<Given>,
  message?: string,
) => void;

/** Structured logging; never account numbers, tokens or secrets. */
export type Log = { info: Write; warn: Write; error: Write };

function isWord(value: unknown): value is Word {
  return value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value);
}

/** The plain values among fields from foreign code; everything else is dropped. */
export function wordsOf(fields: object): Record<string, Word | readonly Word[]> {
  const words: Record<string, Word | readonly Word[]> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (isWord(value)) words[name] = value;
    else if (Array.isArray(value)) words[name] = value.filter(isWord);
  }
  return words;
}
