// A lost phone: another owner removes the factors, and new ones need a one-time link.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listAudit } from '../../../server/app/access/list-audit.ts';
import { giveSecondFactor } from '../../../server/app/factor/complete-sign-in.ts';
import { offerTotp } from '../../../server/app/factor/enrol-totp.ts';
import { listFactors, openLink, resetFactors } from '../../../server/app/factor/reset-factors.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import {
  accepted,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import { callerOf, makeOwner, makePerson, withTotp } from './factor-scene.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp({ mode: 'live' });
});
after(async () => {
  await service.stop();
});

const reset = (id: string) =>
  resetFactors(service.app, OPERATOR, { id, raw: raw({ reason: 'Lost the phone' }) });

async function enrolled() {
  const person_id = await makePerson(service.app);
  const owner = await makeOwner(service.app, person_id, 'second_factor');
  const { added } = await withTotp(service.app, owner);
  return { person_id, owner, codes: added.recovery_codes ?? [] };
}

test('a removal ends factors, codes and sessions, and says so in the trail', async () => {
  const { app } = service;
  const { person_id, owner, codes } = await enrolled();
  const done = accepted(await reset(person_id));
  assert.deepEqual(done.removed, { totp: true, passkeys: 0 });
  assert.equal(done.sessions_ended, 1);
  assert.match(done.url, /^http:\/\/pay\.test\/console\/enrol#[\w-]{43}$/);
  const body = accepted(await listFactors(app, person_id));
  assert.equal(body.totp, null);
  assert.equal(body.recovery_codes.left, 0);
  assert.equal(body.waits_for_link, true);
  const half = await makeOwner(app, person_id, 'second_factor');
  const refused = await giveSecondFactor(app, half, raw({ recovery_code: codes[0] }));
  assert.equal(refusedWith(refused).code, 'second_factor_wrong');
  const filter = { action: 'factors_reset', target: `people/${person_id}` };
  const [entry] = accepted(await listAudit(app, OPERATOR, filter)).data;
  assert.equal(entry?.detail.reason, 'Lost the phone');
  assert.equal(JSON.stringify(entry?.detail).includes(done.url.split('#')[1] ?? '-'), false);
  assert.equal(
    refusedWith(
      await resetFactors(app, callerOf(owner), { id: person_id, raw: raw({ reason: 'x' }) }),
    ).code,
    'forbidden',
  );
});

test('the password alone no longer sets up a factor; with the link it does, once', async () => {
  const { app } = service;
  const { person_id } = await enrolled();
  const { url } = accepted(await reset(person_id));
  const thief = await makeOwner(app, person_id, 'second_factor');
  assert.equal(refusedWith(await offerTotp(app, thief)).code, 'enrolment_link_needed');
  const person = await makeOwner(app, person_id, 'second_factor');
  accepted(await openLink(app, person, raw({ link: url })));
  const late = await openLink(app, thief, raw({ link: url }));
  assert.equal(refusedWith(late).code, 'second_factor_wrong', 'the link was opened');
  assert.equal(refusedWith(await offerTotp(app, thief)).code, 'enrolment_link_needed');
  const { added } = await withTotp(app, person);
  assert.equal(added.recovery_codes?.length, 10);
  assert.equal(added.factors.waits_for_link, false);
});

test('of two sessions that open a link at once, one gets it', async () => {
  const { app } = service;
  const other = await service.another();
  const { person_id } = await enrolled();
  const { url } = accepted(await reset(person_id));
  const opened = await Promise.all(
    [app, other, app].map(async (one) => {
      const half = await makeOwner(app, person_id, 'second_factor');
      return await openLink(one, half, raw({ link: url }));
    }),
  );
  assert.equal(opened.filter((one) => !isRefusal(one)).length, 1);
});

test('links that are wrong, expired, replaced or of somebody else open nothing', async () => {
  const { app } = service;
  const { person_id } = await enrolled();
  const other = await enrolled();
  const { url: first } = accepted(await reset(person_id));
  const { url: theirs } = accepted(await reset(other.person_id));
  const { url: second } = accepted(await reset(person_id));
  const half = await makeOwner(app, person_id, 'second_factor');
  for (const link of [first, theirs, `${second}x`, 'nothing', '#']) {
    const refused = refusedWith(await openLink(app, half, raw({ link })));
    assert.equal(refused.code, 'second_factor_wrong', link);
  }
  await app.store.db.query(
    '',
    `update enrolment_links set created_at = created_at - interval '2 days',
       expires_at = expires_at - interval '25 hours' where person_id = $1`,
    [other.person_id],
  );
  const late = await makeOwner(app, other.person_id, 'second_factor');
  const expired = refusedWith(await openLink(app, late, raw({ link: theirs })));
  assert.equal(expired.code, 'second_factor_wrong');
});

test('an unknown person is not found, and a reason is needed', async () => {
  const { app } = service;
  for (const id of ['00000000-0000-7000-8000-000000000000', 'x']) {
    assert.equal(refusedWith(await reset(id)).code, 'not_found');
    assert.equal(refusedWith(await listFactors(app, id)).code, 'not_found');
  }
  const { person_id } = await enrolled();
  const refused = refusedWith(await resetFactors(app, OPERATOR, { id: person_id, raw: raw({}) }));
  assert.deepEqual(
    refused.errors?.map(({ field }) => field),
    ['reason'],
  );
});
