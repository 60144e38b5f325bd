// Fields that are lists of objects. The rules of a row are its own: what is wrong with it is noted
// under its place, such as `lines[3].utr`.

import { isRecord } from '../../lib/is-record.ts';
import { type Field, field, type Notes, type ToldValue } from './request-shape.ts';

export type Row = Readonly<Record<string, unknown>>;

type Rows = {
  /** Without it at least one. */
  readonly least?: 0 | 1;
  readonly most: number;
  /** The words for a list that has too few or too many. */
  readonly rule: string;
  /** The words for what is no list at all. */
  readonly list_rule?: string;
  readonly description?: string;
};

const ROWS_RULE = 'must be a list of objects';

/** `row` shows one in the reference. `readRow` gives undefined for what is wrong, and notes it. */
export function rowsField<Value>(
  { least = 1, most, rule, list_rule = ROWS_RULE, ...described }: Rows,
  row: ToldValue,
  readRow: (row: Row, at: string, notes: Notes) => Value | undefined,
): Field<readonly Value[]> {
  const at_least = least === 0 ? {} : { minItems: least };
  const told: ToldValue = {
    type: 'array',
    items: row,
    ...at_least,
    maxItems: most,
    ...described,
  };
  return field(told, (value, name, notes) => {
    if (!Array.isArray(value) || !value.every(isRecord)) {
      notes.wrong(name, 'type', Array.isArray(value) ? ROWS_RULE : list_rule);
      return undefined;
    }
    if (value.length < least || value.length > most) {
      notes.wrong(name, 'length', rule);
      return undefined;
    }
    return value.flatMap((one, index) => readRow(one, `${name}[${index}]`, notes) ?? []);
  });
}
