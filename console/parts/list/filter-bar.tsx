// The filters of a list, and a chip for each that is set: none is hidden. On a phone the fields are
// behind one button, so that the list begins in sight.
import { Button, CloseButton, Group, Pill } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../session/session.tsx';
import { LIST_PART_TEXTS as list } from '../../texts/parts.ts';
import { FilterField } from './filter-field.tsx';
import { type Filter, type Search, setFilters, valueShown, withoutFilters } from './filters.ts';
import { isNamed, NAME_FILTERS } from './name-filters.tsx';
import './filters.css';

const PHONE = '(max-width: 48em)';

type Change = (search: Search) => void;
type Of = { readonly filters: readonly Filter[]; readonly search: Search };

/** A new search replaces nothing: going back returns to the filters before. */
function useSearchChange(): Change {
  const navigate = useNavigate();
  return (search) => void navigate({ to: '.', search: { ...search } });
}

function chipOf(filter: Filter, search: Search): ReactNode {
  const value = search[filter.name] ?? '';
  const { kind } = filter;
  if (isNamed(kind)) {
    const { Name } = NAME_FILTERS[kind];
    return <Name id={value} />;
  }
  return valueShown(filter, value, search);
}

function Chips({ filters, search, change }: Of & { change: Change }) {
  const set = setFilters(filters, search);
  if (set.length === 0) return null;
  return (
    <Group gap="xs" mb="xs">
      {set.map((filter) => (
        <Pill key={filter.name} size="md">
          {filter.label}: {chipOf(filter, search)}
          <CloseButton
            size="xs"
            aria-label={`${list.remove_filter}: ${filter.label}`}
            onClick={() => change(withoutFilters([filter], search))}
          />
        </Pill>
      ))}
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => change(withoutFilters(filters, search))}
      >
        {list.clear_filters}
      </Button>
    </Group>
  );
}

function Fields({ filters, search, change }: Of & { change: Change }) {
  const [shows_all, more] = useDisclosure(false);
  const usual = filters.filter(({ is_rare }) => is_rare !== true);
  const shown = shows_all ? filters : usual;
  return (
    <Group gap="xs" align="flex-end" className="list-filters">
      {shown.map((filter) => (
        <FilterField key={filter.name} filter={filter} search={search} change={change} />
      ))}
      {usual.length === filters.length ? null : (
        <Button size="xs" variant="subtle" aria-expanded={shows_all} onClick={more.toggle}>
          {shows_all ? list.fewer : list.more}
        </Button>
      )}
    </Group>
  );
}

/** People of a merchant see its things only: there is none to choose. */
function useOwnFilters(filters: readonly Filter[]): readonly Filter[] {
  const { me } = useSession();
  return me.merchant_id === null ? filters : filters.filter(({ kind }) => kind !== 'merchant');
}

export function FilterBar({ filters: all, search }: Of) {
  const filters = useOwnFilters(all);
  const change = useSearchChange();
  const is_phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const [is_open, fold] = useDisclosure(false);
  const fields = filters.filter(({ is_by_link }) => is_by_link !== true);
  if (filters.length === 0) return null;
  const is_folded = is_phone && !is_open;
  return (
    <>
      {is_phone && fields.length > 0 ? (
        <Button size="xs" variant="default" my="xs" aria-expanded={is_open} onClick={fold.toggle}>
          {list.filters(setFilters(filters, search).length)}
        </Button>
      ) : null}
      {is_folded ? null : <Fields filters={fields} search={search} change={change} />}
      <Chips filters={filters} search={search} change={change} />
    </>
  );
}
