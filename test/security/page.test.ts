// The payment page from outside: guessed addresses, forms of other sites, guessed UTRs, frames.
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { payinFields, type Shop } from '../../bench/harness/shop.ts';
import { LIMITS } from '../../server/domain/service/limits.ts';
import {
  type AttackService,
  type Reply,
  startAttackService,
  visible,
} from '../support/attack-service.ts';

let service: AttackService;
let shop: Shop;
let account_id: string;
let last_amount = 10_000;

before(async () => {
  service = await startAttackService();
  shop = await service.openShop();
  account_id = await service.addAccount('000111222333');
});
after(async () => {
  deepEqual(service.faults(), []);
  await service.stop();
});

type Opened = { id: string; token: string; amount_cents: number; url: string };

async function open(order_id: string): Promise<Opened> {
  last_amount += 100;
  const { status, body, text } = await service.ask('POST', '/api/v1/orders/deposit/create', {
    headers: { 'x-token': shop.token },
    body: payinFields(shop, order_id, last_amount),
  });
  equal(status, 201, text);
  const url = String(body.url);
  return {
    id: String(body.id),
    token: url.split('/').at(-1) ?? '',
    amount_cents: last_amount,
    url,
  };
}

async function stateOf({ id }: Opened): Promise<unknown[]> {
  const path = `/api/v1/orders/${shop.merchant_id}/${id}`;
  const { body } = await service.ask('GET', path, { headers: { 'x-token': shop.token } });
  return [body.state, body.sequence, body.utr];
}

const OWN = { 'sec-fetch-site': 'same-origin' };
const FORM = 'application/x-www-form-urlencoded';
const submit = (
  { token }: Pick<Opened, 'token'>,
  form: string,
  body = '',
  headers: Record<string, string> = OWN,
): Promise<Reply> =>
  service.ask('POST', `/pay/${token}/${form}`, {
    body,
    headers: { 'content-type': FORM, ...headers },
  });

describe('the address of a page', () => {
  it('cannot be found by trying: one answer for all that is not it', async () => {
    const [own, other] = [await open('guess-1'), await open('guess-2')];
    const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const flipped = [...own.token].map((letter, index) => {
      const next = ALPHABET[(ALPHABET.indexOf(letter) + 1) % 64] ?? '';
      return own.token.slice(0, index) + next + own.token.slice(index + 1);
    });
    // 16 bytes of the merchant and 16 of the trade are 43 letters; the key is the rest.
    const bytes = (token: string) => Buffer.from(token, 'base64url');
    const mixed = (a: Buffer, b: Buffer) => Buffer.concat([a, b]).toString('base64url');
    const wrong = [
      ...flipped,
      mixed(bytes(own.token).subarray(0, 32), bytes(other.token).subarray(32)),
      mixed(bytes(own.token).subarray(0, 32), Buffer.alloc(16)),
      mixed(bytes(own.token).subarray(0, 32), Buffer.alloc(16, 0xff)),
      own.token.toLowerCase(),
      own.token.toUpperCase(),
      own.token.slice(0, -1),
      own.token.slice(0, 43),
      `${own.token}A`,
      `${own.token}=`,
      `${own.token}%00`,
      `%20${own.token}`,
      own.id,
      shop.merchant_id,
      'guess-1',
      'A'.repeat(64),
      '..%2f..',
      "'%20or%201=1--",
    ];
    const nobody = await service.ask('GET', `/pay/${'_'.repeat(64)}`);
    equal(nobody.status, 404);
    for (const token of wrong) {
      for (const path of [`/pay/${token}`, `/pay/${token}/status`]) {
        deepEqual(visible(await service.ask('GET', path)), visible(nobody), path);
      }
    }
    for (const form of ['utr', 'cancel', 'assign']) {
      const body = 'utr=412345678901';
      const refused = await submit({ token: flipped.at(-1) ?? '' }, form, body);
      deepEqual(visible(refused), visible(nobody), form);
    }
    equal((await service.ask('GET', `/pay/${own.token}`)).status, 200);
    deepEqual(await stateOf(own), ['pending', 1, null]);
  });

  it('has a key of its own of 128 bits, which no other order has', async () => {
    const keys = new Set<string>();
    for (let index = 0; index < 20; index += 1) {
      const { token } = await open(`key-${index}`);
      equal(token.length, 64);
      keys.add(Buffer.from(token, 'base64url').subarray(32).toString('hex'));
    }
    equal(keys.size, 20);
    const bits = [...keys].map((key) => BigInt(`0x${key}`));
    const [all_ones, all_zeros] = [bits.reduce((a, b) => a & b), bits.reduce((a, b) => a | b)];
    deepEqual([all_ones, all_zeros], [0n, (1n << 128n) - 1n], 'no bit stands still');
  });

  it('is neither stored, framed, indexed nor told to other sites, and needs no cookie', async () => {
    const { token } = await open('headers');
    for (const path of [`/pay/${token}`, `/pay/${'x'.repeat(64)}`]) {
      const { headers } = await service.ask('GET', path);
      const policy = headers.get('content-security-policy') ?? '';
      ok(!/unsafe-|\*|data:|https?:/.test(policy), policy);
      match(policy, /default-src 'none'/);
      match(policy, /frame-ancestors 'none'/);
      match(policy, /base-uri 'none'/);
      match(policy, /form-action 'self'/);
      equal(headers.get('x-frame-options'), 'DENY');
      equal(headers.get('cache-control'), 'no-store');
      equal(headers.get('referrer-policy'), 'same-origin');
      equal(headers.get('x-content-type-options'), 'nosniff');
      match(headers.get('x-robots-tag') ?? '', /noindex/);
      equal(headers.get('set-cookie'), null);
    }
  });
});

