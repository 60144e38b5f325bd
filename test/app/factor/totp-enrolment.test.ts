// Codes of authenticator apps on a real PostgreSQL: set up by a correct code, never used twice.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { giveSecondFactor } from '../../../server/app/factor/complete-sign-in.ts';
import { activateTotp, offerTotp, removeTotp } from '../../../server/app/factor/enrol-totp.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { readFactors } from '../../../server/store/factor/factors.ts';
import { readTotpSecret, useTotpStep } from '../../../server/store/factor/totp-secrets.ts';
import { accepted, openTestApp, raw, refusedWith, type TestApp } from '../../support/test-app.ts';
import {
  callerOf,
  makeOwner,
  makePerson,
  openAuthenticator,
  withClock,
  withTotp,
} from './factor-scene.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp({ mode: 'live' });
});
after(async () => {
  await service.stop();
});

async function stageOf(session_id: string) {
  const [row] = await service.app.store.db.query<{ stage: string; confirmed_at: number | null }>(
    '',
    'select stage, confirmed_at from sessions where session_id = $1',
    [session_id],
  );
  return row;
}

test('the first factor is active after a correct code only, and opens the session', async () => {
  const { app } = withClock(service.app);
  const owner = await makeOwner(app, await makePerson(app), 'second_factor');
  const { secret, otpauth_uri } = accepted(await offerTotp(app, owner));
  assert.equal(new URL(otpauth_uri).searchParams.get('secret'), secret);
  const authenticator = openAuthenticator(otpauth_uri);
  const now = app.settings.now();
  const wrong = raw({ code: authenticator.wrongCode(now) });
  assert.equal(refusedWith(await activateTotp(app, owner, wrong)).code, 'second_factor_wrong');
  assert.equal((await readFactors(app.store.db, owner.person_id)).has_totp, false);
  assert.equal((await stageOf(owner.session_id))?.stage, 'second_factor');

  const right = raw({ code: authenticator.code(app.settings.now()) });
  const added = accepted(await activateTotp(app, owner, right));
  assert.equal(added.recovery_codes?.length, 10);
  assert.equal(new Set(added.recovery_codes).size, 10);
  assert.equal(added.factors.recovery_codes.left, 10);
  assert.equal(added.opened?.secret.length, 43);
  assert.equal((await stageOf(owner.session_id))?.stage, 'open');
  const again = await activateTotp(app, { ...owner, stage: 'open' }, right);
  assert.equal(refusedWith(again).code, 'act_not_allowed', 'the offer is used up');
});

test('the code that set up the app does not work for the sign-in', async () => {
  const { app } = withClock(service.app);
  const person_id = await makePerson(app);
  const owner = await makeOwner(app, person_id, 'second_factor');
  const { otpauth_uri } = accepted(await offerTotp(app, owner));
  const authenticator = openAuthenticator(otpauth_uri);
  const code = authenticator.code(app.settings.now());
  accepted(await activateTotp(app, owner, raw({ code })));
  const half = await makeOwner(app, person_id, 'second_factor');
  const refused = refusedWith(await giveSecondFactor(app, half, raw({ code })));
  assert.equal(refused.code, 'second_factor_wrong');
});

test('of many requests with one code, in two processes, one opens a session', async () => {
  const { app, nextStep } = withClock(service.app);
  const another = await service.another();
  const other = { ...another, settings: app.settings };
  const person_id = await makePerson(app);
  const { authenticator } = await withTotp(app, await makeOwner(app, person_id, 'second_factor'));
  nextStep();
  const code = authenticator.code(app.settings.now());
  const halves = await Promise.all(
    Array.from({ length: 4 }, () => makeOwner(app, person_id, 'second_factor')),
  );
  const answers = await Promise.all(
    halves.map((half, index) =>
      giveSecondFactor(index % 2 === 0 ? app : other, half, raw({ code })),
    ),
  );
  const opened = answers.filter((answer) => !isRefusal(answer));
  assert.equal(opened.length, 1);
  for (const answer of answers) {
    if (isRefusal(answer)) assert.equal(answer.code, 'second_factor_wrong');
  }
});

