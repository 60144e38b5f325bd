// Routes of the operator API: lines that wait because a stored line may be the same movement.

import { Type } from 'typebox';
import { orProposeEvidence } from '../../../app/approval/claim-evidence.ts';
import {
  decideWaitingLine,
  listWaitingLines,
  type WaitingLineBody,
} from '../../../app/line/waiting-lines.ts';
import { WAIT_REASONS } from '../../../domain/line/judge-lines.ts';
import { DECIDE_WAITING, FIND_WAITING } from '../../../domain/line/line-requests.ts';
import { LINE_SOURCES } from '../../../domain/record/bank-line.ts';
import { ACTOR_ROLES } from '../../../domain/record/origin.ts';
import { queryOf, strictBodyOf } from '../../schema/request-schema.ts';
import {
  ACTOR_NAME,
  cents,
  flag,
  list,
  moment,
  momentOrNull,
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
import { BankLineSchema } from './bank-lines.ts';

const tag = 'Bank';

const WaitingSchema = shape<WaitingLineBody>('WaitingLine', {
  id: uuid('The waiting line; if it is taken as another one, the bank line has this id too'),
  receiving_account_id: uuid('The account on which the money moved'),
  statement_id: uuidOrNull('The statement that has it; null: a feed or a person gave it'),
  currency: text('ISO 4217 code'),
  amount_cents: cents('Negative: money went out'),
  booked_at: text('A time, or a day if the bank gave only that'),
  utr: textOrNull('In canonical form: upper case, no separators'),
  text: textOrNull('The bank’s narration'),
  damaged: flag('Its personal data cannot be decrypted, and is null'),
  erased: flag('Its personal data was erased with that of the payer, and is null'),
  bank_id: textOrNull('The bank’s own id of the line'),
  counterparty_name: textOrNull('Who sent or received the money'),
  counterparty_number: textOrNull('Masked'),
  end_to_end_id: textOrNull('The sender’s own id of the payment'),
  received_at: moment('Since when it waits'),
  source: orNull('string', {
    enum: [...LINE_SOURCES, null],
    description: '`hand`: a person or their token gave it; `file`: a statement; `feed`: a feed',
  }),
  reason: words(WAIT_REASONS, 'Why it waits'),
  explanation: text('The same in words'),
  stored_lines: list(BankLineSchema, { description: 'The other side: lines that it may repeat' }),
  decision: Type.Union([words(['same', 'other']), Type.Null()], {
    description: 'Null: it waits',
  }),
  bank_line_ids: list(uuid('A bank line'), {
    description: 'The bank lines that are this movement; empty: it waits',
  }),
  note: textOrNull('Why it was decided so'),
  decided_by: Type.Union(
    [
      shape<NonNullable<WaitingLineBody['decided_by']>>('WaitingLineActor', {
        role: words(ACTOR_ROLES, 'Who decided'),
        id: uuidOrNull('The person or token'),
        name: textOrNull(ACTOR_NAME),
      }),
      Type.Null(),
    ],
    { description: 'Who decided about it; null: it waits' },
  ),
  decided_at: momentOrNull('When it was decided'),
});

export const WAITING_LINE_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/waiting_lines',
    operation_id: 'listWaitingLines',
    right: 'bank.read',
    tag,
    summary: 'List lines that wait because a stored line may be the same movement, newest first',
    description:
      'They count nowhere: neither in suspense nor in the ledger. Each is shown with the stored lines beside it.',
    query: { ...queryOf(FIND_WAITING), ...PAGING },
    answer: pageShape('WaitingLinePage', WaitingSchema),
    handle: ({ app, query }) => listWaitingLines(app, query),
  }),
  route({
    method: 'POST',
    url: '/waiting_lines/:id/same',
    operation_id: 'decideSameLine',
    right: 'bank_lines.decide',
    tag,
    summary: 'Say that a waiting line is the same movement as stored lines: nothing is credited',
    description:
      'The stored lines must be of the same account and direction, and several must add up to ' +
      'its amount. Refused if somebody has decided about it; if one stored line is beside it, ' +
      'none has to be named.',
    body: strictBodyOf(DECIDE_WAITING.same),
    answer: WaitingSchema,
    handle: ({ app, operator, params, fields }) =>
      decideWaitingLine(app, operator, params.id ?? '', 'same', fields),
  }),
  route({
    method: 'POST',
    url: '/waiting_lines/:id/other',
    operation_id: 'decideOtherLine',
    right: 'bank_lines.decide',
    approval: { acts: ['evidence'] },
    tag,
    summary: 'Say that a waiting line is a movement of its own: it is taken, matched and counts',
    description:
      'It credits by a person’s word, like a line that they give: above the band `evidence` somebody else approves it.',
    body: strictBodyOf(DECIDE_WAITING.other),
    answer: WaitingSchema,
    handle: async ({ app, operator, params, fields }) => {
      const decided = await decideWaitingLine(app, operator, params.id ?? '', 'other', fields);
      return await orProposeEvidence(app, operator, decided, 'decideOtherLine', params);
    },
  }),
];
