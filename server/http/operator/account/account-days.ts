// Routes of the operator API: list, prove and close the days of receiving accounts.
import {
  type AccountDayBody,
  type ClosedDayBody,
  closeAccountDay,
  getAccountDay,
  type KnownDayBody,
  listAccountDays,
} from '../../../app/proof/close-account-day.ts';
import { DIFFERENCE_KINDS } from '../../../domain/proof/day-reconciliation.ts';
import { CLOSE_DAY, SHOW_DAY } from '../../../domain/proof/proof-requests.ts';
import { queryOf, strictBodyOf } from '../../schema/request-schema.ts';
import {
  ACTOR_NAME,
  cents,
  centsOrNull,
  flag,
  integer,
  integerOrNull,
  list,
  momentOrNull,
  PAGING,
  pageShape,
  shape,
  text,
  textOrNull,
  uuid,
  uuidOrNull,
  words,
  wordsOrNull,
} from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const tag = 'Account days';

const DifferenceSchema = shape<AccountDayBody['differences'][number]>('DayDifference', {
  kind: words(
    DIFFERENCE_KINDS,
    '`wrong_total`: balances or the ledger contradict; `doubled_line`, `missing_line`: the ' +
      'balances count a line once that is there twice, or one that is not there; ' +
      '`unconfirmed_line`: the statement does not show it; `unmatched_line`: it waits in ' +
      'suspense; `unmatched_trade`: said to be paid, or sent, without a line; ' +
      '`unbacked_completion`: credited or completed without a line',
  ),
  amount_cents: cents('Signed as lines are'),
  bank_line_id: uuidOrNull('The line, if the difference is about one'),
  merchant_id: uuidOrNull('Of the trade'),
  trade_id: uuidOrNull('The trade, if the difference is about one'),
  explanation: text('In words'),
});

const DAY = {
  receiving_account_id: uuid('The receiving account'),
  day: text('The day', { format: 'date' }),
  currency: text('ISO 4217 code'),
  opening_cents: centsOrNull('The balance before the first line'),
  opening_source: wordsOrNull(
    ['statement', 'carried'],
    'From a statement, or carried from the closing before',
  ),
  line_count: integer('Lines booked on the day'),
  in_cents: cents('What came in by the lines'),
  out_cents: cents('What went out by the lines'),
  expected_closing_cents: centsOrNull('Opening and lines'),
  closing_cents: centsOrNull('According to the statement; null if it does not say'),
  ledger_cents: cents('What the ledger’s bank account moved by these lines'),
  differences: list(DifferenceSchema, {
    description: 'At most 200 of each kind of line and trade',
  }),
  revision: integerOrNull('How often it was closed; null: never'),
  closed_at: momentOrNull('The last time'),
  closed_by: textOrNull('Who closed it: a person or token'),
  closed_by_name: textOrNull(ACTOR_NAME),
  note: textOrNull('Why differences were accepted'),
  changed_since: flag('The day’s figures have changed since it was closed'),
};

export const ACCOUNT_DAY_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/receiving_accounts/:id/days',
    operation_id: 'listAccountDays',
    right: 'bank.read',
    tag,
    summary: 'List the days for which there is a statement or a closing, newest first',
    description:
      'A day without a statement has no balances, and `revision` is null if nobody has closed ' +
      'it. Listing computes nothing: ask for a day to see its differences.',
    query: PAGING,
    answer: pageShape(
      'AccountDayPage',
      shape<KnownDayBody>('KnownDay', {
        day: DAY.day,
        opening_cents: centsOrNull('By the statements'),
        closing_cents: centsOrNull('By the statements'),
        revision: DAY.revision,
        closed_at: DAY.closed_at,
      }),
    ),
    handle: ({ app, params, query }) => listAccountDays(app, params.id, query),
  }),
  route({
    method: 'GET',
    url: '/receiving_accounts/:id/days/:day',
    operation_id: 'getAccountDay',
    right: 'bank.read',
    tag,
    summary: 'Prove a day: opening + lines = closing, ledger = statement',
    description:
      'Everything is read at one moment, and nothing changes. A day is of UTC unless ' +
      '`zone_offset_minutes` moves it; `changed_since` says whether a closing still agrees.',
    query: queryOf(SHOW_DAY),
    answer: shape<AccountDayBody>('AccountDay', DAY),
    handle: ({ app, params, query }) => getAccountDay(app, params, query),
  }),
  route({
    method: 'POST',
    url: '/receiving_accounts/:id/days/:day/close',
    operation_id: 'closeAccountDay',
    right: 'days.close',
    tag,
    summary: 'Close a day, if it has no differences or they are accepted',
    description:
      'With differences that are not accepted, `outcome` is `refused` and nothing changes. A ' +
      'repeated request finds the same closing, unless figures have changed: then it makes a new ' +
      'revision. Refused before the day has ended.',
    body: strictBodyOf(CLOSE_DAY),
    body_optional: true,
    answer: shape<ClosedDayBody>('ClosedAccountDay', {
      outcome: words(['closed', 'found', 'refused'], '`refused`: see `differences`'),
      ...DAY,
    }),
    handle: ({ app, operator, params, fields }) => closeAccountDay(app, operator, params, fields),
  }),
];
