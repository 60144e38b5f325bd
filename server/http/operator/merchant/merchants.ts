// Routes of the operator API: merchants and their balances.

import { type TSchema, Type } from 'typebox';
import { balanceOfMerchant } from '../../../app/ledger/get-balance.ts';
import {
  createMerchant,
  getMerchant,
  listMerchants,
  type MerchantBody,
  merchantRecord,
  updateMerchant,
} from '../../../app/merchant/merchants.ts';
import { SHARED_CAPS } from '../../../domain/merchant/merchant-caps.ts';
import { AMOUNT_POLICIES, type MerchantSettings } from '../../../domain/record/merchant.ts';
import { LIMITS } from '../../../domain/service/limits.ts';
import { isRefusal } from '../../../domain/service/refusal.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { BalanceSchema } from '../../schema/schemas.ts';
import {
  centsOrNull,
  filter,
  flag,
  grouped,
  integer,
  integerOrNull,
  moment,
  optional,
  PAGING,
  pageShape,
  request,
  shape,
  text,
  textOrNull,
  uuid,
  words,
} from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const EACH_CURRENCY = 'Of one customer, in each currency by itself; null: no limit';

const SETTINGS: Record<keyof MerchantSettings, TSchema> = {
  payin_life_minutes: integer(
    `How long a pay-in waits: ${LIMITS.payin_life_min_ms / MINUTE_MS} to ` +
      `${LIMITS.payin_life_max_ms / MINUTE_MS} minutes`,
  ),
  deferred_assignment: flag('The payment page assigns the receiving account'),
  amount_policy: words(
    AMOUNT_POLICIES,
    'What to do if another amount than the requested one is received',
  ),
  tolerance_cents: integer('With policy `tolerance`: the largest difference, in minor units'),
  amount_shift: flag('The payable amount may be shifted by 1 to 99 minor units'),
  max_open_payins: integerOrNull(
    `Most open pay-ins; null: ${grouped(SHARED_CAPS.open_payins)} if other merchants use the ` +
      'same receiving accounts',
  ),
  max_account_day_percent: integerOrNull(
    'Most of an account’s daily limits, in percent; null: ' +
      `${SHARED_CAPS.account_day_percent} if other merchants use it too`,
  ),
  client_max_open_payins: integerOrNull('Most open pay-ins of one customer; null: no limit'),
  client_unique_amounts: flag(
    'No two open pay-ins of one customer with equal amounts in one currency',
  ),
  client_max_count_per_hour: integerOrNull('Of one customer in all currencies; null: no limit'),
  client_max_count_per_day: integerOrNull('Of one customer in all currencies; null: no limit'),
  client_max_sum_cents_per_hour: centsOrNull(EACH_CURRENCY),
  client_max_sum_cents_per_day: centsOrNull(EACH_CURRENCY),
  settlement_delay_days: integer('Days that a pay-in’s credit is blocked; 0 = none'),
  reserve_percent: integer('Percent of a credit that is blocked for `reserve_days`; 0 = none'),
  reserve_days: integer('How long the reserve is blocked'),
};

const SettingsSchema = shape<MerchantSettings>('MerchantSettings', SETTINGS);

/** Named settings change. The use case checks them, because it knows which go together. */
const SettingsChange = Type.Partial(Type.Object(SETTINGS), {
  title: 'MerchantSettingsChange',
  additionalProperties: false,
});

const MerchantSchema = shape<MerchantBody>('Merchant', {
  id: uuid('The merchant'),
  name: text('What payers see'),
  balance_currency: text('ISO 4217 code; never changes'),
  is_house: flag('The operator’s own merchant, which returns money that belongs to no order'),
  balance: BalanceSchema,
  settings: SettingsSchema,
  callback_url: textOrNull('Where callbacks go by default'),
  created_at: moment('When it was made'),
});

const name = text('What payers see', { maxLength: LIMITS.name_max_length });
const tag = 'Merchants';

export const MERCHANT_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'POST',
    url: '/merchants',
    operation_id: 'createMerchant',
    approval: { acts: ['limits'] },
    right: 'merchants.change',
    tag,
    summary: 'Create a merchant',
    body: request('CreateMerchant', {
      name,
      balance_currency: text('ISO 4217 code in upper case; never changes'),
      settings: optional(SettingsChange),
    }),
    status: 201,
    answer: MerchantSchema,
    handle: ({ app, operator, fields }) => createMerchant(app, operator, fields),
  }),
  route({
    method: 'GET',
    url: '/merchants',
    operation_id: 'listMerchants',
    right: 'merchants.read',
    tag,
    summary: 'List merchants, oldest first',
    query: { balance: filter('`negative`: only those below zero'), ...PAGING },
    answer: pageShape('MerchantPage', MerchantSchema),
    handle: ({ app, query }) => listMerchants(app, query),
  }),
  route({
    method: 'GET',
    url: '/merchants/:id',
    operation_id: 'getMerchant',
    right: 'merchants.read',
    own_merchant: { param: 'id' },
    tag,
    summary: 'Get a merchant',
    answer: MerchantSchema,
    handle: ({ app, params }) => getMerchant(app, params.id),
  }),
  route({
    method: 'PATCH',
    url: '/merchants/:id',
    operation_id: 'updateMerchant',
    approval: { acts: ['limits'] },
    right: 'merchants.change',
    tag,
    summary: 'Change a merchant’s name or settings',
    body: request('UpdateMerchant', {
      name: optional(name),
      balance_currency: optional(text('Never changes: another one is refused')),
      settings: optional(SettingsChange),
    }),
    answer: MerchantSchema,
    handle: ({ app, operator, params, fields }) => updateMerchant(app, operator, params.id, fields),
  }),
  route({
    method: 'GET',
    url: '/merchants/:id/balance',
    operation_id: 'getMerchantBalance',
    right: 'merchants.read',
    own_merchant: { param: 'id' },
    tag,
    summary: 'Get a merchant’s balance',
    answer: BalanceSchema,
    handle: async ({ app, params }) => {
      const found = await merchantRecord(app, params.id);
      return isRefusal(found) ? found : await balanceOfMerchant(app, found.merchant);
    },
  }),
];
