// Sign-in at an OpenID provider: by an account that the person connected, and by nothing else.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, beforeEach, suite, test } from 'node:test';
import {
  disablePerson,
  enablePerson,
  relinkPerson,
} from '../../../server/app/access/change-person.ts';
import {
  disconnectOpenid,
  showOwnOpenid,
  startConnecting,
} from '../../../server/app/openid/own-openid.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { cleanup } from '../../support/cleanup.ts';
import { accepted, OPERATOR, raw, refusedWith } from '../../support/test-app.ts';
import { active, callerOf, entered, invited, trySignIn, useLink } from '../access/people-scene.ts';
import * as rows from '../scene.ts';
import {
  begin,
  bodyOf,
  connectThere,
  failures,
  finish,
  type OpenidScene,
  openOpenidScene,
  signInThere,
  visit,
} from './openid-scene.ts';

const opened = cleanup();
let scene: OpenidScene;
before(async () => {
  scene = await openOpenidScene(opened);
});
beforeEach(async () => {
  Object.assign(scene.provider, { lie: null, instead: null, subject: null });
  failures.length = 0;
  await rows.sql(scene.app, 'delete from sign_in_tries');
});

const REASON = raw({ reason: 'because' });
let count = 0;
const newSubject = () => {
  count += 1;
  return `subject-${count}`;
};

async function connected() {
  const person = await active(scene.app);
  const subject = newSubject();
  deepEqual(await connectThere(scene, person, subject), { outcome: 'connected' });
  return { person, subject };
}

async function refusedFor(signed_in: Promise<unknown>, code = 'sign_in_failed') {
  const refused = refusedWith(await signed_in);
  equal(refused.code, code);
  return refused.detail;
}

suite('an account at the provider', () => {
  test('accepts an invitation in place of a password, once', async () => {
    const { app } = scene;
    const person = await invited(app);
    const subject = newSubject();
    const link = person.link.url;
    equal(bodyOf(await signInThere(scene, subject, link)).body.outcome, 'signed_in');
    const { secret } = bodyOf(await signInThere(scene, subject));
    const caller = accepted(await callerOf(app, secret));
    equal(caller.person_id, person.id);
    equal(refusedWith(await begin(app, link)).code, 'not_found');
    const own = accepted(await showOwnOpenid(app, caller));
    equal(own.has_password, false);
    equal(own.connected?.subject, subject);
    await refusedFor(disconnectOpenid(app, caller), 'act_not_allowed');
  });

  test('is stored encrypted, and found by a keyed hash', async () => {
    const { subject } = await connected();
    const all = await rows.sql<{ row: string }>(scene.app, 'select p::text as row from people p');
    const text = all.map(({ row }) => row).join();
    for (const form of [subject, Buffer.from(subject).toString('hex')]) {
      equal(text.includes(form), false, form);
    }
  });

  test('signs in beside the password, until it is disconnected', async () => {
    const { app } = scene;
    const { person, subject } = await connected();
    equal(bodyOf(await signInThere(scene, subject)).body.outcome, 'signed_in');
    const { caller } = await entered(app, person);
    const { outcome } = accepted(await disconnectOpenid(app, caller));
    equal(outcome, 'disconnected');
    match(await refusedFor(signInThere(scene, subject)), /Nobody who may sign in here/);
    ok(!isRefusal(await trySignIn(app, person.email)));
  });

  test('that nobody connected signs nobody in, whatever its e-mail address', async () => {
    await active(scene.app, { email: 'ada@example.com' });
    match(await refusedFor(signInThere(scene, 'a-stranger')), /Nobody who may sign in here/);
    deepEqual(
      failures.map(({ action }) => action),
      ['openid_failed'],
    );
  });

  test('signs in one person only, and a person has one', async () => {
    const { person, subject } = await connected();
    const other = await active(scene.app);
    const taken = await refusedFor(connectThere(scene, other, subject), 'act_not_allowed');
    match(taken, /somebody else/);
    const { link } = await invited(scene.app);
    await refusedFor(signInThere(scene, subject, link.url), 'act_not_allowed');
    await entered(scene.app, person);
    const { caller } = await entered(scene.app, person);
    equal(refusedWith(await startConnecting(scene.app, caller)).code, 'act_not_allowed');
  });

  test('of two people who connect one account at once, one gets it', async () => {
    const people = [await active(scene.app), await active(scene.app), await active(scene.app)];
    const subject = newSubject();
    const ready: (() => ReturnType<typeof finish>)[] = [];
    for (const person of people) {
      const { caller, secret } = await entered(scene.app, person);
      const started = accepted(await startConnecting(scene.app, caller));
      const answer = await visit(scene, started, subject);
      ready.push(() => finish(scene.app, answer, started.secret, secret));
    }
    for (const _more of [1, 2, 3]) {
      const { link } = await invited(scene.app);
      const started = accepted(await begin(scene.app, link.url));
      const answer = await visit(scene, started, subject);
      ready.push(() => finish(scene.app, answer, started.secret));
    }
    const results = await Promise.all(ready.map((go) => go()));
    equal(results.filter((one) => !isRefusal(one)).length, 1);
    ok(results.filter(isRefusal).every(({ code }) => code === 'act_not_allowed'));
  });

  test('of an owner never replaces the password', async () => {
    const { link } = await invited(scene.app, { role: 'owner' });
    await refusedFor(signInThere(scene, newSubject(), link.url), 'act_not_allowed');
    accepted(await useLink(scene.app, link.url));
  });

  test('signs nobody in who is disabled, and again once they are enabled', async () => {
    const { app } = scene;
    const { person, subject } = await connected();
    const { secret } = bodyOf(await signInThere(scene, subject));
    accepted(await disablePerson(app, OPERATOR, person.id, REASON));
    ok(isRefusal(await callerOf(app, secret)));
    match(await refusedFor(signInThere(scene, subject)), /Nobody who may sign in here/);
    accepted(await enablePerson(app, OPERATOR, person.id, REASON));
    equal(bodyOf(await signInThere(scene, subject)).body.outcome, 'signed_in');
  });

  test('no longer signs in once a new link was used, and is replaced with one', async () => {
    const { app } = scene;
    const first = await connected();
    const reset = accepted(await relinkPerson(app, OPERATOR, first.person.id));
    accepted(await useLink(app, reset.link.url));
    await refusedFor(signInThere(scene, first.subject));
    const second = await connected();
    const link = accepted(await relinkPerson(app, OPERATOR, second.person.id));
    const other = newSubject();
    bodyOf(await signInThere(scene, other, link.link.url));
    await refusedFor(signInThere(scene, second.subject));
    await refusedFor(trySignIn(app, second.person.email));
  });

  test('is connected by the session that asked, and by no other', async () => {
    const { app } = scene;
    const [victim, attacker] = [await active(app), await active(app)];
    const [theirs, own] = [await entered(app, attacker), await entered(app, victim)];
    for (const session of [own.secret, null, 'x'.repeat(43)]) {
      const started = accepted(await startConnecting(app, theirs.caller));
      const answer = await visit(scene, started, newSubject());
      await refusedFor(finish(app, answer, started.secret, session), 'unauthorized');
    }
    const gone = accepted(await startConnecting(app, theirs.caller));
    const answer = await visit(scene, gone, newSubject());
    accepted(await disablePerson(app, OPERATOR, attacker.id, REASON));
    await refusedFor(finish(app, answer, gone.secret, theirs.secret), 'unauthorized');
  });
});

