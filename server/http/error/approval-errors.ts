// The refusals of the rule of two: acts that need a second person.
import type { ErrorEntry } from './error-entry.ts';
import {
  first,
  operatorPost,
  PROPOSE,
  SIGN_IN,
  sessionPost,
  steps,
  TWO_PEOPLE,
} from './error-examples.ts';

export const APPROVAL_ERRORS = {
  approval_required: {
    status: 403,
    title: 'A second person has to approve this',
    retryable: false,
    cause:
      'The amount is in a band that needs two people, the act always needs two, or with it a sum of 24 hours would be reached: `sum_of` says whose. Nothing was done.',
    fix: 'Propose it through the operator API, with a reason in `note`: the answer is then 202 with the proposal, which another person approves.',
    example: { not_shown: 'needs_people' },
  },
  second_person_required: {
    status: 403,
    title: 'Another person has to decide this',
    retryable: false,
    cause:
      'Nobody approves their own proposal, in no other session and with no token of theirs. A token that belongs to nobody approves nothing.',
    fix: 'Ask another person. To take your own proposal back, withdraw it.',
    example: steps(
      TWO_PEOPLE,
      PROPOSE,
      operatorPost('/operator/v1/approvals/$PROPOSAL_ID/approve', {}),
    ),
  },
  proposal_closed: {
    status: 422,
    title: 'The proposal does not wait any more',
    retryable: false,
    cause:
      'It was approved, rejected or withdrawn, it has expired, or what it was about has changed. `state` says which.',
    fix: 'Read the proposal. If the act is still wanted, ask for it again: that makes a new proposal.',
    example: steps(
      TWO_PEOPLE,
      PROPOSE,
      first(operatorPost('/operator/v1/approvals/$PROPOSAL_ID/withdraw', {})),
      SIGN_IN,
      sessionPost('/operator/v1/approvals/$PROPOSAL_ID/approve', {}),
    ),
  },
  proposal_changed: {
    status: 422,
    title: 'What was proposed has changed',
    retryable: false,
    cause:
      'A proposal is bound to its amount, payee and object as they were. One of them is different now, as `changed` says, so the proposal is void and nothing was done.',
    fix: 'Look at the object and ask for the act again.',
    example: { not_shown: 'needs_people' },
  },
} as const satisfies Record<string, ErrorEntry>;
