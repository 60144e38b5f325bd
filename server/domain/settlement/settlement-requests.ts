// What may be asked about settlements, the accounts to which they are paid, and holds.

import { SETTLEMENT_STATES } from '../record/settlement-record.ts';
import type { Payee } from '../record/trade.ts';
import { noteField } from '../request/common-fields.ts';
import { idFilter, OF_ONE_MERCHANT, wordFilter } from '../request/filter-fields.ts';
import { momentField } from '../request/moment-fields.ts';
import { integerField } from '../request/number-fields.ts';
import { bankNameField, payeeNameField, paymentNumberField } from '../request/payee-fields.ts';
import {
  optionalField,
  queryShape,
  type RequestOf,
  refinedField,
  requestShape,
} from '../request/request-shape.ts';
import { typeField } from '../request/word-fields.ts';

export const FIND_SETTLEMENTS = queryShape({
  merchant_id: OF_ONE_MERCHANT,
  state: wordFilter(SETTLEMENT_STATES),
});

export const FIND_HOLDS = queryShape({
  merchant_id: OF_ONE_MERCHANT,
  trade_id: idFilter('Of one pay-in'),
});

export const DRAFT_SETTLEMENT = requestShape('DraftSettlement', {
  period_to: optionalField(
    momentField('The end of the period (exclusive): a time, or a day in UTC; default: now'),
  ),
});

/** 0 pays nothing, and carries everything over to the next statement. */
const paid = refinedField(
  integerField(
    'What to pay out, 0 for nothing; default: everything payable. The rest is carried, in minor units',
    { minimum: 0 },
  ),
  (amount, name, notes) => {
    if (amount >= 0) return BigInt(amount);
    notes.wrong(name, 'range', 'must not be negative');
    return undefined;
  },
);

const note = optionalField(noteField());

export const APPROVE_SETTLEMENT = requestShape('ApproveSettlement', {
  amount_cents: optionalField(paid),
  note,
});

export const DISCARD_SETTLEMENT = requestShape('DiscardSettlement', { note });

export const RELEASE_HOLDS = requestShape('ReleaseHolds', { note: noteField() });

export const PUT_SETTLEMENT_ACCOUNT = requestShape(
  'PutSettlementAccount',
  {
    type: typeField(),
    number: paymentNumberField('Card or account; separators are removed'),
    name: payeeNameField('Holder'),
    bank_name: optionalField(bankNameField('Bank')),
  },
  ({ type, number }, notes) => {
    if (type === undefined || number === undefined || type.normalise(number) !== null) return;
    notes.wrong('number', 'format', type.rule);
  },
);

/** The check has seen that the number has its type's form. */
export const settlementPayee = (asked: RequestOf<typeof PUT_SETTLEMENT_ACCOUNT>): Payee => ({
  number: asked.type.normalise(asked.number) ?? '',
  name: asked.name,
  bank_name: asked.bank_name,
  phone: null,
});
