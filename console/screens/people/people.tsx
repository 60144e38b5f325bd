// The people who may sign in, their roles and how well their sign-in is protected.
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import type { Person } from '../../api/schema.gen.ts';
import type { Filter } from '../../parts/list/filters.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import type { Column } from '../../parts/list/list-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { TEXTS } from '../../texts/en.ts';
import { LIST_TEXTS } from '../../texts/en-lists.ts';

const { columns, empty, person_states, second_factors } = LIST_TEXTS;

const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'merchant_id', label: TEXTS.trades.merchant },
];

const COLUMNS: readonly Column<Person>[] = [
  { name: 'name', label: columns.name, cell: ({ name }) => name },
  { name: 'email', label: columns.email, cell: ({ email }) => email },
  { name: 'role', label: columns.role, cell: ({ role }) => TEXTS.roles[role] },
  { name: 'state', label: columns.state, cell: ({ state }) => person_states[state] },
  {
    name: 'factors',
    label: columns.factors,
    cell: ({ second_factors: own }) => own.map((one) => second_factors[one]).join(', '),
  },
  { name: 'created', label: columns.created, cell: (row) => <Moment at={row.created_at} /> },
];

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/people' });
  return (
    <ListPage<Person>
      title={TEXTS.nav.people}
      search={search}
      filters={FILTERS}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      read={(query, signal) => call('listPeople', { query, signal })}
      empty={empty.people}
    />
  );
}
