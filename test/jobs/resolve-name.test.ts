// Look-ups of receivers' names, with a name server of the test's own.
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { test } from 'node:test';
import { createDnsLookup, lookUpOnMachine, shareLookups } from '../../server/jobs/resolve-name.ts';

const TYPES = { A: 1, AAAA: 28 } as const;
const records = new Map<string, readonly (readonly [type: number, data: readonly number[]])[]>([
  [
    'both.example.com',
    [
      [TYPES.A, [192, 0, 2, 7]],
      [TYPES.AAAA, [...Array(15).fill(0), 1]],
    ],
  ],
  [
    'four.example.com',
    [
      [TYPES.A, [10, 0, 0, 1]],
      [TYPES.A, [192, 0, 2, 8]],
    ],
  ],
]);

function answer(query: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1);
  const known = records.get(labels.join('.').toLowerCase());
  const found = (known ?? []).filter(([of_type]) => of_type === type);
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(known === undefined ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(found.length, 6);
  header.writeUInt32BE(0, 8);
  const answers = found.map(([of_type, data]) =>
    Buffer.from([0xc0, 12, 0, of_type, 0, 1, 0, 0, 0, 0, 0, data.length, ...data]),
  );
  return Buffer.concat([header, query.subarray(12, at + 5), ...answers]);
}

test('all addresses of both kinds are given; a name without any is a failure', async () => {
  const server = createSocket('udp4');
  server.on('message', (query, from) => server.send(answer(query), from.port, from.address));
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  const lookUp = createDnsLookup(resolver);
  assert.deepEqual(await lookUp('both.example.com'), ['192.0.2.7', '::1']);
  assert.deepEqual((await lookUp('four.example.com')).toSorted(), ['10.0.0.1', '192.0.2.8']);
  await assert.rejects(lookUp('unknown.example.com'), { code: 'ENOTFOUND' });
  server.close();
});

test('the machine’s own view knows its own name for itself', async () => {
  const addresses = await lookUpOnMachine('localhost');
  assert.ok(addresses.some((address) => ['127.0.0.1', '::1'].includes(address)));
});

test('look-ups of one name that run at the same time are one; later ones ask again', async () => {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const lookUp = shareLookups((name) => {
    asked.push(name);
    return new Promise((resolve) => answers.push(() => resolve([`${asked.length}`])));
  });
  const together = [lookUp('a.example.com'), lookUp('a.example.com'), lookUp('b.example.com')];
  for (const resolve of answers.splice(0)) resolve();
  await Promise.all(together);
  assert.deepEqual(asked, ['a.example.com', 'b.example.com']);
  const later = lookUp('a.example.com');
  answers[0]?.();
  assert.deepEqual(await later, ['3']);
});

test('a shared look-up that fails, fails for all who wait, and is forgotten', async () => {
  let asked = 0;
  const lookUp = shareLookups(() => {
    asked += 1;
    return Promise.reject(new Error('no such name'));
  });
  const results = await Promise.allSettled([lookUp('a.example.com'), lookUp('a.example.com')]);
  assert.ok(results.every((one) => one.status === 'rejected'));
  await assert.rejects(lookUp('a.example.com'), /no such name/);
  assert.equal(asked, 2);
});
