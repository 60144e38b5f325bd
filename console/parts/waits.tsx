// Says that an act waits for a second person, and leads to it.
import { Alert, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Waits } from '../api/client.ts';
import { WAITS_TEXTS as texts } from '../texts/waits.ts';
import { AnchorLink } from './links.tsx';

function Words({ id }: { id: string }) {
  return (
    <>
      {/* The notice would write it in a grey that is too light to read. */}
      <Text size="sm" c="var(--mantine-color-text)">
        {texts.detail}
      </Text>
      <AnchorLink to="/approvals/$id" params={{ id }} size="sm" underline="always">
        {texts.open}
      </AnchorLink>
    </>
  );
}

const STAYS_MS = 12_000;

export function tellWaits({ proposal }: Waits): void {
  notifications.show({
    color: 'yellow',
    title: texts.title,
    message: <Words id={proposal.id} />,
    autoClose: STAYS_MS,
  });
}

export function WaitsNote({ waits }: { waits: Waits }) {
  return (
    <Alert color="yellow" title={texts.title} role="status" my="md">
      <Words id={waits.proposal.id} />
    </Alert>
  );
}
