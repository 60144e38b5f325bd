// Kinds of fields of a form: how somebody types what a field of a request sends, and what is wrong
// with it. The bounds are those of the request.
import { WRONG_TEXTS as wrong } from '../../texts/forms.ts';
import { decimalProblem, readDecimal } from '../amount/decimal.ts';
import { readAmount } from '../amount/read-amount.ts';
import { CURRENCY_CODE } from '../typed-bounds.ts';
import {
  type BoundsTable,
  type FieldBounds,
  listWrong,
  numberWrong,
  textWrong,
} from './field-bounds.ts';

/** What is wrong, by the path of the field: `name`, `rates.rate`. */
export type Wrong = Readonly<Record<string, string>>;

export type FieldRead<Sent> = { readonly sent: Sent } | { readonly wrong: Wrong };

/** What an input says of itself. */
export type Attributes = {
  readonly required: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly inputMode?: 'numeric' | 'decimal';
};

export type TypedField<Typed, Sent> = {
  readonly empty: Typed;
  readonly read: (typed: Typed, path: string, bounds: BoundsTable) => FieldRead<Sent>;
  readonly attributes: (bounds: FieldBounds) => Attributes;
  /** Of a row: its own fields. */
  readonly members?: Readonly<Record<string, SomeField>>;
};

/** Of whatever is typed, what sends such a value. */
export type FieldSending<Sent> = {
  readonly read: (typed: never, path: string, bounds: BoundsTable) => FieldRead<Sent>;
  readonly attributes: (bounds: FieldBounds) => Attributes;
  readonly members?: Readonly<Record<string, SomeField>>;
};

export type SomeField = FieldSending<unknown>;

export type TypedOf<F> = F extends { readonly empty: infer Typed } ? Typed : never;
export type SentOf<F> = F extends FieldSending<infer Sent> ? Sent : never;

export type TypedValues<F> = { readonly [K in keyof F]: TypedOf<F[K]> };

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const asRequired = (): Attributes => ({ required: true });
const asOptional = (): Attributes => ({ required: false });

const given = <Sent>(sent: Sent, problem: string | null, path: string): FieldRead<Sent> =>
  problem === null ? { sent } : { wrong: { [path]: problem } };

const isWordOf = <Word extends string>(
  names: Readonly<Record<Word, unknown>>,
  text: string,
): text is Word => Object.hasOwn(names, text);

const boundsAt = (bounds: BoundsTable, path: string): FieldBounds => bounds[path] ?? {};

/** Without the blanks around it. */
export const typedText = (): TypedField<string, string> => ({
  empty: '',
  attributes: asRequired,
  read(typed, path, bounds) {
    const text = typed.trim();
    const problem = text === '' ? wrong.required : textWrong(text, boundsAt(bounds, path));
    return given(text, problem, path);
  },
});

/** A password: its blanks are a part of it. `own`: a bound that only a new one has. */
export const typedSecret = (own: FieldBounds = {}): TypedField<string, string> => ({
  empty: '',
  attributes: asRequired,
  read(typed, path, bounds) {
    const all = { ...boundsAt(bounds, path), ...own };
    return given(typed, typed === '' ? wrong.required : textWrong(typed, all), path);
  },
});

/** Of ISO 4217, in any case. */
export const typedCurrency = (): TypedField<string, string> => ({
  empty: '',
  attributes: asRequired,
  read(typed, path) {
    const code = typed.trim().toUpperCase();
    return given(code, textWrong(code, CURRENCY_CODE) === null ? null : wrong.code, path);
  },
});

/** `read`: the number, or what is wrong with the text. */
function typedNumber(
  read: (text: string) => number | string,
  inputMode: 'numeric' | 'decimal',
): TypedField<string, number> {
  return {
    empty: '',
    attributes: ({ min, max }) => ({
      required: true,
      inputMode,
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
    }),
    read(typed, path, bounds) {
      const text = String(typed).trim();
      if (text === '') return given(0, wrong.required, path);
      const value = read(text);
      if (typeof value === 'string') return given(0, value, path);
      return given(value, numberWrong(value, boundsAt(bounds, path)), path);
    },
  };
}

const WHOLE = /^-?\d{1,15}$/;

export const typedWhole = () =>
  typedNumber((text) => (WHOLE.test(text) ? Number(text) : wrong.whole), 'numeric');
/** With the decimal sign of the person's language. */
export const typedDecimal = () =>
  typedNumber(
    (text) => readDecimal(text) ?? decimalProblem(text, wrong.number) ?? wrong.number,
    'decimal',
  );

