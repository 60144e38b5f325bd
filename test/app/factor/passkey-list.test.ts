// The passkeys of a person: named, removed, at most ten, and only while the person may sign in.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { passkeyRequest, signInWithPasskey } from '../../../server/app/factor/complete-sign-in.ts';
import {
  namePasskey,
  passkeyCreation,
  removePasskey,
} from '../../../server/app/factor/enrol-passkey.ts';
import { hasCertificates } from '../../../server/app/factor/passkey-ceremony.ts';
import { PASSKEYS_MAX } from '../../../server/domain/factor/second-factor.ts';
import { createSoftAuthenticator } from '../../support/soft-authenticator.ts';
import { accepted, openTestApp, raw, refusedWith, type TestApp } from '../../support/test-app.ts';
import { callerOf, makeOwner, makePerson } from './factor-scene.ts';
import { challengeFor, newOrigin, OURS, register, registered, rejects } from './passkey-scene.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp({ mode: 'live' });
});
after(async () => {
  await service.stop();
});

test('parts that are too long or no base64url are refused as wrong fields', async () => {
  const { authenticator } = await registered(service.app);
  const challenge = await challengeFor(service.app, 'sign_in');
  const right = authenticator.get({ ...OURS, challenge });
  const parts = ['clientDataJSON', 'authenticatorData', 'signature'] as const;
  for (const part of parts) {
    for (const value of ['A'.repeat(20_000), 'a+b', '', 7, null, {}]) {
      const passkey = { ...right, response: { ...right.response, [part]: value } };
      const refused = refusedWith(
        await signInWithPasskey(service.app, raw({ passkey }), newOrigin()),
      );
      assert.equal(refused.code, 'invalid_request', `${part} ${String(value).slice(0, 10)}`);
    }
  }
  accepted(await signInWithPasskey(service.app, raw({ passkey: right }), newOrigin()));
});

test('passkeys have names, are removed one by one, and the last one stays', async () => {
  const { owner } = await registered(service.app);
  const caller = callerOf(owner);
  const second = accepted((await register(service.app, owner)).answer);
  const [first, last] = second.factors.passkeys;
  assert.ok(first !== undefined && last !== undefined);
  const named = await namePasskey(service.app, caller, { id: last.id, raw: raw({ name: 'Key' }) });
  assert.equal(accepted(named).name, 'Key');
  const other = await registered(service.app);
  const foreign = callerOf(other.owner);
  assert.equal(
    refusedWith(await removePasskey(service.app, foreign, first.id)).code,
    'not_found',
    'the passkey of somebody else',
  );
  const rename = { id: first.id, raw: raw({ name: 'Mine' }) };
  assert.equal(refusedWith(await namePasskey(service.app, foreign, rename)).code, 'not_found');
  const left = accepted(await removePasskey(service.app, caller, first.id));
  assert.deepEqual(
    left.passkeys.map(({ name }) => name),
    ['Key'],
  );
  const refused = refusedWith(await removePasskey(service.app, caller, last.id));
  assert.equal(refused.code, 'factor_needed');
});

test('a removed passkey signs in no more, and a person has at most ten', async () => {
  const { owner, authenticator } = await registered(service.app);
  for (let count = 1; count < PASSKEYS_MAX; count += 1)
    accepted((await register(service.app, owner)).answer);
  const tenth = refusedWith(await passkeyCreation(service.app, owner));
  assert.equal(tenth.code, 'factor_limit');
  const { options } = accepted(await passkeyRequest(service.app, 'confirm', owner));
  assert.equal(options.allowCredentials?.length, PASSKEYS_MAX);
  const [row] = await service.app.store.db.query<{ passkey_id: string }>(
    '',
    'select passkey_id from passkeys where credential_id = $1',
    [Buffer.from(authenticator.id, 'base64url')],
  );
  accepted(await removePasskey(service.app, callerOf(owner), row?.passkey_id ?? ''));
  const challenge = await challengeFor(service.app, 'sign_in');
  const passkey = authenticator.get({ ...OURS, challenge });
  await rejects(signInWithPasskey(service.app, raw({ passkey }), newOrigin()), 'removed');
});

test('a disabled person does not sign in with a passkey', async () => {
  const { owner, authenticator } = await registered(service.app);
  await service.app.store.db.query(
    '',
    `update people set state = 'disabled' where person_id = $1`,
    [owner.person_id],
  );
  const challenge = await challengeFor(service.app, 'sign_in');
  const passkey = authenticator.get({ ...OURS, challenge });
  await rejects(signInWithPasskey(service.app, raw({ passkey }), newOrigin()), 'disabled');
});

test('without a host name there are no passkeys', async () => {
  const owner = await makeOwner(service.app, await makePerson(service.app), 'second_factor');
  for (const public_url of ['https://192.0.2.1:8443', 'http://[::1]:8080']) {
    const refused = refusedWith(await passkeyCreation({ ...service.app, public_url }, owner));
    assert.equal(refused.code, 'act_not_allowed');
  }
});

test('an attestation is none, or the signature of the passkey itself', () => {
  const certificate: [string, unknown] = ['x5c', [new Uint8Array(1)]];
  const table: [format: string, statement: Map<string, unknown>, refused: boolean][] = [
    ['none', new Map(), false],
    ['packed', new Map([['alg', -7]]), false],
    ['packed', new Map([certificate]), true],
    ['apple', new Map([certificate]), true],
    ['tpm', new Map(), true],
  ];
  for (const [format, statement, refused] of table) {
    const ceremony = { ...OURS, challenge: 'AAAA' };
    const { response } = createSoftAuthenticator().create(ceremony, { format, statement });
    assert.equal(hasCertificates(response.attestationObject), refused, format);
  }
});
