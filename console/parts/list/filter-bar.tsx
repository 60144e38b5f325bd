// The filters of a list, and a chip for each that is set: none is hidden.
import { Button, CloseButton, Group, NativeSelect, Pill, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { TEXTS } from '../../texts/en.ts';
import { bareAmount } from '../amount.ts';
import { MerchantName } from '../merchant/merchant-name.tsx';
import { readAmount } from '../read-amount.ts';
import {
  type Filter,
  type Search,
  setFilters,
  valueShown,
  withFilter,
  withoutFilters,
} from './filters.ts';
import { MerchantFilter } from './merchant-filter.tsx';
import { PeriodFilter } from './period-filter.tsx';

type Change = (search: Search) => void;
type One = { readonly filter: Filter; readonly search: Search; readonly change: Change };

/** A new search replaces nothing: going back returns to the filters before. */
function useSearchChange(): Change {
  const navigate = useNavigate();
  return (search) => void navigate({ to: '.', search: { ...search } });
}

/** Amounts of a filter without a currency have two decimals. */
const currencyOf = (search: Search): string => search.currency ?? 'USD';

/** As it stands in the address, and as it is typed. */
function written({ filter, search }: One): string {
  const value = search[filter.name] ?? '';
  if (filter.kind !== 'amount' || !/^-?\d{1,15}$/.test(value)) return value;
  return bareAmount(Number(value), currencyOf(search));
}

function TextFilter(one: One) {
  const { filter, search, change } = one;
  const [typed, setTyped] = useState(written(one));
  const [is_wrong, setWrong] = useState(false);
  const apply = () => {
    const text = typed.trim();
    if (text === written(one)) return;
    const is_amount = filter.kind === 'amount' && text !== '';
    const value = is_amount ? readAmount(text, currencyOf(search)) : text;
    setWrong(value === null);
    if (value !== null) change(withFilter(search, filter.name, String(value)));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextInput
        aria-label={filter.label}
        placeholder={filter.label}
        type={filter.kind === 'day' ? 'date' : 'text'}
        size="xs"
        w={filter.kind === 'amount' ? 120 : undefined}
        maxLength={200}
        value={typed}
        error={is_wrong ? TEXTS.list.no_amount : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={apply}
      />
    </form>
  );
}

function OneFilter(one: One) {
  const { filter, search, change } = one;
  const value = search[filter.name] ?? '';
  if (filter.kind === 'merchant') {
    return (
      <MerchantFilter
        label={filter.label}
        change={(id) => change(withFilter(search, filter.name, id))}
      />
    );
  }
  if (filter.kind === 'period') {
    const { name, until } = filter;
    return (
      <PeriodFilter
        key={`${value} ${search[until] ?? ''}`}
        label={filter.label}
        names={[name, until]}
        search={search}
        change={(from, to) => change(withFilter(withFilter(search, name, from), until, to))}
      />
    );
  }
  if (filter.kind !== 'choice') {
    // Its own text begins again when the address changes.
    return <TextFilter key={value} {...one} />;
  }
  return (
    <NativeSelect
      aria-label={filter.label}
      size="xs"
      value={value}
      data={[{ value: '', label: filter.label }, ...filter.choices]}
      onChange={(event) => change(withFilter(search, filter.name, event.currentTarget.value))}
    />
  );
}

function chipOf(filter: Filter, search: Search): ReactNode {
  const value = search[filter.name] ?? '';
  if (filter.kind === 'merchant') return <MerchantName id={value} />;
  return valueShown(filter, value, search);
}

function Chips({
  filters,
  search,
  change,
}: {
  filters: readonly Filter[];
  search: Search;
  change: Change;
}) {
  const set = setFilters(filters, search);
  if (set.length === 0) return null;
  return (
    <Group gap="xs">
      {set.map((filter) => (
        <Pill key={filter.name} size="md">
          {filter.label}: {chipOf(filter, search)}
          <CloseButton
            size="xs"
            aria-label={`${TEXTS.list.remove_filter}: ${filter.label}`}
            onClick={() => change(withoutFilters([filter], search))}
          />
        </Pill>
      ))}
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => change(withoutFilters(filters, search))}
      >
        {TEXTS.list.clear_filters}
      </Button>
    </Group>
  );
}

export function FilterBar({ filters, search }: { filters: readonly Filter[]; search: Search }) {
  const change = useSearchChange();
  const [shows_all, more] = useDisclosure(false);
  const usual = filters.filter(({ is_rare }) => is_rare !== true);
  const shown = shows_all ? filters : usual;
  return (
    <>
      <Group gap="xs" my="sm">
        {shown.map((filter) => (
          <OneFilter key={filter.name} filter={filter} search={search} change={change} />
        ))}
        {usual.length === filters.length ? null : (
          <Button size="xs" variant="subtle" aria-expanded={shows_all} onClick={more.toggle}>
            {shows_all ? TEXTS.list.fewer : TEXTS.list.more}
          </Button>
        )}
      </Group>
      <Chips filters={filters} search={search} change={change} />
    </>
  );
}
