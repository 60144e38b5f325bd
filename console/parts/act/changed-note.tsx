// Above a form that somebody fills in: somebody else has changed what it is about.
import { Alert, Button, Group, Text } from '@mantine/core';
import { MEANWHILE_TEXTS } from '../../texts/acts.ts';

const { edited: texts } = MEANWHILE_TEXTS;

export function ChangedNote({ renew }: { renew: () => void }) {
  return (
    <Alert color="orange" title={texts.title} role="alert">
      <Group justify="space-between">
        <Text size="sm">{texts.what}</Text>
        <Button variant="default" onClick={renew}>
          {texts.renew}
        </Button>
      </Group>
    </Alert>
  );
}
