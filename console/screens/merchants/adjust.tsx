// Adds to a merchant's balance, or takes from it.
import { call } from '../../api/client.ts';
import type { Merchant } from '../../api/schema.gen.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { AmountField } from '../../parts/amount/amount-field.tsx';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { readAmount } from '../../parts/amount/read-amount.ts';
import { requestForm } from '../../parts/form/forms.ts';
import { carried, typedAmount } from '../../parts/form/typed-fields.ts';
import { WRONG_TEXTS as wrong } from '../../texts/forms.ts';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';

const { adjust } = MERCHANT_TEXTS.balance;

const FORM = requestForm(
  'addAdjustment',
  { amount_cents: typedAmount(), reason: carried('') },
  ({ amount_cents: { text, currency } }) =>
    readAmount(text, currency) === 0 ? { amount_cents: wrong.not_nothing } : {},
);

function Read({ text, currency }: { text: string; currency: string }) {
  const amount_cents = readAmount(text, currency);
  if (amount_cents === null) return null;
  return (
    <strong>
      <Amount amount_cents={amount_cents} currency={currency} />
    </strong>
  );
}

export function Adjust({ merchant: { id, balance_currency: currency } }: { merchant: Merchant }) {
  return (
    <ActButton
      about={null}
      label={adjust.label}
      what={adjust.what}
      done={adjust.done}
      reasons={adjust.reasons}
      form={FORM}
      values={{ amount_cents: { text: '', currency } }}
      run={(reason, idempotency_key, _seen, { amount_cents }) =>
        call('addAdjustment', { path: { id }, body: { amount_cents, reason }, idempotency_key })
      }
    >
      {({ values: { amount_cents: typed }, at, set }) => (
        <>
          <AmountField
            label={adjust.amount}
            description={adjust.amount_hint(currency)}
            currency={currency}
            text={typed.text}
            change={(text) => set('amount_cents', { text, currency })}
            wrong={wrong.no_amount}
            place={at('amount_cents')}
            autofocus
          />
          <Read text={typed.text} currency={currency} />
        </>
      )}
    </ActButton>
  );
}
