// The encryption of a backup's files: what was changed, exchanged or cut off is noticed.
import { deepEqual, equal, notDeepEqual, rejects, throws } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import {
  newStretching,
  seal,
  stretch,
  unseal,
} from '../../../server/store/backup/sealed-stream.ts';

const KEY = randomBytes(32);
const PIECE = 65_536 + 16;
const SALT = 16;

async function* chunks(bytes: Uint8Array, size: number) {
  await Promise.resolve();
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

const sealed = (bytes: Uint8Array, name = 'one') => all(seal(chunks(bytes, 40_000), KEY, name));
const opened = (bytes: Uint8Array, name = 'one', key = KEY) =>
  all(unseal(chunks(bytes, 7_777), key, name));

test('what was encrypted is read again, whatever its size', async () => {
  for (const size of [0, 1, 65_535, 65_536, 65_537, 131_072, 300_000]) {
    const content = randomBytes(size);
    const hidden = await sealed(content);
    deepEqual(await opened(hidden), content);
    notDeepEqual(await sealed(content), hidden);
  }
});

test('another key, another name, and every kind of damage are refused', async () => {
  const whole = await sealed(randomBytes(200_000));
  const flipped = Buffer.from(whole);
  flipped[100_000] = (flipped[100_000] ?? 0) ^ 1;
  const pieces = [0, 1, 2, 3].map((n) => whole.subarray(SALT + n * PIECE, SALT + (n + 1) * PIECE));
  const [salt, [one, two, three, four]] = [whole.subarray(0, SALT), pieces];
  const made = (...parts: (Uint8Array | undefined)[]) =>
    Buffer.concat([salt, ...parts.map((part) => part ?? Buffer.alloc(0))]);
  deepEqual(made(one, two, three, four), whole);
  const damages: Readonly<Record<string, Uint8Array>> = {
    'one bit': flipped,
    'two pieces exchanged': made(two, one, three, four),
    'a piece twice': made(one, one, three, four),
    'the last piece away': made(one, two, three),
    'cut within a piece': whole.subarray(0, 150_000),
    'something after it': Buffer.concat([whole, Buffer.from('x')]),
    'only the salt': salt,
    nothing: Buffer.alloc(0),
  };
  for (const [what, damaged] of Object.entries(damages)) {
    await rejects(opened(damaged), /cannot be decrypted/, what);
  }
  await rejects(opened(whole, 'two'), /cannot be decrypted/);
  await rejects(opened(whole, 'one', randomBytes(32)), /cannot be decrypted/);
});

test('a passphrase gives the same key again, and no backup chooses what that costs', () => {
  const one = newStretching();
  deepEqual(stretch('the passphrase of a test', one), stretch('the passphrase of a test', one));
  notDeepEqual(stretch('the passphrase of a test', one), stretch('another passphrase', one));
  equal(stretch('the passphrase of a test', one).length, 32);
  throws(() => stretch('the passphrase of a test', { ...one, n: 2 ** 30 }), /does not know/);
});
