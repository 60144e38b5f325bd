// Route of the operator API: decisions about many bank lines with one request.
import { type TSchema, Type } from 'typebox';
import { proposeItem } from '../../../app/approval/propose.ts';
import {
  type DecisionResult,
  type DecisionResults,
  decisionResults,
  type LineActFields,
  type LineDecision,
  MOST_DECISIONS,
  reviewLines,
} from '../../../app/line/review-lines.ts';
import { REVIEW_APPROVAL_ACTS } from '../../../domain/approval/review-approvals.ts';
import { LINE_ACTS, LINE_STATUSES, type LineAct } from '../../../domain/record/bank-line.ts';
import type { ProposedRequest } from '../../../domain/record/proposal.ts';
import { FIELD_ERROR_CODES, isRefusal, REFUSAL_CODES } from '../../../domain/service/refusal.ts';
import {
  integer,
  list,
  optional,
  request,
  shape,
  text,
  uuid,
  uuidOrNull,
  words,
  wordsOrNull,
} from '../../schema/shapes.ts';
import { ItemsAnswer } from '../route/items-answer.ts';
import { type OperatorRoute, routeOfItems } from '../route/route.ts';
import { fieldsOfLineAct } from './review.ts';

const namesOf = (act: LineAct) => Object.keys(fieldsOfLineAct(act));

/** The fields of all acts; each act refuses those of the others. */
const FIELDS: Readonly<Record<string, TSchema>> = Object.fromEntries(
  LINE_ACTS.flatMap((act) => Object.entries(fieldsOfLineAct(act))).map(([name, schema]) => [
    name,
    optional(schema),
  ]),
);

const typesOf = (name: string): string[] =>
  name === 'note' ? ['string'] : [Object(FIELDS[name]).type ?? []].flat();

const ACT_FIELDS: LineActFields = { takes: namesOf, typesOf };

const reason = (description: string) => text(description, { maxLength: 500 });

const ErrorOfDecision = Type.Union([
  shape<NonNullable<DecisionResult['error']>>('DecisionError', {
    code: words(REFUSAL_CODES),
    detail: text('One sentence about this decision'),
    errors: list(
      shape<{ field: string; code: string; message: string }>('DecisionFieldError', {
        field: text('Of this decision'),
        code: words(FIELD_ERROR_CODES),
        message: text('A text to read after the field’s name'),
      }),
    ),
  }),
  Type.Null(),
]);

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
    body: request('DecideBankLines', {
      decisions: list(
        request('BankLineDecision', {
          bank_line_id: uuid('The bank line'),
          act: words(LINE_ACTS, 'What is decided; the other fields are those of this act'),
          ...FIELDS,
          note: optional(reason('Why; default: the note of the request')),
        }),
        { description: `1 to ${MOST_DECISIONS}` },
      ),
      note: optional(reason('Why, for all decisions without a note of their own')),
    }),
    answer: shape<DecisionResults>('BankLineDecisions', {
      decided_count: integer('How many were made'),
      waiting_count: integer('How many wait for a second person'),
      refused_count: integer('How many were refused'),
      results: list(
        shape<DecisionResult>('BankLineDecisionResult', {
          bank_line_id: text('As the request has it'),
          outcome: words(['decided', 'waiting', 'refused']),
          status: wordsOrNull(LINE_STATUSES, 'What became of the line; null if refused'),
          error: ErrorOfDecision,
          proposal_id: uuidOrNull('The proposal that waits for a second person'),
        }),
        { description: 'In the order of the decisions' },
      ),
    }),
    handle: async ({ app, operator, fields, idempotency_key }) => {
      const reviewed = await reviewLines(app, operator, fields, ACT_FIELDS, idempotency_key);
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
