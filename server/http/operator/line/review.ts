// Routes of the operator API: the review queue, one line with its history, and the decisions about
// it.
import { type TSchema, Type } from 'typebox';
import { type BankLineDetail, bankLineDetail } from '../../../app/line/bank-line-detail.ts';
import { listSuspense, type SuspenseGroup } from '../../../app/line/list-suspense.ts';
import { reviewLine } from '../../../app/line/review-line.ts';
import { SUSPENSE_AGE_NAMES } from '../../../domain/line/suspense-age.ts';
import { LINE_ACTS, LINE_STATUSES, type LineAct } from '../../../domain/record/bank-line.ts';
import { ACTOR_ROLES } from '../../../domain/record/trade.ts';
import { LIMITS } from '../../../domain/service/limits.ts';
import { PAYMENT_TYPES } from '../../../domain/values/payment-type.ts';
import {
  cents,
  integer,
  list,
  moment,
  optional,
  orNull,
  request,
  shape,
  text,
  textOrNull,
  uuid,
  uuidOrNull,
  words,
} from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';
import { BankLineSchema } from './bank-lines.ts';

type LineActBody = BankLineDetail['acts'][number];

const LineActSchema = shape<LineActBody>('LineAct', {
  act: words(LINE_ACTS, 'What was decided'),
  from_status: words(LINE_STATUSES, 'Where its money was'),
  to_status: words(LINE_STATUSES, 'Where it was then'),
  merchant_id: uuidOrNull('Whose trade it was about'),
  trade_id: uuidOrNull('The trade that it was about'),
  actor: shape<LineActBody['actor']>('LineActor', {
    role: words(ACTOR_ROLES),
    id: textOrNull('The token that was used'),
  }),
  note: text('Why, in their words'),
  at: moment('When'),
});

const BankLineDetailSchema = shape<BankLineDetail>('BankLineDetail', {
  line: BankLineSchema,
  parts: list(BankLineSchema, { description: 'Of a line that was split' }),
  acts: list(LineActSchema, { description: 'What people did with it, oldest first' }),
});

const note = text('Why, in your words; stays with the line', { maxLength: 500 });

const RETURN_FIELDS: Readonly<Record<string, TSchema>> = {
  type: optional(
    orNull('string', {
      enum: [...PAYMENT_TYPES.map((row) => row.type), null],
      description: 'How it is paid; else as the number or the account says',
    }),
  ),
  number: optional(textOrNull('Whom to pay; else who the bank says sent it')),
  name: optional(orNull('string', { maxLength: LIMITS.name_max_length })),
  payment_data_bank_name: optional(orNull('string', { maxLength: LIMITS.bank_name_max_length })),
  customer_phone_number: optional(orNull('string', { description: 'E.164' })),
};

type Row = {
  summary: string;
  description: string;
  fields: Readonly<Record<string, TSchema>>;
};

const ROWS: Readonly<Record<LineAct, Row>> = {
  assign: {
    summary: 'Assign a bank line to a trade',
    description:
      'Counts as evidence whatever its text and time. Money that went out and is assigned to a pay-in takes its credit back.',
    fields: {
      merchant_id: uuid('Whose trade'),
      trade_id: uuid('The trade'),
      charge: optional(
        Type.Boolean({
          description:
            'The money left for a pay-out that failed, was canceled or reversed: charge its merchant',
        }),
      ),
    },
  },
  split: {
    summary: 'Split a bank line into parts',
    description: 'Each part is then matched or decided alone.',
    fields: {
      parts: Type.Array(Type.Integer(), {
        minItems: 2,
        maxItems: 50,
        description: 'Amounts in minor units that add up to the line',
      }),
    },
  },
  fee: {
    summary: 'A bank line is a fee or interest of the bank',
    description: 'Its money goes to the costs of its account.',
    fields: {},
  },
  own_transfer: {
    summary: 'A bank line is a leg of a transfer between own accounts',
    description: 'Both legs meet in the account `transit`.',
    fields: {},
  },
  return: {
    summary: 'Send the money of a bank line back to its sender',
    description: 'Makes a pay-out of the house’s own merchant, with its hold.',
    fields: RETURN_FIELDS,
  },
  undo: {
    summary: 'Undo what was decided about a bank line',
    description:
      'The line waits in suspense again. Refused where money may have left, where a credit rests on it unless `reverse` says that the credit goes, too, and where a pay-out came back with it unless `charge` says that its merchant is charged again. A pay-out that only this line showed to be paid is disputed then, or reversed with `reverse`.',
    fields: {
      reverse: optional(
        Type.Boolean({ description: 'Take the credit back as well, or reverse the pay-out' }),
      ),
      charge: optional(
        Type.Boolean({ description: 'Charge the merchant again for a pay-out that came back' }),
      ),
    },
  },
};

const tag = 'Bank';

const ACT_ROUTES = LINE_ACTS.map((act) =>
  route({
    method: 'POST',
    url: `/bank_lines/:id/${act}` as '/bank_lines/:id/act',
    operation_id: `${act.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}BankLine`,
    tag,
    summary: ROWS[act].summary,
    description: ROWS[act].description,
    idempotent: true,
    body: request(`BankLine${act.charAt(0).toUpperCase()}${act.slice(1)}`, {
      ...ROWS[act].fields,
      note,
    }),
    answer: BankLineDetailSchema,
    handle: ({ app, operator, params, fields, idempotency_key }) =>
      reviewLine(app, operator, params.id, act, fields, idempotency_key),
  }),
);

export const REVIEW_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/bank_lines/:id',
    operation_id: 'getBankLine',
    tag,
    summary: 'Get a bank line with its parts and what people did with it',
    answer: BankLineDetailSchema,
    handle: ({ app, params }) => bankLineDetail(app, params.id),
  }),
  route({
    method: 'GET',
    url: '/suspense',
    operation_id: 'listSuspense',
    tag,
    summary: 'What waits in suspense, by receiving account and age',
    answer: shape<{ data: SuspenseGroup[] }>('Suspense', {
      data: list(
        shape<SuspenseGroup>('SuspenseGroup', {
          receiving_account_id: uuid('Where the money is'),
          currency: text('ISO 4217 code'),
          age: words(SUSPENSE_AGE_NAMES, 'How long ago the lines were booked'),
          lines: integer('How many wait'),
          in_cents: cents('What came in'),
          out_cents: cents('What went out'),
          oldest_at: moment('The hour in which the oldest was booked'),
        }),
      ),
    }),
    handle: ({ app }) => listSuspense(app),
  }),
  ...ACT_ROUTES,
];
