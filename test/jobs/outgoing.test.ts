// Nothing leaves a copy of the database: every kind of what the service sends by itself, every job,
// and every file that could open a connection.
import { deepEqual, equal, fail, rejects } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { adoptCopy } from '../../server/app/access/adopt-copy.ts';
import type { OpenApp } from '../../server/app/open-app.ts';
import { createOutgoing, NotAdopted, OUTGOING } from '../../server/jobs/outgoing.ts';
import { startJobs } from '../../server/jobs/runner.ts';
import { parseCidr } from '../../server/lib/ip-address.ts';
import * as scene from '../app/scene.ts';
import { MAIL_CERTIFICATE, startMailReceiver } from '../support/mail-receiver.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
} from '../support/test-app.ts';

let service: TestApp;
let app: OpenApp;
let receiver: Receiver;
let mails: Awaited<ReturnType<typeof startMailReceiver>>;
before(async () => {
  service = await openTestApp();
  app = service.app;
  receiver = await startReceiver();
  mails = await startMailReceiver();
});
after(async () => {
  await receiver.close();
  await mails.close();
  await service.stop();
});

const mailServer = () => ({
  ...{ host: '127.0.0.1', port: mails.port, is_tls: false, user: null, password: null },
  ca: MAIL_CERTIFICATE,
  from: 'service@example.com',
});

async function becomeCopy(): Promise<void> {
  await app.settings.refresh();
  await scene.sql(app, `update installation set system_id = 'of the original'`);
  await scene.sql(app, 'update settings_versions set version = version + 1');
  await app.settings.refresh();
}

const adopt = async () => accepted(await adoptCopy(app, OPERATOR, raw({ reason: 'Restored' })));

const MAIL = { to: 'ops@example.org', subject: 'About', text: 'Words', message_id: '<1@pay.test>' };

/** Sends one of each kind by each of its ways; resolves to those that were sent. */
async function sendAll(): Promise<string[]> {
  const outgoing = createOutgoing(app, mailServer());
  const sent: string[] = [];
  for (const kind of ['callback', 'test_event', 'notice', 'report'] as const) {
    const senders = outgoing[kind];
    const callback = { url: receiver.url, body: '{}', headers: {} };
    const tries = {
      post: () => senders.post(callback),
      send: () => ('send' in senders ? senders.send(MAIL) : fail(`${kind} sends no e-mail`)),
    };
    for (const way of OUTGOING[kind]) {
      try {
        await tries[way]();
        sent.push(`${kind} ${way}`);
      } catch (error) {
        if (!(error instanceof NotAdopted)) throw error;
      }
    }
  }
  await outgoing.close();
  return sent;
}

describe('a copy of the database', () => {
  it('is known by what PostgreSQL tells of itself', async () => {
    await app.settings.refresh();
    const [row] = await scene.sql<{ system_id: string }>(app, 'select system_id from installation');
    equal(/^\d{10,}$/.test(row?.system_id ?? ''), true);
    equal((await app.settings.current()).copy, null);
  });

  it('sends nothing of any kind; once adopted, everything', async () => {
    const everything = Object.entries(OUTGOING).flatMap(([kind, ways]) =>
      ways.map((way) => `${kind} ${way}`),
    );
    await becomeCopy();
    deepEqual(await sendAll(), []);
    deepEqual([receiver.received.length, mails.received.length], [0, 0]);
    equal((await adopt()).outcome, 'adopted');
    deepEqual(await sendAll(), everything);
    deepEqual([receiver.received.length, mails.received.length], [4, 2]);
    equal((await adopt()).outcome, 'own');
  });

  it('has no job that does anything, and sends what waits once it is adopted', async () => {
    const merchant = await makeMerchant(app);
    await scene.makeAccount(app, 'INR');
    await becomeCopy();
    await scene.newPayin(app, merchant, { callback_url: receiver.url, amount_cents: 1_000 });
    await scene.sql(app, `update trades set expires_at = now() - interval '1 hour'`);
    const states = () => scene.sql<{ state: string }>(app, 'select state from trades');
    const count = receiver.received.length;
    const looks = { rests: 0, clock: Promise.withResolvers<void>() };
    const current = async () => {
      looks.rests += 1;
      // Of two dozen jobs, so that each has had its turn.
      if (looks.rests > 100) looks.clock.resolve();
      return await app.settings.current();
    };
    const jobs = startJobs({ ...app, settings: { ...app.settings, current } }, mailServer(), () =>
      Promise.reject(new Error('No report is made')),
    );
    await looks.clock.promise;
    equal(receiver.received.length, count);
    deepEqual(await states(), [{ state: 'pending' }]);
    await adopt();
    await receiver.until(count + 2);
    deepEqual(await states(), [{ state: 'expired' }]);
    await jobs.stop();
  });

  it('sends each kind to a private place as to any other', async () => {
    const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
    const tls = { key: read('private-key.pem'), cert: read('private-cert.pem') };
    const inside = await startReceiver({ tls });
    const networks = [parseCidr('127.0.0.1')].filter((one) => one !== null);
    const private_places = { networks, hosts: [], ca: read('private-ca.pem') };
    const live = { ...app, allow_local_callbacks: false };
    const outgoing = createOutgoing({ ...live, private_places }, null);
    const strict = createOutgoing(live, null);
    const callback = { url: inside.url, body: '{}', headers: {} };
    const results: unknown[] = [];
    for (const kind of ['callback', 'test_event', 'notice', 'report'] as const) {
      results.push((await outgoing[kind].post(callback)).error);
      results.push((await strict[kind].post(callback)).error);
    }
    const count = inside.received.length;
    for (const one of [outgoing, strict, inside]) await one.close();
    const each = [null, 'address_not_allowed'];
    deepEqual(results, [each, each, each, each].flat());
    equal(count, 4);
  });

  it('is adopted only with a reason', async () => {
    await rejects(async () => accepted(await adoptCopy(app, OPERATOR, raw({}))), /Refused/);
  });
});

