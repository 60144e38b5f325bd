// Live mode: addresses that lead inside, run a script or fool a reader; and whose own address
// counts.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { payinFields, payoutFields, type Shop } from '../../bench/harness/shop.ts';
import {
  type AttackService,
  type Reply,
  startAttackService,
  told,
} from '../support/attack-service.ts';

let service: AttackService;
let shop: Shop;

before(async () => {
  service = await startAttackService({
    MODE: 'live',
    PUBLIC_URL: 'https://pay.example.com',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    TRUSTED_PROXIES: '127.0.0.1',
  });
  shop = await service.openShop({ funds_cents: 1_000_000 });
  await service.addAccount('000111222333');
});
after(async () => {
  deepEqual(service.faults(), []);
  await service.stop();
});

const post = (path: string, body: object): Promise<Reply> =>
  service.ask('POST', `/api/v1/orders/${path}`, { body, headers: { 'x-token': shop.token } });

/** Where nothing may be sent and nobody led to, with the scheme that would otherwise be right. */
const INSIDE = [
  '127.0.0.1',
  '127.1',
  '0',
  '0.0.0.0',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '3232235521',
  '169.254.169.254',
  '0xa9fea9fe',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fd00:ec2::254]',
  '[fc00::1]',
  '[fe80::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  'localhost',
  'LOCALHOST.',
  'shop.localhost',
  'localhost.localdomain',
  'metadata',
  'metadata.google.internal',
  'router.local',
  'printer.lan',
  'db.internal',
  'nas.home.arpa',
  '１２７.0.0.1',
  '①②⑦.0.0.1',
  'ｌｏｃａｌｈｏｓｔ',
];

const FOOLING = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'ftp://shop.example.com/',
  'gopher://shop.example.com/',
  'blob:https://shop.example.com/1',
  'view-source:https://shop.example.com/',
  'https://user@shop.example.com/',
  'https://user:secret@shop.example.com/',
  'https://shop.example.com@evil.example.com/',
  'https://@shop.example.com/',
  'https://:@shop.example.com/',
  'https://shop.example.com\\@evil.example.com/',
  'https:\\\\shop.example.com\\',
  'https:/shop.example.com/',
  'https:shop.example.com',
  '//shop.example.com/',
  '/thanks',
  'shop.example.com',
  'https://',
  'https:///shop.example.com/',
  'https://shop.example.com/\r\nSet-Cookie: a=b',
  'https://shop.example.com/\nx',
  'https://shop.example.com/\u0000',
  'https://shop.example.com/a b',
  ' https://shop.example.com/',
  'https://shop.example.com/\u00a0',
  'https://shop.example.com/\u202emoc',
  'https://shop.example.com/\u200b',
  'https://shop..example.com/',
  'https://-shop.example.com/',
  'https://shop_example/',
  'https://shop.example.com:99999/',
  'https://shop.example.com:x/',
  'https://[::1/',
  'https://%31%32%37.0.0.1/',
  `https://shop.example.com/${'a'.repeat(2_048)}`,
  '',
];

const fieldOf = (reply: Reply) => [reply.status, Object(reply.body.errors)[0]?.field];

describe('an address in live mode', () => {
  const asReturn = (return_url: unknown) =>
    post('deposit/create', { ...payinFields(shop, 'never', 100), return_url });
  const asCallback = (callback_url: unknown) =>
    post('deposit/create', { ...payinFields(shop, 'never', 100), callback_url });
  const asPayoutCallback = (callback_url: unknown) =>
    post('withdrawal/create', { ...payoutFields(shop, 'never', 100), callback_url });

  it('that leads inside is refused as return_url and as callback_url', async () => {
    for (const host of INSIDE) {
      for (const url of [`https://${host}/`, `https://${host}:8443/x?y#z`]) {
        deepEqual(fieldOf(await asReturn(url)), [422, 'return_url'], url);
        deepEqual(fieldOf(await asCallback(url)), [422, 'callback_url'], url);
      }
      const paid = await asPayoutCallback(`https://${host}/`);
      deepEqual(fieldOf(paid), [422, 'callback_url'], host);
    }
  });

  it('that runs a script, names a user or cuts a line is refused', async () => {
    for (const url of FOOLING) {
      deepEqual(fieldOf(await asReturn(url)), [422, 'return_url'], JSON.stringify(url));
      deepEqual(fieldOf(await asCallback(url)), [422, 'callback_url'], JSON.stringify(url));
    }
    for (const url of [1, true, [], {}, ['https://shop.example.com/']]) {
      deepEqual(fieldOf(await asReturn(url)), [422, 'return_url']);
      deepEqual(fieldOf(await asCallback(url)), [422, 'callback_url']);
    }
  });

  it('for callbacks is https on a port of the web', async () => {
    const wrong = ['http://shop.example.com/', ...[22, 25, 53, 80, 445].map(portOf)];
    for (const url of wrong) {
      deepEqual(fieldOf(await asCallback(url)), [422, 'callback_url'], url);
    }
  });
  const portOf = (port: number) => `https://shop.example.com:${port}/`;

  it('is held against the same rules when an operator sets it', async () => {
    const { merchant_id } = shop;
    for (const host of INSIDE) {
      const { status } = await service.operator.send(
        `/merchants/${merchant_id}/callback_endpoints/0`,
        {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ url: `https://${host}/` }),
        },
      );
      equal(status, 422, host);
    }
  });

  it('that is a proper one is taken, and the page leads nowhere else', async () => {
    const proper = ['https://shop.example.com:8443/a?b=c#d', 'https://xn--bcher-kva.example/'];
    for (const [index, url] of [...proper, 'https://1.1.1.1/'].entries()) {
      const order = payinFields(shop, `proper-${index}`, 100 + index);
      const addresses = { return_url: url, callback_url: url };
      const { status, body, text } = await post('deposit/create', { ...order, ...addresses });
      equal(status, 201, text);
      const path = new URL(String(body.url)).pathname;
      const page = await service.ask('GET', `${path}?return_url=https://evil.example.com/`, {
        headers: { host: 'evil.example.com' },
      });
      deepEqual([page.status, page.text.includes('evil.example.com')], [200, false]);
      ok(String(body.url).startsWith('https://pay.example.com/pay/'));
    }
  });
});

