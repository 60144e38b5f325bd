// Route of the operator API: a list of refunds, looked at or made.
import { proposeItem } from '../../../app/approval/propose.ts';
import {
  importRefunds,
  type OneRefund,
  REFUND_OUTCOMES,
  type RefundListResult,
  type RefundResult,
} from '../../../app/payout/import-refunds.ts';
import { IMPORT_REFUNDS } from '../../../domain/payout/payout-requests.ts';
import { MOST_REFUNDS, REFUND_LIST_MAX_BYTES } from '../../../domain/payout/refund-list.ts';
import { PAYEE_SOURCES } from '../../../domain/payout/refund-payee.ts';
import { isRefusal, type Refusal, refuse } from '../../../domain/service/refusal.ts';
import { queryOf } from '../../schema/request-schema.ts';
import {
  cents,
  centsOrNull,
  flag,
  integer,
  list,
  shape,
  text,
  textOrNull,
  uuidOrNull,
  words,
  wordsOrNull,
} from '../../schema/shapes.ts';
import { ItemsAnswer } from '../route/items-answer.ts';
import { type OperatorRoute, routeOfItems } from '../route/route.ts';

const ResultSchema = shape<RefundResult>('RefundResult', {
  line: integer('Line of the list, from 1'),
  outcome: words(
    REFUND_OUTCOMES,
    'ready: it would be refunded; done: this or an equal list has refunded it before; waiting: a second person has to agree',
  ),
  merchant_id: uuidOrNull('Whose pay-in; null if the row names none'),
  id: uuidOrNull('The pay-in'),
  order_id: textOrNull('The merchant’s id of the pay-in'),
  amount_cents: centsOrNull('What is refunded, or would be; null if the row is wrong'),
  currency: textOrNull('Of the pay-in'),
  refundable_cents: centsOrNull('What was left of the pay-in when the list was read'),
  payee_name: textOrNull('Who gets it'),
  payee_number: textOrNull('Masked'),
  payee_from: wordsOrNull(
    PAYEE_SOURCES,
    'Where the payee comes from; null for refunds made before',
  ),
  refund_id: uuidOrNull('The refund, once it is made'),
  proposal_id: uuidOrNull('The proposal that waits for a second person'),
  code: textOrNull('Why it was refused'),
  detail: textOrNull('The same in words'),
});

const count = (what: string) => integer(what);

const ListSchema = shape<RefundListResult>('RefundList', {
  dry_run: flag('True: nothing was refunded'),
  seen: text('What the list would refund and to whom; send it as `seen` to refund just this'),
  counts: shape<RefundListResult['counts']>('RefundCounts', {
    ready: count('Would be refunded'),
    refunded: count('Refunded by this request'),
    done: count('Refunded by an earlier one'),
    waiting: count('Wait for a second person, or would'),
    refused: count('Refused'),
  }),
  totals: list(
    shape<RefundListResult['totals'][number]>('RefundTotal', {
      currency: text('ISO 4217 code'),
      count: count('How many'),
      amount_cents: cents('Their sum'),
    }),
    { description: 'Of those that would be refunded, or that this request refunded' },
  ),
  results: list(ResultSchema, { description: 'One result for each row, in their order' }),
});

export const REFUND_LIST_ROUTES: readonly OperatorRoute[] = [
  routeOfItems({
    method: 'POST',
    url: '/refund_lists',
    operation_id: 'importRefunds',
    approval: { acts: ['refund'] },
    right: 'refunds.make',
    tag: 'Pay-outs',
    summary: 'Refund the pay-ins of a list: CSV, or a table copied from a spreadsheet',
    description: [
      `The list is the body: at most ${MOST_REFUNDS} rows and ${REFUND_LIST_MAX_BYTES} bytes. Its first row names the columns, in any order: \`id\` or \`order_id\`, and if needed \`merchant_id\`, \`amount\` (in units of the currency; without it everything that is left), \`currency\`, \`reason\`, \`payee_number\`, \`payee_type\`, \`payee_name\`, \`payee_bank\`.`,
      'With `dry_run` nothing is refunded, and the answer says what would be: the rows are decided in their order, each with the money that those before it leave in the balance. Each row is then a refund of its own: a refusal of one does not stop the others, and one that needs a second person is proposed alone.',
      'The same list again refunds nothing twice: a pay-in and an amount are refunded once by lists, whatever list they stand in. To refund the same amount once more, name the list by an Idempotency-Key: the key refunds each pay-in once.',
    ].join('\n\n'),
    idempotent: true,
    query: queryOf(IMPORT_REFUNDS),
    upload: ['text/csv', 'text/plain', 'text/tab-separated-values', 'application/octet-stream'],
    answer: ListSchema,
    handle: async ({ app, operator, query, idempotency_key, upload: body }) => {
      const tell = (answer: { id: string } | Refusal, one: OneRefund) =>
        proposeItem(app, operator, answer, {
          operation: 'refundTrade',
          params: one.path,
          fields: one.fields,
          idempotency_key: one.idempotency_key,
        });
      const how = { name: idempotency_key, tell };
      const made = await importRefunds(app, operator, { ...query, body }, how);
      if (isRefusal(made)) return made;
      const refusals = made.results.map(({ outcome, detail }) =>
        outcome === 'refused' ? refuse('act_not_allowed', detail ?? '') : null,
      );
      return new ItemsAnswer(made, refusals);
    },
  }),
];
