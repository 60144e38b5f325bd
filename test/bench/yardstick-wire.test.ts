// The driver's connection: answers in any pieces, refusals that leave it usable, and its end.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { ScratchServer } from '../../bench/harness/scratch-database.ts';
import { openWireConnection } from '../../bench/yardstick/wire-connection.ts';
import { createReader, SqlError } from '../../bench/yardstick/wire-messages.ts';
import { openKillableScene, type YardstickScene } from './yardstick-scene.ts';

function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const ready = message('Z', Buffer.from('I'));
/** Two columns: `ab` and null. */
const row = message('D', Buffer.from([0, 2, 0, 0, 0, 2, 97, 98, 255, 255, 255, 255]));
const error = message('E', Buffer.from('SERROR\0C23505\0Mtaken\0\0'));

suite('the reader of answers', () => {
  test('whatever the pieces, each answer is told once and whole', () => {
    const bytes = Buffer.concat([row, row, ready, error, ready]);
    for (let piece = 1; piece <= bytes.length; piece += 1) {
      const told: unknown[] = [];
      const take = createReader((failure, rows) => told.push([failure?.message ?? null, rows]));
      for (let at = 0; at < bytes.length; at += piece) take(bytes.subarray(at, at + piece));
      const both = ['ab', null];
      assert.deepEqual(told, [
        [null, [both, both]],
        ['23505: taken', []],
      ]);
    }
  });
});

suite('a connection', () => {
  let scene: YardstickScene<ScratchServer>;
  before(async () => {
    scene = await openKillableScene(0);
  });
  after(() => scene.stop());

  test('rows come as text, bytes and null included', async () => {
    const connection = await openWireConnection(scene.database.url);
    const [shop] = scene.shops;
    const [book] = await connection.run('lock-book', [shop.merchant_id]);
    assert.deepEqual(book, ['0', `\\x${'00'.repeat(32)}`]);
    const unknown = await connection.run('find-order', [shop.merchant_id, 'unknown']);
    assert.deepEqual(unknown, []);
    await connection.close();
  });

  test('a refused statement is told with its code, and the next one runs', async () => {
    const connection = await openWireConnection(scene.database.url);
    const refused = connection.run('lock-book', ['no uuid']);
    const isRefusal = (told: unknown) => told instanceof SqlError && told.code === '22P02';
    await assert.rejects(refused, isRefusal);
    assert.deepEqual(await connection.run('rollback', []), []);
    await connection.close();
  });

  test('a server that goes away fails what waits and what comes after', async () => {
    const connection = await openWireConnection(scene.database.url);
    const [shop] = scene.shops;
    scene.database.kill();
    const ask = () => connection.run('lock-book', [shop.merchant_id]);
    await assert.rejects(async () => {
      for (;;) await ask();
    });
    await assert.rejects(ask());
  });
});
