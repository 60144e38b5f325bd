// Reads a request by its shape: a typed value, or one refusal with all wrong fields in their order.

import {
  type FieldError,
  type FieldErrorCode,
  type Refusal,
  refuseFields,
} from '../service/refusal.ts';
import type {
  FactsFor,
  Notes,
  QueryTexts,
  ReadSoFar,
  RequestFacts,
  RequestFields,
  RequestShape,
  Values,
} from './request-shape.ts';

/** The fields of a JSON object or a query, and what was found to be wrong before. */
export type RawFields = {
  fields: Readonly<Record<string, unknown>>;
  errors: readonly FieldError[];
};

/** `lines[3].utr` belongs to `lines`. */
const top = (field: string) => field.split(/[.[]/)[0] ?? field;

const NO_FACTS: Partial<RequestFacts> = {};

/**
 * A request that has been read. More may turn out to be wrong with it, which only the service's
 * data show: it is noted here, and told together with the rest.
 */
export class RequestReading<Of extends RequestFields> implements Notes {
  /** Undefined in place of what is wrong. */
  readonly values: ReadSoFar<Of>;
  readonly facts: Partial<RequestFacts>;
  readonly #names: readonly string[];
  #errors: FieldError[] | null;

  constructor(shape: RequestShape<Of>, raw: RawFields, facts: Partial<RequestFacts>) {
    this.facts = facts;
    this.#names = shape.names;
    this.#errors = raw.errors.length === 0 ? null : [...raw.errors];
    const known = this.#errors?.map(({ field }) => top(field)) ?? [];
    this.values = this.#readAll(shape, raw.fields, known);
    shape.check?.(this.values, this);
  }

  /** Fields that were found to be wrong before are not read. */
  #readAll(shape: RequestShape<Of>, fields: RawFields['fields'], known: readonly string[]) {
    const values: Record<string, unknown> = {};
    const { names, readers } = shape;
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at] ?? '';
      if (known.length > 0 && known.includes(name)) continue;
      const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
      values[name] = readers[at]?.(value, name, this);
    }
    return values as ReadSoFar<Of>;
  }

  /** The first thing that is wrong with a field is told. */
  wrong(field: string, code: FieldErrorCode, message: string): void {
    this.#errors ??= [];
    if (this.#errors.some((error) => error.field === field)) return;
    this.#errors.push({ field, code, message });
  }

  isWrong(name: keyof Of): boolean {
    return this.#errors?.some(({ field }) => top(field) === name) ?? false;
  }

  /** All errors, in the order of the fields; null if there are none. */
  refusal(): Refusal | null {
    return this.#errors === null ? null : this.#refuse(this.#errors);
  }

  #refuse(errors: readonly FieldError[]): Refusal {
    const place = ({ field }: FieldError) => {
      const at = this.#names.indexOf(top(field));
      return at === -1 ? this.#names.length : at;
    };
    return refuseFields(errors.toSorted((a, b) => place(a) - place(b)));
  }

  result(): Values<Of> | Refusal {
    // Without an error no value is missing.
    return this.refusal() ?? (this.values as Values<Of>);
  }

  /** Together with the record that a field names; without it the request is wrong there. */
  resultWith<Found extends object>(
    name: keyof Of & string,
    found: Found | null,
    problem: string,
  ): { values: Values<Of>; found: Found } | Refusal {
    if (found === null) {
      if (!this.isWrong(name)) this.wrong(name, 'unknown_value', problem);
      return this.#refuse(this.#errors ?? []);
    }
    return this.refusal() ?? { values: this.values as Values<Of>, found };
  }
}

/** For requests about which more may turn out to be wrong. */
export function beginReading<Of extends RequestFields>(
  shape: RequestShape<Of>,
  raw: RawFields,
  ...[facts]: FactsFor<Of>
): RequestReading<Of> {
  return new RequestReading(shape, raw, facts ?? NO_FACTS);
}

export function readRequest<Of extends RequestFields>(
  shape: RequestShape<Of>,
  raw: RawFields,
  ...facts: FactsFor<Of>
): Values<Of> | Refusal {
  return beginReading(shape, raw, ...facts).result();
}

/** The same of a query. */
export function readFilters<Of extends RequestFields>(
  shape: RequestShape<Of>,
  query: QueryTexts<RequestShape<Of>>,
  ...facts: FactsFor<Of>
): Values<Of> | Refusal {
  return readRequest(shape, { fields: query, errors: [] }, ...facts);
}

/** Only what a request names, of fields that are undefined otherwise. */
export const namedOnly = <Of extends object>(values: Of) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Of]?: Exclude<Of[Name], undefined>;
  };
