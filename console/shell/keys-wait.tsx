// Says that keys which decide wait, because what is shown has changed without the person, and how
// they go on.
import { Button, Group, Kbd, Paper, Text } from '@mantine/core';
import { useScreenKeys } from '../parts/keys/screen-keys.ts';
import { resume, useKeysWait } from '../parts/keys/use-chosen.ts';
import { KEY_TEXTS as keys } from '../texts/shell/keys.ts';

function Note() {
  useScreenKeys([{ key: 'Escape', label: keys.resume, press: resume }]);
  return (
    <Paper
      withBorder
      style={{ borderColor: 'var(--mantine-color-orange-filled)' }}
      shadow="sm"
      p="xs"
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm">{keys.wait}</Text>
        <Button size="compact-sm" variant="default" onClick={resume}>
          {keys.resume} <Kbd size="xs">{keys.resume_key}</Kbd>
        </Button>
      </Group>
    </Paper>
  );
}

export function KeysWait() {
  const is_waiting = useKeysWait();
  return (
    <div role="status" className="keys-wait">
      {is_waiting ? <Note /> : null}
    </div>
  );
}
