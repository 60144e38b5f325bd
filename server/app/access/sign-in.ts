// Signs a person in by e-mail address and password. A wrong password, an unknown address, a
// disabled person and a locked account cost the same work and have the same answer.

import { SIGN_IN_BY_PASSWORD } from '../../domain/access/sign-in-requests.ts';
import {
  nextSignInStep,
  type SecondFactorMethod,
  type SignInStep,
  secondFactorMethods,
} from '../../domain/factor/second-factor.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/service/refusal.ts';
import {
  type Credentials,
  emailHash,
  lockCredentials,
  saveRehashed,
  selectCredentials,
} from '../../store/access/people.ts';
import type { Transaction } from '../../store/connection/database.ts';
import { readEnrolmentLink } from '../../store/factor/enrolment-links.ts';
import { readFactors } from '../../store/factor/factors.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import type { NoteFailure } from './note-failed-sign-ins.ts';
import { giveBackTry, passwordTargets, takeTry } from './sign-in-tries.ts';
import {
  csrfToken,
  type SignInOrigin,
  type StartedSession,
  startSession,
} from './start-session.ts';

const wrong = (): Refusal =>
  refuse(
    'sign_in_failed',
    'The e-mail address or the password is wrong, or too many tries have locked the sign-in for a while.',
  );

/** What the person has to do next. */
export const SIGN_IN_OUTCOMES = [
  'signed_in',
  'second_factor_required',
  'enrolment_required',
  'enrolment_link_required',
] as const;
type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

const OUTCOMES: Readonly<Record<SignInStep, SignInOutcome>> = {
  none: 'signed_in',
  second_factor: 'second_factor_required',
  enrol: 'enrolment_required',
  enrol_by_link: 'enrolment_link_required',
};

export type SignedInBody = {
  outcome: SignInOutcome;
  /** What the person may give now; empty if they are signed in or have to set up a factor. */
  second_factors: SecondFactorMethod[];
  csrf_token: string;
};

/** `secret` becomes the cookie. */
export type SignedIn = { body: SignedInBody; secret: string };

export async function signIn(
  app: App,
  raw: RawFields,
  origin: SignInOrigin,
  noteFailure: NoteFailure,
): Promise<SignedIn | Refusal> {
  const given = readRequest(SIGN_IN_BY_PASSWORD, raw);
  if (isRefusal(given)) return given;
  const { db, cipher } = app.store;
  const email_hash = emailHash(cipher, given.email);
  const targets = passwordTargets(email_hash.toString('hex'), origin.address);
  const tried = await takeTry(app, targets);
  if (isRefusal(tried)) return tried;
  const known = await selectCredentials(db, email_hash);
  const verified = await app.passwords.verify(given.password, known?.password_hash ?? null);
  if (isRefusal(verified)) return verified;
  const may_enter = known?.state === 'active' && verified.matches && !tried.locked;
  if (known === null || !may_enter) {
    noteFailure({ action: 'sign_in_failed', person_id: known?.person_id ?? null, origin });
    return wrong();
  }
  await giveBackTry(app, targets);
  const rehashed = verified.is_outdated ? await app.passwords.hash(given.password) : null;
  const renewed = isRefusal(rehashed) ? null : rehashed;
  const started = await enter(app, known, origin, renewed);
  return started ?? wrong();
}

/** Null if the person was disabled or got another password in the meantime. */
async function enter(
  app: App,
  known: Credentials,
  origin: SignInOrigin,
  renewed: string | null,
): Promise<SignedIn | null> {
  const { person_id } = known;
  return await app.store.db.transaction(async (tx) => {
    const now = await lockCredentials(tx, person_id);
    const is_same =
      now?.state === 'active' &&
      now.password_hash === known.password_hash &&
      now.second_factors.join() === known.second_factors.join();
    if (!is_same) return null;
    if (renewed !== null) await saveRehashed(tx, person_id, renewed);
    return await startSignIn(app, tx, person_id, origin);
  });
}

/** A session of a person who has shown who they are: open, or until the second factor is given. */
export async function startSignIn(
  app: Pick<App, 'mode' | 'store'>,
  tx: Transaction,
  person_id: string,
  origin: SignInOrigin,
): Promise<SignedIn> {
  const factors = await readFactors(tx, person_id);
  const link = await readEnrolmentLink(tx, person_id);
  const step = nextSignInStep(app.mode, factors, link !== null);
  const stage = step === 'none' ? 'open' : 'second_factor';
  const started = await startSession(tx, app.store.cipher, person_id, stage, origin);
  if (stage === 'open') await noteSignIn(tx, person_id, started, origin);
  const { secret } = started;
  const second_factors = secondFactorMethods(factors);
  const csrf_token = csrfToken(secret);
  return { secret, body: { outcome: OUTCOMES[step], second_factors, csrf_token } };
}

/** Written where the session opens: here, or after the second factor. */
export async function noteSignIn(
  tx: Parameters<typeof auditIn>[0],
  person_id: string,
  { session_id }: Pick<StartedSession, 'session_id'>,
  { address, request_id }: SignInOrigin,
): Promise<void> {
  const origin = { address, request_id, session_id, operator_token_id: null };
  const actor = { role: 'operator', id: person_id, origin } as const;
  await auditIn(tx, actor, 'signed_in', `people/${person_id}`, { address, session_id });
}
