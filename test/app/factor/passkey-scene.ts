// Passkeys for tests: registered with an authenticator in software.
import assert from 'node:assert/strict';
import { passkeyRequest } from '../../../server/app/factor/complete-sign-in.ts';
import { addPasskey, passkeyCreation } from '../../../server/app/factor/enrol-passkey.ts';
import type { FactorOwner } from '../../../server/app/factor/factor-owner.ts';
import type { App } from '../../../server/app/process/app.ts';
import {
  createSoftAuthenticator,
  type SoftAuthenticator,
} from '../../support/soft-authenticator.ts';
import { accepted, raw, refusedWith } from '../../support/test-app.ts';
import { makeOwner, makePerson, newAddress } from './factor-scene.ts';

/** The pages of the service under test. */
export const OURS = { origin: 'http://pay.test', rp_id: 'pay.test' };

export const newOrigin = () => ({
  address: newAddress(),
  request_id: 'r',
  user_agent: undefined,
});

export async function register(
  app: App,
  owner: FactorOwner,
  authenticator: SoftAuthenticator = createSoftAuthenticator(),
) {
  const { options } = accepted(await passkeyCreation(app, owner));
  const credential = authenticator.create({ ...OURS, challenge: options.challenge });
  const fields = raw({ name: 'Laptop', credential });
  return { authenticator, answer: await addPasskey(app, owner, fields) };
}

/** A person in an open session whose only factor is a passkey. */
export async function registered(app: App) {
  const owner = await makeOwner(app, await makePerson(app), 'second_factor');
  const { authenticator, answer } = await register(app, owner);
  accepted(answer);
  return { authenticator, owner: { ...owner, stage: 'open' } as const };
}

export async function challengeFor(
  app: App,
  purpose: 'sign_in' | 'second_factor' | 'confirm',
  owner?: FactorOwner,
) {
  const { options } = accepted(await passkeyRequest(app, purpose, owner ?? null));
  return options.challenge;
}

export async function rejects(answer: unknown, what: string) {
  assert.equal(refusedWith(await answer).code, 'second_factor_wrong', what);
}
