// Fields that are lists of objects. The rules of a row are its own: what is wrong with it is noted
// under its place, such as `lines[3].utr`.

import { isRecord } from '../../lib/is-record.ts';
import { type Field, field, type Notes, type ToldValue } from './request-shape.ts';

export type Row = Readonly<Record<string, unknown>>;

type Rows = {
  readonly most: number;
  /** The words for a list that is empty or too long. */
  readonly rule: string;
  readonly description: string;
};

/** `row` shows one in the reference. `readRow` gives undefined for what is wrong, and notes it. */
export function rowsField<Value>(
  { most, rule, description }: Rows,
  row: ToldValue,
  readRow: (row: Row, at: string, notes: Notes) => Value | undefined,
): Field<readonly Value[]> {
  const told: ToldValue = { type: 'array', items: row, minItems: 1, maxItems: most, description };
  return field(told, (value, name, notes) => {
    if (!Array.isArray(value) || !value.every(isRecord)) {
      notes.wrong(name, 'type', 'must be a list of objects');
      return undefined;
    }
    if (value.length < 1 || value.length > most) {
      notes.wrong(name, 'length', rule);
      return undefined;
    }
    return value.flatMap((one, index) => readRow(one, `${name}[${index}]`, notes) ?? []);
  });
}