suite('a visit to the provider', () => {
  test('may begin in one process and end in another', async () => {
    const { subject } = await connected();
    const started = accepted(await begin(scene.app));
    const answer = await visit(scene, started, subject);
    equal(bodyOf(await finish(scene.other, answer, started.secret)).body.outcome, 'signed_in');
  });

  test('is answered once, also by many answers at once', async () => {
    const { subject } = await connected();
    const started = accepted(await begin(scene.app));
    const answer = await visit(scene, started, subject);
    const apps = [scene.app, scene.other, scene.app, scene.other];
    const all = await Promise.all(apps.map((app) => finish(app, answer, started.secret)));
    equal(all.filter((one) => !isRefusal(one)).length, 1);
    match(await refusedFor(finish(scene.app, answer, started.secret)), /used before/);
  });

  test('ends after ten minutes', async () => {
    const { subject } = await connected();
    const started = accepted(await begin(scene.app));
    const answer = await visit(scene, started, subject);
    await rows.sql(
      scene.app,
      `update openid_requests set expires_at = expires_at - interval '10 minutes'`,
    );
    await refusedFor(finish(scene.app, answer, started.secret));
  });

  test('belongs to the browser that began it', async () => {
    const { subject } = await connected();
    const [own, other] = [accepted(await begin(scene.app)), accepted(await begin(scene.app))];
    const answer = await visit(scene, own, subject);
    await refusedFor(finish(scene.app, answer, other.secret));
    for (const secret of [null, '', 'x', 'x'.repeat(43), 'x'.repeat(4_000)]) {
      await refusedFor(finish(scene.app, answer, secret));
    }
    equal(bodyOf(await finish(scene.app, answer, own.secret)).body.outcome, 'signed_in');
  });

  const CHANGED: Readonly<Record<string, (answer: URLSearchParams) => void>> = {
    'another state': (answer) => answer.set('state', 'x'.repeat(43)),
    'no state': (answer) => answer.delete('state'),
    'two states': (answer) => answer.append('state', answer.get('state') ?? ''),
    'another code': (answer) => answer.set('code', 'x'.repeat(43)),
    'no code': (answer) => answer.delete('code'),
    'another issuer': (answer) => answer.set('iss', 'https://evil.example'),
    'no issuer': (answer) => answer.delete('iss'),
    'an error': (answer) => answer.set('error', 'server_error'),
  };
  for (const [what, change] of Object.entries(CHANGED)) {
    test(`with ${what} signs nobody in`, async () => {
      const { subject } = await connected();
      const started = accepted(await begin(scene.app));
      const answer = new URLSearchParams(await visit(scene, started, subject));
      change(answer);
      await refusedFor(finish(scene.app, answer.toString(), started.secret));
      equal(failures.length, 1);
    });
  }

  test('that is stopped there signs nobody in, and says so', async () => {
    match(await refusedFor(signInThere(scene, null)), /did not sign you in/);
  });

  test('with tries that fail locks the address, openly', async () => {
    for (let tried = 0; tried < 50; tried += 1) await finish(scene.app, 'code=x', null);
    const refused = refusedWith(await finish(scene.app, 'code=x', null));
    equal(refused.code, 'rate_limited');
    ok((refused.retry_after_s ?? 0) > 0);
  });
});

suite('the second factor', () => {
  test('is asked for in live mode as after a password, and by own factor only', async () => {
    const live = await openOpenidScene(opened, 'live');
    const person = await invited(live.app);
    const first = bodyOf(await signInThere(live, 'subject', person.link.url));
    equal(first.body.outcome, 'enrolment_required');
    ok(isRefusal(await callerOf(live.app, first.secret)));
    live.provider.lie = (claims) => ({ ...claims, amr: ['mfa', 'otp'], acr: 'phrh' });
    const again = bodyOf(await signInThere(live, 'subject'));
    equal(again.body.outcome, 'enrolment_required');
    ok(isRefusal(await callerOf(live.app, again.secret)));
  });
});
