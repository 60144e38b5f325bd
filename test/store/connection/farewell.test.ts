// A server that ends the connection in the same packet as its greeting: an outage, and no more.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { openDatabase } from '../../../server/store/connection/database.ts';
import { isStoreOutage } from '../../../server/store/connection/outage.ts';

/**
 * PostgreSQL's framing: a letter, the length of the rest including the length itself, and the rest.
 */
function message(letter: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const WELCOME = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))];
const FAREWELL = message(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0', 'latin1'),
);

test('a farewell that comes with the welcome ends no process', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([...WELCOME, FAREWELL])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connection = { host: '127.0.0.1', port, user: 'u', password: 'p', database: 'd' };
  const db = openDatabase({ connection, max_connections: 1, onIdleError: () => undefined });
  try {
    await assert.rejects(db.query('', 'select 1', []), isStoreOutage);
    await assert.rejects(
      db.transaction((tx) => tx.query('', 'select 1', [])),
      isStoreOutage,
    );
  } finally {
    await db.close();
    server.close();
  }
});
