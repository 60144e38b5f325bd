// What counts as an outage of the database, and what is another program's or the file system's.
import { equal } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { watchCommit } from '../../../server/store/connection/commit-outcome.ts';
import { isCommitUnknown, isStoreOutage } from '../../../server/store/connection/outage.ts';

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

/** As Citus tells them, all with the code of an internal error. */
const HIDDEN = [
  'postmaster was shut down, exiting',
  'could not commit transaction for shard 102008 on any active node',
  'failure on connection marked as essential: db2.internal:5432',
];

const internal = (message: string) =>
  Object.assign(new pg.DatabaseError(message, 1, 'error'), { code: 'XX000' });

for (const message of HIDDEN) {
  test(`an outage that Citus calls an internal error: ${message}`, () => {
    equal(isStoreOutage(internal(message)), true);
    const commit = watchCommit(new pg.Client());
    equal(commit.told(internal(message)) instanceof pg.DatabaseError, true);
    commit.begin();
    equal(isCommitUnknown(commit.told(internal(message))), true);
  });
}

test('any other internal error is none, and was undone', () => {
  const error = internal('cache lookup failed for relation 1');
  equal(isStoreOutage(error), false);
  const commit = watchCommit(new pg.Client());
  commit.begin();
  equal(commit.told(error), error);
});
