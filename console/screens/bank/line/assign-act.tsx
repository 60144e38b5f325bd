// Assigns a bank line to a trade, with the difference if the amounts differ.
import { Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { readOf } from '../../../api/keys.ts';
import type { BankLine, Trade } from '../../../api/schema.gen.ts';
import { useRead } from '../../../api/use-read.ts';
import { aboutLine } from '../../../parts/act/about.ts';
import { ActButton } from '../../../parts/act/act-button.tsx';
import { Amount } from '../../../parts/amount/amount-text.tsx';
import { StateBadge } from '../../../parts/state-badge.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import type { LineActProps } from './line-act.ts';
import { placeOfTrade, type TradePlace } from './trade-place.ts';

const { acts, fields } = BANK_TEXTS;

type Bearer = keyof typeof fields.bearers;

const ENDED = ['failed', 'canceled', 'reversed'];

/** The amount that the trade waits for, with the sign of the line. */
function awaitedOf(trade: Trade, { amount_cents }: BankLine): number {
  if (trade.direction === 'payin') {
    return trade.amount_cents - trade.recalled_amount_cents - trade.received_amount_cents;
  }
  return amount_cents < 0 ? -trade.amount_cents : trade.amount_cents;
}

/** Zero: the difference cannot be named, the trade then waits for a decision about it. */
function differenceOf(trade: Trade | undefined, line: BankLine): number {
  if (trade === undefined || trade.amount_currency !== line.currency) return 0;
  const difference = line.amount_cents - awaitedOf(trade, line);
  const is_nameable = trade.direction === 'payout' || (line.amount_cents > 0 && difference < 0);
  return is_nameable ? difference : 0;
}

function useTrade(place: TradePlace | null) {
  return useRead({
    ...readOf('getTrade', {
      path: { merchant_id: place?.merchant_id ?? '', id: place?.trade_id ?? '' },
    }),
    enabled: place !== null,
    retry: false,
  });
}

function Found({ trade, line }: { trade: Trade; line: BankLine }) {
  return (
    <Group gap="xs">
      <Text size="sm" fw={600}>
        {trade.order_id}
      </Text>
      <StateBadge state={trade.state} />
      <Text size="sm">
        <Amount amount_cents={awaitedOf(trade, line)} currency={trade.amount_currency} />
      </Text>
    </Group>
  );
}

type Given = { text: string; bearer: Bearer | ''; charge: boolean };

function bodyOf(place: TradePlace, given: Given, difference_cents: number, note: string) {
  const { bearer, charge } = given;
  return {
    ...place,
    note,
    ...(charge ? { charge } : {}),
    ...(bearer === '' || difference_cents === 0 ? {} : { difference_cents, difference_to: bearer }),
  };
}

function BearerField({
  line,
  difference,
  given,
  change,
}: {
  line: BankLine;
  difference: number;
  given: Given;
  change: (given: Given) => void;
}) {
  return (
    <NativeSelect
      label={fields.bearer}
      description={
        <>
          {fields.difference} <Amount amount_cents={difference} currency={line.currency} />
        </>
      }
      value={given.bearer}
      onChange={(event) => change({ ...given, bearer: event.currentTarget.value as Bearer | '' })}
      data={[
        { value: '', label: fields.bearer_none },
        ...Object.entries(fields.bearers).map(([value, label]) => ({ value, label })),
      ]}
    />
  );
}

type Props = LineActProps & { readonly target?: TradePlace | undefined };

export function AssignAct({ line, target, whyNot, onDone }: Props) {
  const start: Given = {
    text: target === undefined ? '' : `${target.merchant_id}/${target.trade_id}`,
    bearer: '',
    charge: false,
  };
  const [given, change] = useState(start);
  const place = placeOfTrade(given.text);
  const { data } = useTrade(place);
  const trade = data?.trade;
  const difference = differenceOf(trade, line);
  return (
    <ActButton
      about={{ ...aboutLine(line), target: start.text }}
      {...acts.assign}
      shortcut="a"
      why_not={whyNot('assign')}
      onDone={onDone}
      onOpen={() => change(start)}
      is_ready={place !== null}
      run={(note, idempotency_key) => {
        if (place === null) throw new Error('No trade was named');
        const body = {
          ...bodyOf(place, given, difference, note),
          expected_decided_at: line.decided_at,
        };
        return call('assignBankLine', { path: { id: line.id }, body, idempotency_key });
      }}
    >
      <Stack gap="xs">
        <TextInput
          label={fields.trade}
          description={fields.trade_hint}
          error={given.text === '' || place !== null ? null : fields.trade_wrong}
          value={given.text}
          onChange={(event) => change({ ...start, text: event.currentTarget.value })}
          required
          {...(target === undefined ? { 'data-autofocus': true } : {})}
        />
        {trade === undefined ? null : <Found trade={trade} line={line} />}
        {difference === 0 ? null : <BearerField {...{ line, difference, given, change }} />}
        {trade?.direction === 'payout' && ENDED.includes(trade.state) ? (
          <Checkbox
            label={fields.charge}
            checked={given.charge}
            onChange={(event) => change({ ...given, charge: event.currentTarget.checked })}
          />
        ) : null}
      </Stack>
    </ActButton>
  );
}
