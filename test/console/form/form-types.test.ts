// A form that does not fit its request does not compile: each of these lines is one that must not.
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NewRate } from '../../../console/api/schema.gen.ts';
import { typedRow } from '../../../console/parts/form/field-table.ts';
import type { FormOf } from '../../../console/parts/form/form-inputs.ts';
import { requestForm } from '../../../console/parts/form/forms.ts';
import { readForm } from '../../../console/parts/form/request-form.ts';
import {
  carried,
  leftOutIfEmpty,
  nullIfEmpty,
  typedChoice,
  typedCurrency,
  typedDecimal,
  typedFlag,
  typedText,
  typedWhole,
} from '../../../console/parts/form/typed-fields.ts';

const FIELDS = { name: typedText(), note: nullIfEmpty(typedText()) };
const ROLE = { reason: typedText() };
const RATES = {
  rates: typedRow<NewRate>()({
    trade_currency: typedCurrency(),
    balance_currency: typedCurrency(),
    rate: typedDecimal(),
    source: leftOutIfEmpty(typedText()),
  }),
};

/** Never called: it only has to compile, without the lines that must not. */
export function misfits(form: FormOf<typeof FIELDS>, rates: FormOf<typeof RATES>) {
  // @ts-expect-error: the request has no such field
  requestForm('renamePasskey', { name: typedText(), nmae: typedText() });
  // @ts-expect-error: the field is a text
  requestForm('renamePasskey', { name: typedWhole() });
  // @ts-expect-error: the field is required
  requestForm('renamePasskey', {});
  // @ts-expect-error: what is required cannot be null
  requestForm('renamePasskey', { name: nullIfEmpty(typedText()) });
  // @ts-expect-error: what is required cannot be left out
  requestForm('renamePasskey', { name: leftOutIfEmpty(typedText()) });
  // @ts-expect-error: there is no such operation
  requestForm('renamePasskeys', { name: typedText() });
  // @ts-expect-error: the request has other words
  requestForm('changePersonRole', { ...ROLE, role: typedChoice({ cook: 1 }) });
  // @ts-expect-error: a row without what it requires
  typedRow<NewRate>()({ trade_currency: typedCurrency(), rate: typedDecimal() });
  typedRow<NewRate>()({
    trade_currency: typedCurrency(),
    balance_currency: typedCurrency(),
    rate: typedDecimal(),
    // @ts-expect-error: a row has no such field
    sauce: typedText(),
  });
  // @ts-expect-error: the form has no such field
  form.field('nmae');
  // @ts-expect-error: the form sends no such field
  form.at('address');
  // @ts-expect-error: the field takes a text
  form.set('name', 7);
  // @ts-expect-error: the row has no such field
  rates.field('rates.sauce');
  // @ts-expect-error: a rule names a field of the form
  requestForm('renamePasskey', { name: typedText() }, () => ({ nmae: 'wrong' }));
  form.field('name');
  rates.field('rates.rate');
  rates.at('rates.source');
}

describe('a form', () => {
  it('takes the bounds of its request', () => {
    const { bounds } = requestForm('renamePasskey', { name: typedText() });
    deepEqual(bounds, { name: { required: true, maxLength: 64 } });
  });

  it('sends what its fields send, typed as the request has it', () => {
    const form = requestForm('changeAlertRecipient', {
      name: typedText(),
      address: leftOutIfEmpty(typedText()),
      enabled: typedFlag(),
      rotate_secret: carried(true),
    });
    const typed = { name: ' Duty ', address: '', enabled: true, rotate_secret: true };
    deepEqual(readForm(form, typed), {
      sent: { name: 'Duty', enabled: true, rotate_secret: true },
    });
  });

  it('asks rules between fields only if each field is right alone', () => {
    const wrong = { note: 'Say why.' };
    const form = requestForm('updateMerchant', FIELDS, ({ note }) => (note === '' ? wrong : {}));
    deepEqual(readForm(form, { name: '', note: '' }), { wrong: { name: 'Fill this in.' } });
    deepEqual(readForm(form, { name: 'Shop', note: '' }), { wrong });
    equal('sent' in readForm(form, { name: 'Shop', note: 'x' }), true);
  });
});
