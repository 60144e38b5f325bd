// Passkeys with an authenticator in software, which also answers as attackers would.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  giveSecondFactor,
  passkeyRequest,
  signInWithPasskey,
} from '../../../server/app/factor/complete-sign-in.ts';
import { confirmSession } from '../../../server/app/factor/confirm-session.ts';
import { addPasskey, passkeyCreation } from '../../../server/app/factor/enrol-passkey.ts';
import { userHandle } from '../../../server/app/factor/passkey-ceremony.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { type Ceremony, createSoftAuthenticator } from '../../support/soft-authenticator.ts';
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

test('what a browser is asked for', async () => {
  const person_id = await makePerson(service.app);
  const owner = await makeOwner(service.app, person_id, 'second_factor');
  const { options } = accepted(await passkeyCreation(service.app, owner));
  assert.equal(options.rp.id, 'pay.test');
  assert.equal(options.attestation, 'none');
  assert.equal(options.authenticatorSelection?.userVerification, 'required');
  assert.equal(options.authenticatorSelection?.residentKey, 'required');
  assert.equal(options.user.id, Buffer.from(userHandle(person_id)).toString('base64url'));
  const { owner: known, authenticator } = await registered(service.app);
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
  const { authenticator, answer } = await register(service.app, owner);
  const added = accepted(answer);
  assert.equal(added.recovery_codes?.length, 10);
  assert.notEqual(added.opened, null);
  const [passkey] = added.factors.passkeys;
  assert.equal(passkey?.name, 'Laptop');
  assert.deepEqual(passkey?.transports, ['internal'], 'unknown transports are left out');
  const challenge = await challengeFor(service.app, 'sign_in');
  const handle = Buffer.from(userHandle(owner.person_id)).toString('base64url');
  const given = raw({ passkey: authenticator.get({ ...OURS, challenge, counter: 1 }, handle) });
  const opened = accepted(await signInWithPasskey(service.app, given, newOrigin()));
  assert.equal(opened.secret.length, 43);
  await rejects(signInWithPasskey(service.app, given, newOrigin()), 'a second time');
});

test('a passkey is the second factor after the password, and confirms a session', async () => {
  const { authenticator, owner } = await registered(service.app);
  const half = await makeOwner(service.app, owner.person_id, 'second_factor');
  const challenge = await challengeFor(service.app, 'second_factor', half);
  const passkey = authenticator.get({ ...OURS, challenge });
  accepted(await giveSecondFactor(service.app, half, raw({ passkey })));
  const again = await challengeFor(service.app, 'confirm', owner);
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

    const { authenticator } = await registered(service.app);
    const challenge = await challengeFor(service.app, 'sign_in');
    const passkey = authenticator.get({ ...OURS, challenge, ...change });
    const refused = refusedWith(
      await signInWithPasskey(service.app, raw({ passkey }), newOrigin()),
    );
    assert.ok(['second_factor_wrong', 'invalid_request'].includes(refused.code), refused.code);
  });
}

test('a challenge is answered once, by the session and for the purpose that asked', async () => {
  const { authenticator, owner } = await registered(service.app);
  const answerTo = (challenge: string) =>
    raw({ passkey: authenticator.get({ ...OURS, challenge }) });
  const half = await makeOwner(service.app, owner.person_id, 'second_factor');
  const elsewhere = await makeOwner(service.app, owner.person_id, 'second_factor');
  const ours = answerTo(await challengeFor(service.app, 'second_factor', half));
  await rejects(giveSecondFactor(service.app, elsewhere, ours), 'another session');
  await rejects(signInWithPasskey(service.app, ours, newOrigin()), 'another purpose');
  await rejects(confirmSession(service.app, callerOf(half), ours), 'a confirmation');
  accepted(await giveSecondFactor(service.app, half, ours));
  const confirmation = answerTo(await challengeFor(service.app, 'confirm', owner));
  accepted(await confirmSession(service.app, callerOf(owner), confirmation));
  await rejects(confirmSession(service.app, callerOf(owner), confirmation), 'a replay');
});

test('of many answers with one challenge at once one is accepted', async () => {
  const { authenticator } = await registered(service.app);
  const other = await service.another();
  const challenge = await challengeFor(service.app, 'sign_in');
  const fields = raw({ passkey: authenticator.get({ ...OURS, challenge }) });
  const answers = await Promise.all(
    [service.app, other, service.app, other].map((app) =>
      signInWithPasskey(app, fields, newOrigin()),
    ),
  );
  assert.equal(answers.filter((one) => !isRefusal(one)).length, 1);
});

test('a challenge ends after five minutes', async () => {
  const { authenticator } = await registered(service.app);
  const challenge = await challengeFor(service.app, 'sign_in');
  await service.app.store.db.query(
    '',
    `update passkey_challenges set expires_at = expires_at - interval '301 seconds'`,
    [],
  );
  const passkey = authenticator.get({ ...OURS, challenge });
  await rejects(signInWithPasskey(service.app, raw({ passkey }), newOrigin()), 'too late');
});

test('a tampered signature, and data that was not signed', async () => {
  const { authenticator } = await registered(service.app);
  for (const part of ['signature', 'authenticatorData'] as const) {
    const challenge = await challengeFor(service.app, 'sign_in');
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
  const mine = await registered(service.app);
  const theirs = await registered(service.app);
  const challenge = await challengeFor(service.app, 'confirm', mine.owner);
  const passkey = theirs.authenticator.get({ ...OURS, challenge });
  await rejects(confirmSession(service.app, callerOf(mine.owner), raw({ passkey })), 'theirs');
  const again = await challengeFor(service.app, 'confirm', mine.owner);
  const handle = Buffer.from(userHandle(theirs.owner.person_id)).toString('base64url');
  const named = mine.authenticator.get({ ...OURS, challenge: again }, handle);
  const given = raw({ passkey: named });
  await rejects(confirmSession(service.app, callerOf(mine.owner), given), 'their user handle');
});

test('a credential is registered once, for one person', async () => {
  const { authenticator } = await registered(service.app);
  const other = await makeOwner(service.app, await makePerson(service.app), 'second_factor');
  const { answer } = await register(service.app, other, authenticator);
  await rejects(Promise.resolve(answer), 'registered already');
});

test('a counter that does not grow is refused: the key was copied', async () => {
  const { authenticator, owner } = await registered(service.app);
  const enter = async (counter: number) => {
    const challenge = await challengeFor(service.app, 'sign_in');
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
