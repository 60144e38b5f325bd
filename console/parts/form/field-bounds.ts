// What is wrong with something typed, by the bounds that its request has; null: nothing.
import { WRONG_TEXTS as wrong } from '../../texts/forms.ts';

/** As the generated tables have them. */
export type FieldBounds = {
  readonly required?: true;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
};

/** By the field of the request: `name`, `rates.rate`. */
export type BoundsTable = Readonly<Record<string, FieldBounds>>;

/** The service counts characters, not the halves of which some consist. */
const lengthOf = (text: string): number => [...text].length;

export function textWrong(text: string, bounds: FieldBounds): string | null {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = bounds;
  const length = lengthOf(text);
  if (length > maxLength) return wrong.too_long(maxLength, length);
  if (length < minLength) return wrong.too_short(minLength);
  if (pattern === undefined) return null;
  return new RegExp(`^(?:${pattern})$`, 'v').test(text) ? null : wrong.form;
}

export function numberWrong(value: number, { min, max }: FieldBounds): string | null {
  const is_low = min !== undefined && value < min;
  const is_high = max !== undefined && value > max;
  if (!is_low && !is_high) return null;
  if (min === undefined) return wrong.at_most(max ?? value);
  return max === undefined ? wrong.at_least(min) : wrong.between(min, max);
}

export function listWrong(count: number, { minItems = 0, maxItems }: FieldBounds): string | null {
  if (count < minItems) return count === 0 ? wrong.choose : wrong.few_items(minItems);
  if (maxItems !== undefined && count > maxItems) return wrong.many_items(maxItems, count);
  return null;
}
