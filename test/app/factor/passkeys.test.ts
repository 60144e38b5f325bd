// Passkeys with an authenticator in software, which also answers as attackers would.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  giveSecondFactor,
  passkeyRequest,
  signInWithPasskey,
} from '../../../server/app/factor/complete-sign-in.ts';
import { confirmSession } from '../../../server/app/factor/confirm-session.ts';
import {
  addPasskey,
  namePasskey,
  passkeyCreation,
  removePasskey,
} from '../../../server/app/factor/enrol-passkey.ts';
import type { FactorOwner } from '../../../server/app/factor/factor-owner.ts';
import { userHandle } from '../../../server/app/factor/passkey-ceremony.ts';
import { PASSKEYS_MAX } from '../../../server/domain/factor/second-factor.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import {
  type Ceremony,
  createSoftAuthenticator,
  type SoftAuthenticator,
} from '../../support/soft-authenticator.ts';
import { accepted, openTestApp, raw, refusedWith, type TestApp } from '../../support/test-app.ts';
import { callerOf, makeOwner, makePerson, newAddress } from './factor-scene.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp({ mode: 'live' });
});
after(async () => {
  await service.stop();
});

const OURS = { origin: 'http://pay.test', rp_id: 'pay.test' };
const newOrigin = () => ({ address: newAddress(), request_id: 'r', user_agent: undefined });

async function register(
  owner: FactorOwner,
  authenticator: SoftAuthenticator = createSoftAuthenticator(),
) {
  const { options } = accepted(await passkeyCreation(service.app, owner));
  const credential = authenticator.create({ ...OURS, challenge: options.challenge });
  const fields = raw({ name: 'Laptop', credential });
  return { authenticator, answer: await addPasskey(service.app, owner, fields) };
}

/** A person in an open session whose only factor is a passkey. */
async function registered() {
  const owner = await makeOwner(service.app, await makePerson(service.app), 'second_factor');
  const { authenticator, answer } = await register(owner);
  accepted(answer);
  return { authenticator, owner: { ...owner, stage: 'open' } as const };
}

async function challengeFor(purpose: 'sign_in' | 'second_factor' | 'confirm', owner?: FactorOwner) {
  const { options } = accepted(await passkeyRequest(service.app, purpose, owner ?? null));
  return options.challenge;
}

async function rejects(answer: unknown, what: string) {
  assert.equal(refusedWith(await answer).code, 'second_factor_wrong', what);
}

test('what a browser is asked for', async () => {
  const person_id = await makePerson(service.app);
  const owner = await makeOwner(service.app, person_id, 'second_factor');
  const { options } = accepted(await passkeyCreation(service.app, owner));
  assert.equal(options.rp.id, 'pay.test');
  assert.equal(options.attestation, 'none');
  assert.equal(options.authenticatorSelection?.userVerification, 'required');
  assert.equal(options.authenticatorSelection?.residentKey, 'required');
  assert.equal(options.user.id, Buffer.from(userHandle(person_id)).toString('base64url'));
  const { owner: known, authenticator } = await registered();
  const next = accepted(await passkeyCreation(service.app, known));
  assert.deepEqual(
    next.options.excludeCredentials?.map(({ id }) => id),
    [authenticator.id],
    'the same authenticator is not registered twice',
  );
  const request = accepted(await passkeyRequest(service.app, 'confirm', known));
  assert.equal(request.options.userVerification, 'required');
  assert.deepEqual(
    request.options.allowCredentials?.map(({ id }) => id),
    [authenticator.id],
  );
});

test('a first passkey opens the session, is shown by its name, and signs in alone', async () => {
  const owner = await makeOwner(service.app, await makePerson(service.app), 'second_factor');
  const { authenticator, answer } = await register(owner);
  const added = accepted(answer);
  assert.equal(added.recovery_codes?.length, 10);
  assert.notEqual(added.opened, null);
  const [passkey] = added.factors.passkeys;
  assert.equal(passkey?.name, 'Laptop');
  assert.deepEqual(passkey?.transports, ['internal'], 'unknown transports are left out');
  const challenge = await challengeFor('sign_in');
  const handle = Buffer.from(userHandle(owner.person_id)).toString('base64url');
  const given = raw({ passkey: authenticator.get({ ...OURS, challenge, counter: 1 }, handle) });
  const opened = accepted(await signInWithPasskey(service.app, given, newOrigin()));
  assert.equal(opened.secret.length, 43);
  await rejects(signInWithPasskey(service.app, given, newOrigin()), 'a second time');
});

