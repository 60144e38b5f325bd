// One's own account at the OpenID provider: shown, connected, disconnected.
import { refuseConnecting } from '../../domain/access/openid.ts';
import { isRefusal, type Refusal, refuse, refuseUnknown } from '../../domain/service/refusal.ts';
import { selectPerson } from '../../store/access/people.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { iso } from '../request/views.ts';
import { changeAndTell } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { beginRequest, type StartedOpenid } from './openid-request.ts';

export type ConnectedAccountBody = { issuer: string; subject: string; connected_at: string };

export type OwnOpenidBody = {
  /** Null: no provider is set here. */
  provider_name: string | null;
  connected: ConnectedAccountBody | null;
  has_password: boolean;
};

export type OpenidOfferBody = { provider_name: string | null };

/** For the page on which people sign in. */
export const openidOffer = (app: App): OpenidOfferBody => ({
  provider_name: app.openid?.name ?? null,
});

async function ownPerson(app: App, { person_id }: OperatorCaller) {
  const { db, cipher } = app.store;
  return person_id === null ? null : await selectPerson(db, cipher, person_id);
}

export async function showOwnOpenid(
  app: App,
  caller: OperatorCaller,
): Promise<OwnOpenidBody | Refusal> {
  const person = await ownPerson(app, caller);
  if (person === null) return refuseUnknown();
  const { openid, has_password } = person;
  const connected = openid === null ? null : { ...openid, connected_at: iso(openid.connected_at) };
  return { ...openidOffer(app), connected, has_password };
}

const notInSession = (): Refusal =>
  refuse('forbidden', 'An account is connected in a session: a token has none.');

export async function startConnecting(
  app: App,
  caller: OperatorCaller,
): Promise<StartedOpenid | Refusal> {
  const { session_id } = caller;
  const person = await ownPerson(app, caller);
  if (session_id === null || person === null) return notInSession();
  const refused = refuseConnecting(person.openid !== null);
  return refused ?? (await beginRequest(app, { purpose: 'connect', session_id }));
}

export type DisconnectedBody = {
  outcome: 'disconnected';
  sessions_ended: number;
  tokens_ended: number;
};

/** Ends all other sessions, and the person's tokens with them. */
export async function disconnectOpenid(
  app: App,
  caller: OperatorCaller,
): Promise<DisconnectedBody | Refusal> {
  const { person_id, session_id } = caller;
  if (person_id === null || session_id === null) return notInSession();
  const request = { person_id, session_id };
  const done = await changeAndTell(app, caller, SETTINGS_ACTS.disconnect_openid, request);
  if (isRefusal(done)) return done;
  const { sessions_ended = 0, tokens_ended = 0 } = done.told ?? {};
  return { outcome: 'disconnected', sessions_ended, tokens_ended };
}
