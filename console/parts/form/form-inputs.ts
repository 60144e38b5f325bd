// What the inputs of a form get: typed by the field that each of them shows.
import type { PathOf, SentPath, ValueAt } from './request-form.ts';
import type { Attributes, TypedValues } from './typed-fields.ts';

/** The event of an input in which text stands. */
type Changed = { readonly currentTarget: { readonly value: string } };

/** What every input of the form has, whatever it takes. */
export type FieldPlace = { readonly 'data-path': string; readonly error: string | null };

type TextInputProps<Typed> = FieldPlace &
  Attributes & {
    /** By which password managers know it. */
    readonly name: string;
    readonly value: Typed;
    readonly onChange: (given: Changed | string | number | null) => void;
  };

type FlagInputProps = FieldPlace & {
  readonly checked: boolean;
  readonly onChange: (given: { readonly currentTarget: { readonly checked: boolean } }) => void;
};

type OwnInputProps<Typed> = FieldPlace & {
  readonly value: Typed;
  readonly onChange: (given: Typed) => void;
};

/** For a text any input of one, for a flag a checkbox, for all else what takes such a value. */
export type InputFor<Typed> = [Typed] extends [boolean]
  ? FlagInputProps
  : [Typed] extends [string]
    ? TextInputProps<Typed>
    : OwnInputProps<Typed>;

export type FormOf<F> = {
  readonly values: TypedValues<F>;
  /** The properties of its input. */
  readonly field: <P extends PathOf<TypedValues<F>>>(
    path: P,
  ) => InputFor<ValueAt<TypedValues<F>, P>>;
  /** Where errors of a field stand that has inputs of its own. */
  readonly at: (path: SentPath<F>) => FieldPlace;
  readonly set: <P extends PathOf<TypedValues<F>>>(
    path: P,
    value: ValueAt<TypedValues<F>, P>,
  ) => void;
};
