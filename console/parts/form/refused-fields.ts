// What the service refuses, as the fields of a form are called: `rates[0].rate` → `rates.rate`.
import type { FieldError } from '../../api/schema.gen.ts';
import { WRONG_TEXTS as wrong } from '../../texts/forms.ts';

export type WrongField = {
  readonly path: string;
  readonly field: string;
  readonly message: string;
};

const STEP = /[^.[\]]+/g;
const INDEX = /\[\d+\]/g;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** What was sent there. */
function sentAt(body: unknown, field: string): unknown {
  let at: unknown = body;
  for (const [step] of field.matchAll(STEP)) at = isRecord(at) ? at[step] : undefined;
  return at;
}

const begun = (message: string): string =>
  `${message.slice(0, 1).toUpperCase()}${message.slice(1)}`;

/** One of several texts in a field is named; a field that several errors name keeps them all. */
export function wrongFields(errors: readonly FieldError[], body: unknown): readonly WrongField[] {
  const found = new Map<string, WrongField>();
  for (const { field, message } of errors) {
    const path = field.replaceAll(INDEX, '');
    const item = field.endsWith(']') ? sentAt(body, field) : undefined;
    const said = typeof item === 'string' ? wrong.of_item(item, message) : begun(message);
    const before = found.get(path);
    found.set(path, {
      path,
      field: before?.field ?? field,
      message: before === undefined ? said : `${before.message} ${said}`,
    });
  }
  return [...found.values()];
}

/** The fields of the form that a path may stand beside: itself, or what it is a part of. */
export function placesOf(path: string): readonly string[] {
  const steps = path.split('.');
  return steps.map((_step, index) => steps.slice(0, steps.length - index).join('.'));
}
