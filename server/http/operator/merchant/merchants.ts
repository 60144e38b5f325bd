// Routes of the operator API: merchants and their balances.

import { showBalance } from '../../../app/ledger/past-balance.ts';
import {
  createMerchant,
  getMerchant,
  listMerchants,
  type MerchantBody,
  merchantRecord,
  updateMerchant,
} from '../../../app/merchant/merchants.ts';
import { SHOW_BALANCE } from '../../../domain/ledger/ledger-requests.ts';
import {
  CREATE_MERCHANT,
  FIND_MERCHANTS,
  MERCHANT_SETTINGS,
  UPDATE_MERCHANT,
} from '../../../domain/merchant/merchant-requests.ts';
import type { MerchantSettings } from '../../../domain/record/merchant.ts';
import { isRefusal } from '../../../domain/service/refusal.ts';
import { queryOf, schemasOf, strictBodyOf } from '../../schema/request-schema.ts';
import { BalanceSchema } from '../../schema/schemas.ts';
import {
  flag,
  moment,
  PAGING,
  pageShape,
  settingVersionText,
  shape,
  text,
  textOrNull,
  uuid,
} from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const SettingsSchema = shape<MerchantSettings>('MerchantSettings', schemasOf(MERCHANT_SETTINGS));

const MerchantSchema = shape<MerchantBody>('Merchant', {
  id: uuid('The merchant'),
  name: text('What payers see'),
  balance_currency: text('ISO 4217 code; never changes'),
  is_house: flag('The operator’s own merchant, which returns money that belongs to no order'),
  balance: BalanceSchema,
  settings: SettingsSchema,
  callback_url: textOrNull('Where callbacks go by default'),
  created_at: moment('When it was made'),
  version: settingVersionText(),
});

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
    description:
      'Settings that the request leaves out have their defaults. If one allows more than its ' +
      'default, a second person may have to approve it; a repeated request creates another ' +
      'merchant.',
    body: strictBodyOf(CREATE_MERCHANT),
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
    description:
      'The house’s own merchant is listed, too. Each has its present balance; a negative one is ' +
      'a debt that a reversal left.',
    query: { ...queryOf(FIND_MERCHANTS), ...PAGING },
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
    description:
      'With its settings, the address of its default callback endpoint and its present balance. ' +
      'A negative balance is a debt that a reversal left.',
    answer: MerchantSchema,
    handle: ({ app, params }) => getMerchant(app, params.id),
  }),
  route({
    method: 'PATCH',
    url: '/merchants/:id',
    operation_id: 'updateMerchant',
    takes_version: true,
    approval: { acts: ['limits'] },
    right: 'merchants.change',
    tag,
    summary: 'Change a merchant’s name or settings',
    description:
      'Only the settings that are named change; the balance currency never does. A second person ' +
      'may have to approve a setting that allows more than before, never one that allows less.',
    body: strictBodyOf(UPDATE_MERCHANT),
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
    summary: 'Get a merchant’s balance, now or at a moment of the past',
    description:
      'Read from the ledger. At a past moment it is the sum of everything that was entered until ' +
      'then, so later corrections do not change it.',
    query: queryOf(SHOW_BALANCE),
    answer: BalanceSchema,
    handle: async ({ app, params, query }) => {
      const found = await merchantRecord(app, params.id);
      return isRefusal(found) ? found : await showBalance(app, found, query);
    },
  }),
];
