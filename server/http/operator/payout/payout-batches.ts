// Routes of the operator API: batches of pay-outs with their drafts, exports, files and bank
// answers.

import { orProposeEvidence } from '../../../app/approval/claim-evidence.ts';
import type { AppliedAnswer } from '../../../app/payout/apply-answers.ts';
import { exportPayoutBatch } from '../../../app/payout/export-payout-batch.ts';
import { type AnswersResult, importPayoutAnswers } from '../../../app/payout/import-answers.ts';
import {
  createPayoutBatch,
  type PayoutBatchResult,
  releaseFromPayoutBatch,
  takeIntoPayoutBatch,
} from '../../../app/payout/make-payout-batch.ts';
import { EXPORT_BATCH } from '../../../app/payout/payout-file-choice.ts';
import {
  getPayoutBatch,
  listBatchPayouts,
  listPayoutBatches,
} from '../../../app/payout/read-payout-batches.ts';
import type { App } from '../../../app/process/app.ts';
import type { OperatorCaller } from '../../../app/request/caller.ts';
import {
  CREATE_BATCH,
  FIND_BATCHES,
  IMPORT_ANSWERS,
  RELEASE_FROM_BATCH,
  TAKE_INTO_BATCH,
} from '../../../domain/payout/payout-requests.ts';
import { ANSWER_EFFECTS } from '../../../domain/record/payout-answer-kind.ts';
import { STATES } from '../../../domain/record/trade.ts';
import type { RawFields } from '../../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../../domain/service/refusal.ts';
import { queryOf, strictBodyOf } from '../../schema/request-schema.ts';
import {
  integer,
  list,
  PAGING,
  pageShape,
  shape,
  text,
  textOrNull,
  uuidOrNull,
  words,
  wordsOrNull,
} from '../../schema/shapes.ts';
import type { ItemsAnswer } from '../route/items-answer.ts';
import { type OperatorRoute, route, routeOfItems } from '../route/route.ts';
import { heldFileOf } from '../route/upload.ts';
import { tellPayouts } from './payout-results.ts';
import { BatchPayoutSchema, BatchResultSchema, PayoutBatchSchema } from './payout-shapes.ts';

const tag = 'Pay-outs';

const AnswerSchema = shape<AppliedAnswer>('PayoutAnswer', {
  line: integer('Line number in the file, from 1'),
  end_to_end_id: text('The attempt’s id; for an unknown attempt the id in the file'),
  merchant_id: uuidOrNull('Whose pay-out'),
  trade_id: uuidOrNull('The pay-out'),
  state: wordsOrNull(STATES, 'Its present state'),
  status: text('What the bank said'),
  reason: textOrNull('The bank’s code for the reason'),
  effect: words(ANSWER_EFFECTS, 'What followed'),
});

const AnswersSchema = shape<AnswersResult>('PayoutAnswers', {
  paid: integer('Pay-outs that were completed'),
  rejected: integer('Pay-outs that were failed'),
  noted: integer('Answers that changed no state of a pay-out'),
  known: integer('Answers that said nothing new'),
  conflict: integer('Answers that contradict what is known: a person has to check them'),
  unknown_id: integer('Answers about payments that this service never sent'),
  not_understood: list(
    text('As the bank wrote it; not a known ISO 20022 code, so it changed nothing'),
    { description: 'Statuses that are not known; empty: all are' },
  ),
  answers: list(AnswerSchema, {
    description: 'At most 1,000; those that need a person come first',
  }),
  answers_left_out: integer('Those that are not listed'),
});

/** What is taken is proposed as an addition to the batch, also if the request made the batch. */
async function tellBatch(
  call: { app: App; operator: OperatorCaller },
  made: PayoutBatchResult | Refusal,
  { fields: { note = null } }: RawFields,
): Promise<ItemsAnswer | Refusal> {
  if (isRefusal(made)) return made;
  const operation = 'takeIntoPayoutBatch';
  return await tellPayouts(call, made, {
    operation,
    params: { id: made.batch.id },
    fields: { note },
  });
}

