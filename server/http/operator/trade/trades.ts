// Routes of the operator API: list trades, show the timeline of one, and act on them.

import { Type } from 'typebox';
import { refundTrade } from '../../../app/payout/create-refund.ts';
import { actOnTrade, OPERATOR_ACTS } from '../../../app/trade/act-on-trade.ts';
import { type ListedTradeBody, listTrades } from '../../../app/trade/list-trades.ts';
import {
  forItsMerchant,
  getTradeWithTimeline,
  type TradeWithTimeline,
} from '../../../app/trade/trade-timeline.ts';
import type { Right } from '../../../domain/access/rights.ts';
import { TRADE_ACT_APPROVALS } from '../../../domain/approval/trade-act-approvals.ts';
import type { TradeAct } from '../../../domain/batch/command.ts';
import { PAYEE_SOURCES } from '../../../domain/payout/refund-payee.ts';
import { SETTLEMENT_STATES } from '../../../domain/record/settlement-record.ts';
import { ACTS, STATE_REASONS, STATES } from '../../../domain/record/trade.ts';
import { isRefusal } from '../../../domain/service/refusal.ts';
import { ACT_ON_TRADE } from '../../../domain/trade/act-requests.ts';
import { REFUND_TRADE } from '../../../domain/trade/create-requests.ts';
import { FIND_TRADES } from '../../../domain/trade/query-requests.ts';
import { AttemptSchema, DELIVERY } from '../../schema/delivery-schema.ts';
import { queryOf, strictBodyOf } from '../../schema/request-schema.ts';
import { ARCHIVED_UNTIL, TradeSchema } from '../../schema/schemas.ts';
import {
  cents,
  integer,
  list,
  MERCHANT_NAME,
  moment,
  momentOrNull,
  PAGING,
  pageShape,
  shape,
  text,
  textOrNull,
  uuid,
  words,
  wordsOrNull,
} from '../../schema/shapes.ts';
import { NAMED_ACTOR } from '../../schema/shared-members.ts';
import { EntrySchema } from '../ledger/ledger.ts';
import { BankLineSchema } from '../line/bank-lines.ts';
import { type OperatorRoute, route } from '../route/route.ts';
import { ReceiptSchema } from './receipts.ts';

type Timeline = TradeWithTimeline['timeline'];
type TimelineAct = Timeline['acts'][number];
type TimelineCallback = Timeline['callbacks'][number];

const ActSchema = shape<TimelineAct>('TimelineAct', {
  sequence: integer('The trade’s sequence after the act'),
  act: words(ACTS, 'What was done'),
  from: wordsOrNull(STATES, 'The state before; null at the creation'),
  state: words(STATES, 'The state after it'),
  state_reason: wordsOrNull(STATE_REASONS, 'Why'),
  amount_cents: cents('The trade’s amount at the time'),
  received_amount_cents: cents('The amount received by then'),
  utr: textOrNull('The UTR at the time'),
  actor: shape<TimelineAct['actor']>('Actor', NAMED_ACTOR),
  note: textOrNull('In the actor’s words'),
  at: moment('When'),
});

const CallbackSchema = shape<TimelineCallback>('TimelineCallback', {
  ...DELIVERY,
  history: list(AttemptSchema, { description: 'Its attempts, in their order' }),
});

const RefundPayeeSchema = shape<NonNullable<TradeWithTimeline['refund_payee']>>('RefundPayee', {
  source: words(
    PAYEE_SOURCES,
    'bank_line: the sender, as the bank reported it; earlier: of another refund of it',
  ),
  name: textOrNull('As it is known'),
  number: text('Masked'),
});

const ListedTradeSchema = shape<ListedTradeBody>('ListedTrade', {
  ...TradeSchema.properties,
  merchant_name: textOrNull(MERCHANT_NAME),
});

const TradeWithTimelineSchema = shape<TradeWithTimeline>('TradeWithTimeline', {
  trade: TradeSchema,
  refunds: list(TradeSchema, { description: 'Pay-outs that refund this pay-in' }),
  settlements: list(
    shape<TradeWithTimeline['settlements'][number]>('TradeSettlement', {
      id: uuid('The settlement'),
      number: integer('Of its merchant: 1, 2, 3 …'),
      state: words(SETTLEMENT_STATES, 'The state of the statement and its payment'),
    }),
    { description: 'Those that count what the trade moved, and the one that it pays' },
  ),
  refund_payee: Type.Union([RefundPayeeSchema, Type.Null()], {
    description: 'Whom a refund pays if it names nobody; null: it has to name somebody',
  }),
  next_acts: list(words(ACTS), { description: 'What the trade’s state allows' }),
  closed_acts: list(
    shape<TradeWithTimeline['closed_acts'][number]>('ClosedAct', {
      act: words(ACTS, 'The act that is not possible'),
      why: text('Why it is not possible now'),
    }),
    { description: 'What it does not allow now, although such a trade knows it' },
  ),
  timeline: shape<Timeline>('Timeline', {
    acts: list(ActSchema, { description: 'What changed the trade, the oldest act first' }),
    entries: list(EntrySchema, {
      description: 'What was posted for it; empty for the people of its merchant',
    }),
    lines: list(BankLineSchema, {
      description: 'Bank lines of its money; empty for the people of its merchant',
    }),
    callbacks: list(CallbackSchema, {
      description: 'What its merchant was sent, the oldest first',
    }),
    callbacks_removed_before: momentOrNull(
      'Callbacks of this trade that ended before this time were removed by their age; null: none',
    ),
  }),
  evidence: shape<TradeWithTimeline['evidence']>('Evidence', {
    said_paid_at: momentOrNull('When the payer said, without a UTR, that they have paid'),
    receipts: list(ReceiptSchema, { description: 'Files that the payer sent' }),
  }),
});

