// Who is tied to a person, and the act by which an owner tied to neither says that the two are two.
import { Table, Text } from '@mantine/core';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { PersonTie } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { PEOPLE_TEXTS } from '../../texts/people/people.ts';

const texts = PEOPLE_TEXTS.ties;

function Untie({ id, tie }: { id: string; tie: PersonTie }) {
  const from_person_id = tie.person_id;
  return (
    <ActButton
      {...(from_person_id === null ? texts.untie_token : texts.untie)}
      reasons={texts.reasons}
      about={null}
      is_quiet
      run={(reason, idempotency_key) =>
        call('untiePeople', { path: { id }, body: { from_person_id, reason }, idempotency_key })
      }
    />
  );
}

function Other({ tie: { person_id, name } }: { tie: PersonTie }) {
  if (person_id === null) return texts.token;
  return (
    <AnchorLink to="/people/$id" params={{ id: person_id }} size="sm">
      {name ?? person_id}
    </AnchorLink>
  );
}

/** Nothing if the person is tied to nobody, as most are. */
export function PersonTies({ person_id, may_untie }: { person_id: string; may_untie: boolean }) {
  const { me } = useSession();
  const { data, error, refetch } = useRead(readOf('listTies', { path: { id: person_id } }));
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  const ties = data?.data ?? [];
  if (ties.length === 0) return null;
  return (
    <CardSection title={texts.title}>
      <Text size="sm" c="dimmed">
        {texts.what}
      </Text>
      <Table.ScrollContainer minWidth={320}>
        <Table>
          <Table.Tbody>
            {ties.map((tie) => (
              <Table.Tr key={`${tie.person_id}/${tie.opened_by_other}`}>
                <Table.Td>
                  <Other tie={tie} />
                </Table.Td>
                <Table.Td>
                  {tie.opened_by_other ? texts.ways[tie.way] : texts.ways_own[tie.way]},{' '}
                  <Moment at={tie.made_at} />
                </Table.Td>
                <Table.Td>
                  {may_untie && tie.person_id !== me.person_id ? (
                    <Untie id={person_id} tie={tie} />
                  ) : null}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </CardSection>
  );
}
