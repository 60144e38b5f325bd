// What two processes of a service share: a sign-in that one of them begins, the other completes; an
// open page shows changes that either makes, and does not keep the service from stopping.
import { deepEqual, equal, match } from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { acceptedBody, operatorClient } from '../../bench/harness/http-client.ts';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import {
  freePort,
  type ServiceProcess,
  spawnService,
} from '../../bench/harness/service-process.ts';
import {
  addAccount,
  clientOf,
  openShop,
  payinFields,
  type Shop,
} from '../../bench/harness/shop.ts';
import { fillFromTemplate } from '../../bench/harness/template-directory.ts';
import type { TradeBody } from '../../server/app/request/views.ts';
import type { SandboxNotes } from '../../server/app/seed/seed-sandbox.ts';
import { createSoftAuthenticator } from '../support/soft-authenticator.ts';
import { knownToAll } from './known-to-all.ts';

const ASKED = 12;

let folder: string;
let service: ServiceProcess;
let address: string;
let url: string;
let origin: string;
let notes: SandboxNotes;

before(async () => {
  folder = await scratchFolder();
  const port = String(await freePort());
  // Passkeys belong to a host name.
  origin = `http://localhost:${port}`;
  const data = join(folder, 'data');
  await fillFromTemplate(data, true);
  service = spawnService({ DATA_DIR: data, PORT: port, PUBLIC_URL: origin, WORKERS: '2' });
  await service.ready;
  address = `http://127.0.0.1:${port}`;
  url = `${address}/operator/v1`;
  notes = JSON.parse(await readFile(join(data, 'sandbox.json'), 'utf8'));
});
after(async () => {
  equal(await service.stop(), 0, service.told());
  await removeFolder(folder);
});

type Reply = { status: number; body: Record<string, unknown> };

/** A browser whose every request takes a connection of its own: the processes take turns. */
function openBrowser() {
  let cookie = '';
  let csrf = '';
  return {
    async ask(method: string, path: string, fields?: object): Promise<Reply> {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          connection: 'close',
          origin,
          ...(cookie === '' ? {} : { cookie }),
          ...(csrf === '' ? {} : { 'x-csrf-token': csrf }),
          ...(fields === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(fields === undefined ? {} : { body: JSON.stringify(fields) }),
      });
      const [set] = response.headers.getSetCookie();
      if (set !== undefined) cookie = set.split(';')[0] ?? '';
      const body = Object(await response.json());
      if (typeof body.csrf_token === 'string') csrf = body.csrf_token;
      return { status: response.status, body };
    },
  };
}

type Browser = ReturnType<typeof openBrowser>;

const statusesOf = async (browser: Browser) =>
  new Set(
    await Promise.all(
      Array.from({ length: ASKED }, async () => (await browser.ask('GET', '/session')).status),
    ),
  );

async function optionsOf(browser: Browser, path: string) {
  const { status, body } = await browser.ask('POST', path, {});
  equal(status, 200, JSON.stringify(body));
  const { challenge } = Object(body.options);
  return { origin, rp_id: 'localhost', challenge: String(challenge) };
}

describe('signing in at a service with two workers', () => {
  it('knows a session in both of them from its start, and in none after its end', async () => {
    const browser = openBrowser();
    match(String(notes.owner_link), /^http:\/\/localhost:\d+\/console\/enter#/);
    const link = notes.owner_link;
    const [entered, again] = [
      await browser.ask('POST', '/session/sign_in_link', { link }),
      await openBrowser().ask('POST', '/session/sign_in_link', { link }),
    ];
    deepEqual([entered.status, entered.body.outcome, again.status], [200, 'signed_in', 404]);
    deepEqual(await statusesOf(browser), new Set([200]));
    equal(
      (await browser.ask('POST', '/own_factors/recovery_codes')).body.code,
      'second_factor_needed',
    );
    equal((await browser.ask('DELETE', '/session')).status, 200);
    deepEqual(await statusesOf(browser), new Set([401]));
  });

  it('completes with the one what the other began: passkeys, second factors, confirmations', async () => {
    const browser = openBrowser();
    const { owner_email: email, owner_password: password } = notes;
    equal((await browser.ask('POST', '/session', { email, password })).body.outcome, 'signed_in');
    const device = createSoftAuthenticator();
    const created = device.create(await optionsOf(browser, '/own_factors/passkeys/options'));
    const added = await browser.ask('POST', '/own_factors/passkeys', {
      name: 'Laptop',
      credential: created,
    });
    equal(added.status, 200, JSON.stringify(added.body));
    const confirming = await optionsOf(browser, '/session/confirm/passkey_options');
    const confirmed = await browser.ask('POST', '/session/confirm', {
      passkey: device.get({ ...confirming, counter: 2 }),
    });
    equal(confirmed.status, 200, JSON.stringify(confirmed.body));
    for (const counter of [3, 4]) {
      const alone = openBrowser();
      const asked = await optionsOf(alone, '/session/passkey_options');
      const passkey = device.get({ ...asked, counter });
      const signed_in = await alone.ask('POST', '/session/passkey', { passkey });
      equal(signed_in.status, 200, JSON.stringify(signed_in.body));
      deepEqual(await statusesOf(alone), new Set([200]));
    }
    for (const counter of [5, 6]) {
      const half = openBrowser();
      const first = await half.ask('POST', '/session', { email, password });
      equal(first.body.outcome, 'second_factor_required');
      deepEqual(await statusesOf(half), new Set([401]));
      const asked = await optionsOf(half, '/session/second_factor/passkey_options');
      const passkey = device.get({ ...asked, counter });
      equal((await half.ask('POST', '/session/second_factor', { passkey })).status, 200);
      deepEqual(await statusesOf(half), new Set([200]));
    }
  });
});

let shop: Shop;

async function newOrder(): Promise<TradeBody> {
  const fields = payinFields(shop, `order-${performance.now()}`, 12_300);
  return acceptedBody(
    await clientOf(address, shop).post<TradeBody>('/orders/deposit/create', fields),
  );
}

/** Connections are handed out by turns: of several, each process has some. */
async function open(order: TradeBody) {
  const path = `${address}${new URL(order.url).pathname}/live`;
  const [response] = (await once(get(path, { agent: false }), 'response')) as [IncomingMessage];
  equal(response.statusCode, 200);
  let text = '';
  response.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  const ids = () => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
  while (ids().length === 0) await sleep(5);
  return { ids, ended: once(response, 'end') };
}

describe('open pages of a service with two workers', () => {
  before(async () => {
    const operator = operatorClient(address, notes.operator_token);
    shop = await openShop(operator);
    await addAccount(operator, '100000000001');
    await knownToAll();
  });

  it('tells every open page of a change, whichever worker made it', async () => {
    const order = await newOrder();
    const pages = await Promise.all([1, 2, 3, 4].map(() => open(order)));
    const claim = { merchant_id: shop.merchant_id, id: order.id, utr: '412345678901' };
    acceptedBody(await clientOf(address, shop).post('/orders/deposit/utr', claim));
    while (pages.some(({ ids }) => ids().length < 2)) await sleep(5);
    // A beat may come in between, which says the same again.
    deepEqual(
      pages.map(({ ids }) => [...new Set(ids())]),
      pages.map(() => [1, 2]),
    );
  });

  it('stops in order while pages are open: they are let go, and nothing is cut', async () => {
    const order = await newOrder();
    const pages = await Promise.all([1, 2, 3, 4].map(() => open(order)));
    equal(await service.stop(), 0, service.told());
    await Promise.all(pages.map(({ ended }) => ended));
  });
});
