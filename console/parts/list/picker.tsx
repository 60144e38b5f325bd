// Chooses one thing by its name, or several: the service searches, so that there may be any number
// of them.
import { MultiSelect, Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { COMMON_TEXTS } from '../../texts/common.ts';
import { LIST_PART_TEXTS } from '../../texts/parts.ts';
import type { FieldPlace } from '../form/form-inputs.ts';
import { type Finder, useFound } from './use-found.ts';

type Named = { readonly id: string };

type Common<Found extends Named> = {
  readonly label: string;
  readonly description?: ReactNode;
  readonly finder: Finder<Found>;
  readonly nameOf: (found: Found) => string;
  /** If nothing fits what is typed. */
  readonly none?: string;
  /** What an empty field means. */
  readonly empty?: string;
  readonly is_required?: boolean;
  readonly size?: 'xs';
  /** Its label is for readers only. */
  readonly hides_label?: true;
  /** So that usual names are not cut. */
  readonly min_width?: string;
  readonly autofocus?: true;
  /** In a form: where its errors stand. */
  readonly place?: Omit<FieldPlace, 'data-path'>;
};

/** What both kinds of field have; a text that is a chosen name is no search. */
function usePicker<Found extends Named>(props: Common<Found>, chosen: readonly Found[]) {
  const { finder, nameOf, label, none = LIST_PART_TEXTS.no_such, empty } = props;
  const [typed, type] = useState('');
  const names = chosen.map(nameOf);
  const { found, is_reading } = useFound(finder, names.includes(typed) ? '' : typed.trim());
  const others = chosen.filter(({ id }) => !found.some((one) => one.id === id));
  const listed = [...others, ...found];
  const field = {
    ...(props.hides_label === true ? { 'aria-label': label } : { label }),
    ...(props.description === undefined ? {} : { description: props.description }),
    ...(props.size === undefined ? {} : { size: props.size }),
    ...(props.autofocus === true ? { 'data-autofocus': true } : {}),
    ...(props.min_width === undefined ? {} : { miw: props.min_width }),
    ...(empty === undefined ? {} : { placeholder: empty }),
    ...props.place,
    required: props.is_required === true,
    searchable: true,
    searchValue: typed,
    data: listed.map((one) => ({ value: one.id, label: nameOf(one) })),
    // The service has searched already.
    filter: ({ options }: { options: unknown[] }) => options as never,
    nothingFoundMessage: is_reading ? COMMON_TEXTS.loading : none,
  } as const;
  return { field, listed, type };
}

type OneProps<Found extends Named> = Common<Found> & {
  readonly value: string | null;
  /** The thing of this id, as soon as it is read. */
  readonly known: Found | undefined;
  readonly change: (id: string | null, found: Found | null) => void;
};

export function Picker<Found extends Named>(props: OneProps<Found>) {
  const { value, known, change } = props;
  const chosen = known !== undefined && known.id === value ? [known] : [];
  const { field, listed, type } = usePicker(props, chosen);
  return (
    <Select
      {...field}
      clearable={props.is_required !== true}
      value={value}
      onSearchChange={(typed) => {
        type(typed);
        // By keys, too, nothing is chosen again.
        if (typed === '' && value !== null && props.is_required !== true) change(null, null);
      }}
      onChange={(id) => change(id, listed.find((one) => one.id === id) ?? null)}
    />
  );
}

type SeveralProps<Found extends Named> = Common<Found> & {
  readonly value: readonly string[];
  /** The things of these ids, as far as they are read. */
  readonly known: readonly Found[];
  /** `found`: those of them that are known. */
  readonly change: (ids: string[], found: readonly Found[]) => void;
};

export function SeveralPicker<Found extends Named>(props: SeveralProps<Found>) {
  const { value, known, change } = props;
  const chosen = known.filter(({ id }) => value.includes(id));
  const { field, listed, type } = usePicker(props, chosen);
  const unknown = value.filter((id) => !field.data.some((one) => one.value === id));
  return (
    <MultiSelect
      {...field}
      data={[...field.data, ...unknown.map((id) => ({ value: id, label: id }))]}
      value={[...value]}
      onSearchChange={type}
      onChange={(ids) =>
        change(
          ids,
          [...listed, ...known].filter(({ id }) => ids.includes(id)),
        )
      }
    />
  );
}
