// One person: who they are, how their sign-in is protected, where they are signed in, what they did.
import { Alert, Group, Stack, Table, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readOf } from '../../api/keys.ts';
import type { Person } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { Loading } from '../../parts/loading.tsx';
import { MerchantName } from '../../parts/merchant/merchant-name.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ScreenProblem } from '../../parts/problem.tsx';
import { Opened } from '../../parts/recent/opened.tsx';
import { useSession } from '../../session/session.tsx';
import { LIST_TEXTS } from '../../texts/en-lists.ts';
import { PEOPLE_TEXTS as people } from '../../texts/people/people.ts';
import { ROLE_NAMES as roles } from '../../texts/roles.ts';
import { PersonActs } from './person-acts.tsx';
import { PersonSessions } from './person-sessions.tsx';
import { PersonState } from './person-state.tsx';
import { PersonTies } from './person-ties.tsx';
import { PersonTrail } from './person-trail.tsx';

function SignsIn({ person: { has_password, openid } }: { person: Person }) {
  const password = has_password ? people.by_password : people.by_nothing;
  if (openid === null) return password;
  const { issuer, subject, connected_at } = openid;
  return (
    <>
      {has_password ? `${people.by_password}, ` : ''}
      {people.by_openid(subject, issuer)} <Moment at={connected_at} />
    </>
  );
}

function rowsOf(person: Person): readonly (readonly [string, ReactNode])[] {
  const { email, role, merchant_id, state, second_factors: own, link_expires_at } = person;
  const factors = own.map((one) => LIST_TEXTS.second_factors[one]).join(', ');
  return [
    [people.email, email],
    [people.role, roles[role]],
    ...(merchant_id === null
      ? []
      : [[people.merchant, <MerchantName key="merchant" id={merchant_id} />] as const]),
    [people.state, <PersonState key="state" state={state} />],
    [people.signs_in, <SignsIn key="signs_in" person={person} />],
    [people.factors, factors === '' ? people.no_factors : factors],
    ...(link_expires_at === null
      ? []
      : [
          [
            people.link,
            <span key="link">
              {people.link_until} <Moment at={link_expires_at} />
            </span>,
          ] as const,
        ]),
    [people.invited, <Moment key="created" at={person.created_at} />],
    [people.changed, <Moment key="changed" at={person.changed_at} />],
  ];
}

function Summary({ person }: { person: Person }) {
  return (
    <Table variant="vertical" maw={640}>
      <Table.Tbody>
        {rowsOf(person).map(([label, value]) => (
          <Table.Tr key={label}>
            <Table.Th w={160}>{label}</Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

export function Screen(): ReactNode {
  const { id } = useParams({ from: '/inside/people/$id' });
  const { me, can } = useSession();
  const { data, error, refetch } = useRead(readOf('getPerson', { path: { id } }));
  if (error !== null) return <ScreenProblem error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loading height={240} />;
  const is_self = me.person_id === id;
  const may_change = can('people.change') && !is_self;
  return (
    <Stack>
      <Opened name={data.name} />
      <AnchorLink to="/people" size="sm">
        {people.back}
      </AnchorLink>
      <Group justify="space-between">
        <Title order={1} size="h2">
          {data.name}
        </Title>
        <Group gap="xs">{may_change ? <PersonActs person={data} /> : null}</Group>
      </Group>
      {is_self ? <Alert color="blue">{people.own}</Alert> : null}
      <Summary person={data} />
      <PersonTies person_id={id} may_untie={may_change} />
      <PersonSessions person_id={id} may_end={may_change} />
      {can('audit.read') ? (
        <>
          <PersonTrail title={people.trail.did} search={{ actor: id }} />
          <PersonTrail title={people.trail.happened} search={{ target: `people/${id}` }} />
        </>
      ) : null}
    </Stack>
  );
}
