// A proposal in the reference.

import type { ProposalBody, ProposalPerson } from '../../../app/approval/proposal-view.ts';
import { PROPOSAL_STATES } from '../../../domain/record/proposal.ts';
import {
  centsOrNull,
  flag,
  moment,
  momentOrNull,
  shape,
  text,
  textOrNull,
  uuid,
  uuidOrNull,
  words,
} from '../../schema/shapes.ts';
import { approvalAct } from '../../schema/shared-members.ts';
import { NamedTargetOrNull } from './named-target-schema.ts';

const person = shape<ProposalPerson>('ProposalPerson', {
  person_id: uuidOrNull('Null for a token that belongs to nobody'),
  operator_token_id: uuidOrNull('Null in a session'),
  name: textOrNull('Of the person, otherwise of the token'),
});

export const ProposalSchema = shape<ProposalBody>('Proposal', {
  id: uuid('The proposal'),
  act: approvalAct,
  amount_cents: centsOrNull('Null if the act has no amount'),
  currency: textOrNull('ISO 4217'),
  merchant_id: uuidOrNull('The merchant that it is about; null: it is about none'),
  target: text('What it is about, as a path'),
  named_target: NamedTargetOrNull,
  operation: textOrNull('The operation that is carried out; null if it cannot be decrypted'),
  note: text('Why, in the maker’s words'),
  state: words(
    PROPOSAL_STATES,
    '`void`: what it is about has changed, or the act was done in another way',
  ),
  is_yours: flag('You made it'),
  maker: person,
  checker: person,
  created_at: moment('When it was made'),
  expires_at: moment('When it ends if nobody decides'),
  decided_at: momentOrNull('When it was decided'),
  decision_note: textOrNull('Why, in words'),
  has_secret: flag('A link or token that is shown once waits for its maker: `collectSecrets`'),
});
