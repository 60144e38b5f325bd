// The keys that encrypt the rows, their rotation, and how far the re-encryption is.
import { Select, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { EncryptedColumn, EncryptionKey } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { COMMON_TEXTS } from '../../texts/common.ts';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';

const { keys: texts } = SETTINGS_TEXTS;
const EVERY_MS = 10_000;

function Rotate() {
  const [purpose, choose] = useState<'data' | 'page'>('data');
  return (
    <ActButton
      about={null}
      label={texts.rotate}
      what={texts.rotate_what}
      done={texts.rotated}
      reasons={texts.rotate_reasons}
      is_quiet
      run={(reason, idempotency_key) =>
        call('rotateEncryptionKey', { body: { purpose, reason }, idempotency_key })
      }
    >
      <Select
        label={texts.purpose}
        data={[
          { value: 'data', label: texts.purposes.data },
          { value: 'page', label: texts.purposes.page },
        ]}
        allowDeselect={false}
        value={purpose}
        onChange={(one) => choose(one === 'page' ? 'page' : 'data')}
      />
    </ActButton>
  );
}

function KeyTable({ keys }: { keys: readonly EncryptionKey[] }) {
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.number}</Table.Th>
            <Table.Th>{texts.purpose}</Table.Th>
            <Table.Th>{texts.state}</Table.Th>
            <Table.Th>{texts.starts}</Table.Th>
            <Table.Th className="number">{texts.left}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map(({ key_id, purpose, state, starts_at, rows_left }) => (
            <Table.Tr key={key_id}>
              <Table.Td>{key_id}</Table.Td>
              <Table.Td>{texts.purposes[purpose]}</Table.Td>
              <Table.Td>{texts.states[state]}</Table.Td>
              <Table.Td>
                <Moment at={starts_at} />
              </Table.Td>
              <Table.Td className="number">
                {rows_left?.toLocaleString() ?? COMMON_TEXTS.nothing}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function ColumnTable({ columns }: { columns: readonly EncryptedColumn[] }) {
  if (columns.length === 0) return null;
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table aria-label={texts.columns}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.column}</Table.Th>
            <Table.Th>{texts.state}</Table.Th>
            <Table.Th className="number">{texts.seen}</Table.Th>
            <Table.Th className="number">{texts.unreadable}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map(({ column, state, rows_seen, rows_about, rows_unreadable }) => (
            <Table.Tr key={column}>
              <Table.Td>{column}</Table.Td>
              <Table.Td>{texts.column_states[state]}</Table.Td>
              <Table.Td className="number">
                {rows_seen.toLocaleString()} / {rows_about.toLocaleString()}
              </Table.Td>
              <Table.Td className="number">{rows_unreadable.toLocaleString()}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

export function EncryptionKeys({ may_rotate }: { may_rotate: boolean }) {
  const { data, error, refetch } = useRead({
    ...readOf('listEncryptionKeys', {}),
    refetchInterval: EVERY_MS,
  });
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  return (
    <CardSection title={texts.encryption} acts={may_rotate ? <Rotate /> : null}>
      <Text size="sm">{texts.encryption_what}</Text>
      <KeyTable keys={data?.keys ?? []} />
      <ColumnTable columns={data?.columns ?? []} />
    </CardSection>
  );
}
