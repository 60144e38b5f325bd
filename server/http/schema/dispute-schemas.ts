// Disputes as merchants and operators see them.
import { Type } from 'typebox';
import type {
  DisputeBody,
  MessageBody,
  OperatorDisputeBody,
} from '../../app/request/dispute-view.ts';
import { MESSAGE_VISIBILITIES } from '../../domain/record/dispute-message.ts';
import {
  DISPUTE_BASES,
  DISPUTE_OUTCOMES,
  DISPUTE_STATES,
  DISPUTE_TYPES,
} from '../../domain/record/dispute-record.ts';
import { ACTOR_ROLES } from '../../domain/record/origin.ts';
import { DIRECTIONS, STATES } from '../../domain/record/trade.ts';
import { PICTURE_TYPES } from '../../lib/picture/picture-content.ts';
import {
  cents,
  centsOrNull,
  flag,
  integer,
  list,
  moment,
  momentOrNull,
  optional,
  shape,
  text,
  textOrNull,
  uuid,
  uuidOrNull,
  words,
  wordsOrNull,
} from './shapes.ts';

const FIELDS = {
  id: uuid('The dispute'),
  merchant_id: uuid('Whose trade'),
  trade_id: uuid('The contested trade'),
  order_id: text('The merchant’s own id of the order'),
  direction: words(DIRECTIONS, 'Of the trade'),
  type: words(DISPUTE_TYPES, 'What is contested'),
  state: words(DISPUTE_STATES, 'Whom it waits for, or how it ended'),
  amount_cents: cents('The contested part of the trade’s amount'),
  amount_currency: text('The currency of the trade'),
  blocked_amount_cents: cents('What is blocked of the balance because of it'),
  blocked_currency: text('The currency of the balance'),
  opened_by: words(ACTOR_ROLES, 'Who contested the trade'),
  contested_from: words(STATES, 'The state of the trade when it was contested'),
  deadline_at: moment('When it should be decided, or the party it waits for should answer'),
  is_overdue: flag('The deadline has passed. It moves no money by itself'),
  outcome: wordsOrNull(DISPUTE_OUTCOMES, 'Null until it is decided'),
  awarded_amount_cents: centsOrNull('The part for which the claim was right'),
  basis: wordsOrNull(DISPUTE_BASES, 'What the outcome rests on'),
  is_carried_out: flag('The outcome took effect on the trade'),
  appeal_until: momentOrNull('The decision can be appealed until then'),
  appealed_at: momentOrNull('When it was appealed; a dispute has one appeal'),
  decided_at: momentOrNull('When it was last decided'),
  opened_at: moment('When it was opened'),
  updated_at: moment('When it last changed'),
  closed_at: momentOrNull('When it was closed; null: it is open'),
  message_count: integer('How many messages and notes there are'),
  file_count: integer('How many of them came with a file'),
  sequence: integer('1, 2, 3 …: one for each change'),
};

export const DisputeSchema = Type.Unsafe<DisputeBody>(shape<DisputeBody>('Dispute', FIELDS));

export const OperatorDisputeSchema = shape<OperatorDisputeBody>('OperatorDispute', {
  ...FIELDS,
  opener_id: textOrNull('The person or token that opened it; null for a customer'),
  assigned_to: textOrNull('The person or token that looks after it'),
  overdue_at: momentOrNull('When it was found to be overdue'),
  evidence_line_id: uuidOrNull('The bank line on which the outcome rests'),
});

type File = NonNullable<MessageBody['file']>;

const MessageFileSchema = {
  ...shape<File>('DisputeFile', {
    id: uuid('The file'),
    file_type: words(PICTURE_TYPES, 'By what the file contains'),
    size_bytes: integer('As it is kept'),
    removed_at: momentOrNull('When its content was removed; null while it is there'),
  }),
  type: ['object', 'null'],
  description: 'Null: none',
};

export const MESSAGE_FIELDS = {
  number: integer('1, 2, 3 … in the order in which they were sent'),
  author: words(ACTOR_ROLES, 'Who sent it'),
  visibility: words(
    MESSAGE_VISIBILITIES,
    '`shared`: everybody sees it; `merchant`: not the customer; `internal`: operators alone',
  ),
  text: textOrNull('Null if it cannot be decrypted any more; may be empty beside a file'),
  erased: optional(flag('Only if true: the text was erased with the data of the payer')),
  file: MessageFileSchema,
  sent_at: moment('When it was sent'),
};

export type DisputeWithMessages = { dispute: DisputeBody; messages: MessageBody[] };

export const DisputeWithMessagesSchema = shape<DisputeWithMessages>('DisputeWithMessages', {
  dispute: DisputeSchema,
  messages: list(shape<MessageBody>('DisputeMessage', MESSAGE_FIELDS), {
    description: 'In the order in which they were sent',
  }),
});
