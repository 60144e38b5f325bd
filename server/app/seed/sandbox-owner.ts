// The owner of a sandbox: made at its first start with a password, and signed in by a link that
// each start makes anew and that works once. Never in live mode.

import { LINK_LIFE_MS } from '../../domain/access/person-link.ts';
import { SIGN_IN_BY_LINK } from '../../domain/access/sign-in-requests.ts';
import { LINK_WRONG } from '../../domain/person/set-password.ts';
import { openedHere } from '../../domain/record/tie.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { lockCredentials, savePassword } from '../../store/access/people.ts';
import { putPersonLink, selectPersonLink, usePersonLink } from '../../store/access/person-links.ts';
import { readClock } from '../../store/batch/settings-version.ts';
import type { Transaction } from '../../store/connection/database.ts';
import { findOrMakeOwner } from '../access/local-owner.ts';
import type { NoteFailure } from '../access/note-failed-sign-ins.ts';
import { linkSecret } from '../access/person-links.ts';
import { signInLinkUrl } from '../access/person-views.ts';
import { type SignedIn, startSignIn } from '../access/sign-in.ts';
import { giveBackTry, linkTargets, takeTry } from '../access/sign-in-tries.ts';
import { newSecret, type SignInOrigin } from '../access/start-session.ts';
import type { App } from '../process/app.ts';
import { sha256Hex } from '../process/ids.ts';
import { auditIn } from '../request/audit.ts';
import { SERVICE } from '../request/caller.ts';

const SANDBOX_OWNER = { name: 'Sandbox owner', email: 'owner@sandbox.example' };
const OPENING = openedHere('sandbox_owner');
const KINDS = ['sign_in'] as const;

export type SandboxOwner = {
  owner_email: string | null;
  /** Null once somebody has chosen another one. */
  owner_password: string | null;
  /** Works once. */
  owner_link: string | null;
};

export const NO_OWNER: SandboxOwner = { owner_email: null, owner_password: null, owner_link: null };

/** Nothing if the owner was disabled or has another role. */
export async function openSandboxOwner(
  app: App,
  kept_password: string | null,
): Promise<SandboxOwner> {
  return await app.store.db.transaction(async (tx) => {
    const { person } = await findOrMakeOwner(app, tx, SANDBOX_OWNER, OPENING);
    const { person_id, role, state } = person;
    if (role !== 'owner' || state === 'disabled') return NO_OWNER;
    const owner_password = await passwordOf(app, tx, person_id, kept_password);
    const owner_link = await makeSignInLink(app, tx, person_id);
    return { owner_email: SANDBOX_OWNER.email, owner_password, owner_link };
  });
}

async function passwordOf(
  app: App,
  tx: Transaction,
  person_id: string,
  kept: string | null,
): Promise<string | null> {
  const credentials = await lockCredentials(tx, person_id);
  const known = credentials?.password_hash ?? null;
  if (known !== null) {
    if (kept === null) return null;
    const verified = await app.passwords.verify(kept, known);
    return !isRefusal(verified) && verified.matches ? kept : null;
  }
  const password = newSecret();
  const hash = await app.passwords.hash(password);
  if (isRefusal(hash)) throw new Error('The password of the sandbox’s owner was not hashed');
  await savePassword(tx, person_id, hash);
  return password;
}

async function makeSignInLink(app: App, tx: Transaction, person_id: string): Promise<string> {
  const secret = newSecret();
  const created_at = await readClock(tx);
  const [kind] = KINDS;
  const expires_at = created_at + LINK_LIFE_MS[kind];
  const link = { person_id, kind, link_hash: sha256Hex(secret), created_by: null };
  await putPersonLink(tx, { ...link, created_at, expires_at }, OPENING);
  const detail = { on_machine: true, kind, expires_at };
  await auditIn(tx, SERVICE, 'person_link_made', `people/${person_id}`, detail);
  return signInLinkUrl(app, secret);
}

/** The same answer as for any other link that does not work, and in live mode for every link. */
export async function signInByLink(
  app: App,
  raw: RawFields,
  origin: SignInOrigin,
  noteFailure: NoteFailure,
): Promise<SignedIn | Refusal> {
  const given = readRequest(SIGN_IN_BY_LINK, raw);
  if (isRefusal(given)) return given;
  const secret = linkSecret(given.link);
  const targets = linkTargets(origin.address);
  const tried = await takeTry(app, targets);
  if (isRefusal(tried)) return tried;
  const signed_in = app.mode === 'sandbox' ? await useUp(app, sha256Hex(secret), origin) : null;
  if (signed_in === null) {
    noteFailure({ action: 'link_failed', person_id: null, origin });
    return LINK_WRONG;
  }
  await giveBackTry(app, targets);
  return signed_in;
}

async function useUp(app: App, link_hash: string, origin: SignInOrigin): Promise<SignedIn | null> {
  const use = { link_hash, kinds: KINDS };
  return await app.store.db.transaction(async (tx) => {
    const link = await selectPersonLink(tx, use);
    const person = link === null ? null : await lockCredentials(tx, link.person_id);
    if (person?.state !== 'active') return null;
    const used = await usePersonLink(tx, use);
    if (used === null) return null;
    const { person_id } = used;
    const { address, request_id } = origin;
    const from = { address, request_id, session_id: null, operator_token_id: null };
    const actor = { role: 'operator', id: person_id, origin: from } as const;
    const detail = { kind: used.kind, made_by: used.created_by };
    await auditIn(tx, actor, 'person_link_used', `people/${person_id}`, detail);
    return await startSignIn(app, tx, person_id, origin);
  });
}
