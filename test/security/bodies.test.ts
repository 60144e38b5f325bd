// JSON as a weapon: doubled keys, bombs, broken UTF-8, control characters, other types and sizes.
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { payinFields, payoutFields, type Shop } from '../../bench/harness/shop.ts';
import {
  type AttackService,
  NOBODY,
  type Reply,
  startAttackService,
} from '../support/attack-service.ts';

let service: AttackService;
let shop: Shop;

before(async () => {
  service = await startAttackService();
  shop = await service.openShop({ funds_cents: 1_000_000 });
});
after(async () => {
  deepEqual(service.faults(), []);
  await service.stop();
});

const DEPOSIT = '/api/v1/orders/deposit/create';
const WITHDRAWAL = '/api/v1/orders/withdrawal/create';

const post = (body: unknown, path = DEPOSIT, headers = {}): Promise<Reply> =>
  service.ask('POST', path, { body, headers: { 'x-token': shop.token, ...headers } });

const fieldsOf = (reply: Reply): string[] =>
  Object(reply.body.errors ?? []).map((error: { field: string }) => error.field);

let last = 0;
function nextOrder(): string {
  last += 1;
  return `input-${last}`;
}

const refused = (reply: Reply) => [reply.status, reply.body.code];

describe('a body', () => {
  const text = () => JSON.stringify(payinFields(shop, 'never', 100));
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(parts.map((part) => Buffer.from(part as string)));

  it('with a key twice is refused, and nothing of it is carried out', async () => {
    for (const again of [
      '"amount_cents":1',
      '"am\\u006funt_cents":1',
      `"merchant_id":"${NOBODY}"`,
    ]) {
      const reply = await post(text().replace(/\}$/, `,${again}}`));
      deepEqual(refused(reply), [400, 'invalid_json'], again);
      match(String(reply.body.detail), /appears twice/);
    }
  });

  it('nested 50,000 deep is refused, as are the shapes that are no object', async () => {
    // Each within 64 KiB, so that the depth is what decides.
    for (const bomb of ['['.repeat(50_000), `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`]) {
      deepEqual(refused(await post(bomb)), [400, 'invalid_json']);
    }
    const nested = { ...payinFields(shop, 'never', 100), order_id: JSON.parse(deep(20)) };
    deepEqual(fieldsOf(await post(nested)), ['order_id']);
    for (const shape of ['[]', '"x"', 'null', 'true', '1', '[{}]']) {
      deepEqual(refused(await post(shape)), [422, 'invalid_request'], shape);
    }
    deepEqual(refused(await post('')), [400, 'invalid_json']);
  });

  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

  it('that is no clean UTF-8 text is refused', async () => {
    const cut = text().indexOf('never');
    const inside = (middle: number[]) => bytes(text().slice(0, cut), middle, text().slice(cut));
    const broken = [
      [0xff],
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xe2, 0x82],
    ];
    for (const middle of broken) {
      deepEqual(refused(await post(inside(middle))), [400, 'invalid_json'], `${middle}`);
    }
    for (const mark of [[0xef, 0xbb, 0xbf], [0xff, 0xfe], [0]]) {
      deepEqual(refused(await post(bytes(mark, text()))), [400, 'invalid_json'], `${mark}`);
    }
    const utf16 = Buffer.from(text(), 'utf16le');
    deepEqual(refused(await post(utf16)), [400, 'invalid_json']);
  });

  /** The fields that are refused if this one has the letters, those that should be, and why. */
  async function withText(field: string, wrong: string): Promise<[string[], string[], string]> {
    const path = ['return_url', 'description'].includes(field) ? DEPOSIT : WITHDRAWAL;
    const is_metadata = field === 'metadata';
    const value = is_metadata ? { cart: '@' } : '@';
    const fields = { ...payoutFields(shop, 'never', 100), [field]: value };
    const reply = await post(JSON.stringify(fields).replace('"@"', `"a${wrong}b"`), path);
    const named = is_metadata ? 'metadata.cart' : field;
    return [fieldsOf(reply), [named], `${field} ${wrong}: ${reply.text}`];
  }

  it('with a lone surrogate, NUL or control character in a text is refused by name', async () => {
    const texts = [
      'order_id',
      'client_id',
      'name',
      'payment_data_bank_name',
      'return_url',
      'description',
      'metadata',
    ];
    for (const wrong of [
      '\\ud800',
      '\\udfff',
      '\\ud83d\\ud83d',
      '\\u0000',
      '\\u001b[2J',
      '\\r\\n',
    ]) {
      for (const field of texts) deepEqual(...(await withText(field, wrong)));
    }
  });

  it('larger than 64 KiB is refused, to the byte', async () => {
    const padded = (size: number) => {
      const padding = size - JSON.stringify({ ...payinFields(shop, 'never', -1), pad: '' }).length;
      return JSON.stringify({ ...payinFields(shop, 'never', -1), pad: 'x'.repeat(padding) });
    };
    deepEqual(refused(await post(padded(65_536))), [422, 'invalid_request']);
    deepEqual(refused(await post(padded(65_537))), [413, 'body_too_large']);
    deepEqual(refused(await post('x'.repeat(65_537))), [413, 'body_too_large']);
  });

  it('of another type is refused, and so is another charset', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/jsonp',
      'application/json2',
      'application/json; charset=utf-16',
      'application/json; charset=latin1',
      'garbage',
      '*/*',
    ];
    for (const type of types) {
      const reply = await post(text(), DEPOSIT, { 'content-type': type });
      deepEqual(refused(reply), [415, 'unsupported_media_type'], type);
    }
    const nameless = await post(new Uint8Array(Buffer.from(text())), DEPOSIT, {
      'content-type': '',
    });
    equal(nameless.status, 415);
    for (const type of ['application/json;charset=UTF-8', 'Application/JSON']) {
      const order = payinFields(shop, nextOrder(), 100);
      equal((await post(order, DEPOSIT, { 'content-type': type })).status, 201, type);
    }
  });

  it('that is compressed is refused by every route that takes one, and says so', async () => {
    const packed = new Uint8Array(gzipSync(text()));
    const paths = [
      DEPOSIT,
      WITHDRAWAL,
      '/api/v1/orders/search',
      '/operator/v1/merchants',
      '/operator/v1/statements',
      '/operator/v1/sign_in',
      '/pay/nobody/utr',
    ];
    for (const path of paths) {
      for (const coding of ['gzip', 'GZIP', 'deflate', 'br', 'gzip, gzip', 'x-unknown']) {
        const reply = await post(packed, path, { 'content-encoding': coding });
        deepEqual(refused(reply), [415, 'unsupported_media_type'], `${path} ${coding}`);
        match(String(reply.body.detail), /compressed/);
        equal(reply.headers.get('accept-encoding'), 'identity');
      }
    }
    const order = payinFields(shop, nextOrder(), 100);
    equal((await post(order, DEPOSIT, { 'content-encoding': 'identity' })).status, 201);
    const list = { headers: { 'x-token': shop.token, 'content-encoding': 'gzip' } };
    equal((await service.ask('GET', '/api/v1/orders', list)).status, 200);
  });

  it('names everything that is wrong in the order of the fields, and stores nothing', async () => {
    const reply = await post({ merchant_id: shop.merchant_id, order_id: 'nothing', client_id: 1 });
    deepEqual(fieldsOf(reply), ['amount_cents', 'amount_currency', 'type', 'client_id']);
    for (const order_id of ['nothing', 'never']) {
      const search = { merchant_id: shop.merchant_id, order_id };
      equal((await post(search, '/api/v1/orders/search')).status, 404);
    }
  });
});
