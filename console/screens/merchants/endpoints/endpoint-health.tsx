// Whether a callback endpoint works: a word with a colour, and what to know about it.
import { Alert, Badge, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Endpoint } from '../../../api/schema.gen.ts';
import { answerWords } from '../../../parts/callback/delivery-status.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { ENDPOINT_TEXTS as texts } from '../../../texts/endpoints.ts';

const COLOURS: Readonly<Record<Endpoint['status'], string>> = {
  healthy: 'teal',
  failing: 'red',
  disabled: 'gray',
  no_address: 'gray',
};

function lookOf(endpoint: Endpoint): readonly [word: string, colour: string] {
  const { status, consecutive_failures, last_success_at } = endpoint;
  if (status !== 'healthy') return [texts.statuses[status], COLOURS[status]];
  if (consecutive_failures > 0) return [texts.retrying, 'orange'];
  if (last_success_at === null) return [texts.unused, 'gray'];
  return [texts.statuses.healthy, COLOURS.healthy];
}

export function HealthBadge({ endpoint }: { endpoint: Endpoint }) {
  const [word, colour] = lookOf(endpoint);
  return (
    <Badge color={colour} variant="light" tt="none" miw="max-content">
      {word}
    </Badge>
  );
}

/** `500 · The server answered with an error.` */
export function LastProblem({ endpoint }: { endpoint: Endpoint }): ReactNode {
  const { last_status: status, last_error: error } = endpoint;
  return answerWords({ status, error }) || null;
}

function Failing({ endpoint, waiting }: { endpoint: Endpoint; waiting: string | null }) {
  const { next_probe_at, consecutive_failures, status_since } = endpoint;
  return (
    <Alert
      color="red"
      title={
        <>
          {texts.statuses.failing} {texts.since} <Moment at={status_since} />
        </>
      }
    >
      <Stack gap={4}>
        <Text size="sm">
          <LastProblem endpoint={endpoint} /> ({texts.in_a_row(consecutive_failures)})
        </Text>
        {next_probe_at === null ? null : (
          <Text size="sm" fw={600}>
            {texts.next_probe}: <Moment at={next_probe_at} />
          </Text>
        )}
        {waiting === null ? null : (
          <Text size="sm" fw={600}>
            {texts.waiting(waiting)}
          </Text>
        )}
        <Text size="sm">{texts.failing_what}</Text>
        <Text size="sm">{texts.failing_heal}</Text>
      </Stack>
    </Alert>
  );
}

function Off({ endpoint, waiting }: { endpoint: Endpoint; waiting: string | null }) {
  const { disabled_by, status_since } = endpoint;
  return (
    <Alert
      color="gray"
      title={
        <>
          {texts.statuses.disabled} {texts.since} <Moment at={status_since} />
        </>
      }
    >
      <Text size="sm">{texts.off[disabled_by ?? 'person']}</Text>
      {waiting === null ? null : (
        <Text size="sm" fw={600}>
          {texts.waiting(waiting)}
        </Text>
      )}
    </Alert>
  );
}

/** What is not as it should be; nothing if all is well. */
export function HealthNote({ endpoint, waiting }: { endpoint: Endpoint; waiting: string | null }) {
  switch (endpoint.status) {
    case 'failing':
      return <Failing endpoint={endpoint} waiting={waiting} />;
    case 'disabled':
      return <Off endpoint={endpoint} waiting={waiting} />;
    case 'no_address':
      return <Alert color="gray">{texts.only_own}</Alert>;
    case 'healthy':
      return null;
  }
}

/** In a list: the badge, and since when and until when. */
export function HealthCell({ endpoint }: { endpoint: Endpoint }) {
  const { status_since, next_probe_at, consecutive_failures } = endpoint;
  return (
    <Stack gap={2} align="flex-start">
      <HealthBadge endpoint={endpoint} />
      {status_since === null ? null : (
        <Text size="xs" c="dimmed">
          {texts.since} <Moment at={status_since} />
        </Text>
      )}
      {next_probe_at === null ? null : (
        <Group gap={4}>
          <Text size="xs" c="dimmed">
            {texts.next_probe}: <Moment at={next_probe_at} />
          </Text>
        </Group>
      )}
      {consecutive_failures === 0 ? null : (
        <Text size="xs" c="dimmed">
          {texts.in_a_row(consecutive_failures)}
        </Text>
      )}
    </Stack>
  );
}
