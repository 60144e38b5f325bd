// Completes a sign-in: the second factor after the password, or a passkey alone.

import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { hasFactor, refuseWithoutPasskey } from '../../domain/factor/second-factor.ts';
import type { RawFields } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { lockCredentials } from '../../store/access/people.ts';
import { readFactors } from '../../store/factor/factors.ts';
import { findPasskey, readPasskeys } from '../../store/factor/passkeys.ts';
import { noteSignIn } from '../access/sign-in.ts';
import { csrfToken, type SignInOrigin, startSession } from '../access/start-session.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import { newChallenge } from './challenges.ts';
import {
  type GivenFactor,
  readGivenFactor,
  takeOwnChallenge,
  type UsedFactor,
  useFactor,
  usePasskeyAnswer,
  wrongFactor,
} from './check-factor.ts';
import { type FactorOwner, ownerActor } from './factor-owner.ts';
import { countedTry } from './factor-tries.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import { authenticationOptions, relyingParty } from './passkey-ceremony.ts';

export type RequestOptions = PublicKeyCredentialRequestOptionsJSON;

/** What a browser needs to use a passkey: of the person of the session, or any if there is none. */
export async function passkeyRequest(
  app: App,
  purpose: 'sign_in' | 'second_factor' | 'confirm',
  owner: Pick<FactorOwner, 'person_id' | 'session_id'> | null,
): Promise<{ options: RequestOptions } | Refusal> {
  const party = relyingParty(app.public_url);
  if (isRefusal(party)) return party;
  const passkeys =
    owner === null ? [] : await readPasskeys(app.store.db, app.store.cipher, owner.person_id);
  const refused = owner === null ? null : refuseWithoutPasskey(passkeys.length);
  if (refused !== null) return refused;
  const session_id = owner?.session_id ?? null;
  const challenge = await newChallenge(app, { purpose, session_id });
  return { options: await authenticationOptions(party, { challenge, passkeys }) };
}

/** Of two requests with one code at once, one opens the session and the other is refused. */
export async function giveSecondFactor(
  app: App,
  owner: FactorOwner,
  raw: RawFields,
): Promise<OpenedSession | Refusal> {
  const given = readGivenFactor(raw, ['code', 'recovery_code', 'passkey']);
  if (isRefusal(given)) return given;
  const { person_id, origin } = owner;
  return await countedTry(app, { person_id, address: origin.address }, () =>
    openWith(app, owner, given),
  );
}

async function openWith(
  app: App,
  owner: FactorOwner,
  given: GivenFactor,
): Promise<OpenedSession | Refusal> {
  const { person_id, session_id } = owner;
  if (!(await takeOwnChallenge(app, given, { purpose: 'second_factor', session_id }))) {
    return wrongFactor();
  }
  return await app.store.db.transaction(async (tx) => {
    const credentials = await lockCredentials(tx, person_id);
    if (credentials?.state !== 'active') return wrongFactor();
    // Codes that a removal left over stand in for nothing.
    if (!hasFactor(await readFactors(tx, person_id))) return wrongFactor();
    const used = await useFactor(app, tx, person_id, given);
    if (used === null) return wrongFactor();
    const opened = await openSession(tx, owner);
    if (isRefusal(opened)) return opened;
    await noteRecoveryCode(tx, owner, used);
    return opened;
  });
}

async function noteRecoveryCode(
  tx: Parameters<typeof auditIn>[0],
  owner: FactorOwner,
  { method, recovery_codes_left }: UsedFactor,
): Promise<void> {
  if (method !== 'recovery_code') return;
  const target = `people/${owner.person_id}`;
  await auditIn(tx, ownerActor(owner), 'recovery_code_used', target, { recovery_codes_left });
}

/**
 * A passkey alone signs in: it is something that the person has, unlocked by something that they
 * know or are.
 */
export async function signInWithPasskey(
  app: App,
  raw: RawFields,
  origin: SignInOrigin,
): Promise<OpenedSession | Refusal> {
  const given = readGivenFactor(raw, ['passkey']);
  if (isRefusal(given)) return given;
  const { address } = origin;
  return await countedTry(app, { person_id: null, address }, async () => {
    const is_ours = await takeOwnChallenge(app, given, { purpose: 'sign_in', session_id: null });
    if (!is_ours || given.method !== 'passkey') return wrongFactor();
    return await enterWithPasskey(app, given, origin);
  });
}

async function enterWithPasskey(
  app: App,
  { read }: Extract<GivenFactor, { method: 'passkey' }>,
  origin: SignInOrigin,
): Promise<OpenedSession | Refusal> {
  return await app.store.db.transaction(async (tx) => {
    const credential_id = Buffer.from(read.answer.id, 'base64url');
    const passkey = await findPasskey(tx, app.store.cipher, credential_id);
    if (passkey === null) return wrongFactor();
    const { person_id } = passkey;
    const credentials = await lockCredentials(tx, person_id);
    const used = await usePasskeyAnswer(app, tx, read);
    if (used?.person_id !== person_id || credentials?.state !== 'active') return wrongFactor();
    const started = await startSession(tx, app.store.cipher, person_id, 'open', origin);
    await noteSignIn(tx, person_id, started, origin);
    return { secret: started.secret, csrf_token: csrfToken(started.secret) };
  });
}
