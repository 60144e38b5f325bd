// One timeline of a trade: what people did, what was booked, bank lines and callbacks, oldest first.
import { Code, Group, Stack, Text, Timeline } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Timeline as Given, TradeWithTimeline } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount-text.tsx';
import { Moment } from '../../parts/moment.tsx';
import { TEXTS } from '../../texts/en.ts';

const { trade: texts, acts_done, actors } = TEXTS;

type Item = { key: string; at: string; title: string; colour: string; content: ReactNode };

function actItems({ acts }: Given, currency: string): Item[] {
  return acts.map((act) => ({
    key: `act ${act.sequence}`,
    at: act.at,
    title: `${acts_done[act.act]} → ${TEXTS.states[act.state]}`,
    colour: 'indigo',
    content: (
      <>
        <Text size="sm" c="dimmed">
          {actors[act.actor.role]}
          {act.actor.id === null ? '' : ` ${act.actor.id.slice(0, 8)}`} ·{' '}
          <Amount amount_cents={act.amount_cents} currency={currency} />
          {act.utr === null ? '' : ` · ${texts.utr} ${act.utr}`}
        </Text>
        {act.note === null ? null : <Text size="sm">“{act.note}”</Text>}
      </>
    ),
  }));
}

function entryItems({ entries }: Given): Item[] {
  return entries.map((entry) => ({
    key: `entry ${entry.book} ${entry.number}`,
    at: entry.entered_at,
    title: `${texts.entry} ${entry.act}`,
    colour: 'gray',
    content: (
      <Stack gap={2}>
        {entry.postings.map(({ account, currency, amount_cents }) => (
          <Group key={account + currency} justify="space-between" maw={420}>
            <Code>{account}</Code>
            <Text size="sm">
              <Amount amount_cents={amount_cents} currency={currency} />
            </Text>
          </Group>
        ))}
      </Stack>
    ),
  }));
}

function lineItems({ lines }: Given): Item[] {
  return lines.map((line) => ({
    key: `line ${line.id}`,
    at: line.received_at,
    title: texts.line,
    colour: 'teal',
    content: (
      <Text size="sm">
        <Amount amount_cents={line.amount_cents} currency={line.currency} />
        {line.utr === null ? '' : ` · ${texts.utr} ${line.utr}`}
        {line.text === null ? '' : ` · ${line.text}`}
      </Text>
    ),
  }));
}

function callbackItems({ callbacks }: Given): Item[] {
  return callbacks.flatMap(({ event_id, history, url }) =>
    history.map((attempt, index) => ({
      key: `callback ${event_id} ${index}`,
      at: attempt.at,
      title: texts.callback,
      colour: attempt.status !== null && attempt.status < 300 ? 'teal' : 'red',
      content: (
        <Text size="sm">
          {url}: {attempt.status ?? attempt.error ?? texts.no_answer}
        </Text>
      ),
    })),
  );
}

function itemsOf({ timeline, trade }: TradeWithTimeline): Item[] {
  const items = [
    ...actItems(timeline, trade.amount_currency),
    ...lineItems(timeline),
    ...entryItems(timeline),
    ...callbackItems(timeline),
  ];
  // Items of one moment keep the order of the cause before its consequence.
  return items.toSorted((a, b) => a.at.localeCompare(b.at));
}

export function TradeTimeline({ detail }: { detail: TradeWithTimeline }) {
  const items = itemsOf(detail);
  return (
    <Timeline bulletSize={14} lineWidth={2} active={items.length}>
      {items.map(({ key, at, title, colour, content }) => (
        <Timeline.Item key={key} title={title} color={colour}>
          {content}
          <Text size="xs" c="dimmed">
            <Moment at={at} />
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
