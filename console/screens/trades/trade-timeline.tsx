// One timeline of a trade: what people did, what was booked, bank lines, what the payer sent, and
// a line for each callback, the newest first.
import { Text, Timeline } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Timeline as Given, TimelineAct, TradeWithTimeline } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { ByHand } from '../../parts/line-source.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ActorName } from '../../parts/names/actor-name.tsx';
import { lineReason } from '../../parts/names/line-words.ts';
import { Postings } from '../../parts/names/postings.tsx';
import { ReceiptButton } from '../../parts/receipts/receipt-button.tsx';
import { eventName } from '../../texts/callback-words.ts';
import { CALLBACK_TEXTS } from '../../texts/callbacks.ts';
import { ENTRY_WORDS } from '../../texts/ledger/entries.ts';
import {
  ACTS_DONE as acts_done,
  STATE_NAMES,
  TRADE_TEXTS as texts,
} from '../../texts/trade-words.ts';
import { TRADE_PAGE_TEXTS as page, TRADE_SCREEN_TEXTS } from '../../texts/trades/trades.ts';
import { BothTimes } from './both-times.tsx';
import { attemptColour, CallbackItem } from './callback-item.tsx';

type Item = { key: string; at: string; title: string; colour: string; content: ReactNode };

/** `Account assigned → Waiting for money`; only the act, if the state is the same or its own word. */
function titleOf({ act, from, state }: TimelineAct): string {
  const [done, now] = [acts_done[act], STATE_NAMES[state]];
  return from === state || done === now ? done : `${done} → ${now}`;
}

function actItems({ acts }: Given, currency: string): Item[] {
  return acts.map((act) => ({
    key: `act ${act.sequence}`,
    at: act.at,
    title: titleOf(act),
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
          {page.booked} <BothTimes at={line.booked_at} /> · {lineReason(line)}
        </Text>
      </>
    ),
  }));
}

/** One line each, at the time of the last attempt. */
function callbackItems({ callbacks }: Given): Item[] {
  return callbacks.flatMap((callback) => {
    const last = callback.history.toSorted((a, b) => a.attempt - b.attempt).at(-1);
    if (last === undefined) return [];
    return [
      {
        key: `callback ${callback.event_id} ${callback.endpoint}`,
        at: last.at,
        title: `${texts.callback} ${eventName(callback.type)}`,
        colour: attemptColour(last),
        content: <CallbackItem callback={callback} last={last} />,
      },
    ];
  });
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
  // Of one moment, the consequence stands above its cause.
  return items.toSorted((a, b) => a.at.localeCompare(b.at)).toReversed();
}

export function TradeTimeline({ detail }: { detail: TradeWithTimeline }) {
  const items = itemsOf(detail);
  const { callbacks_removed_before: removed } = detail.timeline;
  return (
    <>
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
      {removed === null ? null : (
        <Text size="sm" c="dimmed">
          {CALLBACK_TEXTS.one.removed} <Moment at={removed} />
        </Text>
      )}
    </>
  );
}