test('the statement alone lets one of two uses of a step win, and no earlier step', async () => {
  const { app } = withClock(service.app);
  const { db, cipher } = app.store;
  const person_id = await makePerson(app);
  await withTotp(app, await makeOwner(app, person_id, 'second_factor'));
  const active = await readTotpSecret(db, cipher, person_id, 'active');
  assert.ok(active?.last_step);
  const { totp_secret_id, last_step } = active;
  const uses = await Promise.all(
    Array.from({ length: 6 }, () => useTotpStep(db, totp_secret_id, last_step + 2)),
  );
  assert.equal(uses.filter(Boolean).length, 1);
  assert.equal(await useTotpStep(db, totp_secret_id, last_step + 1), false);
  assert.equal(await useTotpStep(db, totp_secret_id, last_step + 3), true);
});

test('the secret is encrypted, and a stolen row is worth nothing elsewhere', async () => {
  const { app } = withClock(service.app);
  const person_id = await makePerson(app);
  const owner = await makeOwner(app, person_id, 'second_factor');
  await withTotp(app, owner);
  const [row] = await app.store.db.query<{ secret: Buffer; plain: boolean }>(
    '',
    'select secret, octet_length(secret) <= 20 as plain from totp_secrets where person_id = $1',
    [person_id],
  );
  assert.equal(row?.plain, false);
  const known = await readTotpSecret(app.store.db, app.store.cipher, person_id, 'active');
  assert.ok(known?.secret);
  assert.equal(row?.secret.includes(Buffer.from(known.secret)), false);
  const thief = await makePerson(app);
  await app.store.db.query(
    '',
    `insert into totp_secrets
       (totp_secret_id, person_id, secret, created_at, activated_at, last_step)
     select gen_random_uuid(), $2, secret, created_at, activated_at, 0 from totp_secrets
     where person_id = $1`,
    [person_id, thief],
  );
  const copied = await readTotpSecret(app.store.db, app.store.cipher, thief, 'active');
  assert.equal(copied?.secret, null);
});

test('a new app replaces the old one, whose codes end with it', async () => {
  const { app, nextStep } = withClock(service.app);
  const person_id = await makePerson(app);
  const first = await makeOwner(app, person_id, 'second_factor');
  const { authenticator: old } = await withTotp(app, first);
  const open = await makeOwner(app, person_id, 'open');
  nextStep();
  const { authenticator, added } = await withTotp(app, open);
  nextStep();
  assert.equal(added.recovery_codes, null, 'the codes stay');
  assert.equal(added.opened, null);
  assert.equal((await stageOf(open.session_id))?.stage, 'open');
  const half = await makeOwner(app, person_id, 'second_factor');
  const stale = await giveSecondFactor(app, half, raw({ code: old.code(app.settings.now()) }));
  assert.equal(refusedWith(stale).code, 'second_factor_wrong');
  accepted(
    await giveSecondFactor(app, half, raw({ code: authenticator.code(app.settings.now()) })),
  );
});

test('a change of factors ends the other sessions of the person', async () => {
  const { app } = withClock(service.app);
  const person_id = await makePerson(app);
  const elsewhere = await makeOwner(app, person_id, 'open');
  await withTotp(app, await makeOwner(app, person_id, 'open'));
  const [row] = await app.store.db.query<{ revoked_at: number | null }>(
    '',
    'select revoked_at from sessions where session_id = $1',
    [elsewhere.session_id],
  );
  assert.notEqual(row?.revoked_at, null);
});

test('whoever has only the password cannot replace the factor', async () => {
  const { app } = withClock(service.app);
  const person_id = await makePerson(app);
  await withTotp(app, await makeOwner(app, person_id, 'second_factor'));
  const thief = await makeOwner(app, person_id, 'second_factor');
  assert.equal(refusedWith(await offerTotp(app, thief)).code, 'second_factor_needed');
  const given = raw({ code: '123456' });
  assert.equal(refusedWith(await activateTotp(app, thief, given)).code, 'second_factor_needed');
});