describe('a form', () => {
  it('of another site, or of nobody, is refused and changes nothing', async () => {
    const trade = await open('csrf');
    const foreign: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'same-origin, cross-site' },
      { 'sec-fetch-site': 'Same-Origin ' },
      { 'sec-fetch-site': 'cross-site', origin: service.url },
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: `${service.url}.evil.example` },
      { origin: `${service.url}:80` },
      { origin: service.url.replace('http:', 'https:') },
      { referer: `${service.url}/pay/${trade.token}` },
    ];
    for (const headers of foreign) {
      for (const form of ['utr', 'cancel', 'assign']) {
        const { status, text } = await submit(trade, form, 'utr=412345678901', headers);
        equal(status, 403, `${form} ${JSON.stringify(headers)}`);
        ok(!text.includes('csrf') && !text.includes('000111222333'));
      }
    }
    deepEqual(await stateOf(trade), ['pending', 1, null]);
    for (const headers of [OWN, { origin: service.url }]) {
      const { status } = await submit(trade, 'utr', 'utr=412345678901', headers);
      equal(status, 303);
    }
    deepEqual(await stateOf(trade), ['verifying', 2, '412345678901']);
  });

  it('is no link: GET and HEAD of its address change nothing', async () => {
    const trade = await open('get-form');
    for (const method of ['GET', 'HEAD']) {
      for (const form of ['utr?utr=412345678901', 'cancel', 'assign']) {
        equal((await service.ask(method, `/pay/${trade.token}/${form}`)).status, 303);
      }
    }
    deepEqual(await stateOf(trade), ['pending', 1, null]);
  });

  it('that is none, huge, doubled or strange is refused as a page', async () => {
    const trade = await open('strange-form');
    const strange: [body: string, type: string, status: number][] = [
      ['{"utr":"412345678901"}', 'application/json', 415],
      ['utr=412345678901', 'text/plain', 415],
      ['--x\r\n', 'multipart/form-data; boundary=x', 415],
      [`utr=${'4'.repeat(3_000)}`, FORM, 422],
      [`utr=${'4'.repeat(25_000)}`, FORM, 422],
      ['utr=412345678901&utr=412345678902', FORM, 422],
      ['utr[]=412345678901', FORM, 422],
      ['utr[a]=412345678901', FORM, 422],
      ['__proto__=1&constructor=2', FORM, 422],
      ['utr=%00%ff%zz', FORM, 422],
      ['utr=', FORM, 422],
      ['', FORM, 422],
    ];
    for (const [body, type, status] of strange) {
      const reply = await submit(trade, 'utr', body, { ...OWN, 'content-type': type });
      equal(reply.status, status, `${body.slice(0, 40)} ${type}`);
      match(reply.headers.get('content-type') ?? '', /^text\/html/);
    }
    deepEqual(await stateOf(trade), ['pending', 1, null]);
  });

  it('with a text that is too long says so, whatever its length, and the page stays usable', async () => {
    const trade = await open('long-form');
    for (const length of [2_001, 10_000, 25_000, 60_000]) {
      const { status, text } = await submit(trade, 'utr', `utr=${'a'.repeat(length)}`);
      equal(status, 422);
      match(text, /text is too long/);
      ok(!text.includes('aaaa'), 'the text is not sent back');
    }
    equal((await submit(trade, 'utr', 'utr=412345678901')).status, 303);
  });

  it('that is sent again does nothing twice', async () => {
    const trade = await open('replayed-form');
    const twenty = Array.from({ length: 20 }, () => submit(trade, 'utr', 'utr=712345678901'));
    const statuses = new Set((await Promise.all(twenty)).map(({ status }) => status));
    deepEqual(statuses.has(303), true);
    deepEqual(await stateOf(trade), ['verifying', 2, '712345678901']);
    const canceled = await open('canceled-form');
    equal((await submit(canceled, 'cancel')).status, 303);
    equal((await submit(canceled, 'cancel')).status, 303);
    deepEqual(await stateOf(canceled), ['canceled', 2, null]);
  });
});

