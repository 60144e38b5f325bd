// Routes of the operator API: receiving accounts; requests have whole numbers, answers masked ones.

import {
  changeReceivingAccount,
  createReceivingAccount,
  getReceivingAccount,
  listReceivingAccounts,
  type ReceivingAccountBody,
  type UsedAccountBody,
} from '../../../app/account/receiving-accounts.ts';
import { makeInOneCell } from '../../../app/cell/account-of-one-cell.ts';
import {
  CREATE_ACCOUNT,
  FIND_RECEIVING_ACCOUNTS,
  UPDATE_ACCOUNT,
} from '../../../domain/account/account-requests.ts';
import { queryOf, strictBodyOf } from '../../schema/request-schema.ts';
import {
  cents,
  centsOrNull,
  flag,
  integer,
  integerOrNull,
  moment,
  optional,
  PAGING,
  pageShape,
  settingVersionText,
  shape,
  text,
  textOrNull,
  uuid,
} from '../../schema/shapes.ts';
import { paymentTypeName } from '../../schema/shared-members.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const BOUNDS = {
  min_amount_cents: centsOrNull('Smallest amount of an order; null: no limit'),
  max_amount_cents: centsOrNull(
    'Largest amount of an order; null: the limit of the rail (UPI: 100,000.00 INR), or none',
  ),
  daily_count_limit: integerOrNull('Most orders per UTC day; null: no limit'),
  daily_amount_limit_cents: centsOrNull('Largest sum per UTC day; null: no limit'),
  active_from_minute: integerOrNull('First active minute of the UTC day; null: always active'),
  active_to_minute: integerOrNull(
    'First inactive minute of the UTC day after that; null: always active',
  ),
  weight: integer('Its share among equally suitable accounts: 1 to 1000'),
  exclusive_only: flag('Never two open pay-ins with the same amount'),
  enabled: flag('Whether pay-ins may use it'),
};

const ACCOUNT = {
  id: uuid('The receiving account'),
  type: paymentTypeName,
  currency: text('ISO 4217 code'),
  name: text('Its holder'),
  number: text('Masked'),
  bank_name: textOrNull('What payers see'),
  ...BOUNDS,
  simulated: flag('An account of the sandbox’s simulated bank'),
  created_at: moment('When it was added'),
  damaged: optional(flag('Only if true: its number cannot be decrypted, so it gets no pay-ins')),
  version: settingVersionText(),
};

const AccountSchema = shape<ReceivingAccountBody>('ReceivingAccount', ACCOUNT);
const UsedAccountSchema = shape<UsedAccountBody>('UsedReceivingAccount', {
  ...ACCOUNT,
  used_today_count: integer('Orders of the present UTC day that it has taken'),
  used_today_cents: cents('The sum of these orders'),
});

const tag = 'Receiving accounts';

export const RECEIVING_ACCOUNT_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'POST',
    url: '/receiving_accounts',
    operation_id: 'createReceivingAccount',
    approval: { acts: ['receiving_account_number'] },
    right: 'receiving_accounts.change',
    tag,
    summary: 'Add a receiving account',
    description:
      'Refused if there is one of this type, currency and number. A second person may have to ' +
      'approve it, as for the place to which payers send money; answers show the number masked.',
    body: strictBodyOf(CREATE_ACCOUNT),
    status: 201,
    answer: AccountSchema,
    handle: ({ app, operator, fields, cells }) =>
      makeInOneCell({ cells, app, fields }, () => createReceivingAccount(app, operator, fields)),
  }),
  route({
    method: 'GET',
    url: '/receiving_accounts',
    operation_id: 'listReceivingAccounts',
    right: 'bank.read',
    tag,
    summary: 'List receiving accounts, oldest first',
    description:
      'Disabled ones are listed, too. Numbers are masked; each account has what it took on the ' +
      'present UTC day.',
    query: { ...queryOf(FIND_RECEIVING_ACCOUNTS), ...PAGING },
    answer: pageShape('ReceivingAccountPage', UsedAccountSchema),
    handle: ({ app, query }) => listReceivingAccounts(app, query),
  }),
  route({
    method: 'GET',
    url: '/receiving_accounts/:id',
    operation_id: 'getReceivingAccount',
    right: 'bank.read',
    tag,
    summary: 'Get a receiving account',
    description:
      'The number is masked. The answer has what the account took on the present UTC day, ' +
      'against its daily limits.',
    answer: UsedAccountSchema,
    handle: ({ app, params }) => getReceivingAccount(app, params.id),
  }),
  route({
    method: 'PATCH',
    url: '/receiving_accounts/:id',
    operation_id: 'updateReceivingAccount',
    takes_version: true,
    approval: { acts: ['limits'] },
    right: 'receiving_accounts.change',
    tag,
    summary: 'Change a receiving account; type, currency and number never change',
    description:
      'Fields that are absent stay unchanged. A second person may have to approve limits that ' +
      'allow more than before; enabling and disabling never wait.',
    body: strictBodyOf(UPDATE_ACCOUNT),
    answer: AccountSchema,
    handle: ({ app, operator, params, fields }) =>
      changeReceivingAccount(app, operator, params.id, fields),
  }),
];
