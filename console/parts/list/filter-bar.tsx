// The filters of a list, and a chip for each that is set: none is hidden.
import { Button, CloseButton, Group, NativeSelect, Pill, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { TEXTS } from '../../texts/en.ts';
import {
  type Filter,
  type Search,
  setFilters,
  valueShown,
  withFilter,
  withoutFilters,
} from './filters.ts';

type Change = (search: Search) => void;

/** A new search replaces nothing: going back returns to the filters before. */
function useSearchChange(): Change {
  const navigate = useNavigate();
  return (search) => void navigate({ to: '.', search: { ...search } });
}

function TextFilter({
  filter,
  search,
  change,
}: {
  filter: Filter;
  search: Search;
  change: Change;
}) {
  const [typed, setTyped] = useState(search[filter.name] ?? '');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change(withFilter(search, filter.name, typed.trim()));
      }}
    >
      <TextInput
        aria-label={filter.label}
        placeholder={filter.label}
        type={filter.kind === 'day' ? 'date' : 'text'}
        size="xs"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => {
          const now = search[filter.name] ?? '';
          if (typed.trim() !== now) change(withFilter(search, filter.name, typed.trim()));
        }}
      />
    </form>
  );
}

function OneFilter({ filter, search, change }: { filter: Filter; search: Search; change: Change }) {
  const value = search[filter.name] ?? '';
  if (filter.kind !== 'choice') {
    // Its own text begins again when the address changes.
    return <TextFilter key={value} filter={filter} search={search} change={change} />;
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
          {filter.label}: {valueShown(filter, search[filter.name] ?? '')}
          <CloseButton
            size="xs"
            aria-label={`${TEXTS.list.remove_filter}: ${filter.label}`}
            onClick={() => change(withFilter(search, filter.name, ''))}
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
  return (
    <>
      <Group gap="xs" my="sm">
        {filters.map((filter) => (
          <OneFilter key={filter.name} filter={filter} search={search} change={change} />
        ))}
      </Group>
      <Chips filters={filters} search={search} change={change} />
    </>
  );
}
