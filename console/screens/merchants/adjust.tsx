// Adds to a merchant's balance, or takes from it.
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Merchant } from '../../api/schema.gen.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { Amount } from '../../parts/amount-text.tsx';
import { readAmount } from '../../parts/read-amount.ts';
import { AMOUNT_TEXT } from '../../parts/typed-bounds.ts';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';

const { adjust } = MERCHANT_TEXTS.balance;

export function Adjust({ merchant: { id, balance_currency: currency } }: { merchant: Merchant }) {
  const [typed, type] = useState('');
  const amount_cents = readAmount(typed, currency);
  return (
    <ActButton
      about={null}
      label={adjust.label}
      what={adjust.what}
      done={adjust.done}
      reasons={adjust.reasons}
      onOpen={() => type('')}
      is_ready={amount_cents !== null && amount_cents !== 0}
      run={async (reason, idempotency_key) => {
        if (amount_cents === null) return null;
        const body = { amount_cents, reason };
        return await call('addAdjustment', { path: { id }, body, idempotency_key });
      }}
    >
      <TextInput
        label={adjust.amount}
        description={adjust.amount_hint(currency)}
        inputMode="decimal"
        {...AMOUNT_TEXT}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        data-autofocus
      />
      {amount_cents === null ? null : (
        <strong>
          <Amount amount_cents={amount_cents} currency={currency} />
        </strong>
      )}
    </ActButton>
  );
}
