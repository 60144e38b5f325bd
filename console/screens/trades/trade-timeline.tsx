// One timeline of a trade: what people did, what was booked, bank lines, what the payer sent, and
// callbacks with each attempt, oldest first.
import { Badge, Code, Group, Spoiler, Text, Timeline } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Timeline as Given, TradeWithTimeline } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount-text.tsx';
import { DeliveryLink } from '../../parts/callback/delivery-link.tsx';
import { ByHand } from '../../parts/line-source.tsx';
import { ActorName } from '../../parts/names/actor-name.tsx';
import { Postings } from '../../parts/names/postings.tsx';
import { ReceiptButton } from '../../parts/receipts/receipt-button.tsx';
import { eventName, problemWords } from '../../texts/callback-words.ts';
import { CALLBACK_TEXTS } from '../../texts/callbacks.ts';
import { ENTRY_WORDS } from '../../texts/ledger/entries.ts';
import {
  ACTS_DONE as acts_done,
  STATE_NAMES,
  TRADE_TEXTS as texts,
} from '../../texts/trade-words.ts';
import { TRADE_PAGE_TEXTS as page, TRADE_SCREEN_TEXTS } from '../../texts/trades/trades.ts';
import { BothTimes } from './both-times.tsx';

type Item = { key: string; at: string; title: string; colour: string; content: ReactNode };

function actItems({ acts }: Given, currency: string): Item[] {
  return acts.map((act) => ({
    key: `act ${act.sequence}`,
    at: act.at,
    title:
      act.from === act.state
        ? acts_done[act.act]
        : `${acts_done[act.act]} → ${STATE_NAMES[act.state]}`,
    colour: 'indigo',
    content: (
      <>
        <Text size="sm" c="dimmed" component="div">
          <ActorName actor={act.actor} /> ·{' '}
          <Amount amount_cents={act.amount_cents} currency={currency} />
          {act.utr === null ? '' : ` · ${texts.utr} ${act.utr}`}
          {act.state_reason === null
            ? ''
            : ` · ${TRADE_SCREEN_TEXTS.reasons_of_states[act.state_reason]}`}
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
    title: `${texts.entry} ${ENTRY_WORDS[entry.act].label}`,
    colour: 'gray',
    content: (
      <>
        <Text size="sm" c="dimmed">
          {ENTRY_WORDS[entry.act].why}
        </Text>
        <Postings postings={entry.postings} />
      </>
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
      <>
        <Text size="sm">
          <Amount amount_cents={line.amount_cents} currency={line.currency} />
          {line.utr === null ? '' : ` · ${texts.utr} ${line.utr}`}
          {line.counterparty_name === null ? '' : ` · ${line.counterparty_name}`}{' '}
          <ByHand source={line.source} />
        </Text>
        {line.text === null ? null : <Text size="sm">{line.text}</Text>}
        <Text size="sm" c="dimmed">
          {page.booked} <BothTimes at={line.booked_at} /> · {line.explanation}
        </Text>
      </>
    ),
  }));
}

const isTaken = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;

function callbackItems({ callbacks }: Given): Item[] {
  return callbacks.flatMap((callback) =>
    callback.history.map((attempt) => ({
      key: `callback ${callback.event_id} ${callback.endpoint} ${attempt.attempt}`,
      at: attempt.at,
      title: `${texts.callback} ${eventName(callback.type)}`,
      colour: isTaken(attempt.status) ? 'teal' : 'red',
      content: (
        <>
          <Group gap="xs">
            <Badge color={isTaken(attempt.status) ? 'teal' : 'red'} variant="light">
              {attempt.status ?? texts.no_answer}
            </Badge>
            <Text size="sm">
              {page.attempt(attempt.attempt)} · {page.took(attempt.duration_ms)}
              {attempt.error === null ? '' : ` · ${problemWords(attempt.error)}`}
            </Text>
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {callback.url} · <DeliveryLink of={callback} name={CALLBACK_TEXTS.one.open} />
          </Text>
          {attempt.reply_head === '' ? null : (
            <Spoiler maxHeight={48} showLabel={page.show_all} hideLabel={page.show_less}>
              <Code block>{attempt.reply_head}</Code>
            </Spoiler>
          )}
        </>
      ),
    })),
  );
}

function evidenceItems({ evidence }: TradeWithTimeline): Item[] {
  const said: Item[] =
    evidence.said_paid_at === null
      ? []
      : [
          {
            key: 'said paid',
            at: evidence.said_paid_at,
            title: page.said_paid,
            colour: 'yellow',
            content: null,
          },
        ];
  const receipts = evidence.receipts.map((receipt) => ({
    key: `receipt ${receipt.id}`,
    at: receipt.given_at,
    title: page.receipt,
    colour: 'yellow',
    content: <ReceiptButton receipt={receipt} />,
  }));
  return [...said, ...receipts];
}

function itemsOf(detail: TradeWithTimeline): Item[] {
  const { timeline, trade } = detail;
  const items = [
    ...actItems(timeline, trade.amount_currency),
    ...lineItems(timeline),
    ...entryItems(timeline),
    ...evidenceItems(detail),
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
            <BothTimes at={at} />
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
