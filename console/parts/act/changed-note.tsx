// Above a form that somebody fills in: somebody else has changed what it is about. Theirs stands
// beside what was typed, which stays until the person gives it up.
import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { MEANWHILE_TEXTS } from '../../texts/acts.ts';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';
import { MerchantName } from '../merchant/merchant-name.tsx';
import type { IdOf } from './changed.ts';
import { DoneBy, MeanwhileNote } from './meanwhile.tsx';
import type { Meanwhile } from './meanwhile-of.ts';
import type { Meeting } from './use-edited.ts';

const { edited: texts } = MEANWHILE_TEXTS;
const { change } = MERCHANT_TEXTS;

function shown(text: string, id_of: IdOf | undefined): ReactNode {
  if (text === '') return change.none;
  return id_of === 'merchant' ? <MerchantName id={text} /> : text;
}

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
          {rows.map(({ label, before, theirs, mine, id_of }) => (
            <Table.Tr key={label}>
              <Table.Td>{label}</Table.Td>
              <Table.Td>{shown(before, id_of)}</Table.Td>
              <Table.Td fw={theirs === before ? 400 : 600}>{shown(theirs, id_of)}</Table.Td>
              <Table.Td fw={mine === before ? 400 : 600}>{shown(mine, id_of)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

type Props = {
  readonly meeting: Meeting | null;
  /** Who has changed it, if that is known. */
  readonly children?: ReactNode;
};

export function ChangedNote({ meeting, children }: Props) {
  if (meeting === null) return null;
  const { rows, keep, renew } = meeting;
  return (
    <Alert color="orange" title={texts.title} role="alert">
      <Stack gap="sm">
        {children}
        <Text size="sm">{texts.what}</Text>
        {rows.length === 0 ? null : <Rows rows={rows} />}
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

type InDialogProps = { readonly meanwhile: Meanwhile; readonly meeting: Meeting | null };

/** In a dialog: what happened since it opened, and what can be done about it. */
export function MetNote({ meanwhile, meeting }: InDialogProps) {
  if (meeting === null) return <MeanwhileNote meanwhile={meanwhile} />;
  return (
    <ChangedNote meeting={meeting}>
      {meanwhile.kind === 'changed' ? <DoneBy now={meanwhile.now} /> : null}
    </ChangedNote>
  );
}
