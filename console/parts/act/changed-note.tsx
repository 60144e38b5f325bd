// Above a form that somebody fills in: somebody else has changed what it is about. Theirs stands
// beside what was typed, which stays until the person gives it up.
import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import { MEANWHILE_TEXTS } from '../../texts/acts.ts';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';
import type { Meeting } from './use-edited.ts';

const { edited: texts } = MEANWHILE_TEXTS;
const { change } = MERCHANT_TEXTS;

const shown = (text: string) => (text === '' ? change.none : text);

function Rows({ rows }: Pick<Meeting, 'rows'>) {
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{change.setting}</Table.Th>
            <Table.Th>{texts.before}</Table.Th>
            <Table.Th>{texts.theirs}</Table.Th>
            <Table.Th>{texts.mine}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ label, before, theirs, mine }) => (
            <Table.Tr key={label}>
              <Table.Td>{label}</Table.Td>
              <Table.Td>{shown(before)}</Table.Td>
              <Table.Td fw={theirs === before ? 400 : 600}>{shown(theirs)}</Table.Td>
              <Table.Td fw={mine === before ? 400 : 600}>{shown(mine)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

export function ChangedNote({ meeting }: { meeting: Meeting | null }) {
  if (meeting === null) return null;
  const { rows, keep, renew } = meeting;
  return (
    <Alert color="orange" title={texts.title} role="alert">
      <Stack gap="sm">
        <Text size="sm">{texts.what}</Text>
        <Rows rows={rows} />
        <Group>
          <Button onClick={keep}>{texts.keep}</Button>
          <Button variant="default" onClick={renew}>
            {texts.renew}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
