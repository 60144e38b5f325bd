// The people who may sign in, their roles and how well their sign-in is protected.
import { Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readFiltered } from '../../api/keys.ts';
import { type ListedPerson, PLACES } from '../../api/schema.gen.ts';
import { FileLinks } from '../../parts/file-links.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import type { Column } from '../../parts/list/columns.ts';
import type { Filter } from '../../parts/list/filters.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { merchantShown } from '../../parts/merchant/merchant-shown.ts';
import { Moment } from '../../parts/moment.tsx';
import { useSession } from '../../session/session.tsx';
import { LIST_TEXTS } from '../../texts/en-lists.ts';
import { PEOPLE_TEXTS as people } from '../../texts/people/people.ts';
import { ROLE_NAMES as roles } from '../../texts/roles.ts';
import { NAV_TEXTS } from '../../texts/shell/frame.ts';
import { Invite } from './invite.tsx';
import { PersonState } from './person-state.tsx';

const { columns, empty, second_factors } = LIST_TEXTS;

const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'q', label: people.filter_name },
  { kind: 'merchant', name: 'merchant_id', label: people.filter_merchant },
];

function RoleOfPerson(person: ListedPerson) {
  return (
    <>
      {roles[person.role]}
      {person.merchant_id === null ? null : (
        <Text span size="xs" c="dimmed">
          {' · '}
          {merchantShown(person)}
        </Text>
      )}
    </>
  );
}

const COLUMNS: readonly Column<ListedPerson>[] = [
  {
    name: 'name',
    label: columns.name,
    cell: ({ id, name }) => (
      <AnchorLink to="/people/$id" params={{ id }} size="sm">
        {name}
      </AnchorLink>
    ),
  },
  { name: 'email', label: columns.email, cell: ({ email }) => email },
  { name: 'role', label: columns.role, cell: (person) => <RoleOfPerson {...person} /> },
  { name: 'state', label: columns.state, cell: ({ state }) => <PersonState state={state} /> },
  {
    name: 'factors',
    label: columns.factors,
    cell: ({ second_factors: own }) =>
      own.length === 0 ? (
        <Text span c="dimmed" size="sm">
          {people.no_factors}
        </Text>
      ) : (
        own.map((one) => second_factors[one]).join(', ')
      ),
  },
  { name: 'created', label: columns.created, cell: (row) => <Moment at={row.created_at} /> },
];

/** Everybody, and all tokens, whatever the list is filtered by. */
const REVIEW = [
  { address: PLACES.exportAccessReview[1], words: people.review_csv },
  { address: PLACES.exportAccessReviewWorkbook[1], words: people.review_workbook },
];

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/people' });
  const { can } = useSession();
  return (
    <ListPage<ListedPerson>
      list="people"
      title={NAV_TEXTS.people}
      search={search}
      filters={FILTERS}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      query={readFiltered('listPeople', { query: search })}
      empty={empty.people}
      acts={
        <>
          <FileLinks files={REVIEW} />
          {can('people.change') ? <Invite /> : null}
        </>
      }
    />
  );
}
