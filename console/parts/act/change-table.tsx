// What a change would change: each field with its value before and after.
import { Table } from '@mantine/core';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';
import type { Changed } from './changed.ts';

const { change } = MERCHANT_TEXTS;

export function ChangeTable({ changes }: { changes: readonly Changed[] }) {
  const shown = (text: string) => (text === '' ? change.none : text);
  return (
    <Table.ScrollContainer minWidth={280}>
      <Table withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{change.setting}</Table.Th>
            <Table.Th>{change.before}</Table.Th>
            <Table.Th>{change.after}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ label, before, after }) => (
            <Table.Tr key={label}>
              <Table.Td>{label}</Table.Td>
              <Table.Td>
                <s>{shown(before)}</s>
              </Table.Td>
              <Table.Td fw={600}>{shown(after)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
