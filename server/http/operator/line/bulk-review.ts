// Route of the operator API: decisions about many bank lines with one request.
import { Type } from 'typebox';
import { proposeItem } from '../../../app/approval/propose.ts';
import {
  type DecisionResult,
  type DecisionResults,
  decisionResults,
  reviewLines,
} from '../../../app/line/review-lines.ts';
import { REVIEW_APPROVAL_ACTS } from '../../../domain/approval/review-approvals.ts';
import { DECIDE_LINES, type LineDecision } from '../../../domain/line/review-requests.ts';
import { LINE_STATUSES } from '../../../domain/record/bank-line.ts';
import type { ProposedRequest } from '../../../domain/record/proposal.ts';
import { FIELD_ERROR_CODES, isRefusal, REFUSAL_CODES } from '../../../domain/service/refusal.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import { integer, list, shape, text, uuidOrNull, words, wordsOrNull } from '../../schema/shapes.ts';
import { ItemsAnswer } from '../route/items-answer.ts';
import { type OperatorRoute, routeOfItems } from '../route/route.ts';

const ErrorOfDecision = Type.Union(
  [
    shape<NonNullable<DecisionResult['error']>>('DecisionError', {
      code: words(REFUSAL_CODES, 'What programs decide by; codes may be added'),
      detail: text('One sentence about this decision'),
      errors: list(
        shape<{ field: string; code: string; message: string }>('DecisionFieldError', {
          field: text('Of this decision'),
          code: words(FIELD_ERROR_CODES, 'What is wrong with it'),
          message: text('A text to read after the field’s name'),
        }),
        { description: 'All wrong fields at once; otherwise empty' },
      ),
    }),
    Type.Null(),
  ],
  { description: 'Why it was refused; null: it was not' },
);

/** The same request with only one of its decisions. */
const requestOf = (
  { bank_line_id, act, fields }: LineDecision,
  idempotency_key: string | undefined,
): ProposedRequest => ({
  operation: 'decideBankLines',
  params: {},
  fields: { decisions: [{ bank_line_id, act, ...fields }], note: fields.note },
  idempotency_key: idempotency_key ?? null,
});

export const BULK_REVIEW_ROUTES: readonly OperatorRoute[] = [
  routeOfItems({
    method: 'POST',
    url: '/bank_lines/decide',
    operation_id: 'decideBankLines',
    approval: { acts: REVIEW_APPROVAL_ACTS },
    right: 'bank_lines.decide',
    tag: 'Bank',
    summary: 'Decide about many bank lines',
    description:
      'Each decision is made as a single one is, and has its own result: some may be refused while others are made. Repeat a lost request with the same Idempotency-Key.',
    idempotent: true,
    body: strictBodyOf(DECIDE_LINES),
    answer: shape<DecisionResults>('BankLineDecisions', {
      decided_count: integer('How many were made'),
      waiting_count: integer('How many wait for a second person'),
      refused_count: integer('How many were refused'),
      results: list(
        shape<DecisionResult>('BankLineDecisionResult', {
          bank_line_id: text('As the request has it'),
          outcome: words(
            ['decided', 'waiting', 'refused'],
            '`waiting`: a second person has to approve it',
          ),
          status: wordsOrNull(LINE_STATUSES, 'What became of the line; null if refused'),
          error: ErrorOfDecision,
          proposal_id: uuidOrNull('The proposal that waits for a second person'),
        }),
        { description: 'In the order of the decisions' },
      ),
    }),
    handle: async ({ app, operator, fields, idempotency_key }) => {
      const reviewed = await reviewLines(app, operator, fields, idempotency_key);
      if (isRefusal(reviewed)) return reviewed;
      const told = await Promise.all(
        reviewed.decisions.map(async ({ item, answer }) => {
          const request = requestOf(item, idempotency_key);
          return { item, result: await proposeItem(app, operator, answer, request) };
        }),
      );
      const refusals = told.map(({ result }) =>
        result.kind === 'refused' ? result.refusal : null,
      );
      return new ItemsAnswer(decisionResults(told), refusals);
    },
  }),
];