const SUMMARIES: Readonly<Record<Exclude<TradeAct, 'expire'>, string>> = {
  confirm: 'Confirm a pay-in: the money has arrived',
  complete: 'Complete a pay-out: it has been paid',
  take: 'Take a pay-out to pay it',
  release: 'Put a pay-out back into the queue: nothing was sent, and the note says how you know',
  fail: 'Reject a pay-in’s evidence, or a pay-out that was not paid',
  cancel: 'Cancel a trade before anything happened',
  dispute: 'Open a dispute',
  resolve: 'End a dispute',
  reverse: 'Reverse a completed trade: its money was taken back',
};

const DESCRIPTIONS: typeof SUMMARIES = {
  confirm:
    'Credits `amount_cents`, or by default what was received, otherwise what was requested. ' +
    'Refused if a bank line in suspense looks like this money, unless `despite_line` names it ' +
    'and `note` says why; a second person may have to approve it.',
  complete:
    'Needs the bank’s `utr`, and a pay-out that somebody has taken. It does not wait for a ' +
    'second person: the one who was needed approved the taking.',
  take:
    'Nobody else can take it then. A second person may have to approve it; to name the account ' +
    'from which it is paid, use `takePayouts`.',
  release:
    'Refused once its batch was exported, because money may have left. Of a pay-out that is paid ' +
    'by hand a second person may have to approve it.',
  fail:
    'Money that the pay-in received goes to suspense; the amount of the pay-out goes back to the ' +
    'balance of its merchant. If the pay-out was taken, a second person may have to approve it.',
  cancel:
    'Possible for a pay-in that is `created` or `pending` and for a pay-out that nobody has ' +
    'taken, whose amount goes back to the balance. It does not wait for a second person.',
  dispute:
    'Blocks all that is left of a credit; no money leaves the merchant. `openDispute` can ' +
    'contest a part.',
  resolve:
    '`outcome` says in which state the trade ends; by default the one before the dispute. A ' +
    'credited pay-in whose dispute has failed is reversed, and a second person may have to ' +
    'approve it.',
  reverse:
    'The credit of a pay-in is taken back, even if the balance falls below zero, and its bank ' +
    'lines are in suspense again; the amount of a pay-out goes back to the balance. A second ' +
    'person may have to approve it.',
};

const RIGHT_OF_ACT: Readonly<Record<Exclude<TradeAct, 'expire'>, Right>> = {
  confirm: 'trades.decide',
  complete: 'payouts.pay',
  take: 'payouts.pay',
  release: 'payouts.pay',
  fail: 'trades.decide',
  cancel: 'trades.decide',
  dispute: 'disputes.write',
  resolve: 'disputes.decide',
  reverse: 'trades.reverse',
};

const tag = 'Trades';

function gateOf(act: TradeAct): Pick<OperatorRoute, 'approval'> {
  const row = TRADE_ACT_APPROVALS[act];
  return 'none' in row ? {} : { approval: { acts: row.acts } };
}

const ACT_ROUTES = OPERATOR_ACTS.map((act) =>
  route({
    method: 'POST',
    url: `/trades/:merchant_id/:id/${act}` as '/trades/:merchant_id/:id/act',
    operation_id: `${act}Trade`,
    ...gateOf(act),
    right: RIGHT_OF_ACT[act],
    tag,
    summary: SUMMARIES[act],
    description: DESCRIPTIONS[act],
    idempotent: true,
    body: strictBodyOf(ACT_ON_TRADE),
    body_optional: true,
    answer: TradeSchema,
    handle: ({ app, operator, params, fields, idempotency_key }) =>
      actOnTrade(app, operator, params.merchant_id, params.id, act, fields, idempotency_key),
  }),
);

export const TRADE_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/trades',
    operation_id: 'listTrades',
    right: 'trades.read',
    own_merchant: { query: 'merchant_id' },
    tag,
    summary: 'List trades, newest first; numbers are masked',
    description:
      'Filters can be combined. The people of a merchant get the trades of their merchant only.',
    query: { ...queryOf(FIND_TRADES), ...PAGING },
    answer: pageShape('TradePage', ListedTradeSchema, ARCHIVED_UNTIL),
    handle: ({ app, query }) => listTrades(app, query),
  }),
  route({
    method: 'GET',
    url: '/trades/:merchant_id/:id',
    operation_id: 'getTrade',
    right: 'trades.read',
    own_merchant: { param: 'merchant_id' },
    tag,
    summary: 'Get a trade with everything that happened to it',
    description:
      'Numbers are masked. The people of its merchant get it without bank lines, entries, and ' +
      'the names and notes of the operator’s people.',
    answer: TradeWithTimelineSchema,
    handle: async ({ app, operator, params }) => {
      const found = await getTradeWithTimeline(app, params.merchant_id, params.id);
      return isRefusal(found) || operator.merchant_id === null ? found : forItsMerchant(found);
    },
  }),
  ...ACT_ROUTES,
  route({
    method: 'POST',
    url: '/trades/:merchant_id/:id/refund',
    operation_id: 'refundTrade',
    approval: { acts: ['refund'] },
    right: 'refunds.make',
    tag,
    summary: 'Refund a pay-in, in full or in part',
    description: 'Answers with the pay-out that pays the money back.',
    idempotent: true,
    body: strictBodyOf(REFUND_TRADE),
    answer: TradeSchema,
    handle: ({ app, operator, params, fields, idempotency_key }) =>
      refundTrade(app, operator, params, fields, idempotency_key),
  }),
];