/** A time of the person's own zone, as such an input has it; sent with its zone. */
export const typedMoment = (): TypedField<string, string> => ({
  empty: '',
  attributes: asRequired,
  read(typed, path) {
    const at = new Date(typed);
    return Number.isNaN(at.getTime())
      ? { wrong: { [path]: wrong.incomplete } }
      : { sent: at.toISOString() };
  },
});

/** A day; sent as its end. */
export const typedLastDay = (): TypedField<string, string> => ({
  empty: '',
  attributes: asRequired,
  read: (typed, path) =>
    DAY.test(typed) ? { sent: `${typed}T23:59:59.000Z` } : { wrong: { [path]: wrong.incomplete } },
});

/** In the decimals of its currency, which stands beside it; sent in minor units. */
export type TypedAmount = { readonly text: string; readonly currency: string };

export const typedAmount = (): TypedField<TypedAmount, number> => ({
  empty: { text: '', currency: '' },
  attributes: asRequired,
  read({ text, currency }, path, bounds) {
    if (text.trim() === '') return given(0, wrong.required, path);
    const cents = currency === '' ? null : readAmount(text, currency);
    if (cents === null) return given(0, wrong.no_amount, path);
    return given(cents, numberWrong(cents, boundsAt(bounds, path)), path);
  },
});

/** One of the named words; '' if none is chosen yet. */
export const typedChoice = <Word extends string>(
  names: Readonly<Record<Word, unknown>>,
): TypedField<Word | '', Word> => ({
  empty: '',
  attributes: asRequired,
  read: (typed, path) =>
    isWordOf(names, typed) ? { sent: typed } : { wrong: { [path]: wrong.choose_one } },
});

export const typedFlag = (): TypedField<boolean, boolean> => ({
  empty: false,
  attributes: asOptional,
  read: (sent) => ({ sent }),
});

/** The id of a thing that has to be chosen. */
export const typedChosenId = (): TypedField<string | null, string> => ({
  empty: null,
  attributes: asRequired,
  read: (id, path) => (id === null ? { wrong: { [path]: wrong.choose_one } } : { sent: id }),
});

/** Several of the named words. */
export const typedChoices = <Word extends string>(
  names: Readonly<Record<Word, unknown>>,
): TypedField<string[], readonly Word[]> => ({
  empty: [],
  attributes: ({ minItems = 0 }) => ({ required: minItems > 0 }),
  read(typed, path, bounds) {
    const words = typed.filter((one) => isWordOf(names, one));
    return given(words, listWrong(words.length, boundsAt(bounds, path)), path);
  },
});

/** One per line, or with commas or blanks between them; it may be empty if the request says so. */
export const typedList = (
  written: (one: string) => string = (one) => one,
): TypedField<string, readonly string[]> => ({
  empty: '',
  attributes: ({ minItems = 0 }) => ({ required: minItems > 0 }),
  read(typed, path, bounds) {
    const items = typed
      .split(/[\s,;]+/)
      .filter((one) => one !== '')
      .map(written);
    return given(items, listWrong(items.length, boundsAt(bounds, path)), path);
  },
});

/** What the form sends along, and nobody types. */
export const carried = <Value>(empty: Value): TypedField<Value, Value> => ({
  empty,
  attributes: asOptional,
  read: (sent) => ({ sent }),
});

/** Nothing was typed or chosen. */
const isEmpty = (typed: unknown): boolean =>
  typed === null ||
  (Array.isArray(typed) && typed.length === 0) ||
  (typeof typed === 'string' && typed.trim() === '') ||
  (typeof typed === 'object' && 'text' in typed && String(typed.text).trim() === '');

const within = <Typed, Sent, Empty>(
  field: TypedField<Typed, Sent>,
  absent: Empty,
): TypedField<Typed, Sent | Empty> => ({
  ...field,
  attributes: (bounds) => ({ ...field.attributes(bounds), required: false }),
  read: (typed, path, bounds) =>
    isEmpty(typed) ? { sent: absent } : field.read(typed, path, bounds),
});

/** Null if nothing was typed. */
export const nullIfEmpty = <Typed, Sent>(field: TypedField<Typed, Sent>) => within(field, null);

/** The empty text if nothing was typed. */
export const mayBeEmpty = (field: TypedField<string, string>) => within(field, '');

/** Left out of the request if nothing was typed. */
export const leftOutIfEmpty = <Typed, Sent>(field: TypedField<Typed, Sent>) =>
  within(field, undefined);

/** Why, in the person's words, if they say so. */
export const typedWhy = () => nullIfEmpty(typedText());
