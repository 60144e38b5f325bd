// The keys that sign the daily proofs: the present one and those that have ended.
import { Badge, Table, Text } from '@mantine/core';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import { useRead } from '../../api/use-read.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { Copyable } from '../../parts/copyable.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';

const { keys: texts } = SETTINGS_TEXTS;

export function ProofKeys({ may_rotate }: { may_rotate: boolean }) {
  const { data, error, refetch } = useRead(readOf('listProofKeysForOperators', {}));
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  const keys = data?.keys ?? [];
  const present = keys.find(({ ended_at }) => ended_at === null);
  return (
    <CardSection
      title={texts.proof}
      acts={
        may_rotate && present !== undefined ? (
          <ActButton
            about={null}
            label={texts.rotate}
            what={texts.rotate_proof_what}
            done={texts.rotated}
            reasons={texts.rotate_reasons}
            is_quiet
            run={(note, idempotency_key) =>
              call('rotateProofKey', { body: { key_id: present.key_id, note }, idempotency_key })
            }
          />
        ) : null
      }
    >
      <Text size="sm">{texts.proof_what}</Text>
      <Table.ScrollContainer minWidth={560}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.number}</Table.Th>
              <Table.Th>{texts.public_key}</Table.Th>
              <Table.Th>{texts.created}</Table.Th>
              <Table.Th>{texts.ended}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {keys.map(({ key_id, public_key, created_at, ended_at }) => (
              <Table.Tr key={key_id}>
                <Table.Td>{key_id}</Table.Td>
                <Table.Td>
                  <Copyable value={public_key} />
                </Table.Td>
                <Table.Td>
                  <Moment at={created_at} />
                </Table.Td>
                <Table.Td>
                  {ended_at === null ? (
                    <Badge color="teal" variant="light">
                      {texts.signs}
                    </Badge>
                  ) : (
                    <Moment at={ended_at} />
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </CardSection>
  );
}
