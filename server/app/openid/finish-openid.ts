// The browser is back from the OpenID provider: signs in, accepts a link, or connects the account.

import { ACCOUNT_TAKEN, NOBODYS_ACCOUNT, type OpenidAccount } from '../../domain/access/openid.ts';
import { PASSWORD_LINK_KINDS } from '../../domain/access/person-link.ts';
import { FINISH_OPENID } from '../../domain/access/sign-in-requests.ts';
import { LINK_WRONG } from '../../domain/person/set-password.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/service/refusal.ts';
import { isAccountTaken, lockAccountHolder } from '../../store/access/openid-accounts.ts';
import { type OpenidRequest, takeOpenidRequest } from '../../store/access/openid-requests.ts';
import { selectPersonLink } from '../../store/access/person-links.ts';
import { authenticateSession, noSession } from '../access/authenticate-session.ts';
import type { NoteFailure } from '../access/note-failed-sign-ins.ts';
import { type SignedIn, startSignIn } from '../access/sign-in.ts';
import { giveBackTry, openidTargets, takeTry } from '../access/sign-in-tries.ts';
import { SECRET_FORM, type SignInOrigin } from '../access/start-session.ts';
import type { App } from '../process/app.ts';
import { sha256Hex } from '../process/ids.ts';
import { isFault, type ProviderFault } from '../provider/provider-fault.ts';
import { changeAndTell, changeSettingIn } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { openidKeys, providerOf, redirectUri, refuseAway } from './openid-request.ts';

/** The same answer whether it is forged, answered before, or too late. */
const refuseAnswer = (): Refusal =>
  refuse(
    'sign_in_failed',
    'This answer of the provider was not accepted: it is not the one that this browser waits ' +
      'for, was used before, or came too late. Start the sign-in again.',
  );

const REFUSED_THERE = refuse(
  'sign_in_failed',
  'The provider did not sign you in: it was stopped there, or you may not use this service.',
);

export type Returned = {
  raw: RawFields;
  origin: SignInOrigin;
  /** Of the cookie that the visit began with. */
  request_secret: string | null;
  /** Of the cookie of a session, in which an account is connected. */
  session_secret: string | null;
};

export type Connected = { outcome: 'connected' };
type Finished = SignedIn | Connected | Refusal;

export async function finishOpenid(
  app: App,
  returned: Returned,
  noteFailure: NoteFailure,
): Promise<Finished> {
  const { raw, origin, request_secret } = returned;
  const given = readRequest(FINISH_OPENID, raw);
  if (isRefusal(given)) return given;
  const provider = providerOf(app);
  if (isRefusal(provider)) return provider;
  const targets = openidTargets(origin.address);
  const tried = await takeTry(app, targets);
  if (isRefusal(tried)) return tried;
  const found = await readAnswer(app, given.answer, request_secret);
  if (isFault(found)) {
    if (found.fault === 'away') {
      await giveBackTry(app, targets);
      return refuseAway(app, found);
    }
    app.log.warn({ why: found.why, request_id: origin.request_id }, 'an OpenID answer is wrong');
    noteFailure({ action: 'openid_failed', person_id: null, origin });
    return found.fault === 'denied' ? REFUSED_THERE : refuseAnswer();
  }
  const finished = await finishAs(app, returned, found);
  if (!isRefusal(finished)) await giveBackTry(app, targets);
  else noteFailure({ action: 'openid_failed', person_id: null, origin });
  return finished;
}

type Answered = { request: OpenidRequest; account: OpenidAccount };

/** The request is used up by the first answer, right or wrong. */
async function readAnswer(
  app: App,
  answer: string,
  secret: string | null,
): Promise<Answered | ProviderFault> {
  const wrong = (why: string): ProviderFault => ({ fault: 'wrong', why });
  if (app.openid === null) return wrong('no provider is set');
  if (secret === null || !SECRET_FORM.test(secret)) return wrong('there is no cookie');
  const request = await takeOpenidRequest(app.store.db, sha256Hex(secret));
  if (request === null) return wrong('no sign-in waits for it');
  const address = URL.parse(`${redirectUri(app)}?${answer.replace(/^\?/, '')}`);
  if (address === null) return wrong('it is no query');
  const account = await app.openid.accountOf(address, openidKeys(secret));
  return isFault(account) ? account : { request, account };
}

async function finishAs(
  app: App,
  { origin, session_secret }: Returned,
  { request, account }: Answered,
): Promise<Finished> {
  switch (request.purpose) {
    case 'sign_in':
      return await signInAs(app, account, origin);
    case 'accept_link':
      return await acceptLink(app, { ...request, account }, origin);
    case 'connect':
      return await connect(app, { ...request, account, session_secret }, origin);
  }
}

/** The account stands for the password only: the second factor is asked for as after a password. */
async function signInAs(
  app: App,
  account: OpenidAccount,
  origin: SignInOrigin,
): Promise<SignedIn | Refusal> {
  const { db, cipher } = app.store;
  return await db.transaction(async (tx) => {
    const holder = await lockAccountHolder(tx, cipher, account);
    if (holder?.state !== 'active') return NOBODYS_ACCOUNT;
    return await startSignIn(app, tx, holder.person_id, origin);
  });
}

/** Refuses if somebody else has the account now, else fails with what went wrong. */
const takenMeanwhile =
  ({ store: { db, cipher } }: App, account: OpenidAccount) =>
  async (error: unknown): Promise<Refusal> => {
    if (await isAccountTaken(db, cipher, account, error)) return ACCOUNT_TAKEN;
    throw error;
  };

async function acceptLink(
  app: App,
  { link_hash, account }: { link_hash: string; account: OpenidAccount },
  origin: SignInOrigin,
): Promise<SignedIn | Refusal> {
  const { address, request_id } = origin;
  const from = { address, request_id, session_id: null, operator_token_id: null };
  const accepting = app.store.db.transaction(async (tx) => {
    const link = await selectPersonLink(tx, { link_hash, kinds: PASSWORD_LINK_KINDS });
    if (link === null) return LINK_WRONG;
    const actor = { role: 'operator', id: link.person_id, origin: from } as const;
    const { accept_by_openid } = SETTINGS_ACTS;
    const request = { link_hash, account };
    const accepted = await changeSettingIn({ app, tx, actor }, accept_by_openid, request);
    if (isRefusal(accepted)) return accepted;
    return await startSignIn(app, tx, accepted.person_id, origin);
  });
  const done = await accepting.catch(takenMeanwhile(app, account));
  if (!isRefusal(done)) await app.settings.refresh();
  return done;
}

type Connect = { session_id: string; account: OpenidAccount; session_secret: string | null };

/** Only in the session that asked for it, and that was confirmed then. */
async function connect(
  app: App,
  { session_id, account, session_secret: secret }: Connect,
  { address, request_id }: SignInOrigin,
): Promise<Connected | Refusal> {
  if (secret === null) return noSession();
  const caller = await authenticateSession(app, { secret, address, request_id });
  if (isRefusal(caller)) return caller;
  const { person_id } = caller;
  if (person_id === null || caller.session_id !== session_id) return noSession();
  const request = { person_id, session_id, account };
  const { connect_openid } = SETTINGS_ACTS;
  const connecting = changeAndTell(app, caller, connect_openid, request);
  const done = await connecting.catch(takenMeanwhile(app, account));
  return isRefusal(done) ? done : { outcome: 'connected' };
}
