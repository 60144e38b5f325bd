// Fields that are lists of texts. A refusal names the place of the first wrong one in its list.

import { type Field, field, type Notes, type ToldValue } from './request-shape.ts';

type Told = Pick<ToldValue, 'items'> & Partial<ToldValue>;

/** A list whose items have not been read. */
export const listField = (most: number, told: Told): Field<readonly unknown[]> =>
  field({ type: 'array', maxItems: most, ...told }, (value, name, notes) => {
    if (Array.isArray(value) && value.length <= most) return value;
    notes.wrong(name, 'type', 'must be a list');
    return undefined;
  });

/** The items, if each is a text that fits. If not, the first wrong one is refused with `rule`. */
export function textsIn<Text extends string>(
  items: readonly unknown[],
  { name, notes, rule }: { name: string; notes: Pick<Notes, 'wrong'>; rule: string },
  fits: (text: string) => text is Text,
): Text[] | undefined {
  const texts: Text[] = [];
  for (const [index, item] of items.entries()) {
    if (typeof item !== 'string' || !fits(item)) {
      notes.wrong(`${name}[${index}]`, 'format', rule);
      return undefined;
    }
    texts.push(item);
  }
  return texts;
}
