// The schemas of settlements, their lines and holds, for merchants and operators.

import { Type } from 'typebox';
import type {
  HoldBody,
  SettlementAccountBody,
  SettlementBody,
  SettlementLineBody,
} from '../../app/settlement/settlement-view.ts';
import { CREDIT_HOLD_KINDS } from '../../domain/record/credit-hold.ts';
import { SETTLEMENT_STATES } from '../../domain/record/settlement-record.ts';
import { SETTLEMENT_LINE_KINDS } from '../../domain/settlement/settlement-line.ts';
import {
  cents,
  centsOrNull,
  flag,
  integer,
  moment,
  momentOrNull,
  settingVersionText,
  shape,
  text,
  textOrNull,
  uuid,
  uuidOrNull,
  words,
} from './shapes.ts';
import { paymentTypeName } from './shared-members.ts';

export const SettlementSchema = shape<SettlementBody>('Settlement', {
  id: uuid('The statement'),
  merchant_id: uuid('Whose balance'),
  number: integer('1, 2, 3 … per merchant'),
  state: words(SETTLEMENT_STATES, 'The state of the statement and its payment'),
  merchant_name: text('At the time when the statement was made'),
  currency: text('ISO 4217 code of the balance, and of all sums'),
  period_from: moment('The first moment of the period'),
  period_to: moment('The first moment after it'),
  first_entry_number: integer('The first entry of the merchant’s book that the statement covers'),
  last_entry_number: integer('The last entry; one less than the first if there are none'),
  line_count: integer('How many entries changed the spendable balance'),
  opening_cents: cents('The spendable balance before the period'),
  payins_cents: cents('Pay-ins, without fees'),
  payouts_cents: cents('Pay-outs, without fees; negative'),
  refunds_cents: cents('Refunds; negative'),
  reversals_cents: cents('Taken back or blocked by disputes'),
  adjustments_cents: cents('Added or taken by the operator'),
  fees_cents: cents('Fees; negative'),
  holds_cents: cents('Held back (negative) and released'),
  net_cents: cents('The sum of the seven before'),
  paid_cents: cents('Earlier settlements paid in the period; negative'),
  returned_cents: cents('Earlier settlements that came back in the period'),
  closing_cents: cents('opening + net + paid + returned'),
  carried_cents: cents('Not paid by the statements before'),
  payable_cents: cents('carried + net + returned'),
  approved_cents: centsOrNull('What is paid out; null until approved'),
  trade_id: uuidOrNull('The pay-out'),
  utr: textOrNull('The bank’s number of the payment'),
  drafted_at: moment('When it was made'),
  approved_at: momentOrNull('When it was approved'),
  updated_at: moment('When its state changed'),
});

export const SettlementLineSchema = shape<SettlementLineBody>('SettlementLine', {
  entry_number: integer('Of the merchant’s book'),
  kind: words(SETTLEMENT_LINE_KINDS, 'What it is about'),
  act: text('What was posted'),
  at: moment('When'),
  trade_id: uuidOrNull('The trade that it is about'),
  order_id: textOrNull('The merchant’s own id of the order'),
  utr: textOrNull('The trade’s, as it was when the statement was made'),
  adjustment_id: uuidOrNull('The adjustment that it is about'),
  note: textOrNull('The reason of an adjustment'),
  trade_currency: textOrNull('ISO 4217 code'),
  trade_amount_cents: centsOrNull('Of the trade, in its own currency'),
  gross_cents: cents('In the balance currency'),
  fee_cents: cents('In the balance currency; charges are negative'),
  net_cents: cents('gross + fee: the change of the balance'),
});

export const SettlementAccountSchema = shape<SettlementAccountBody>('SettlementAccount', {
  merchant_id: uuid('Whose'),
  type: paymentTypeName,
  number: text('Masked'),
  name: textOrNull('Holder'),
  bank_name: textOrNull('Bank'),
  updated_at: moment('When it was set'),
  version: settingVersionText(),
});

export const HoldSchema = shape<HoldBody>('Hold', {
  merchant_id: uuid('Whose balance'),
  trade_id: uuid('The pay-in'),
  kind: words(
    CREDIT_HOLD_KINDS,
    '`delay`: blocked until the settlement delay is over; `reserve`: the reserve, which is kept longer',
  ),
  currency: text('ISO 4217 code of the balance'),
  amount_cents: cents('What was blocked at first'),
  remaining_cents: cents('What is still blocked'),
  suspended: flag('A dispute blocks at least as much for now'),
  release_at: moment('When it is released'),
  placed_at: moment('When it was blocked'),
  released_at: momentOrNull('When the last part was released'),
});

export const FileSchema = Type.String({ description: 'The file' });
