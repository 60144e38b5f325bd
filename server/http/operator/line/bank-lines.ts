// Routes of the operator API: bank lines, which feeds send and people follow up.
import { Type } from 'typebox';
import { orProposeEvidence } from '../../../app/approval/claim-evidence.ts';
import { type BankLineBody, listBankLines } from '../../../app/line/list-bank-lines.ts';
import { TAKE_LINES, takeBankLines } from '../../../app/line/take-bank-lines.ts';
import type { TakenLineBody } from '../../../app/line/taken-line.ts';
import { type FeedLines, type IntakeLine, tellLines } from '../../../app/statement/feed-answer.ts';
import { WAIT_REASONS } from '../../../domain/line/judge-lines.ts';
import { FIND_LINES } from '../../../domain/line/line-requests.ts';
import {
  LINE_EVIDENCE,
  LINE_REASONS,
  LINE_SOURCES,
  LINE_STATUSES,
} from '../../../domain/record/bank-line.ts';
import { isRefusal } from '../../../domain/service/refusal.ts';
import { queryOf, strictBodyOf } from '../../schema/request-schema.ts';
import {
  cents,
  flag,
  integer,
  list,
  MERCHANT_NAME,
  moment,
  orNull,
  PAGING,
  pageShape,
  shape,
  text,
  textOrNull,
  uuid,
  uuidOrNull,
  words,
} from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const reason = words(LINE_REASONS, 'Why the line has this status');

const SHARED = flag('Another line has had this id of the bank before');

export const TAKEN_LINE = {
  id: uuid('The bank line; for a duplicate the one that was there already'),
  status: words(
    [...LINE_STATUSES, 'duplicate', 'waiting'],
    '`waiting`: not taken, because a stored line may be the same movement; `id` is that of `/waiting_lines`',
  ),
  merchant_id: uuidOrNull('The merchant of the trade that it paid'),
  trade_id: uuidOrNull('The trade that it paid'),
  reason: words([...LINE_REASONS, ...WAIT_REASONS], 'Why the line has this status'),
  bank_id_shared: SHARED,
};

/** The whole answer to a feed about its lines. */
export const feedLines = (description: string) =>
  list(
    shape<IntakeLine>('IntakeLine', {
      line: integer('Its position in the request, from 1'),
      status: words(['new', 'duplicate'], '`duplicate`: it was sent before'),
    }),
    { description },
  );

const candidates = list(
  shape<BankLineBody['candidates'][number]>('LineCandidate', {
    merchant_id: uuid('Whose trade'),
    trade_id: uuid('The trade'),
    order_id: textOrNull('The merchant’s own id of its order'),
    merchant_name: textOrNull(MERCHANT_NAME),
    score: Type.Number({ description: 'The higher, the more likely' }),
    evidence: list(words(LINE_EVIDENCE), { description: 'The evidence for it' }),
    explanation: text('The same in words'),
  }),
  { description: 'Trades that it may be for, as they were found when its status was decided' },
);

export const BankLineSchema = shape<BankLineBody>('BankLine', {
  id: uuid('The bank line'),
  receiving_account_id: uuid('The account on which the money moved'),
  currency: text('ISO 4217 code'),
  amount_cents: cents('Negative: money went out'),
  booked_at: text('A time, or a day if the bank gave only that'),
  utr: textOrNull('In canonical form: upper case, no separators'),
  text: textOrNull('The bank’s narration'),
  damaged: flag('Its personal data cannot be decrypted, and is null'),
  erased: flag('Its personal data was erased with that of the payer, and is null'),
  bank_id: textOrNull('The bank’s own id of the line'),
  bank_id_shared: SHARED,
  statement_id: uuidOrNull('The statement that contained it'),
  counterparty_name: textOrNull('Who sent or received the money'),
  counterparty_number: textOrNull('Masked'),
  purpose: textOrNull('The bank’s code for the kind of transaction'),
  end_to_end_id: textOrNull('The sender’s own id of the payment'),
  return_reason: textOrNull('Why a bank sent the money back'),
  source: orNull('string', {
    enum: [...LINE_SOURCES, null],
    description: '`hand`: a person or their token gave it; `file`: a statement; `feed`: a feed',
  }),
  parent_line_id: uuidOrNull('For a part: the line that was split'),
  received_at: moment('When it came'),
  status: words(LINE_STATUSES, 'What became of its money'),
  merchant_id: uuidOrNull('The merchant of the trade that it paid'),
  trade_id: uuidOrNull('The trade that it paid'),
  order_id: textOrNull('The merchant’s own id of its order'),
  merchant_name: textOrNull(MERCHANT_NAME),
  reason,
  explanation: text('The reason in words'),
  candidates,
  decided_at: moment('When its status was decided'),
});

const tag = 'Bank';

export const BANK_LINE_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'POST',
    url: '/bank_lines',
    operation_id: 'takeBankLines',
    right: 'bank_lines.give',
    approval: { acts: ['evidence'] },
    tag,
    summary: 'Send bank lines; each is matched or waits in suspense',
    description:
      'Lines sent before are reported as duplicates, so repeating a request is harmless. A feed ' +
      'learns which lines were new, but nothing about merchants and trades. Lines that a person ' +
      'or a new feed gives are a claim: above the band `evidence` somebody else approves the request.',
    body: strictBodyOf(TAKE_LINES),
    answer: Type.Union([
      shape<{ lines: TakenLineBody[] }>('TakenLines', {
        lines: list(shape<TakenLineBody>('TakenLine', TAKEN_LINE), {
          description: 'Each line of the request, in its order',
        }),
      }),
      shape<FeedLines>('FeedLines', {
        imported: integer('Lines that are new'),
        duplicate: integer('Lines that were sent before'),
        lines: feedLines('Each line of the request, in its order'),
      }),
    ]),
    handle: async ({ app, operator, fields }) => {
      const taken = await takeBankLines(app, operator, fields);
      if (isRefusal(taken)) return await orProposeEvidence(app, operator, taken, 'takeBankLines');
      return tellLines(operator, taken);
    },
  }),
  route({
    method: 'GET',
    url: '/bank_lines',
    operation_id: 'listBankLines',
    right: 'bank.read',
    tag,
    summary: 'List or search bank lines, newest first',
    description:
      'Filters can be combined; a search by words finds narrations and names of counterparties. ' +
      'Account numbers of counterparties are masked.',
    query: { ...queryOf(FIND_LINES), ...PAGING },
    answer: pageShape('BankLinePage', BankLineSchema),
    handle: ({ app, query }) => listBankLines(app, query),
  }),
];
