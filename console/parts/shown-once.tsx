// A secret that the service shows only now: to be copied and handed over before the dialog closes.
import { Alert, Stack, Text } from '@mantine/core';
import { FORM_TEXTS } from '../texts/acts.ts';
import { Copyable } from './copyable.tsx';
import { Moment } from './moment.tsx';

const { once } = FORM_TEXTS;

type Props = {
  /** What it is, and to whom it goes. */
  readonly what: string;
  readonly value: string;
  readonly until?: string | null;
};

export function ShownOnce({ what, value, until = null }: Props) {
  return (
    <Alert color="yellow" title={once.title}>
      <Stack gap="xs">
        <Text size="sm">{what}</Text>
        <Copyable value={value} />
        {until === null ? null : (
          <Text size="sm">
            {once.until} <Moment at={until} />
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
