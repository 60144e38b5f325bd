// The field of one filter, under its name.
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { LIST_PART_TEXTS as list } from '../../texts/parts.ts';
import { amountProblem, readAmount } from '../amount/read-amount.ts';
import { AMOUNT_TEXT } from '../typed-bounds.ts';
import { type AmountFilter, type Filter, type Search, typedAmount, withFilter } from './filters.ts';
import { isNamed, NAME_FILTERS } from './name-filters.tsx';
import { PeriodFilter } from './period-filter.tsx';

export type One = {
  readonly filter: Filter;
  readonly search: Search;
  readonly change: (search: Search) => void;
};

/** Called with what is typed when it is meant: by Enter, or on leaving the field. */
function Typed(props: {
  label: string;
  text: string;
  /** False: it is not what the filter takes. */
  apply: (text: string) => boolean;
  /** Of what is typed, if it is not. */
  wrong?: (text: string) => string | null;
  type?: 'date' | 'text';
  /** Shown while it is empty. */
  example?: string | undefined;
  amount?: AmountFilter;
}) {
  const { label, text, apply, wrong, type = 'text', example, amount } = props;
  const [typed, setTyped] = useState(text);
  const [is_wrong, setWrong] = useState(false);
  const is_unknown = amount !== undefined && amount.currency === null;
  const end = () => {
    const now = typed.trim();
    if (now !== text) setWrong(!apply(now));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        end();
      }}
    >
      <TextInput
        label={label}
        type={type}
        size="xs"
        w={130}
        maxLength={200}
        placeholder={example}
        {...(amount === undefined
          ? {}
          : {
              ...AMOUNT_TEXT,
              inputMode: 'decimal' as const,
              disabled: is_unknown,
              placeholder: is_unknown ? amount.missing : '',
              title: is_unknown ? amount.missing : undefined,
              rightSection: amount.is_sole ? amount.currency : null,
              rightSectionWidth: amount.is_sole ? 40 : 0,
            })}
        value={typed}
        error={is_wrong ? wrong?.(typed.trim()) : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={end}
      />
    </form>
  );
}

/** A text of its own, which begins again when the address changes. */
function TypedFilter({ filter, search, change }: One) {
  const value = search[filter.name] ?? '';
  const set = (given: string) => {
    change(withFilter(search, filter.name, given));
    return true;
  };
  if (filter.kind !== 'amount') {
    const type = filter.kind === 'day' ? 'date' : 'text';
    const example = filter.kind === 'text' ? filter.example : undefined;
    const shown = { label: filter.label, text: value, example };
    return <Typed key={value} apply={set} type={type} {...shown} />;
  }
  const { currency } = filter;
  return (
    <Typed
      key={`${value} ${currency ?? ''}`}
      label={filter.label}
      text={typedAmount(value, currency)}
      amount={filter}
      wrong={(text) => amountProblem(text, currency ?? '', list.no_amount)}
      apply={(text) => {
        if (text === '') return set('');
        const cents = currency === null ? null : readAmount(text, currency);
        return cents !== null && set(String(cents));
      }}
    />
  );
}

export function FilterField(one: One) {
  const { filter, search, change } = one;
  const { kind, name, label } = filter;
  const value = search[name] ?? '';
  if (isNamed(kind)) {
    const { Field } = NAME_FILTERS[kind];
    const set = (id: string) => change(withFilter(search, name, id));
    return <Field label={label} search={search} change={set} />;
  }
  if (filter.kind === 'period') {
    const { until } = filter;
    return (
      <PeriodFilter
        key={`${value} ${search[until] ?? ''}`}
        label={label}
        names={[name, until]}
        search={search}
        change={(from, to) => change(withFilter(withFilter(search, name, from), until, to))}
      />
    );
  }
  if (filter.kind !== 'choice') return <TypedFilter {...one} />;
  return (
    <NativeSelect
      label={label}
      size="xs"
      maw={180}
      value={value}
      data={[{ value: '', label: filter.unset ?? list.any }, ...filter.choices]}
      onChange={(event) => change(withFilter(search, name, event.currentTarget.value))}
    />
  );
}
