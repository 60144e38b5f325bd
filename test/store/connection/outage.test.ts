// What counts as an outage of the database, and what is another program's or the file system's.
import { equal } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isStoreOutage } from '../../../server/store/connection/outage.ts';

const NOWHERE = join(tmpdir(), 'payment-orders-has-no-such-folder', 'file');

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('a socket that is not there is an outage', async () => {
  const connected = new Promise((_resolve, reject) => connect(NOWHERE).once('error', reject));
  equal(isStoreOutage(await errorOf(connected)), true);
});

test('a file that is not there is none: it is told as it is, and nobody waits for it', async () => {
  equal(isStoreOutage(await errorOf(readFile(NOWHERE))), false);
});
