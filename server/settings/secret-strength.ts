// Whether a secret looks randomly generated, or like one that somebody could guess.

/** Words that people and examples put into secrets. Lower case. */
const COMMON_WORDS = [
  'admin',
  'change',
  'character',
  'default',
  'demo',
  'example',
  'letmein',
  'operator',
  'order',
  'password',
  'payment',
  'please',
  'printable',
  'replace',
  'sample',
  'sandbox',
  'secret',
  'test',
  'token',
];

const QWERTY = /qwerty|wertyu|asdfgh|sdfghj|zxcvbn|1q2w3e/g;

/** Of the 30 triples in 32 random hexadecimal digits nearly all differ, and hardly one is a run. */
const LEAST_TRIPLES = 20;
const LEAST_CHARACTERS = 8;
/** Of 32 random bytes about 30 differ; fewer than this occur once in 10^20 cases. */
const LEAST_BYTES = 16;

/** `aaa`, `abc`, `321`: each character follows from the one before. */
function isRun(triple: string): boolean {
  const step = triple.charCodeAt(1) - triple.charCodeAt(0);
  return Math.abs(step) <= 1 && triple.charCodeAt(2) - triple.charCodeAt(1) === step;
}

/** The text without the parts that an attacker would guess at once. */
function unknownParts(text: string): string[] {
  let rest = text.replaceAll(QWERTY, ' ');
  for (const word of COMMON_WORDS) rest = rest.replaceAll(word, ' ');
  return rest.split(' ');
}

/** Repetition, counting and common words add nothing to guess, however long the text. */
export function isGuessable(text: string): boolean {
  const parts = unknownParts(text.toLowerCase());
  const triples = new Set(
    parts.flatMap((part) => Array.from(part, (_, index) => part.slice(index, index + 3))),
  );
  const telling = [...triples].filter((triple) => triple.length === 3 && !isRun(triple));
  return telling.length < LEAST_TRIPLES || new Set(parts.join('')).size < LEAST_CHARACTERS;
}

export function isGuessableKey(key: Uint8Array): boolean {
  return new Set(key).size < LEAST_BYTES;
}
