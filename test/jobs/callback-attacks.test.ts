// Callbacks to receivers that attack: by what they answer, and by where their address leads.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { describe, test } from 'node:test';
import { setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { hang, startReceiver } from '../support/receiver.ts';
import { callbackTo, client, closing, outcome, rawReceiver, receiver } from './callback-scene.ts';

describe('a receiver as a weapon', () => {
  const hurried = { timeout_ms: 300 };

  test('that never answers, drips its head or its body, or never closes', async () => {
    const drips: [what: string, answer: (socket: Socket) => unknown, status: number | null][] = [
      ['silence', () => undefined, null],
      ['drips its head', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx: ', 'x'), null],
      ['drips its body', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n\r\n', 'x'), 200],
      [
        'early hints for ever',
        (socket) => drip(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
        null,
      ],
      [
        'never ends',
        (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx'),
        200,
      ],
    ];
    for (const [what, answer, status] of drips) {
      const shop = await rawReceiver(answer);
      const result = await client(hurried).post(callbackTo(shop.url));
      assert.deepEqual(outcome(result), { status, error: 'timeout' }, what);
      assert.ok(result.duration_ms >= 250, what);
    }
  });

  test('whose name server never answers: the look-up is part of the time', async () => {
    const lookUp = () => new Promise<string[]>(() => undefined);
    const result = await client({ ...hurried, lookUp }).post(
      callbackTo('https://shop.example.com/'),
    );
    assert.deepEqual(outcome(result), { status: null, error: 'timeout' });
  });

  test('with an endless body: read to the cap, then hung up on', async () => {
    let written = 0;
    const closed = Promise.withResolvers<void>();
    const shop = await rawReceiver((socket) => {
      socket.once('close', () => closed.resolve());
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const pour = (): void => {
        while (!socket.destroyed && socket.write('x'.repeat(16_384))) written += 16_384;
      };
      socket.on('drain', pour);
      pour();
    });
    const result = await client().post(callbackTo(shop.url));
    assert.deepEqual(outcome(result), { status: 200, error: null });
    assert.equal(result.reply_head, 'x'.repeat(1_024));
    await closed.promise;
    assert.ok(written < 64 * 1_024 * 1_024, `${written}`);
  });

  test('with a packed bomb: nothing is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const shop = await receiver(() => ({
      status: 200,
      headers: { 'content-encoding': 'gzip' },
      body: bomb,
    }));
    const result = await client().post(callbackTo(shop.url));
    assert.deepEqual(outcome(result), { status: 200, error: null });
    assert.equal(result.reply_head, '');
  });

  test('with bytes that are no text, or text cut in the middle of a character', async () => {
    for (const body of [Buffer.alloc(2_000, 0xff), `${'x'.repeat(1_022)}€€€`, '😀'.repeat(600)]) {
      const shop = await receiver(() => ({ status: 200, body }));
      const { reply_head } = await client().post(callbackTo(shop.url));
      assert.ok(Buffer.byteLength(reply_head) <= 1_024);
      assert.ok(Buffer.byteLength(reply_head) >= 1_020);
      assert.ok(reply_head.isWellFormed());
      if (typeof body === 'string') assert.ok(body.startsWith(reply_head));
    }
  });

  test('a silent one does not hold the callbacks of another', async () => {
    const silent = await receiver(hang);
    const shop = await receiver();
    const callbacks = client({ connections_per_host: 2 });
    const hanging = Array.from({ length: 20 }, () => callbacks.post(callbackTo(silent.url)));
    await silent.until(2);
    const settled = Promise.allSettled(hanging);
    const result = await callbacks.post(callbackTo(shop.url));
    assert.equal(result.error, null);
    assert.equal(silent.received.length, 2);
    await callbacks.close();
    assert.ok((await settled).every((one) => one.status === 'rejected'));
  });
});

describe('an address that leads inside', () => {
  const refused = { status: null, error: 'address_not_allowed' };

  test('is refused as a literal, however it is spelled', async () => {
    const shop = await receiver();
    const { port } = shop;
    const table = [
      `https://127.0.0.1:${port}/`,
      `https://2130706433:${port}/`,
      `https://0x7f000001:${port}/`,
      `https://0x7f.1:${port}/`,
      `https://0177.0.0.1:${port}/`,
      `https://127.1:${port}/`,
      `https://[::1]:${port}/`,
      `https://[::ffff:127.0.0.1]:${port}/`,
      `https://[::ffff:7f00:1]:${port}/`,
      `https://[64:ff9b::7f00:1]:${port}/`,
      `https://[2002:7f00:1::]:${port}/`,
      `https://[fe80::1]:${port}/`,
      `https://①②⑦.0.0.1:${port}/`,
      'https://169.254.169.254/latest/meta-data/',
      'https://100.100.100.200/',
      'https://[fd00:ec2::254]/',
      'https://10.0.0.1/',
      'https://0.0.0.0/',
      `https://localhost:${port}/`,
      'https://metadata.google.internal/',
    ];
    const strict = client({ allow_local: false, lookUp: async () => ['127.0.0.1'] });
    for (const url of table) {
      assert.deepEqual(outcome(await strict.post(callbackTo(url))), refused, url);
    }
    const trying = client();
    for (const url of [
      'http://10.0.0.1/',
      'http://169.254.169.254/',
      'http://[::ffff:10.0.0.1]/',
    ]) {
      assert.deepEqual(outcome(await trying.post(callbackTo(url))), refused, url);
    }
    assert.equal(shop.connections(), 0);
  });

  test('is refused when a name resolves to it, alone or among good ones', async () => {
    const shop = await receiver();
    const answers = [
      ['127.0.0.1'],
      ['93.184.215.14', '127.0.0.1'],
      ['127.0.0.1', '93.184.215.14'],
      ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::1'],
      ['::ffff:127.0.0.1'],
      ['10.0.0.1'],
      ['not an address'],
    ];
    for (const addresses of answers) {
      const strict = client({ allow_local: false, lookUp: async () => addresses });
      const result = await strict.post(callbackTo(`https://shop.example.com:${shop.port}/`));
      assert.deepEqual(outcome(result), refused, addresses.join());
    }
    const trying = client({ lookUp: async () => ['127.0.0.1', '10.0.0.1'] });
    const result = await trying.post(callbackTo(`http://shop.example.com:${shop.port}/`));
    assert.deepEqual(outcome(result), refused);
    assert.equal(shop.connections(), 0);
  });

  test('cannot be slipped in between the check and the connection', async () => {
    const shop = await receiver(() => ({ status: 200, headers: { connection: 'close' } }));
    const asked: string[] = [];
    const rebinding = (name: string): Promise<string[]> => {
      asked.push(name);
      return Promise.resolve(asked.length === 1 ? ['127.0.0.1'] : ['10.0.0.1']);
    };
    const callbacks = client({ lookUp: rebinding });
    const url = `http://shop.example.com:${shop.port}/`;
    assert.equal((await callbacks.post(callbackTo(url))).error, null);
    assert.deepEqual(asked, ['shop.example.com']);
    assert.equal(shop.received[0]?.headers.host, `shop.example.com:${shop.port}`);
    assert.deepEqual(outcome(await callbacks.post(callbackTo(url))), refused);
    assert.equal(shop.connections(), 1);
  });

  test('is not reached by another scheme or with credentials in the address', async () => {
    const strict = client({ allow_local: false, lookUp: async () => ['93.184.215.14'] });
    for (const url of [
      'http://shop.example.com/',
      'https://user:secret@shop.example.com/',
      'https://shop.example.com:25/',
      'ftp://shop.example.com/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'https://shop.example.com\\@10.0.0.1/',
      'shop.example.com',
      '',
    ]) {
      assert.deepEqual(outcome(await strict.post(callbackTo(url))), refused, url);
    }
  });
});

test('over TLS the certificate must be trusted and name the receiver', async () => {
  const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
  const [key, cert] = [read('receiver-key.pem'), read('receiver-cert.pem')];
  const shop = await startReceiver({ tls: { key, cert } });
  closing.push(() => shop.close());
  const lookUp = async () => ['127.0.0.1'];
  const post = (host: string) =>
    client({ lookUp }).post(callbackTo(`https://${host}:${shop.port}/`));
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  assert.deepEqual(outcome(await post('shop.example.com')), { status: null, error: 'tls' });
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  setDefaultCACertificates([cert]);
  assert.deepEqual(outcome(await post('shop.example.com')), { status: 200, error: null });
  assert.deepEqual(outcome(await post('shop.example.com.')), { status: 200, error: null });
  assert.deepEqual(outcome(await post('127.0.0.1')), { status: 200, error: null });
  assert.deepEqual(outcome(await post('other.example.com')), { status: null, error: 'tls' });
  const plain = await receiver();
  const wrong = await client({ lookUp }).post(
    callbackTo(`https://shop.example.com:${plain.port}/`),
  );
  assert.deepEqual(outcome(wrong), { status: null, error: 'tls' });
});

function drip(socket: Socket, head: string, piece: string): void {
  socket.write(head);
  const timer = setInterval(() => socket.write(piece), 20);
  socket.once('close', () => clearInterval(timer));
}
