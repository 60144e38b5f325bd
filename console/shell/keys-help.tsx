// All keys of the console in one place.
import { Kbd, Table } from '@mantine/core';
import { Dialog } from '../parts/dialog.tsx';
import { useOfferedKeys } from '../parts/keys/screen-keys.ts';
import { NAV_TEXTS as nav } from '../texts/shell/frame.ts';
import { KEY_TEXTS as keys } from '../texts/shell/keys.ts';
import { PLACES } from './places.ts';

export function KeysHelp({ is_open, close }: { is_open: boolean; close: () => void }) {
  const offered = useOfferedKeys();
  const rows = [
    ...offered.map(({ key, label }) => ({ key, does: label })),
    ...PLACES.map(({ key, name }) => ({ key: `g ${key}`, does: nav[name] })),
    { key: '/', does: keys.search },
    { key: 'Ctrl K', does: keys.search },
    { key: '?', does: keys.help },
    { key: 'Esc', does: keys.close },
  ];
  return (
    <Dialog is_open={is_open} close={close} title={keys.title}>
      <Table>
        <Table.Tbody>
          {rows.map(({ key, does }) => (
            <Table.Tr key={key}>
              <Table.Td>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
