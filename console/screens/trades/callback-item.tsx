// A callback in the timeline as one line: how it ended and after how many attempts. Each attempt
// with the answer is behind a button.
import { Badge, Button, Code, Group, Spoiler, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Timeline } from '../../api/schema.gen.ts';
import { DeliveryLink } from '../../parts/callback/delivery-link.tsx';
import { Moment } from '../../parts/moment.tsx';
import { problemWords } from '../../texts/callback-words.ts';
import { CALLBACK_TEXTS } from '../../texts/callbacks.ts';
import { TRADE_TEXTS as texts } from '../../texts/trade-words.ts';
import { TRADE_PAGE_TEXTS as page } from '../../texts/trades/trades.ts';

type Callback = Timeline['callbacks'][number];
type Attempt = Callback['history'][number];

const SUCCESS = 200;
const AFTER_SUCCESS = 300;

const isTaken = ({ status }: Attempt): boolean =>
  status !== null && status >= SUCCESS && status < AFTER_SUCCESS;

export const attemptColour = (attempt: Attempt): string => (isTaken(attempt) ? 'teal' : 'red');

function AttemptLine({ attempt, has_time }: { attempt: Attempt; has_time: boolean }) {
  return (
    <div>
      <Group gap="xs">
        <Badge color={attemptColour(attempt)} variant="light">
          {attempt.status ?? texts.no_answer}
        </Badge>
        <Text size="sm">
          {attempt.folded_from === null
            ? page.attempt(attempt.attempt)
            : CALLBACK_TEXTS.one.folded(attempt.attempt)}{' '}
          · {page.took(attempt.duration_ms)}
          {attempt.error === null ? '' : ` · ${problemWords(attempt.error)}`}
          {has_time ? (
            <>
              {' · '}
              <Moment at={attempt.at} />
            </>
          ) : null}
        </Text>
      </Group>
      {attempt.folded_from === null ? null : (
        <Text size="xs" c="dimmed">
          {CALLBACK_TEXTS.one.folded_from} <Moment at={attempt.folded_from} />
        </Text>
      )}
      {attempt.reply_head === '' ? null : (
        <Spoiler maxHeight={48} showLabel={page.show_all} hideLabel={page.show_less}>
          <Code block>{attempt.reply_head}</Code>
        </Spoiler>
      )}
    </div>
  );
}

/** `last`: how it ended so far. */
export function CallbackItem({ callback, last }: { callback: Callback; last: Attempt }) {
  const [is_open, setOpen] = useState(false);
  const earlier = callback.history.filter((attempt) => attempt !== last);
  return (
    <Stack gap={4}>
      <AttemptLine attempt={last} has_time={false} />
      <Group gap="xs">
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {callback.url} · <DeliveryLink of={callback} name={CALLBACK_TEXTS.one.open} />
        </Text>
        {earlier.length === 0 ? null : (
          <Button
            size="compact-xs"
            variant="default"
            aria-expanded={is_open}
            onClick={() => setOpen(!is_open)}
          >
            {page.earlier_attempts(earlier.length)}
          </Button>
        )}
      </Group>
      {is_open
        ? earlier.map((attempt) => (
            <AttemptLine key={attempt.attempt} attempt={attempt} has_time={true} />
          ))
        : null}
    </Stack>
  );
}
