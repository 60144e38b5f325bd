// Confirming a session: by what the person has, and only for that session.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { confirmSession } from '../../../server/app/factor/confirm-session.ts';
import type { FactorOwner } from '../../../server/app/factor/factor-owner.ts';
import {
  accepted,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import { callerOf, makeOwner, makePerson, withClock, withTotp } from './factor-scene.ts';

let service: TestApp;
let password_hash: string;
const PASSWORD = 'four grey herons at noon';
before(async () => {
  service = await openTestApp({ mode: 'sandbox' });
  password_hash = accepted(await service.app.passwords.hash(PASSWORD));
});
after(async () => {
  await service.stop();
});

async function ageOf({ session_id }: FactorOwner): Promise<number> {
  const [row] = await service.app.store.db.query<{ age_s: number }>(
    '',
    `select extract(epoch from clock_timestamp() - confirmed_at)::integer as age_s
     from sessions where session_id = $1`,
    [session_id],
  );
  return row?.age_s ?? -1;
}

async function age({ session_id }: FactorOwner) {
  await service.app.store.db.query(
    '',
    `update sessions set created_at = created_at - interval '2 hours',
       confirmed_at = confirmed_at - interval '1 hour' where session_id = $1`,
    [session_id],
  );
}

test('without a factor the password confirms, with one it does not', async () => {
  const { app, nextStep } = withClock(service.app);
  const person_id = await makePerson(app, 'operator', password_hash);
  const owner = await makeOwner(app, person_id);
  await age(owner);
  const wrong = await confirmSession(app, callerOf(owner), raw({ password: 'four grey herons' }));
  assert.equal(refusedWith(wrong).code, 'second_factor_wrong');
  assert.ok((await ageOf(owner)) >= 3_600);
  const body = accepted(await confirmSession(app, callerOf(owner), raw({ password: PASSWORD })));
  assert.equal(Date.parse(body.counts_until) - Date.parse(body.confirmed_at), 300_000);
  assert.ok((await ageOf(owner)) < 60);

  const { authenticator } = await withTotp(app, owner);
  await age(owner);
  const refused = await confirmSession(app, callerOf(owner), raw({ password: PASSWORD }));
  assert.equal(refusedWith(refused).code, 'act_not_allowed');
  assert.ok((await ageOf(owner)) >= 3_600);
  nextStep();
  const code = authenticator.code(app.settings.now());
  accepted(await confirmSession(app, callerOf(owner), raw({ code })));
  assert.ok((await ageOf(owner)) < 60);
  const again = await confirmSession(app, callerOf(owner), raw({ code }));
  assert.equal(refusedWith(again).code, 'second_factor_wrong', 'the code was used');
});

test('other sessions of the person stay as they are', async () => {
  const { app } = service;
  const person_id = await makePerson(app, 'operator', password_hash);
  const here = await makeOwner(app, person_id);
  const there = await makeOwner(app, person_id);
  await age(here);
  await age(there);
  accepted(await confirmSession(app, callerOf(here), raw({ password: PASSWORD })));
  assert.ok((await ageOf(here)) < 60);
  assert.ok((await ageOf(there)) >= 3_600);
});

test('wrong passwords are counted: after five the right one waits, too', async () => {
  const { app } = service;
  const owner = await makeOwner(app, await makePerson(app, 'operator', password_hash));
  for (let tries = 0; tries < 5; tries += 1) {
    const wrong = await confirmSession(app, callerOf(owner), raw({ password: `no ${tries}` }));
    assert.equal(refusedWith(wrong).code, 'second_factor_wrong');
  }
  const locked = await confirmSession(app, callerOf(owner), raw({ password: PASSWORD }));
  assert.equal(refusedWith(locked).code, 'rate_limited');
});

test('tokens do not confirm, and a session that has ended does not', async () => {
  const { app } = service;
  const given = raw({ password: PASSWORD });
  assert.equal(refusedWith(await confirmSession(app, OPERATOR, given)).code, 'forbidden');
  const owner = await makeOwner(app, await makePerson(app, 'operator', password_hash));
  await app.store.db.query('', 'update sessions set revoked_at = now() where session_id = $1', [
    owner.session_id,
  ]);
  const ended = await confirmSession(app, callerOf(owner), given);
  assert.equal(refusedWith(ended).code, 'unauthorized');
});

test('exactly one thing is given', async () => {
  const { app } = service;
  const caller = callerOf(await makeOwner(app, await makePerson(app)));
  for (const fields of [{}, { password: PASSWORD, code: '123456' }, { code: '1', passkey: {} }]) {
    const refused = refusedWith(await confirmSession(app, caller, raw(fields)));
    assert.equal(refused.code, 'invalid_request', JSON.stringify(fields));
  }
});
