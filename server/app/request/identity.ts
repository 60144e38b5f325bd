// Who somebody is for the rule of two.
import type { Checker, Identity } from '../../domain/record/proposal.ts';
import { type OperatorCaller, operatorActor } from './caller.ts';

/** A person in every session and with every token; a token of nobody is only itself. */
export function identityOf({ person_id, operator_token_id }: OperatorCaller): Identity {
  return person_id === null ? `token:${operator_token_id}` : `person:${person_id}`;
}

export function checkerOf(operator: OperatorCaller): Checker {
  const { id, origin, note } = operatorActor(operator);
  const actor = {
    role: 'operator' as const,
    id,
    ...(origin === undefined ? {} : { origin }),
    ...(note === undefined ? {} : { note }),
  };
  return { identity: identityOf(operator), actor };
}