export const PAYOUT_BATCH_ROUTES: readonly OperatorRoute[] = [
  routeOfItems({
    method: 'POST',
    url: '/payout_batches',
    operation_id: 'createPayoutBatch',
    approval: { acts: ['pay_out'] },
    right: 'payouts.pay',
    tag,
    summary: 'Make a batch and take pay-outs into it',
    description:
      'Each pay-out is taken or refused by itself. A request repeated with the same Idempotency-Key continues with the same batch.',
    body: strictBodyOf(CREATE_BATCH),
    idempotent: true,
    status: 201,
    answer: BatchResultSchema,
    handle: async ({ app, operator, fields, idempotency_key }) =>
      await tellBatch(
        { app, operator },
        await createPayoutBatch(app, operator, fields, idempotency_key),
        fields,
      ),
  }),
  route({
    method: 'GET',
    url: '/payout_batches',
    operation_id: 'listPayoutBatches',
    right: 'payouts.read',
    tag,
    summary: 'List batches, newest first',
    description:
      'A batch is a draft until it is exported; `state` selects either. Each has the number of ' +
      'its pay-outs by what became of them.',
    query: { ...queryOf(FIND_BATCHES), ...PAGING },
    answer: pageShape('PayoutBatchPage', PayoutBatchSchema),
    handle: ({ app, query }) => listPayoutBatches(app, query),
  }),
  route({
    method: 'GET',
    url: '/payout_batches/:id',
    operation_id: 'getPayoutBatch',
    right: 'payouts.read',
    tag,
    summary: 'Get a batch with what became of its pay-outs',
    description:
      'The counts are of the present moment and change with the bank’s answers and lines. An ' +
      'exported batch keeps its pay-outs for good.',
    answer: PayoutBatchSchema,
    handle: ({ app, params }) => getPayoutBatch(app, params.id),
  }),
  route({
    method: 'GET',
    url: '/payout_batches/:id/payouts',
    operation_id: 'listBatchPayouts',
    right: 'payouts.read',
    tag,
    summary: 'List the pay-outs of a batch, in the order of its files',
    description:
      'With those that were put back into the queue, in state `released`. Numbers of payees are ' +
      'masked.',
    query: PAGING,
    answer: pageShape('BatchPayoutPage', BatchPayoutSchema),
    handle: ({ app, params, query }) => listBatchPayouts(app, params.id, query),
  }),
  routeOfItems({
    method: 'POST',
    url: '/payout_batches/:id/take',
    operation_id: 'takeIntoPayoutBatch',
    approval: { acts: ['pay_out'] },
    right: 'payouts.pay',
    tag,
    summary: 'Take more pay-outs into a draft',
    description:
      'Those that the request names, otherwise the oldest of the queue. Each is taken or refused ' +
      'by itself, a batch has at most 1,000, and an exported batch is refused as a whole.',
    body: strictBodyOf(TAKE_INTO_BATCH),
    body_optional: true,
    answer: BatchResultSchema,
    handle: async ({ app, operator, params, fields }) =>
      await tellBatch(
        { app, operator },
        await takeIntoPayoutBatch(app, operator, params.id, fields),
        fields,
      ),
  }),
  routeOfItems({
    method: 'POST',
    url: '/payout_batches/:id/release',
    operation_id: 'releaseFromPayoutBatch',
    right: 'payouts.pay',
    tag,
    summary: 'Put pay-outs of a draft back into the queue',
    description: 'After the export nothing is put back: money may have left.',
    body: strictBodyOf(RELEASE_FROM_BATCH),
    answer: BatchResultSchema,
    handle: async ({ app, operator, params, fields }) =>
      await tellBatch(
        { app, operator },
        await releaseFromPayoutBatch(app, operator, params.id, fields),
        fields,
      ),
  }),
  route({
    method: 'POST',
    url: '/payout_batches/:id/export',
    operation_id: 'exportPayoutBatch',
    right: 'payout_files.open',
    tag,
    summary: 'Export a batch: it never changes again and is sent by its rail',
    description:
      'First the file is checked: by default pain.001, otherwise the `version`, `layout` or `mapping` that is named. A pay-out that it cannot carry refuses the export, and the batch stays a draft. Repeating the export changes nothing; the files stay byte for byte the same.',
    body: strictBodyOf(EXPORT_BATCH),
    body_optional: true,
    answer: PayoutBatchSchema,
    handle: ({ app, operator, params, fields }) =>
      exportPayoutBatch(app, operator, params.id, fields),
  }),
  route({
    method: 'POST',
    url: '/payout_answers',
    operation_id: 'importPayoutAnswers',
    right: 'payouts.pay',
    approval: { acts: ['evidence'] },
    tag,
    summary: 'Import what a bank answered: pain.002, or CSV',
    description: [
      'The file is the body. A broken file imports nothing; the same file again changes nothing. CSV has the columns `end_to_end_id`, `status`, `utr`, `reason`, `text`.',
      'A pain.002 must answer a message of this service, and only payments of it.',
      'The file is a claim of whoever gives it: if what its rejections give back reaches the band `evidence` within a day, the answer is 202 with a proposal, the file is kept, and the approval of somebody else imports it.',
    ].join('\n\n'),
    query: queryOf(IMPORT_ANSWERS),
    upload: ['application/xml', 'text/xml', 'text/csv', 'text/plain', 'application/octet-stream'],
    answer: AnswersSchema,
    handle: async ({ app, operator, query, fields, upload: body }) => {
      const held_file_id = heldFileOf(operator, fields);
      const request = { ...query, body, held_file_id };
      const answer = await importPayoutAnswers(app, operator, request);
      return await orProposeEvidence(app, operator, answer, 'importPayoutAnswers');
    },
  }),
];