test('a passkey is the second factor after the password, and confirms a session', async () => {
  const { authenticator, owner } = await registered();
  const half = await makeOwner(service.app, owner.person_id, 'second_factor');
  const challenge = await challengeFor('second_factor', half);
  const passkey = authenticator.get({ ...OURS, challenge });
  accepted(await giveSecondFactor(service.app, half, raw({ passkey })));
  const again = await challengeFor('confirm', owner);
  const confirmed = raw({ passkey: authenticator.get({ ...OURS, challenge: again }) });
  accepted(await confirmSession(service.app, callerOf(owner), confirmed));
});

const WRONG_ANSWERS: readonly [what: string, change: Partial<Ceremony>][] = [
  ['another origin', { origin: 'https://pay.test.attacker.example' }],
  ['another port', { origin: 'http://pay.test:8080' }],
  ['another site’s id', { rp_id: 'attacker.example' }],
  ['a challenge of nobody', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['no check of the user', { is_verified: false }],
  ['a frame in another site', { client_data: { crossOrigin: true } }],
  ['a page that frames ours', { client_data: { topOrigin: 'https://attacker.example' } }],
  ['the other ceremony', { client_data: { type: 'webauthn.payment' } }],
];

for (const [what, change] of WRONG_ANSWERS) {
  test(`${what}: neither registered nor signed in`, async () => {
    const person = await makeOwner(service.app, await makePerson(service.app), 'second_factor');
    const { options } = accepted(await passkeyCreation(service.app, person));
    const other = createSoftAuthenticator();
    const ceremony = { ...OURS, challenge: options.challenge, ...change };
    const fields = { name: 'Theirs', credential: other.create(ceremony) };
    const answer = refusedWith(await addPasskey(service.app, person, raw(fields)));
    assert.ok(['second_factor_wrong', 'invalid_request'].includes(answer.code), answer.code);

    const { authenticator } = await registered();
    const challenge = await challengeFor('sign_in');
    const passkey = authenticator.get({ ...OURS, challenge, ...change });
    const refused = refusedWith(
      await signInWithPasskey(service.app, raw({ passkey }), newOrigin()),
    );
    assert.ok(['second_factor_wrong', 'invalid_request'].includes(refused.code), refused.code);
  });
}

test('a challenge is answered once, by the session and for the purpose that asked', async () => {
  const { authenticator, owner } = await registered();
  const answerTo = (challenge: string) =>
    raw({ passkey: authenticator.get({ ...OURS, challenge }) });
  const half = await makeOwner(service.app, owner.person_id, 'second_factor');
  const elsewhere = await makeOwner(service.app, owner.person_id, 'second_factor');
  const ours = answerTo(await challengeFor('second_factor', half));
  await rejects(giveSecondFactor(service.app, elsewhere, ours), 'another session');
  await rejects(signInWithPasskey(service.app, ours, newOrigin()), 'another purpose');
  await rejects(confirmSession(service.app, callerOf(half), ours), 'a confirmation');
  accepted(await giveSecondFactor(service.app, half, ours));
  const confirmation = answerTo(await challengeFor('confirm', owner));
  accepted(await confirmSession(service.app, callerOf(owner), confirmation));
  await rejects(confirmSession(service.app, callerOf(owner), confirmation), 'a replay');
});

test('of many answers with one challenge at once one is accepted', async () => {
  const { authenticator } = await registered();
  const other = await service.another();
  const challenge = await challengeFor('sign_in');
  const fields = raw({ passkey: authenticator.get({ ...OURS, challenge }) });
  const answers = await Promise.all(
    [service.app, other, service.app, other].map((app) =>
      signInWithPasskey(app, fields, newOrigin()),
    ),
  );
  assert.equal(answers.filter((one) => !isRefusal(one)).length, 1);
});

test('a challenge ends after five minutes', async () => {
  const { authenticator } = await registered();
  const challenge = await challengeFor('sign_in');
  await service.app.store.db.query(
    '',
    `update passkey_challenges set expires_at = expires_at - interval '301 seconds'`,
    [],
  );
  const passkey = authenticator.get({ ...OURS, challenge });
  await rejects(signInWithPasskey(service.app, raw({ passkey }), newOrigin()), 'too late');
});

test('a tampered signature, and data that was not signed', async () => {
  const { authenticator } = await registered();
  for (const part of ['signature', 'authenticatorData'] as const) {
    const challenge = await challengeFor('sign_in');
    const passkey = authenticator.get({ ...OURS, challenge });
    const bytes = Buffer.from(passkey.response[part], 'base64url');
    // The counter of the data, or a byte inside the signature's second number.
    const at = part === 'signature' ? bytes.length - 5 : 36;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    passkey.response[part] = bytes.toString('base64url');
    await rejects(signInWithPasskey(service.app, raw({ passkey }), newOrigin()), part);
  }
});

test("another person's passkey is not one's own", async () => {
  const mine = await registered();
  const theirs = await registered();
  const challenge = await challengeFor('confirm', mine.owner);
  const passkey = theirs.authenticator.get({ ...OURS, challenge });
  await rejects(confirmSession(service.app, callerOf(mine.owner), raw({ passkey })), 'theirs');
  const again = await challengeFor('confirm', mine.owner);
  const handle = Buffer.from(userHandle(theirs.owner.person_id)).toString('base64url');
  const named = mine.authenticator.get({ ...OURS, challenge: again }, handle);
  const given = raw({ passkey: named });
  await rejects(confirmSession(service.app, callerOf(mine.owner), given), 'their user handle');
});

test('a credential is registered once, for one person', async () => {
  const { authenticator } = await registered();
  const other = await makeOwner(service.app, await makePerson(service.app), 'second_factor');
  const { answer } = await register(other, authenticator);
  await rejects(Promise.resolve(answer), 'registered already');
});

test('a counter that does not grow is refused: the key was copied', async () => {
  const { authenticator, owner } = await registered();
  const enter = async (counter: number) => {
    const challenge = await challengeFor('sign_in');
    const passkey = authenticator.get({ ...OURS, challenge, counter });
    return await signInWithPasskey(service.app, raw({ passkey }), newOrigin());
  };
  accepted(await enter(0));
  accepted(await enter(0));
  accepted(await enter(7));
  await rejects(enter(7), 'the same');
  await rejects(enter(3), 'smaller');
  await rejects(enter(0), 'none');
  accepted(await enter(8));
  const [row] = await service.app.store.db.query<{ sign_count: bigint }>(
    '',
    'select sign_count from passkeys where person_id = $1',
    [owner.person_id],
  );
  assert.equal(row?.sign_count, 8n);
});

test('an attestation with certificates is refused unread', async () => {
  const fetched: unknown[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = (address) => {
    fetched.push(address);
    return Promise.reject(new Error('Nothing is fetched here'));
  };
  try {
    for (const format of ['packed', 'apple', 'android-safetynet', 'tpm', 'fido-u2f', 'x']) {
      const owner = await makeOwner(service.app, await makePerson(service.app), 'second_factor');
      const { options } = accepted(await passkeyCreation(service.app, owner));
      const ceremony = { ...OURS, challenge: options.challenge };
      const certificates = [new Uint8Array(Buffer.from('not a certificate'))];
      const statement = new Map<string, unknown>([
        ['alg', -7],
        ['sig', new Uint8Array(70)],
        ['x5c', certificates],
      ]);
      const credential = createSoftAuthenticator().create(ceremony, { format, statement });
      await rejects(addPasskey(service.app, owner, raw({ name: 'Key', credential })), format);
    }
  } finally {
    globalThis.fetch = real;
  }
  assert.deepEqual(fetched, []);
});

test('parts that are too long or no base64url are refused as wrong fields', async () => {
  const { authenticator } = await registered();
  const challenge = await challengeFor('sign_in');
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
  const { owner } = await registered();
  const caller = callerOf(owner);
  const second = accepted((await register(owner)).answer);
  const [first, last] = second.factors.passkeys;
  assert.ok(first !== undefined && last !== undefined);
  const named = await namePasskey(service.app, caller, { id: last.id, raw: raw({ name: 'Key' }) });
  assert.equal(accepted(named).name, 'Key');
  const other = await registered();
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
  const { owner, authenticator } = await registered();
  for (let count = 1; count < PASSKEYS_MAX; count += 1) accepted((await register(owner)).answer);
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
  const challenge = await challengeFor('sign_in');
  const passkey = authenticator.get({ ...OURS, challenge });
  await rejects(signInWithPasskey(service.app, raw({ passkey }), newOrigin()), 'removed');
});

test('a disabled person does not sign in with a passkey', async () => {
  const { owner, authenticator } = await registered();
  await service.app.store.db.query(
    '',
    `update people set state = 'disabled' where person_id = $1`,
    [owner.person_id],
  );
  const challenge = await challengeFor('sign_in');
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
