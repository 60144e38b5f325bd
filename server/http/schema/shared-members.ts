// Members that many answers of the operator API have, so that each is described once.

import { PERSON_ROLES, ROLE_TOLD } from '../../domain/access/roles.ts';
import { ATTENTION_KINDS, SEVERITIES } from '../../domain/alert/attention-kinds.ts';
import { SUBJECT_TYPES, VALUE_UNITS } from '../../domain/alert/attention-words.ts';
import { DELIVERY_STATUSES } from '../../domain/callback/retry.ts';
import { POSSIBLE_EVIDENCE } from '../../domain/matching/possible-payins.ts';
import { ACTOR_ROLES } from '../../domain/record/origin.ts';
import { APPROVAL_ACT_TOLD, APPROVAL_ACTS } from '../../domain/record/proposal.ts';
import { DIRECTIONS } from '../../domain/record/trade.ts';
import { SERVICE_MODES } from '../../domain/service/service-mode.ts';
import { PAYMENT_TYPE_TOLD, PAYMENT_TYPES } from '../../domain/values/payment-type.ts';
import { ACTOR_NAME, list, text, textOrNull, words, wordsOrNull } from './shapes.ts';

/** Of whoever did something; each shape that has these members has a name of its own. */
export const NAMED_ACTOR = {
  role: words(
    ACTOR_ROLES,
    '`operator`: a person or token of the operator; `merchant`: one of the merchant; `service`: ' +
      'the service by itself',
  ),
  id: textOrNull('The person or token; null for a customer and for the service itself'),
  name: textOrNull(ACTOR_NAME),
};

export const personRole = words(PERSON_ROLES, ROLE_TOLD);

export const approvalAct = words(APPROVAL_ACTS, APPROVAL_ACT_TOLD);

export const paymentTypeName = words(
  PAYMENT_TYPES.map(({ type }) => type),
  PAYMENT_TYPE_TOLD,
);

export const tradeDirection = words(
  DIRECTIONS,
  'Of the trades: `payin` receives money, `payout` sends it',
);

export const deliveryStatus = words(
  DELIVERY_STATUSES,
  '`waiting`: an attempt is to come; `delivered`: it was received; `exhausted`: it was given up',
);

export const serviceMode = words(
  SERVICE_MODES,
  '`sandbox`: demo data and a simulated bank; `live`: real money',
);

export const attentionKind = words(ATTENTION_KINDS, 'What waits or is wrong');

export const alertSeverity = words(
  SEVERITIES,
  'Of its alerts: `critical` ones are sent in quiet hours, too, the others after them',
);

export const valueUnit = words(
  VALUE_UNITS,
  'Of the threshold and what is compared with it. `minutes`: the age of the oldest; ' +
    '`percent`: of a limit; `count`: how many',
);

export const attentionSubject = wordsOrNull(
  SUBJECT_TYPES,
  'What it is about; null: all of them together',
);

/** In common to a bank line and a pay-in that a person compares. */
export const possibleEvidence = list(words(Object.keys(POSSIBLE_EVIDENCE)), {
  description:
    'What the line and the pay-in have in common. `utr_similar`: perhaps mistyped; ' +
    '`amount_digits`: digits exchanged, zeros added or missing; `amount_close`: within a ' +
    'twentieth; `open`: it still waits for money',
});

/** Of a token. */
export const allowedNetworks = list(text('An address or CIDR'), {
  description: 'From where it may be used; empty: from anywhere',
});

/** Of an answer that says one thing only. */
export const onlyWord = (word: string) => words([word], `Always \`${word}\``);
