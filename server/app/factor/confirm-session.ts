// A person confirms an open session, or a token of their own, by giving the second factor again, as
// dangerous acts ask for.

import { CONFIRM_SESSION } from '../../domain/factor/factor-requests.ts';
import { CONFIRMATION_LIFE_MS, refuseWrongMethod } from '../../domain/factor/second-factor.ts';
import type { AuditAction } from '../../domain/record/audit.ts';
import type { Origin } from '../../domain/record/origin.ts';
import { beginReading, type RawFields } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/service/refusal.ts';
import { confirmOwnToken } from '../../store/access/own-tokens.ts';
import { lockCredentials, selectCredentialsById } from '../../store/access/people.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { readFactors } from '../../store/factor/factors.ts';
import { confirmOpenSession } from '../../store/factor/session-stages.ts';
import { noSession } from '../access/authenticate-session.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { confirmationPlace } from '../request/confirmation-place.ts';
import { iso } from '../request/views.ts';
import { readGivenFactor, takeOwnChallenge, useFactor, wrongFactor } from './check-factor.ts';
import { countedTry } from './factor-tries.ts';

type Given =
  | { method: 'password'; password: string }
  | Exclude<ReturnType<typeof readGivenFactor>, Refusal>;

function readConfirmation(raw: RawFields): Given | Refusal {
  const { password } = raw.fields;
  const factors = ['code', 'passkey'] as const;
  if ((password ?? null) === null) return readGivenFactor(raw, factors);
  const reading = beginReading(CONFIRM_SESSION, { fields: { password }, errors: raw.errors });
  for (const name of factors) {
    if ((raw.fields[name] ?? null) !== null) {
      reading.wrong(name, 'not_allowed', 'give exactly one of password, code, passkey');
    }
  }
  const given = reading.result();
  return isRefusal(given) ? given : { method: 'password', password: given.password ?? '' };
}

export type ConfirmedBody = {
  confirmed_at: string;
  /** Until then dangerous acts are open. */
  counts_until: string;
};

export async function confirmSession(
  app: App,
  caller: OperatorCaller,
  raw: RawFields,
): Promise<ConfirmedBody | Refusal> {
  const given = readConfirmation(raw);
  if (isRefusal(given)) return given;
  const { person_id, session_id, is_own_token, origin } = caller;
  if (person_id === null || origin === null || (session_id === null && is_own_token !== true)) {
    return refuse('forbidden', 'Only a session, or a token that a person made, is confirmed.');
  }
  return await countedTry(app, { person_id, address: origin.address }, () =>
    confirmWith(app, { ...caller, person_id, origin }, given),
  );
}

/** In a session or with a token of their own. */
type Confirming = OperatorCaller & { person_id: string; origin: Origin };

async function confirmWith(
  app: App,
  caller: Confirming,
  given: Given,
): Promise<ConfirmedBody | Refusal> {
  const { person_id, session_id } = caller;
  const { db } = app.store;
  // Hashing takes long, so it is done before anything is locked.
  const matched = given.method === 'password' ? await matchPassword(app, person_id, given) : null;
  if (isRefusal(matched)) return matched;
  if (given.method !== 'password') {
    // A browser asks for the challenge in its session: a token has none.
    const use = { purpose: 'confirm', session_id } as const;
    if (!(await takeOwnChallenge(app, given, use))) return wrongFactor();
  }
  return await db.transaction(async (tx) => {
    const credentials = await lockCredentials(tx, person_id);
    if (credentials?.state !== 'active') return noSession();
    const by = session_id === null ? 'token' : 'session';
    const refused = refuseWrongMethod(given.method, await readFactors(tx, person_id), by);
    if (refused !== null) return refused;
    const is_right =
      given.method === 'password'
        ? matched !== null && matched === credentials.password_hash
        : (await useFactor(app, tx, person_id, given)) !== null;
    if (!is_right) return wrongFactor();
    return await noteConfirmation(app, tx, caller, given.method);
  });
}

/** The hash that the password fits, to be compared with the present one; null if it is wrong. */
async function matchPassword(
  app: App,
  person_id: string,
  { password }: Extract<Given, { method: 'password' }>,
): Promise<string | null | Refusal> {
  const { db } = app.store;
  const credentials = await selectCredentialsById(db, person_id);
  const { has_totp, passkeys } = await readFactors(db, person_id);
  if (has_totp || passkeys > 0) return null;
  const verified = await app.passwords.verify(password, credentials?.password_hash ?? null);
  if (isRefusal(verified)) return verified;
  return verified.matches ? (credentials?.password_hash ?? null) : null;
}

/** Where it counts from now on: when, and what the audit trail says. */
type Kept = { confirmed_at: number; action: AuditAction; detail: Record<string, unknown> };

async function keepConfirmation(app: App, tx: Queryable, caller: Confirming): Promise<Kept | null> {
  const { person_id, session_id, operator_token_id, origin } = caller;
  if (session_id !== null) {
    const confirmed_at = await confirmOpenSession(tx, session_id);
    const action = 'session_confirmed';
    return confirmed_at === null ? null : { confirmed_at, action, detail: { session_id } };
  }
  if (operator_token_id === null) return null;
  const place = confirmationPlace(app, operator_token_id, origin.address);
  const confirmed_at = await confirmOwnToken(tx, { operator_token_id, person_id }, place);
  const action = 'own_token_confirmed';
  return confirmed_at === null ? null : { confirmed_at, action, detail: { operator_token_id } };
}

async function noteConfirmation(
  app: App,
  tx: Queryable,
  caller: Confirming,
  method: string,
): Promise<ConfirmedBody | Refusal> {
  const kept = await keepConfirmation(app, tx, caller);
  if (kept === null) return noSession();
  const { confirmed_at, action, detail } = kept;
  const target = `people/${caller.person_id}`;
  await auditIn(tx, operatorActor(caller), action, target, { method, ...detail });
  return {
    confirmed_at: iso(confirmed_at),
    counts_until: iso(confirmed_at + CONFIRMATION_LIFE_MS),
  };
}
