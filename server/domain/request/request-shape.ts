// What a request's body or query may contain: one description, from which its reader, its type and
// its entry in the reference are made.

import type { FieldErrorCode } from '../service/refusal.ts';
import { EMPTY_RULE } from '../values/text.ts';

/** What a value of the field may be, in the words of JSON Schema: for the reference. */
export type ToldValue = {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: ToldValue;
  readonly properties?: Readonly<Record<string, ToldValue>>;
  readonly required?: readonly string[];
  /** Of a member: null is the same as leaving it out, or a value of its own. */
  readonly or_null?: true;
  /** The name of an object in the reference. */
  readonly title?: string;
  /** What other members of an object are; false: they are refused. */
  readonly additionalProperties?: false | ToldValue;
  readonly maxProperties?: number;
  readonly propertyNames?: ToldValue;
  /** What its absence means. */
  readonly default?: unknown;
  readonly description?: string;
  readonly examples?: readonly unknown[];
};

/** Rules that only the running service knows. A request that needs them is not read without. */
export type RequestFacts = {
  /** What is wrong with a web address, as words that follow its field's name; null: nothing. */
  readonly addressProblem: (address: string, kind: 'callback' | 'return') => string | null;
  /** The same of a value that should be the origin of a site. */
  readonly originProblem: (given: unknown) => string | null;
  /** The time of the service. */
  readonly now: number;
};
export type Fact = keyof RequestFacts;

/** Where a reader notes what is wrong, and finds the facts that it needs. */
export type Notes = {
  wrong(field: string, code: FieldErrorCode, message: string): void;
  readonly facts: Partial<RequestFacts>;
};

/** The value; or undefined if it is wrong, which is then noted. */
export type Read<Value> = (value: unknown, name: string, notes: Notes) => Value | undefined;

export type Field<Value, Need extends Fact = never> = {
  readonly told: ToldValue;
  readonly presence: 'required' | 'optional';
  /** Whether null is told to be the same as leaving it out. */
  readonly or_null: boolean;
  readonly needs: readonly Need[];
  /** Of anything: also of a field that is absent. */
  readonly read: Read<Value>;
  /** Of a value that is neither absent nor null. */
  readonly readGiven: Read<Value>;
};

/** A required field. `readGiven` never sees null or undefined. */
export function field<Value, Need extends Fact = never>(
  told: ToldValue,
  readGiven: Read<Value>,
  needs: readonly Need[] = [],
): Field<Value, Need> {
  const read: Read<Value> = (value, name, notes) => {
    if (value !== undefined && value !== null) return readGiven(value, name, notes);
    notes.wrong(name, 'required', 'is required');
    return undefined;
  };
  return { told, presence: 'required', or_null: false, needs, read, readGiven };
}

/** Whoever sends an empty text means nothing by it, whatever kind of value the field takes. */
const adviseToLeaveOut = (name: string, notes: Notes): Notes => ({
  facts: notes.facts,
  wrong(field, code, message) {
    notes.wrong(field, code, field === name ? EMPTY_RULE : message);
  },
});

/** May be absent or null, which is read as `absent`. */
export function withDefault<Value, const Absent, Need extends Fact>(
  one: Field<Value, Need>,
  absent: Absent,
): Field<Value | Absent, Need> {
  const { readGiven } = one;
  const read: Read<Value | Absent> = (value, name, notes) =>
    value === undefined || value === null
      ? absent
      : readGiven(value, name, value === '' ? adviseToLeaveOut(name, notes) : notes);
  return { ...one, presence: 'optional', or_null: true, read };
}

/** May be absent or null: the value is null then. */
export const optionalField = <Value, Need extends Fact>(
  one: Field<Value, Need>,
): Field<Value | null, Need> => withDefault(one, null);

/** Must be there, but may be null. */
export function requiredOrNull<Value, Need extends Fact>(
  one: Field<Value, Need>,
  rule = 'is required, or null',
): Field<Value | null, Need> {
  const read: Read<Value | null> = (value, name, notes) => {
    if (value === null) return null;
    if (value !== undefined) return one.readGiven(value, name, notes);
    notes.wrong(name, 'required', rule);
    return undefined;
  };
  return { ...one, presence: 'required', or_null: true, read };
}