describe('the address of a client', () => {
  const issue = (allowed_ips: string[]) =>
    told<{ token: string }>(service, `/merchants/${shop.merchant_id}/tokens`, { allowed_ips });
  const balanceFrom = async (token: string, headers: Record<string, string>) => {
    const path = `/api/v1/merchant/account_balance/${shop.merchant_id}`;
    return (await service.ask('GET', path, { headers: { 'x-token': token, ...headers } })).status;
  };

  it('is what the trusted proxy saw, never what the client says', async () => {
    const { token } = await issue(['10.1.0.0/16']);
    equal(await balanceFrom(token, { 'x-forwarded-for': '10.1.2.3' }), 200);
    const wrong: Record<string, string>[] = [
      {},
      { 'x-forwarded-for': '10.1.2.3, 6.6.6.6' },
      { 'x-forwarded-for': '6.6.6.6' },
      { 'x-forwarded-for': '10.1.2.3.4' },
      { 'x-forwarded-for': 'unknown' },
      { 'x-forwarded-for': '10.1.2.3:80, garbage' },
      { 'x-real-ip': '10.1.2.3' },
      { forwarded: 'for=10.1.2.3' },
      { 'client-ip': '10.1.2.3', 'cf-connecting-ip': '10.1.2.3', 'true-client-ip': '10.1.2.3' },
    ];
    for (const headers of wrong) {
      equal(await balanceFrom(token, headers), 401, JSON.stringify(headers));
    }
  });

  it('means nothing but what it is where no proxy is trusted', async () => {
    const plain = await startAttackService();
    try {
      const other = await plain.openShop();
      const path = `/merchants/${other.merchant_id}/tokens`;
      const { token } = await told<{ token: string }>(plain, path, { allowed_ips: ['10.1.2.3'] });
      const balance = `/api/v1/merchant/account_balance/${other.merchant_id}`;
      for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded']) {
        const headers = { 'x-token': token, [header]: '10.1.2.3' };
        equal((await plain.ask('GET', balance, { headers })).status, 401);
      }
    } finally {
      await plain.stop();
    }
  });
});

describe('what live mode keeps closed', () => {
  it('no metrics, no demo, no details of health on the public port', async () => {
    for (const path of ['/metrics', '/debug', '/console/assets/main.js.map', '/.env']) {
      equal((await service.ask('GET', path)).status, 404, path);
    }
    deepEqual((await service.ask('GET', '/healthz')).body, { ok: true });
    const checks = { database: 'ok', writes: 'ok' };
    deepEqual((await service.ask('GET', '/readyz')).body, { ok: true, checks });
    const { body } = await service.operator.get<{ data: { name: string }[] }>('/merchants');
    deepEqual(
      body.data.map(({ name }) => name),
      ['Shop'],
    );
  });

  it('tokens say what they are for, and every answer tells browsers to come by https', async () => {
    ok(shop.token.startsWith('live_'));
    const reply = await service.ask('GET', '/healthz');
    ok(Number(/max-age=(\d+)/.exec(reply.headers.get('strict-transport-security') ?? '')?.[1]) > 0);
  });

  it('no receiving account is lent by a simulated bank', async () => {
    const order = { ...payinFields(shop, 'never', 100), type: 'upi' };
    const { status, body } = await post('deposit/create', order);
    deepEqual([status, body.code], [422, 'no_receiving_account_available']);
  });
});