test('in live mode the last factor stays; in the sandbox it goes, with the codes', async () => {
  const { app } = withClock(service.app);
  const owner = await makeOwner(app, await makePerson(app), 'second_factor');
  await withTotp(app, owner);
  const refused = refusedWith(await removeTotp(app, callerOf(owner)));
  assert.equal(refused.code, 'factor_needed');
  const removed = accepted(await removeTotp({ ...app, mode: 'sandbox' }, callerOf(owner)));
  assert.equal(removed.totp, null);
  assert.equal(removed.recovery_codes.left, 0);
  assert.equal(refusedWith(await removeTotp(app, callerOf(owner))).code, 'not_found');
});

test('an offered secret waits for thirty minutes', async () => {
  const { app } = withClock(service.app);
  const owner = await makeOwner(app, await makePerson(app), 'second_factor');
  const { otpauth_uri } = accepted(await offerTotp(app, owner));
  await app.store.db.query(
    '',
    `update totp_secrets set created_at = created_at - interval '31 minutes' where person_id = $1`,
    [owner.person_id],
  );
  const code = openAuthenticator(otpauth_uri).code(app.settings.now());
  assert.equal(refusedWith(await activateTotp(app, owner, raw({ code }))).code, 'act_not_allowed');
});

test('after some wrong codes a right one is refused, too, and only for this person', async () => {
  const { app, nextStep } = withClock(service.app);
  const person_id = await makePerson(app);
  const { authenticator } = await withTotp(app, await makeOwner(app, person_id, 'second_factor'));
  const half = await makeOwner(app, person_id, 'second_factor');
  nextStep();
  for (let tries = 0; tries < 5; tries += 1) {
    const code = authenticator.wrongCode(app.settings.now());
    const refused = refusedWith(await giveSecondFactor(app, half, raw({ code })));
    assert.equal(refused.code, 'second_factor_wrong');
  }
  const right = raw({ code: authenticator.code(app.settings.now()) });
  const locked = refusedWith(await giveSecondFactor(app, half, right));
  assert.equal(locked.code, 'rate_limited');
  assert.ok((locked.retry_after_s ?? 0) > 0);
  const neighbour = await makePerson(app);
  const { authenticator: theirs } = await withTotp(
    app,
    await makeOwner(app, neighbour, 'second_factor'),
  );
  nextStep();
  const next = await makeOwner(app, neighbour, 'second_factor');
  accepted(await giveSecondFactor(app, next, raw({ code: theirs.code(app.settings.now()) })));
});

test('a malformed code is refused with its field, before it is counted as a try', async () => {
  const { app } = withClock(service.app);
  const half = await makeOwner(app, await makePerson(app), 'second_factor');
  const table: [Record<string, unknown>, field: string, code: string][] = [
    [{}, 'code', 'required'],
    [{ code: '12345' }, 'code', 'format'],
    [{ code: 123456 }, 'code', 'type'],
    [{ code: '9'.repeat(65) }, 'code', 'length'],
    [{ recovery_code: 'abc' }, 'recovery_code', 'format'],
    [{ passkey: 'x' }, 'passkey', 'format'],
    [{ passkey: { id: 'x', rawId: 'x', type: 'public-key', response: {} } }, 'passkey', 'format'],
    [{ code: '123456', recovery_code: 'abc' }, 'code', 'not_allowed'],
  ];
  for (const [fields, field, code] of table) {
    const refused = refusedWith(await giveSecondFactor(app, half, raw(fields)));
    assert.equal(refused.code, 'invalid_request');
    assert.deepEqual(
      refused.errors?.map((error) => [error.field, error.code]),
      [[field, code]],
      JSON.stringify(fields),
    );
  }
});