/**
 * May be absent, which leaves a setting as it is: the value is undefined then. Null is what the
 * inner field takes it for.
 */
export function ifGiven<Value, Need extends Fact>(
  one: Field<Value, Need>,
): Field<Value | undefined, Need> {
  const read: Read<Value | undefined> = (value, name, notes) =>
    value === undefined ? undefined : one.read(value, name, notes);
  return { ...one, presence: 'optional', read };
}

/**
 * The field with one more rule, which may make another value of it. It sees only values that keep
 * the rules so far.
 */
export function refinedField<Value, Better, Need extends Fact>(
  one: Field<Value, Need>,
  rule: (value: Value, name: string, notes: Notes) => Better | undefined,
  told: Partial<ToldValue> = {},
): Field<Better, Need> {
  const readGiven: Read<Better> = (value, name, notes) => {
    const read = one.readGiven(value, name, notes);
    return read === undefined ? undefined : rule(read, name, notes);
  };
  return field({ ...one.told, ...told }, readGiven, one.needs);
}

/**
 * A field with a reading of its own, which also sees what is absent or null. For values whose
 * rules are theirs alone, such as the rows of a list.
 */
export function customField<Value>(
  told: ToldValue,
  presence: Field<Value>['presence'],
  read: Read<Value>,
): Field<Value> {
  return { told, presence, or_null: false, needs: [], read, readGiven: read };
}

type AnyField = Field<unknown, Fact>;
export type RequestFields = Readonly<Record<string, AnyField>>;

type ValueOf<One> = One extends { readonly read: Read<infer Value> } ? Value : never;
type NeedOf<One> = One extends { readonly needs: readonly (infer Need)[] } ? Need : never;

export type Values<Of extends RequestFields> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> };

/** While a request is read: a value that is wrong is undefined. */
export type ReadSoFar<Of extends RequestFields> = {
  readonly [Name in keyof Of]: ValueOf<Of[Name]> | undefined;
};

/** What is wrong between fields. */
export type FieldsCheck<Of extends RequestFields> = (read: ReadSoFar<Of>, notes: Notes) => void;

export type RequestShape<Of extends RequestFields = RequestFields> = {
  /** Of a query all values are texts on the wire, and the reference tells what they stand for. */
  readonly kind: 'body' | 'query';
  /** Its name in the reference; a query has none. */
  readonly title: string;
  /** In the documented order, which is also the order of errors. */
  readonly fields: Of;
  readonly names: readonly string[];
  readonly readers: readonly Read<unknown>[];
  /** A method, so that each shape is a `RequestShape`. */
  check?(read: ReadSoFar<Of>, notes: Notes): void;
};

/** The values of a request that nothing is wrong with. */
export type RequestOf<Shape> = Shape extends { readonly fields: infer Of extends RequestFields }
  ? Values<Of>
  : never;

/** The same while it is read. */
export type ReadOf<Shape> = Shape extends { readonly fields: infer Of extends RequestFields }
  ? ReadSoFar<Of>
  : never;

/** The facts that the fields need; a request that needs none is read without. */
export type FactsFor<Of extends RequestFields> = [NeedOf<Of[keyof Of]>] extends [never]
  ? []
  : [facts: Pick<RequestFacts, Extract<NeedOf<Of[keyof Of]>, Fact>>];

function shapeOf<Of extends RequestFields>(
  kind: RequestShape['kind'],
  title: string,
  fields: Of,
  check: FieldsCheck<Of> | undefined,
): RequestShape<Of> {
  const names = Object.keys(fields);
  const readers = Object.values(fields).map(({ read }) => read);
  return { kind, title, fields, names, readers, ...(check === undefined ? {} : { check }) };
}

/** `check`: what may be wrong between the fields. */
export const requestShape = <const Of extends RequestFields>(
  title: string,
  fields: Of,
  check?: FieldsCheck<Of>,
): RequestShape<Of> => shapeOf('body', title, fields, check);

export const queryShape = <const Of extends RequestFields>(
  fields: Of,
  check?: FieldsCheck<Of>,
): RequestShape<Of> => shapeOf('query', '', fields, check);

/** The texts of a query. */
export type QueryTexts<Shape extends RequestShape> = Readonly<
  Partial<Record<keyof Shape['fields'] & string, string>>
>;
