// What may be logged: plain words, and errors, of which the log itself takes what may be told.

type Word = string | number | boolean | null | undefined;

/**
 * Objects hold more than anybody meant to log: a driver's client has statements, parameters and
 * keys. They do not compile here; an error has its own place, `err`.
 */
export type LogFields<Given> = {
  readonly [Name in keyof Given]: Name extends 'err' ? unknown : Word | readonly Word[];
};

/** What is only known to be an object could have anything in it. */
type Named<Given> = keyof Given extends never ? Record<string, never> : unknown;

type Write = <Given extends LogFields<Given>>(
  fields: Given & Named<Given>,
  message?: string,
) => void;

/** Structured logging; never numbers, tokens or secrets. */
export type Log = { info: Write; warn: Write; error: Write };

function isWord(value: unknown): value is Word {
  return value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value);
}

/** The words among fields that somebody else has made up; everything else is left out. */
export function wordsOf(fields: object): Record<string, Word | readonly Word[]> {
  const words: Record<string, Word | readonly Word[]> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (isWord(value)) words[name] = value;
    else if (Array.isArray(value)) words[name] = value.filter(isWord);
  }
  return words;
}
