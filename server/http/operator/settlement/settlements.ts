// Routes of the operator API: settlements, the accounts to which they are paid, and holds.
import { Type } from 'typebox';
import { approveSettlement, discardSettlement } from '../../../app/settlement/decide-settlement.ts';
import { draftSettlement } from '../../../app/settlement/draft-settlement.ts';
import { listHolds, releaseHoldsEarly } from '../../../app/settlement/holds.ts';
import {
  findSettlement,
  getSettlement,
  listSettlementLines,
  listSettlements,
} from '../../../app/settlement/read-settlements.ts';
import {
  getSettlementAccount,
  putSettlementAccount,
  removeSettlementAccount,
} from '../../../app/settlement/settlement-account.ts';
import { isRefusal } from '../../../domain/service/refusal.ts';
import {
  APPROVE_SETTLEMENT,
  DISCARD_SETTLEMENT,
  DRAFT_SETTLEMENT,
  FIND_HOLDS,
  FIND_SETTLEMENTS,
  PUT_SETTLEMENT_ACCOUNT,
  RELEASE_HOLDS,
} from '../../../domain/settlement/settlement-requests.ts';
import { queryOf, strictBodyOf } from '../../schema/request-schema.ts';
import { settlementHtml, settlementTableFile } from '../../schema/settlement-file.ts';
import {
  FileSchema,
  HoldSchema,
  SettlementAccountSchema,
  SettlementLineSchema,
  SettlementSchema,
} from '../../schema/settlement-schemas.ts';
import { flag, list, PAGING, pageShape } from '../../schema/shapes.ts';
import { FORMAT_TOLD, TABLE_FORMATS } from '../../transport/table-file.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const tag = 'Settlements';

const ACCOUNT_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/merchants/:id/settlement_account',
    operation_id: 'getSettlementAccount',
    right: 'settlements.read',
    own_merchant: { param: 'id' },
    tag,
    summary: 'Get the account to which a merchant’s settlements are paid',
    description: 'The number is masked. A merchant for whom none is set has the answer 404.',
    answer: SettlementAccountSchema,
    handle: ({ app, params }) => getSettlementAccount(app, params.id),
  }),
  route({
    method: 'PUT',
    url: '/merchants/:id/settlement_account',
    operation_id: 'putSettlementAccount',
    takes_version: true,
    approval: { acts: ['settlement_account'] },
    right: 'settlement_accounts.change',
    tag,
    summary: 'Set the account to which a merchant’s settlements are paid',
    description:
      'It replaces the one before; settlements that are being paid keep theirs. A second person ' +
      'may have to approve it, and answers show the number masked.',
    body: strictBodyOf(PUT_SETTLEMENT_ACCOUNT),
    answer: SettlementAccountSchema,
    handle: ({ app, operator, params, fields }) =>
      putSettlementAccount(app, operator, params.id, fields),
  }),
  route({
    method: 'DELETE',
    url: '/merchants/:id/settlement_account',
    operation_id: 'removeSettlementAccount',
    approval: { acts: ['settlement_account'] },
    right: 'settlement_accounts.change',
    tag,
    summary: 'Remove the account: no settlement can be paid until another is set',
    description:
      'Settlements that are being paid are not affected. A second person may have to approve it; ' +
      'if there is none, `removed` is false.',
    answer: Type.Object({ removed: flag('There was one') }, { title: 'SettlementAccountRemoved' }),
    handle: ({ app, operator, params }) => removeSettlementAccount(app, operator, params.id),
  }),
];

const DECISION_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'POST',
    url: '/merchants/:id/settlements',
    operation_id: 'draftSettlement',
    right: 'settlements.decide',
    tag,
    summary: 'Draft a merchant’s next statement',
    description:
      'It covers everything that changed the balance since the last statement, up to ' +
      '`period_to`. One draft must be decided before the next is made.',
    body: strictBodyOf(DRAFT_SETTLEMENT),
    body_optional: true,
    status: 201,
    answer: SettlementSchema,
    handle: ({ app, operator, params, fields }) =>
      draftSettlement(app, operator, params.id, fields),
  }),
  route({
    method: 'POST',
    url: '/settlements/:merchant_id/:id/approve',
    operation_id: 'approveSettlement',
    approval: { acts: ['settlement'] },
    right: 'settlements.decide',
    tag,
    summary: 'Approve a draft: its pay-out is created at once',
    description:
      'Pays `amount_cents`, or everything payable; the rest is carried to the next statement. ' +
      'Refused if it is no draft, or if there is an amount to pay and no settlement account; a ' +
      'second person may have to approve it.',
    body: strictBodyOf(APPROVE_SETTLEMENT),
    body_optional: true,
    answer: SettlementSchema,
    handle: ({ app, operator, params, fields }) => approveSettlement(app, operator, params, fields),
  }),
  route({
    method: 'POST',
    url: '/settlements/:merchant_id/:id/discard',
    operation_id: 'discardSettlement',
    right: 'settlements.decide',
    tag,
    summary: 'Discard a draft: the next one covers its period again',
    description:
      'Its number is not used again, and merchants never see it. Refused once it was approved; ' +
      'no money moves.',
    body: strictBodyOf(DISCARD_SETTLEMENT),
    body_optional: true,
    answer: SettlementSchema,
    handle: ({ app, operator, params, fields }) => discardSettlement(app, operator, params, fields),
  }),
];

