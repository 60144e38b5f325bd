// What follows when a person got or removed a second factor: recovery codes with the first one, the
// open session if it lacked a factor, and the end of the other sessions.
import { hasFactor } from '../../domain/factor/second-factor.ts';
import type { AuditAction } from '../../domain/record/audit.ts';
import { isRefusal } from '../../domain/service/refusal.ts';
import { forgetConfirmations } from '../../store/access/own-tokens.ts';
import { revokeSessionsOf } from '../../store/access/sessions.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { deleteEnrolmentLink } from '../../store/factor/enrolment-links.ts';
import { readFactors, saveSecondFactors } from '../../store/factor/factors.ts';
import { deleteRecoveryCodes } from '../../store/factor/recovery-codes.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import { type FactorOwner, type LockedOwner, ownerActor } from './factor-owner.ts';
import { type FactorsBody, kindsOf, readFactorsBody } from './factor-views.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';

export type AddedFactor = {
  factors: FactorsBody;
  /** Shown only now; null if the person has some already. */
  recovery_codes: string[] | null;
  /** Null if the session was open before. */
  opened: OpenedSession | null;
};

type Change = {
  action: Extract<
    AuditAction,
    'totp_activated' | 'totp_removed' | 'passkey_added' | 'passkey_removed'
  >;
  detail: Readonly<Record<string, unknown>>;
};

type Done = { owner: FactorOwner; locked: LockedOwner; change: Change };

/** The other sessions; tokens of their own stay, and ask for the new factor. How many ended. */
async function endOthers(tx: Queryable, owner: FactorOwner): Promise<number> {
  const { person_id, session_id } = owner;
  await forgetConfirmations(tx, person_id);
  return await revokeSessionsOf(tx, person_id, session_id);
}

/** Run it with the person locked, after the factor was stored. */
export async function finishAdding(
  app: App,
  tx: Queryable,
  { owner, locked, change }: Done,
): Promise<AddedFactor> {
  const { person_id, stage } = owner;
  const is_first = !hasFactor(locked.factors);
  await saveSecondFactors(tx, person_id, kindsOf(await readFactors(tx, person_id)));
  const recovery_codes = is_first ? await makeRecoveryCodes(app, tx, person_id) : null;
  await deleteEnrolmentLink(tx, person_id);
  const opened = stage === 'open' ? null : await openSession(tx, owner);
  // The session was locked at the start: to end this now undoes the whole change.
  if (isRefusal(opened)) throw new Error('A session ended while its factor was set up');
  const sessions_ended = await endOthers(tx, owner);
  const factors = await readFactorsBody(app, tx, person_id);
  const detail = { ...change.detail, is_first, sessions_ended };
  await auditIn(tx, ownerActor(owner), change.action, `people/${person_id}`, detail);
  return { factors, recovery_codes, opened };
}

/** Run it with the person locked, after the factor was deleted. */
export async function finishRemoving(
  app: App,
  tx: Queryable,
  { owner, change }: Pick<Done, 'owner' | 'change'>,
): Promise<FactorsBody> {
  const { person_id } = owner;
  const left = await readFactors(tx, person_id);
  await saveSecondFactors(tx, person_id, kindsOf(left));
  // Recovery codes stand in for a factor only.
  if (!hasFactor(left)) await deleteRecoveryCodes(tx, person_id);
  const sessions_ended = await endOthers(tx, owner);
  const factors = await readFactorsBody(app, tx, person_id);
  const detail = { ...change.detail, sessions_ended };
  await auditIn(tx, ownerActor(owner), change.action, `people/${person_id}`, detail);
  return factors;
}
