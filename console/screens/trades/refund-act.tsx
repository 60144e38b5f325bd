// Refunds a completed pay-in: how much, and to whom. Whoever is known from the bank or from an
// earlier refund is shown; if nobody is, the person names the payee.
import { Alert, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import type { RefundPayee, Trade, TradeWithTimeline } from '../../api/schema.gen.ts';
import { aboutTrade } from '../../parts/act/about.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { writtenAmount } from '../../parts/amount/amount.ts';
import { amountProblem, readAmount } from '../../parts/amount/read-amount.ts';
import { useSession } from '../../session/session.tsx';
import { LIST_PART_TEXTS } from '../../texts/parts.ts';
import { TRADE_PAGE_TEXTS } from '../../texts/trades/trades.ts';

const { refund: texts } = TRADE_PAGE_TEXTS;

type Type = keyof typeof texts.types;
const TYPES = Object.keys(texts.types) as Type[];

type Given = {
  readonly amount: string;
  readonly number: string;
  readonly name: string;
  readonly type: Type | '';
};
const NOTHING: Given = { amount: '', number: '', name: '', type: '' };

function Known({ payee }: { payee: RefundPayee | null }) {
  if (payee === null) return <Alert color="yellow">{texts.unknown}</Alert>;
  return (
    <Text size="sm">
      {texts.to} <b>{[payee.name, payee.number].filter(Boolean).join(' · ')}</b>{' '}
      {texts.sources[payee.source]}
    </Text>
  );
}

type FieldsProps = {
  readonly known: RefundPayee | null;
  readonly given: Given;
  readonly change: (given: Given) => void;
};

function PayeeFields({ known, given, change }: FieldsProps) {
  const is_unknown = known === null;
  return (
    <>
      <Known payee={known} />
      <TextInput
        label={texts.number}
        description={is_unknown ? texts.number_unknown : texts.number_known}
        autoComplete="off"
        {...BOUNDS.refundTrade.number}
        required={is_unknown}
        value={given.number}
        onChange={(event) => change({ ...given, number: event.currentTarget.value })}
      />
      {is_unknown || given.number !== '' ? (
        <>
          <TextInput
            label={texts.name}
            autoComplete="off"
            {...BOUNDS.refundTrade.name}
            value={given.name}
            onChange={(event) => change({ ...given, name: event.currentTarget.value })}
          />
          <NativeSelect
            label={texts.type}
            value={given.type}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              change({ ...given, type: TYPES.find((one) => one === chosen) ?? '' });
            }}
            data={[
              { value: '', label: texts.type_known },
              ...TYPES.map((value) => ({ value, label: texts.types[value] })),
            ]}
          />
        </>
      ) : null}
    </>
  );
}

const payeeOf = ({ number, name, type }: Given) =>
  number.trim() === ''
    ? {}
    : { number: number.trim(), name: name.trim() || null, type: type === '' ? null : type };

/** What a bank took back is not in it: how much is left at most, the service says. */
const leftOf = ({ amount_cents, refunded_amount_cents }: Trade) =>
  Math.max(0, amount_cents - refunded_amount_cents);

export function RefundAct({ detail }: { detail: TradeWithTimeline }) {
  const { can } = useSession();
  const [given, change] = useState(NOTHING);
  const { trade, refund_payee: known } = detail;
  const { amount_currency: currency, merchant_id, id } = trade;
  if (trade.direction !== 'payin' || trade.state !== 'completed' || !can('refunds.make')) {
    return null;
  }
  const { label, what, done, reasons } = texts;
  const cents = given.amount.trim() === '' ? null : readAmount(given.amount, currency);
  const is_amount = given.amount.trim() === '' || cents !== null;
  return (
    <ActButton
      about={aboutTrade(trade)}
      label={label}
      what={what}
      done={done}
      reasons={reasons}
      is_quiet
      is_ready={is_amount && (known !== null || given.number.trim() !== '')}
      onOpen={() => change(NOTHING)}
      run={(note, idempotency_key) =>
        call('refundTrade', {
          path: { merchant_id, id },
          body: {
            note,
            amount_cents: cents,
            ...payeeOf(given),
            expected_sequence: trade.sequence,
          },
          idempotency_key,
        })
      }
    >
      <Stack gap="xs">
        <TextInput
          label={`${texts.amount} (${currency})`}
          description={texts.left}
          placeholder={writtenAmount(leftOf(trade), currency)}
          error={
            is_amount ? undefined : amountProblem(given.amount, currency, LIST_PART_TEXTS.no_amount)
          }
          value={given.amount}
          onChange={(event) => change({ ...given, amount: event.currentTarget.value })}
        />
        <PayeeFields known={known} given={given} change={change} />
      </Stack>
    </ActButton>
  );
}
