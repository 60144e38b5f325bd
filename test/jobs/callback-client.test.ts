// Callbacks to receivers that work and to receivers that fail, over real sockets.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startReceiver } from '../support/receiver.ts';
import { callbackTo, client, outcome, rawReceiver, receiver } from './callback-scene.ts';

describe('a receiver that works', () => {
  test('gets the callback as it was signed, and its answer is kept', async () => {
    const shop = await receiver(() => ({ status: 201, body: 'taken\u0000\u001b[31m\u202e ok\n' }));
    const result = await client().post(callbackTo(`${shop.url}hook?shop=7`));
    assert.deepEqual(outcome(result), { status: 201, error: null });
    assert.equal(result.reply_head, 'taken [31m ok');
    assert.equal(result.retry_after_ms, null);
    const [received] = shop.received;
    assert.equal(received?.method, 'POST');
    assert.equal(received?.path, '/hook?shop=7');
    assert.equal(received?.body, callbackTo('').body);
    assert.equal(received?.headers['webhook-id'], 'msg_1');
    assert.equal(received?.headers['accept-encoding'], 'identity');
    assert.equal(received?.headers.host, `127.0.0.1:${shop.port}`);
  });

  test('keeps its connection from one callback to the next', async () => {
    const shop = await receiver();
    const callbacks = client();
    for (let count = 0; count < 5; count += 1) await callbacks.post(callbackTo(shop.url));
    assert.equal(shop.received.length, 5);
    assert.ok(shop.connections() < shop.received.length, `${shop.connections()}`);
  });

  test('never sees more connections than the cap', async () => {
    const held: (() => void)[] = [];
    const shop = await receiver(
      () => new Promise((resolve) => held.push(() => resolve({ status: 204 }))),
    );
    const callbacks = client({ connections_per_host: 3 });
    const attempts = Array.from({ length: 9 }, () => callbacks.post(callbackTo(shop.url)));
    for (let served = 0; served < attempts.length; served += 1) {
      await shop.until(served + 1);
      held.shift()?.();
    }
    for (const result of await Promise.all(attempts)) assert.equal(result.error, null);
    assert.equal(shop.connections(), 3);
  });

  test('may name its patience in seconds or as a date', async () => {
    const in_an_hour = new Date(Date.now() + 3_600_000).toUTCString();
    const table: [header: string, min_ms: number | null, max_ms: number][] = [
      ['120', 120_000, 120_000],
      [in_an_hour, 3_500_000, 3_600_000],
      ['Wed, 21 Oct 2015 07:28:00 GMT', 0, 0],
      ['soon', null, 0],
      ['-5', null, 0],
      ['2030', 2_030_000, 2_030_000],
      ['1e9', null, 0],
    ];
    for (const [header, min_ms, max_ms] of table) {
      const shop = await receiver(() => ({ status: 503, headers: { 'retry-after': header } }));
      const { retry_after_ms, ...rest } = await client().post(callbackTo(shop.url));
      assert.equal(rest.error, 'bad_status');
      if (min_ms === null) assert.equal(retry_after_ms, null, header);
      else {
        const asked_ms = retry_after_ms ?? -1;
        assert.ok(asked_ms >= min_ms && asked_ms <= max_ms, `${header} ${asked_ms}`);
      }
    }
  });
});

describe('a receiver that fails', () => {
  test('by its status', async () => {
    for (const status of [400, 401, 404, 410, 429, 500, 503]) {
      const shop = await receiver(() => ({ status, body: 'no' }));
      const result = await client().post(callbackTo(shop.url));
      assert.deepEqual(outcome(result), { status, error: 'bad_status' });
      assert.equal(result.reply_head, 'no');
    }
  });

  test('by a redirect, which is never followed', async () => {
    const inside = await receiver();
    for (const status of [300, 301, 302, 303, 304, 307, 308]) {
      const shop = await receiver(() => ({ status, headers: { location: inside.url } }));
      const result = await client().post(callbackTo(shop.url));
      assert.deepEqual(outcome(result), { status, error: 'redirect' });
    }
    assert.equal(inside.received.length, 0);
  });

  test('by not being there', async () => {
    const gone = await startReceiver();
    await gone.close();
    const result = await client().post(callbackTo(gone.url));
    assert.deepEqual(outcome(result), { status: null, error: 'connection_refused' });
    const both = client({ lookUp: async () => ['127.0.0.1', '::1'] });
    const named = await both.post(callbackTo(`http://shop.example.com:${gone.port}/`));
    assert.equal(named.error, 'connection_refused');
  });

  test('by a name that nobody knows, or one without an address', async () => {
    const unknown = () =>
      Promise.reject(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' }));
    for (const lookUp of [unknown, async () => []]) {
      const result = await client({ lookUp }).post(callbackTo('https://shop.example.com/'));
      assert.deepEqual(outcome(result), { status: null, error: 'dns' });
    }
  });

  test('by hanging up, or by speaking something else', async () => {
    const table: [bytes: string, error: string][] = [
      ['', 'connection_closed'],
      ['HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc', 'connection_closed'],
      ['HTTP/1.1 100 Continue\r\n\r\n', 'connection_closed'],
      ['HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n', 'bad_response'],
      ['HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', 'connection_closed'],
      ['HTTP/1.1 000 X\r\n\r\n', 'bad_response'],
      ['220 mail.example.com ESMTP\r\n', 'bad_response'],
      ['HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 'bad_response'],
      [`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, 'headers_too_large'],
    ];
    for (const [bytes, error] of table) {
      const shop = await rawReceiver((socket) => socket.end(bytes));
      const result = await client().post(callbackTo(shop.url));
      assert.equal(result.error, error, bytes.slice(0, 40));
    }
  });
});

test('a bug of ours is thrown, not written down as the receiver’s failure', async () => {
  const shop = await receiver();
  const broken = { ...callbackTo(shop.url), headers: { 'x-broken': 'a\r\nb' } };
  await assert.rejects(client().post(broken), /invalid/i);
});
