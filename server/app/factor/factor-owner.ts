// The person who acts on their own second factors, and whether they may.
import type { SessionStage } from '../../domain/access/session.ts';
import { type Factors, refuseFirstFactor } from '../../domain/factor/second-factor.ts';
import type { Origin } from '../../domain/record/origin.ts';
import type { Requester } from '../../domain/record/proposal.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/service/refusal.ts';
import { type Credentials, lockCredentials } from '../../store/access/people.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { readEnrolmentLink } from '../../store/factor/enrolment-links.ts';
import { readFactors } from '../../store/factor/factors.ts';
import { lockHalfSession } from '../../store/factor/session-stages.ts';
import { noSession } from '../access/authenticate-session.ts';
import type { OperatorCaller } from '../request/caller.ts';

/**
 * In an open session; or in one that lacks the second factor, to set up the first one.
 */
export type FactorOwner = {
  person_id: string;
  session_id: string;
  stage: SessionStage;
  origin: Origin;
};

/** Tokens have no factors, not even those that belong to a person. */
export function factorOwner(caller: OperatorCaller): FactorOwner | Refusal {
  const { person_id, session_id, origin } = caller;
  if (person_id === null || session_id === null || origin === null) {
    return refuse('forbidden', 'Only a person who is signed in has second factors.');
  }
  return { person_id, session_id, stage: 'open', origin };
}

export const ownerActor = ({ person_id, origin }: FactorOwner): Requester => ({
  role: 'operator',
  id: person_id,
  origin,
});

export type LockedOwner = { credentials: Credentials; factors: Factors };

/**
 * Locks the person, so that their factors change one after the other. Without an open session only
 * the first factor can be set up, and after a removal only by the link that was made with it.
 */
export async function lockOwner(
  tx: Queryable,
  { person_id, session_id, stage }: FactorOwner,
): Promise<LockedOwner | Refusal> {
  const credentials = await lockCredentials(tx, person_id);
  if (credentials?.state !== 'active') return noSession();
  const factors = await readFactors(tx, person_id);
  if (stage === 'open') return { credentials, factors };
  if (!(await lockHalfSession(tx, session_id))) return noSession();
  const link = await readEnrolmentLink(tx, person_id);
  return refuseFirstFactor(factors, link, session_id) ?? { credentials, factors };
}

/** Runs in the transaction with the owner locked; a refusal is returned without the work. */
export async function asOwner<Value>(
  tx: Queryable,
  owner: FactorOwner,
  work: (locked: LockedOwner) => Promise<Value | Refusal>,
): Promise<Value | Refusal> {
  const locked = await lockOwner(tx, owner);
  return isRefusal(locked) ? locked : await work(locked);
}
