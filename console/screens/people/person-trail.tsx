// The newest entries of the audit trail about a person, with a link to all of them.
import { Table, Text } from '@mantine/core';
import { readOf } from '../../api/keys.ts';
import { useRead } from '../../api/use-read.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Target } from '../../parts/names/target.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { auditWords } from '../../texts/audit.ts';
import { PEOPLE_TEXTS } from '../../texts/people/people.ts';

const { trail } = PEOPLE_TEXTS;
const NEWEST = 10;

type Props = {
  readonly title: string;
  /** Filters of the audit trail. */
  readonly search: Readonly<Record<string, string>>;
};

export function PersonTrail({ title, search }: Props) {
  const { data, error } = useRead(readOf('listAudit', { query: { ...search, limit: NEWEST } }));
  if (error !== null) return <ProblemNote error={error} />;
  const entries = data?.data ?? [];
  return (
    <CardSection
      title={title}
      acts={
        <AnchorLink to="/audit" search={search} size="sm">
          {trail.all}
        </AnchorLink>
      }
    >
      {entries.length === 0 ? <Text c="dimmed">{trail.none}</Text> : null}
      <Table.ScrollContainer minWidth={480}>
        <Table>
          <Table.Tbody>
            {entries.map(({ number, at, action, target, named_target, detail }) => (
              <Table.Tr key={number}>
                <Table.Td>
                  <Moment at={at} />
                </Table.Td>
                <Table.Td>{auditWords(action)}</Table.Td>
                <Table.Td>
                  <Target target={target} named={named_target} />
                </Table.Td>
                <Table.Td>{reasonOf(detail)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </CardSection>
  );
}

function reasonOf({ note, reason }: Readonly<Record<string, unknown>>): string | null {
  const given = note ?? reason;
  return typeof given === 'string' ? given : null;
}