const SERVER = new URL('../../server/', import.meta.url).pathname;
const NETWORK =
  /^import ([^;]*?) from '(?:undici|nodemailer|node:(?:net|tls|https?2?|dns(?:\/promises)?))';/gm;
/** What opens no connection outwards. */
const HARMLESS = ['createServer', 'errors', 'isIP', 'isIPv6', 'STATUS_CODES'].concat([
  'createSecureContext',
  'getCACertificates',
]);

/** What could open a connection, and why nothing leaves a copy by it. */
const CONNECTS: Readonly<Record<string, string>> = {
  'app/provider/provider-fetch.ts: request as plainRequest': 'a person signs in; nothing is sent',
  'app/provider/provider-fetch.ts: request as tlsRequest': 'a person signs in; nothing is sent',
  'http/build-server.ts: http': 'only makes a server',
  'jobs/callback-client.ts: Agent': 'made by outgoing.ts only',
  'jobs/guarded-connector.ts: buildConnector': 'used by the callback client',
  'jobs/mail-client.ts: connect': 'made by outgoing.ts only',
  'jobs/mail-client.ts: createTransport': 'made by outgoing.ts only',
  'jobs/resolve-name.ts: Resolver': 'used by the callback client',
  'jobs/resolve-name.ts: lookup': 'used by the callback client',
  'store/connection/failing/cancel-work.ts: connect': 'leads to the database',
  'store/connection/failing/server-there.ts: connect': 'leads to the database',
};

/** The values that the imports of a file name. */
function networkOf(text: string): string[] {
  const clauses = [...text.matchAll(NETWORK)].map(([, clause = '']) => clause);
  const names = clauses
    .filter((clause) => !clause.startsWith('type '))
    .flatMap((clause) => clause.replaceAll(/[{}]/g, '').split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type ') && !HARMLESS.includes(name));
  return /\bfetch\(|\bnew (?:WebSocket|EventSource)\(/.test(text) ? [...names, 'fetch'] : names;
}

describe('a way out of the service', () => {
  it('is in a known file, behind the one that asks', async () => {
    const names = (await readdir(SERVER, { recursive: true })).filter((name) => /\.ts$/.test(name));
    const sources = names.map((name) => [name, readFileSync(join(SERVER, name), 'utf8')] as const);
    const found = sources.flatMap(([name, text]) =>
      networkOf(text).map((one) => `${name}: ${one}`),
    );
    // The scripts of pages run in browsers.
    const outwards = found.filter((one) => !one.startsWith('pages/browser/'));
    deepEqual(outwards.toSorted(), Object.keys(CONNECTS).toSorted());
    const making = /import[^;]*\bcreate(?:Callback|Mail)Client\b/;
    const makers = sources.filter(([, text]) => making.test(text)).map(([name]) => name);
    deepEqual(makers, ['jobs/outgoing.ts']);
  });
});
