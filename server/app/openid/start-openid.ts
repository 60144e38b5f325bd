// A sign-in at the OpenID provider begins: of somebody who is known there, or with a link that is
// accepted with the account.
import { PASSWORD_LINK_KINDS } from '../../domain/access/person-link.ts';
import { START_OPENID } from '../../domain/access/sign-in-requests.ts';
import { LINK_WRONG } from '../../domain/person/set-password.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { selectPersonLink } from '../../store/access/person-links.ts';
import type { NoteFailure } from '../access/note-failed-sign-ins.ts';
import { linkSecret } from '../access/person-links.ts';
import { giveBackTry, linkTargets, takeTry } from '../access/sign-in-tries.ts';
import type { SignInOrigin } from '../access/start-session.ts';
import type { App } from '../process/app.ts';
import { sha256Hex } from '../process/ids.ts';
import { beginRequest, providerOf, type StartedOpenid } from './openid-request.ts';

export async function startOpenid(
  app: App,
  raw: RawFields,
  origin: SignInOrigin,
  noteFailure: NoteFailure,
): Promise<StartedOpenid | Refusal> {
  const given = readRequest(START_OPENID, raw);
  if (isRefusal(given)) return given;
  const provider = providerOf(app);
  if (isRefusal(provider)) return provider;
  if (given.link === null) return await beginRequest(app, { purpose: 'sign_in' });
  const targets = linkTargets(origin.address);
  const tried = await takeTry(app, targets);
  if (isRefusal(tried)) return tried;
  const link_hash = sha256Hex(linkSecret(given.link));
  const link = await selectPersonLink(app.store.db, { link_hash, kinds: PASSWORD_LINK_KINDS });
  if (link === null) {
    noteFailure({ action: 'link_failed', person_id: null, origin });
    return LINK_WRONG;
  }
  await giveBackTry(app, targets);
  // It is used up with the answer: whoever gives up at the provider can still set a password.
  return await beginRequest(app, { purpose: 'accept_link', link_hash });
}
