// Gives every text of the catalogues another look: accented, 40 % longer and between marks. What a
// page then shows without the marks is no text of a catalogue.

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'åƀçđéƒĝĥîĵķļɱñöþɋŕšŧûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŦÛṼŴẊÝŽ';
const ACCENTS = new Map(
  [...PLAIN].map((letter, index) => [letter, [...ACCENTED][index] ?? letter]),
);

const [OPEN, CLOSE] = ['⟦', '⟧'] as const;
const MORE = 0.4;
const HAS_LETTERS = /[a-z]/i;
const IS_MARKED = /^⟦[^⟦⟧]*⟧$/;

/** Words of some letters each, as other languages have them: one long word could not be wrapped. */
const FILLING = 'lörém îþšûm đölör ';

export function pseudoText(text: string): string {
  if (!HAS_LETTERS.test(text) || IS_MARKED.test(text)) return text;
  const length = Math.ceil([...text].length * MORE);
  const filling = FILLING.repeat(Math.ceil(length / FILLING.length)).slice(0, length);
  const accented = [...text].map((letter) => ACCENTS.get(letter) ?? letter).join('');
  return `${OPEN}${accented} ${filling.trim()}${CLOSE}`;
}

const KEPT = new WeakMap<object, unknown>();

/** A catalogue, or a part of one: its texts, and what its functions say. */
export function pseudo(part: unknown): unknown {
  if (typeof part === 'string') return pseudoText(part);
  if (typeof part !== 'function' && (typeof part !== 'object' || part === null)) return part;
  const known = KEPT.get(part);
  if (known !== undefined) return known;
  const other = pseudoOf(part);
  KEPT.set(part, other);
  return other;
}

function pseudoOf(part: object): unknown {
  if (typeof part === 'function') {
    return (...given: unknown[]) => pseudo(Reflect.apply(part, undefined, given));
  }
  if (Array.isArray(part)) return part.map(pseudo);
  if (Object.getPrototypeOf(part) !== Object.prototype) return part;
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, pseudo(value)]));
}
