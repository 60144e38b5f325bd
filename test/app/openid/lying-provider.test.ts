// A provider that is away, lies or floods: nobody gets in by it, passwords go on, and the service
// waits and reads no more than it says.
import { equal, match, notEqual, ok } from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { before, beforeEach, suite, test } from 'node:test';
import type { App } from '../../../server/app/process/app.ts';
import { createOpenidProvider } from '../../../server/app/provider/openid-provider.ts';
import { cleanup } from '../../support/cleanup.ts';
import {
  type Claims,
  PROVIDER_CLIENT_ID,
  PROVIDER_CLIENT_SECRET,
} from '../../support/openid/test-provider.ts';
import { accepted, refusedWith } from '../../support/test-app.ts';
import { active, entered } from '../access/people-scene.ts';
import * as rows from '../scene.ts';
import {
  begin,
  bodyOf,
  connectThere,
  finish,
  type OpenidScene,
  openOpenidScene,
  signInThere,
  visit,
} from './openid-scene.ts';

const SUBJECT = 'the-subject';
const opened = cleanup();
let scene: OpenidScene;
let person: Awaited<ReturnType<typeof active>>;
before(async () => {
  scene = await openOpenidScene(opened);
  person = await active(scene.app);
  accepted(await connectThere(scene, person, SUBJECT));
});
beforeEach(async () => {
  Object.assign(scene.provider, { lie: null, instead: null, subject: null });
  await rows.sql(scene.app, 'delete from sign_in_tries');
});

const now_s = () => Math.floor(Date.now() / 1_000);
/** A process that knows nothing of the provider yet. */
const fresh = (given: object = {}): App => {
  const { issuer } = scene.provider;
  const known = {
    issuer,
    client_id: PROVIDER_CLIENT_ID,
    client_secret: PROVIDER_CLIENT_SECRET,
    name: 'Corp',
  };
  return { ...scene.app, openid: createOpenidProvider({ ...known, ca: null, ...given }) };
};

suite('a token', () => {
  const LIES: Readonly<Record<string, (claims: Claims) => Claims>> = {
    'with another nonce': (claims) => ({ ...claims, nonce: 'x'.repeat(43) }),
    'without a nonce': ({ nonce: _nonce, ...claims }) => claims,
    'for another client': (claims) => ({ ...claims, aud: 'somebody-else' }),
    'for several clients, by another': (claims) => ({
      ...claims,
      aud: [PROVIDER_CLIENT_ID, 'somebody-else'],
      azp: 'somebody-else',
    }),
    'of another issuer': (claims) => ({ ...claims, iss: 'https://evil.example' }),
    'that has expired': (claims) => ({ ...claims, exp: now_s() - 31 }),
    'that is not valid yet': (claims) => ({ ...claims, nbf: now_s() + 60 }),
    'without a subject': ({ sub: _sub, ...claims }) => claims,
    'with a subject that is no text': (claims) => ({ ...claims, sub: 7 }),
  };
  for (const [what, lie] of Object.entries(LIES)) {
    test(`${what} signs nobody in`, async () => {
      scene.provider.lie = lie;
      equal(refusedWith(await signInThere(scene, SUBJECT)).code, 'sign_in_failed');
    });
  }

  test('with a clock some seconds apart signs in', async () => {
    scene.provider.lie = (claims) => ({ ...claims, exp: now_s() - 10, iat: now_s() + 10 });
    equal(bodyOf(await signInThere(scene, SUBJECT)).body.outcome, 'signed_in');
  });

  test('signed with a new key of the provider signs in at once', async () => {
    bodyOf(await signInThere(scene, SUBJECT));
    scene.provider.changeKeys();
    equal(bodyOf(await signInThere(scene, SUBJECT)).body.outcome, 'signed_in');
  });

  test('signed with a key that is not the provider’s signs nobody in', async () => {
    const started = accepted(await begin(scene.app));
    const answer = await visit(scene, started, SUBJECT);
    const { changeKeys } = scene.provider;
    // The token is made with the key of before, and the keys are asked for afterwards.
    scene.provider.lie = (claims) => {
      changeKeys();
      return claims;
    };
    equal(refusedWith(await finish(scene.app, answer, started.secret)).code, 'sign_in_failed');
  });
});

suite('a provider', () => {
  const answers: Readonly<Record<string, RequestListener>> = {
    'that fails': (_request, response) => response.writeHead(503).end(),
    'that leads elsewhere': (_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'that hangs up': ({ socket }) => socket.destroy(),
    'that sends a page': (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello'),
    'that floods': (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const flood = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, ' ')));
      };
      response.on('drain', flood);
      flood();
    },
    'that describes another issuer': (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ issuer: 'https://evil.example' })),
  };
  for (const [what, instead] of Object.entries(answers)) {
    test(`${what} is refused in words, and passwords go on`, async () => {
      scene.provider.instead = instead;
      const refused = refusedWith(await begin(fresh()));
      equal(refused.code, 'unavailable');
      match(refused.detail, /^Corp does not answer/);
      notEqual(await fresh().openid?.examine(), null);
      ok((await entered(scene.app, person)).session_id);
    });
  }

  test('that goes away during a visit costs no try', async () => {
    const started = accepted(await begin(scene.app));
    const answer = await visit(scene, started, SUBJECT);
    scene.provider.instead = (_request, response) => response.writeHead(502).end();
    equal(refusedWith(await finish(scene.app, answer, started.secret)).code, 'unavailable');
    const tries = await rows.sql<{ failed: number }>(scene.app, 'select failed from sign_in_tries');
    ok(tries.every(({ failed }) => failed === 0));
  });

  test('that does not know the client is the operator’s to mend', async () => {
    const app = fresh({ client_secret: 'another-secret' });
    const started = accepted(await begin(app));
    const answer = await visit(scene, started, SUBJECT);
    equal(refusedWith(await finish(app, answer, started.secret)).code, 'unavailable');
  });

  test('is asked for its description once, and for its keys at each sign-in', async () => {
    const app = fresh();
    scene.provider.asked.length = 0;
    for (let visits = 0; visits < 3; visits += 1) {
      const started = accepted(await begin(app));
      accepted(await finish(app, await visit(scene, started, SUBJECT), started.secret));
    }
    const count = (path: string) => scene.provider.asked.filter((one) => one === path).length;
    equal(count('/.well-known/openid-configuration'), 1);
    equal(count('/jwks'), 3);
    equal(await app.openid?.examine(), null);
  });

  test('is not asked for a sign-in that no browser began', async () => {
    scene.provider.asked.length = 0;
    await finish(fresh(), 'code=x&state=y', 'x'.repeat(43));
    equal(scene.provider.asked.length, 0);
  });
});
