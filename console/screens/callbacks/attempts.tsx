// The attempts to deliver one callback, newest first: when, what was sent, and what was answered.
import { Accordion, Badge, Code, Group, Stack, Table, Text } from '@mantine/core';
import type { Attempt, DeliveryWithAttempts } from '../../api/schema.gen.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { Moment } from '../../parts/moment.tsx';
import { problemWords } from '../../texts/callback-words.ts';
import { CALLBACK_TEXTS } from '../../texts/callbacks.ts';

const { one: texts } = CALLBACK_TEXTS;

/** At first the newest one is open: mostly that is the one asked about. */
const keyOf = ({ attempt }: Attempt) => String(attempt);

function Summary({ attempt }: { attempt: Attempt }) {
  const { attempt: number, at, status, error, duration_ms, folded_from } = attempt;
  return (
    <Group gap="xs">
      <Text size="sm" fw={600}>
        {folded_from === null ? texts.attempt(number) : texts.folded(number)}
      </Text>
      <Badge color={error === null ? 'teal' : 'red'} variant="light" tt="none">
        {status ?? texts.no_answer}
      </Badge>
      {error === null ? null : <Text size="sm">{problemWords(error)}</Text>}
      <Text size="sm" c="dimmed">
        <Moment at={at} /> · {texts.took(duration_ms)}
      </Text>
    </Group>
  );
}

function Headers({ attempt: { headers } }: { attempt: Attempt }) {
  if (headers.length === 0) return <Text size="sm">{texts.no_headers}</Text>;
  return (
    <Table.ScrollContainer minWidth={280}>
      <Table aria-label={texts.headers} withTableBorder>
        <Table.Tbody>
          {headers.map(({ name, value }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <bdi dir="ltr">{value}</bdi>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Exchange({ attempt }: { attempt: Attempt }) {
  const { sent_to, status, reply_head, folded_from } = attempt;
  return (
    <Stack gap="xs">
      {folded_from === null ? null : (
        <Text size="sm">
          {texts.folded_from} <Moment at={folded_from} />
        </Text>
      )}
      {sent_to === '' ? null : (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {texts.sent_to} <Code>{sent_to}</Code>
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {texts.headers}
      </Text>
      <Headers attempt={attempt} />
      {status === null ? null : (
        <>
          <Text size="xs" c="dimmed">
            {texts.reply}
          </Text>
          {reply_head === '' ? (
            <Text size="sm">{texts.no_reply}</Text>
          ) : (
            <Code block dir="ltr" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {reply_head}
            </Code>
          )}
        </>
      )}
    </Stack>
  );
}

export function Attempts({ delivery }: { delivery: DeliveryWithAttempts }) {
  const { history, has_earlier } = delivery;
  const newest = history.toReversed();
  return (
    <CardSection title={texts.history}>
      {newest.length === 0 ? <Text c="dimmed">{texts.none}</Text> : null}
      <Accordion multiple defaultValue={newest.slice(0, 1).map(keyOf)} chevronPosition="left">
        {newest.map((attempt) => (
          <Accordion.Item key={keyOf(attempt)} value={keyOf(attempt)}>
            <Accordion.Control>
              <Summary attempt={attempt} />
            </Accordion.Control>
            <Accordion.Panel>
              <Exchange attempt={attempt} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {has_earlier ? (
        <Text size="sm" c="dimmed">
          {texts.earlier}
        </Text>
      ) : null}
    </CardSection>
  );
}