describe('guessing a UTR on the page', () => {
  it('is over after five tries: locked, noted in the audit trail, and no trade but its own moved', async () => {
    const victim = await open('utr-victim');
    await submit(victim, 'utr', 'utr=812345678900');
    const line = {
      amount_cents: victim.amount_cents,
      booked_at: new Date().toISOString(),
      utr: '812345678900',
    };
    const given = { receiving_account_id: account_id, lines: [line] };
    equal((await service.operator.post('/bank_lines', given)).status, 200);
    deepEqual((await stateOf(victim))[0], 'completed');

    const thief = await open('utr-thief');
    const tries: number[] = [];
    for (let count = 0; count < LIMITS.page_utr_tries_max; count += 1) {
      const { status, text } = await submit(thief, 'utr', 'utr=812345678900');
      tries.push(status);
      match(text, /paid another order/);
    }
    deepEqual(tries, [422, 422, 422, 422, 422]);
    const locked = await submit(thief, 'utr', 'utr=912345678901');
    equal(locked.status, 422);
    match(locked.text, /too many tries/i);
    deepEqual(await stateOf(thief), ['pending', 1, null]);
    const again = await submit(thief, 'utr', 'utr=912345678902');
    equal(again.status, 422);
    const rows = await service.app.store.db.query<{ action: string; actor_role: string }>(
      'read-utr-locked',
      'select action, actor_role from audit_entries where target = $1',
      [`trades/${shop.merchant_id}/${thief.id}`],
    );
    deepEqual(rows, [{ action: 'utr_locked', actor_role: 'customer' }]);
  });

  it('by texts that have none is no way around it', async () => {
    const thief = await open('utr-texts');
    const texts = ['a'.repeat(1_500), 'a'.repeat(2_500), 'paid 412345678901', '1,000'];
    for (const text of texts) {
      const { status, text: page } = await submit(thief, 'utr', `utr=${text}`);
      equal(status, 422);
      ok(!/too many tries/i.test(page), text.slice(0, 40));
    }
    await submit(thief, 'utr', 'utr=short');
    match((await submit(thief, 'utr', 'utr=912345678901')).text, /too many tries/i);
    deepEqual(await stateOf(thief), ['pending', 1, null]);
  });

  it('at once is no way around it', async () => {
    const thief = await open('utr-race');
    const guesses = Array.from({ length: 40 }, (_, index) =>
      submit(thief, 'utr', `utr=${822_345_678_900 + index}`),
    );
    const taken = (await Promise.all(guesses)).filter(({ status }) => status === 303);
    ok(taken.length <= LIMITS.page_utr_tries_max, `${taken.length} were taken`);
    notEqual((await stateOf(thief))[0], 'completed');
  });
});
