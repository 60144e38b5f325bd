// A form of a request, as it is filled in: what was typed, and what is wrong beside each field.
// What the browser finds is shown before anything is sent; what the service refuses, afterwards.
import { useForm } from '@mantine/form';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Problem } from '../../api/client.ts';
import type { SentValues } from './field-table.ts';
import type { FieldPlace, FormOf } from './form-inputs.ts';
import { isWrongInput, wrongInputs } from './input-validity.ts';
import { placesOf, type WrongField, wrongFields } from './refused-fields.ts';
import {
  emptyValues,
  fieldAt,
  fieldsOf,
  type RequestForm,
  readForm,
  type WithBody,
} from './request-form.ts';
import type { TypedValues, Wrong } from './typed-fields.ts';

type Values = Record<string, unknown>;

const nothingAbove: readonly WrongField[] = [];
const NO_FIELDS: unknown = { fields: {}, bounds: {}, rule: null };

function nodesIn(form: HTMLFormElement | null): ReadonlyMap<string, HTMLElement> {
  const nodes = form?.querySelectorAll<HTMLElement>('[data-path]') ?? [];
  const found = new Map<string, HTMLElement>();
  for (const node of nodes) found.set(node.dataset.path ?? '', node);
  return found;
}

/** In the order of the page. */
function focusFirst(form: HTMLFormElement | null, errors: Readonly<Record<string, unknown>>): void {
  for (const [path, node] of nodesIn(form)) {
    if (errors[path] === undefined) continue;
    const input = isWrongInput(node)
      ? node
      : node.querySelector<HTMLElement>('input,select,button');
    input?.focus();
    return;
  }
}

const asFields = (wrong: Wrong): readonly WrongField[] =>
  Object.entries(wrong).map(([path, message]) => ({ path, field: path, message }));

/** The errors beside the fields of the form, and those of fields that it does not show. */
function useWrong(element: RefObject<HTMLFormElement | null>) {
  const [above, setAbove] = useState(nothingAbove);
  const [told, tell] = useState<{ readonly errors: Wrong } | null>(null);
  useLayoutEffect(() => {
    if (told !== null) focusFirst(element.current, told.errors);
  }, [told, element]);
  const sort = (wrong: readonly WrongField[]): Wrong => {
    const nodes = nodesIn(element.current);
    const beside: Record<string, string> = {};
    const others: WrongField[] = [];
    for (const one of wrong) {
      const at = placesOf(one.path).find((path) => nodes.has(path));
      if (at === undefined) others.push(one);
      else beside[at] = beside[at] === undefined ? one.message : `${beside[at]} ${one.message}`;
    }
    setAbove(others);
    tell({ errors: beside });
    return beside;
  };
  return { above, sort, forget: () => setAbove(nothingAbove) };
}

export function useRequestForm<N extends WithBody, F>(
  request: RequestForm<N, F> | undefined,
  first: Partial<TypedValues<F>> = {},
) {
  const form = request ?? (NO_FIELDS as RequestForm<N, F>);
  const element = useRef<HTMLFormElement>(null);
  const { above, sort, forget } = useWrong(element);
  const held = useForm<Values>({ initialValues: { ...emptyValues(form), ...first } });
  const values = held.values as TypedValues<F>;

  const set = (path: string, value: unknown): void => {
    const below = Object.keys(held.errors).filter((one) => one.startsWith(`${path}.`));
    for (const one of below) held.clearFieldError(one);
    held.setFieldValue(path, value as never);
  };

  const at = (path: string): FieldPlace => {
    const { error = null } = held.getInputProps(path);
    return { 'data-path': path, error };
  };

  const input = (path: string): object => {
    const { value, onChange } = held.getInputProps(path);
    const kind = fieldAt(fieldsOf(form), path);
    const place_of = at(path);
    if (typeof value === 'boolean') return { ...place_of, checked: value, onChange };
    if (typeof value !== 'string') {
      return { ...place_of, value, onChange: (given: unknown) => set(path, given) };
    }
    const attributes = kind?.attributes(form.bounds[path] ?? {});
    return {
      ...place_of,
      ...attributes,
      name: path,
      value,
      onChange: (given: unknown) =>
        onChange(typeof given === 'number' ? String(given) : (given ?? '')),
    };
  };

  /** Sends what was typed if nothing is wrong with it. */
  const submit = (send: (body: SentValues<F>) => void): void => {
    const read = readForm(form, held.getValues() as TypedValues<F>);
    const wrong = { ...wrongInputs(element.current), ...('wrong' in read ? read.wrong : {}) };
    if ('sent' in read && Object.keys(wrong).length === 0) {
      held.clearErrors();
      forget();
      send(read.sent);
    } else held.setErrors(sort(asFields(wrong)));
  };

  /** What the service refuses stands beside the fields that it names. */
  const refusing = async <Answer>(sent: unknown, run: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await run();
    } catch (error) {
      if (error instanceof Problem) held.setErrors(sort(wrongFields(error.body.errors, sent)));
      throw error;
    }
  };

  /** In place of all that was typed. */
  const fill = (all: TypedValues<F>): void => {
    held.setValues(all as Values);
    forget();
  };

  const own = { values, field: input, at, set } as unknown as FormOf<F>;
  return { element, form: own, place: at, above, submit, refusing, fill };
}
