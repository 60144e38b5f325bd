// What operators and a merchant's people may ask about disputes.

import {
  MERCHANT_VISIBILITIES,
  MESSAGE_MAX_LENGTH,
  MESSAGE_VISIBILITIES,
  type MessageVisibility,
} from '../record/dispute-message.ts';
import { DISPUTE_PARTIES, DISPUTE_STATES, DISPUTE_TYPES } from '../record/dispute-record.ts';
import { expectedSequenceOf, noteField } from '../request/common-fields.ts';
import {
  flagFilter,
  idFilter,
  keyFilter,
  momentFilter,
  OF_ONE_MERCHANT,
  wordFilter,
} from '../request/filter-fields.ts';
import { momentField } from '../request/moment-fields.ts';
import { amountField } from '../request/number-fields.ts';
import { optionalField, queryShape, requestShape, withDefault } from '../request/request-shape.ts';
import { textField, utrField, uuidField } from '../request/text-fields.ts';
import { choiceField } from '../request/word-fields.ts';
import { LIMITS } from '../service/limits.ts';

/** The filters that merchants have as well. */
export const OWN_FILTERS = {
  trade_id: idFilter('Of one trade'),
  state: wordFilter(DISPUTE_STATES),
  type: wordFilter(DISPUTE_TYPES),
};
export const FLAG_FILTERS = {
  open: flagFilter('Not closed, or closed'),
  overdue: flagFilter('Whose deadline has passed, or not'),
};

/** Of a person or a token. */
const ID_MAX_LENGTH = 64;

export const FIND_DISPUTES = queryShape({
  merchant_id: OF_ONE_MERCHANT,
  ...OWN_FILTERS,
  assigned_to: optionalField(textField(ID_MAX_LENGTH, 'That this person or token looks after')),
  client_id: keyFilter(LIMITS.client_id_max_length, 'About orders of one customer'),
  ...FLAG_FILTERS,
  opened_from: momentFilter('Opened at or after this time, or on or after this day in UTC'),
  opened_to: momentFilter('Opened before this time, or before this day in UTC'),
  due_before: momentFilter('Not closed, with a deadline before this time'),
});

export const COUNT_DISPUTES = queryShape({ merchant_id: OF_ONE_MERCHANT });

export const OPENING_FIELDS = {
  type: choiceField(DISPUTE_TYPES, 'What you contest'),
  amount_cents: optionalField(
    amountField('The contested part; default: all that is left, in minor units'),
  ),
};

export const OPEN_DISPUTE = requestShape('OpenDispute', { ...OPENING_FIELDS, note: noteField() });

const DECIDED_OUTCOMES = ['upheld', 'partly_upheld', 'rejected'] as const;

const note = optionalField(noteField());
const expected_sequence = expectedSequenceOf('dispute');

/** For a command: it names a version only if the request does. */
export const expectedDispute = (expected_dispute_sequence: number | null) =>
  expected_dispute_sequence === null ? {} : { expected_dispute_sequence };

export const DECIDE_DISPUTE = requestShape(
  'DecideDispute',
  {
    outcome: choiceField(DECIDED_OUTCOMES, 'Whether the claim was right'),
    amount_cents: optionalField(
      amountField('For `partly_upheld`: the part that was right, in minor units'),
    ),
    evidence_line_id: optionalField(uuidField('A bank line that shows it')),
    evidence_utr: optionalField(utrField('Or the UTR of such a bank line')),
    utr: optionalField(utrField('For a pay-out that was paid, if no bank line shows it: its UTR')),
    note: noteField(),
    expected_sequence,
  },
  ({ evidence_line_id, evidence_utr }, notes) => {
    if (evidence_line_id === null || (evidence_utr ?? null) === null) return;
    notes.wrong('evidence_utr', 'not_allowed', 'cannot be combined with evidence_line_id');
  },
);

/** What is said, and to whom; `words`: what the two fields mean, for whoever reads about them. */
export const messageFields = (
  visibilities: readonly MessageVisibility[],
  words: Readonly<Record<'text' | 'visibility', string>>,
) => ({
  text: textField(MESSAGE_MAX_LENGTH, words.text),
  visibility: withDefault(choiceField(visibilities, words.visibility), 'shared'),
});

const messageOf = (title: string, visibilities: readonly MessageVisibility[]) =>
  requestShape(title, {
    ...messageFields(visibilities, {
      text: 'At most 2,000 characters',
      visibility: 'Default: shared; merchant: not for the customer',
    }),
    note,
  });

/** Notes of operators are theirs alone. */
export const SEND_MESSAGE = {
  operator: messageOf('SendDisputeMessage', MESSAGE_VISIBILITIES),
  merchant: messageOf('SendPartyMessage', MERCHANT_VISIBILITIES),
};

function captionOf(visibilities: readonly MessageVisibility[]) {
  const { text, visibility } = messageFields(visibilities, {
    text: 'A message that goes with it; at most 2,000 characters',
    visibility: `Who sees both: one of ${visibilities.join(', ')}`,
  });
  return queryShape({ text: withDefault(text, ''), visibility });
}

/** The words that come with a file, and who sees both. */
export const SEND_FILE = {
  operator: captionOf(MESSAGE_VISIBILITIES),
  merchant: captionOf(MERCHANT_VISIBILITIES),
};

export const REMOVE_FILE = requestShape('RemoveDisputeFile', { reason: noteField() });

export const ASK_PARTY = requestShape('AskAboutDispute', {
  party: choiceField(DISPUTE_PARTIES, 'Whose answer it waits for'),
  deadline_at: optionalField(
    momentField('A new deadline, at most 60 days ahead', { format: 'date-time' }),
  ),
  note,
  expected_sequence,
});

export const ASSIGN_DISPUTE = requestShape('AssignDispute', {
  to: optionalField(textField(ID_MAX_LENGTH, 'A person or operator token; null: nobody')),
  note,
  expected_sequence,
});

/** Steps of which nothing more has to be said. */
export const PLAIN_STEPS = {
  accept: requestShape('AcceptDispute', { note, expected_sequence }),
  withdraw: requestShape('WithdrawDispute', { note, expected_sequence }),
  appeal: requestShape('AppealDispute', { note, expected_sequence }),
  close: requestShape('CloseDispute', { note, expected_sequence }),
};
