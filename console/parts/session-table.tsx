// Open sessions: from where, in which browser, since when; one of them may be this page's own.
import { Badge, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Session } from '../api/schema.gen.ts';
import { PEOPLE_TEXTS } from '../texts/people/people.ts';
import { Moment } from './moment.tsx';

const { session } = PEOPLE_TEXTS;

/** The words of a browser about itself that tell people which one it is. */
export function browserOf(user_agent: string): string {
  const name = /\b(Edg|OPR|Firefox|Chrome|Safari)\/\d{1,4}/.exec(user_agent)?.[0];
  const system = /\b(Windows|Android|iPhone|iPad|Mac OS X|Linux)\b/.exec(user_agent)?.[0];
  const known = [name?.replace('/', ' '), system].filter((one) => one !== undefined);
  return known.length === 0 ? user_agent || session.unknown_browser : known.join(', ');
}

type Props = {
  readonly sessions: readonly Session[];
  readonly actOf: (session: Session) => ReactNode;
};

export function SessionTable({ sessions, actOf }: Props) {
  if (sessions.length === 0) return <Text c="dimmed">{session.none}</Text>;
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {[session.browser, session.from, session.opened, session.seen].map((label) => (
              <Table.Th key={label}>{label}</Table.Th>
            ))}
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sessions.map((one) => (
            <Table.Tr key={one.id}>
              <Table.Td title={one.user_agent}>
                {browserOf(one.user_agent)}{' '}
                {one.is_current ? <Badge variant="light">{session.this}</Badge> : null}
              </Table.Td>
              <Table.Td>{one.address}</Table.Td>
              <Table.Td>
                <Moment at={one.created_at} />
              </Table.Td>
              <Table.Td>
                <Moment at={one.last_seen_at} />
              </Table.Td>
              <Table.Td className="number">{actOf(one)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
