// Routes of the operator API: the review queue, one line with its history, and the decisions about
// it.

import { joinSuspense } from '../../../app/cell/combined-work.ts';
import { type BankLineDetail, bankLineDetail } from '../../../app/line/bank-line-detail.ts';
import { listSuspense, type SuspenseGroup } from '../../../app/line/list-suspense.ts';
import { reviewLine } from '../../../app/line/review-line.ts';
import { REVIEW_APPROVALS } from '../../../domain/approval/review-approvals.ts';
import { REVIEW_LINE } from '../../../domain/line/review-requests.ts';
import { SUSPENSE_AGE_NAMES } from '../../../domain/line/suspense-age.ts';
import { LINE_ACTS, LINE_STATUSES, type LineAct } from '../../../domain/record/bank-line.ts';
import { STATES } from '../../../domain/record/trade.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import {
  cents,
  integer,
  list,
  MERCHANT_NAME,
  moment,
  shape,
  text,
  textOrNull,
  uuid,
  uuidOrNull,
  words,
} from '../../schema/shapes.ts';
import { NAMED_ACTOR, possibleEvidence } from '../../schema/shared-members.ts';
import { combined } from '../route/combined-answer.ts';
import { type OperatorRoute, route } from '../route/route.ts';
import { BankLineSchema } from './bank-lines.ts';

type LineActBody = BankLineDetail['acts'][number];

const LineActSchema = shape<LineActBody>('LineAct', {
  act: words(LINE_ACTS, 'What was decided'),
  from_status: words(LINE_STATUSES, 'The status before'),
  to_status: words(LINE_STATUSES, 'The status after'),
  merchant_id: uuidOrNull('The merchant of the trade'),
  trade_id: uuidOrNull('The trade'),
  order_id: textOrNull('The merchant’s own id of its order'),
  merchant_name: textOrNull(MERCHANT_NAME),
  actor: shape<LineActBody['actor']>('LineActor', NAMED_ACTOR),
  note: text('Why, in their words'),
  at: moment('When'),
});

type PossibleBody = BankLineDetail['possible_payins'][number];

const PossibleSchema = shape<PossibleBody>('PossiblePayin', {
  merchant_id: uuid('Whose trade'),
  trade_id: uuid('The trade'),
  order_id: text('The merchant’s own id of the order'),
  state: words(STATES, 'Its present state'),
  amount_cents: cents('What it asks for'),
  received_amount_cents: cents('What came of it so far'),
  difference_cents: cents('What the line brings beyond that; negative: what is missing'),
  score: integer('The higher, the more likely'),
  evidence: possibleEvidence,
  explanation: text('The same in words'),
});

const ActNowSchema = shape<BankLineDetail['acts_now'][number]>('LineActNow', {
  act: words(LINE_ACTS, 'The decision; `why_not` says whether it is possible'),
  why_not: textOrNull('In words; null: it can be tried'),
});

const BankLineDetailSchema = shape<BankLineDetail>('BankLineDetail', {
  line: BankLineSchema,
  acts_now: list(ActNowSchema, { description: 'Every decision, and why it is not possible now' }),
  possible_payins: list(PossibleSchema, {
    description: 'In suspense: the pay-ins of this account that it may be for, likeliest first',
  }),
  parts: list(BankLineSchema, { description: 'The parts of a line that was split' }),
  acts: list(LineActSchema, { description: 'What people decided about it, oldest first' }),
});

type Row = {
  summary: string;
  description: string;
};

const ROWS: Readonly<Record<LineAct, Row>> = {
  assign: {
    summary: 'Assign a bank line to a trade',
    description:
      'The line counts as evidence, whatever its text and time. Assigning outgoing money to a pay-in takes back its credit. If the amounts differ, because banks kept a charge or rounded, name the difference: the line is split into the trade’s amount and the difference.',
  },
  split: {
    summary: 'Split a bank line into parts',
    description: 'Each part is then matched or decided about by itself.',
  },
  fee: {
    summary: 'Book a bank line as the bank’s fee or interest',
    description: 'Its amount is posted to the costs of its account.',
  },
  own_transfer: {
    summary: 'Book a bank line as one side of a transfer between own accounts',
    description: 'Both sides are posted to the account `transit`.',
  },
  credit: {
    summary: 'Credit a bank line to a merchant',
    description:
      'Its money goes to the merchant’s balance without an order and without a fee. Money that the bank took is charged to the balance, which must be large enough.',
  },
  keep: {
    summary: 'Keep a bank line for the next one',
    description:
      'It stays in suspense and in the list of what is owed. A later line of the same UTR and the opposite amount cancels it out.',
  },
  return: {
    summary: 'Return the money of a bank line to its sender',
    description: 'Creates a pay-out of the house’s own merchant, with its hold.',
  },
  undo: {
    summary: 'Undo the decision about a bank line',
    description:
      'The line waits in suspense again. Refused if money may have left; if a credit depends on the line, unless `reverse` takes back the credit too or `keep` leaves it; and if the line returned a pay-out, unless `charge` charges its merchant again. A pay-out for which this line is the only proof of payment becomes disputed, or is reversed with `reverse`.',
  },
};

const tag = 'Bank';

function gateOf(act: LineAct): Pick<OperatorRoute, 'approval'> {
  const row = REVIEW_APPROVALS[act];
  return 'none' in row ? {} : { approval: { acts: row.acts } };
}

const ACT_ROUTES = LINE_ACTS.map((act) =>
  route({
    method: 'POST',
    url: `/bank_lines/:id/${act}` as '/bank_lines/:id/act',
    operation_id: `${act.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}BankLine`,
    right: 'bank_lines.decide',
    ...gateOf(act),
    tag,
    summary: ROWS[act].summary,
    description: ROWS[act].description,
    idempotent: true,
    body: strictBodyOf(REVIEW_LINE[act]),
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
    right: 'bank.read',
    tag,
    summary: 'Get a bank line with its parts and the decisions about it',
    description:
      'Changes nothing. The counterparty’s account number is masked; personal data that was ' +
      'erased is null.',
    answer: BankLineDetailSchema,
    handle: ({ app, params }) => bankLineDetail(app, params.id),
  }),
  route({
    method: 'GET',
    url: '/suspense',
    operation_id: 'listSuspense',
    right: 'bank.read',
    tag,
    summary: 'Sum up what waits in suspense, by receiving account and age',
    description:
      'Sorted by receiving account, and within one from the youngest age to the oldest. Incoming ' +
      'and outgoing money are summed separately.',
    answer: shape<{ data: SuspenseGroup[] }>('Suspense', {
      data: list(
        shape<SuspenseGroup>('SuspenseGroup', {
          receiving_account_id: uuid('The account that has the money'),
          currency: text('ISO 4217 code'),
          age: words(SUSPENSE_AGE_NAMES, 'How long ago the lines were booked'),
          lines: integer('How many wait'),
          in_cents: cents('What came in'),
          out_cents: cents('What went out'),
          oldest_at: moment('The hour in which the oldest line was booked'),
        }),
        { description: 'The lines in suspense, by receiving account and age' },
      ),
    }),
    combined: combined({ rows: ['data'], join: joinSuspense }),
    handle: ({ app }) => listSuspense(app),
  }),
  ...ACT_ROUTES,
];