const READ_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/settlements',
    operation_id: 'listSettlements',
    right: 'settlements.read',
    own_merchant: { query: 'merchant_id' },
    tag,
    summary: 'List statements, newest first',
    description:
      'Of one merchant or all. The people of a merchant see those of their merchant, without ' +
      'drafts and discarded ones.',
    query: { ...queryOf(FIND_SETTLEMENTS), ...PAGING },
    answer: pageShape('SettlementPage', SettlementSchema),
    handle: ({ app, operator, query }) => listSettlements(app, operator, query),
  }),
  route({
    method: 'GET',
    url: '/settlements/:merchant_id/:id',
    operation_id: 'getSettlement',
    right: 'settlements.read',
    own_merchant: { param: 'merchant_id' },
    tag,
    summary: 'Get a statement',
    description:
      'Its figures are frozen when it is drafted; only the state of its payment changes. A draft ' +
      'has the answer 404 for the people of a merchant.',
    answer: SettlementSchema,
    handle: ({ app, operator, params }) => getSettlement(app, operator, params),
  }),
  route({
    method: 'GET',
    url: '/settlements/:merchant_id/:id/lines',
    operation_id: 'listSettlementLines',
    right: 'settlements.read',
    own_merchant: { param: 'merchant_id' },
    tag,
    summary: 'List the lines of a statement, in the order of the book',
    description:
      'One line for each entry that changed the spendable balance, with gross, fee and net. A ' +
      'discarded draft has no lines.',
    query: PAGING,
    answer: pageShape('SettlementLinePage', SettlementLineSchema),
    handle: ({ app, operator, params, query }) => listSettlementLines(app, operator, params, query),
  }),
  route({
    method: 'GET',
    url: '/settlements/:merchant_id/:id/statement.html',
    operation_id: 'getSettlementDocument',
    right: 'settlements.read',
    own_merchant: { param: 'merchant_id' },
    tag,
    summary: 'Get a statement as a document to print',
    description:
      'One HTML page with all lines. Its figures are the frozen ones; only the state of its ' +
      'payment changes.',
    produces: ['text/html'],
    answer: FileSchema,
    handle: async ({ app, operator, params }) => {
      const found = await findSettlement(app, operator, params);
      return isRefusal(found) ? found : await settlementHtml(app, found);
    },
  }),
  ...TABLE_FORMATS.map((format) =>
    route({
      method: 'GET',
      url: `/settlements/:merchant_id/:id/statement.${format}`,
      operation_id: format === 'csv' ? 'getSettlementCsv' : 'getSettlementWorkbook',
      right: 'settlements.read',
      own_merchant: { param: 'merchant_id' },
      tag,
      summary: `Get the lines of a statement as ${FORMAT_TOLD[format].as}`,
      description: `All lines, in the order of the book. ${FORMAT_TOLD[format].cells}`,
      produces: [FORMAT_TOLD[format].produces],
      answer: FileSchema,
      handle: async ({ app, operator, params }) => {
        const found = await findSettlement(app, operator, params);
        return isRefusal(found) ? found : settlementTableFile(app, found, format);
      },
    }),
  ),
];

const HOLD_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/holds',
    operation_id: 'listHolds',
    right: 'settlements.read',
    own_merchant: { query: 'merchant_id' },
    tag,
    summary: 'List what settlement delay and reserve still block, the next to be released first',
    description: 'Of one merchant or all. Holds that were released or used up are not listed.',
    query: { ...queryOf(FIND_HOLDS), ...PAGING },
    answer: pageShape('HoldPage', HoldSchema),
    handle: ({ app, query }) => listHolds(app, query),
  }),
  route({
    method: 'POST',
    url: '/holds/:merchant_id/:trade_id/release',
    operation_id: 'releaseHolds',
    right: 'settlements.decide',
    tag,
    summary: 'Release the holds of a pay-in before their time',
    description:
      'All holds of the pay-in at once: their money becomes spendable. If nothing is held any ' +
      'more, the answer is 404.',
    body: strictBodyOf(RELEASE_HOLDS),
    answer: Type.Object(
      { data: list(HoldSchema, { description: 'The holds that were released' }) },
      { title: 'ReleasedHolds' },
    ),
    handle: ({ app, operator, params, fields }) => releaseHoldsEarly(app, operator, params, fields),
  }),
];

export const SETTLEMENT_ROUTES: readonly OperatorRoute[] = [
  ...ACCOUNT_ROUTES,
  ...DECISION_ROUTES,
  ...READ_ROUTES,
  ...HOLD_ROUTES,
];
