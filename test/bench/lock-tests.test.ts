// Every lock of the store is in the table of the tests that miss it, and the table has no other.
import { deepEqual, equal } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { findLocks, locksIn } from '../../bench/torture/locks/find-locks.ts';
import { LOCK_TESTS } from '../../bench/torture/locks/lock-tests.ts';

const ROOT = join(import.meta.dirname, '../..');

it('names a test or a reason for every lock', async () => {
  const names = (await findLocks(ROOT)).map(({ name }) => name);
  deepEqual(Object.keys(LOCK_TESTS).toSorted(), names.toSorted());
});

it('names only tests that are there', () => {
  const tests = Object.values(LOCK_TESTS).flatMap((lock) => ('tests' in lock ? lock.tests : []));
  deepEqual(
    tests.filter((test) => !existsSync(join(ROOT, test))),
    [],
  );
});

it('finds each kind of lock, and takes only the lock away', () => {
  const text = `
    // the row is locked for update elsewhere
    tx.query('lock-shop', \`select 1 from shops s where id = $1 for no key update of s\`);
    tx.query('take-work', 'select 1 from work limit 1 for update skip locked');
    tx.query('hold-role', 'select 1 from people for share');
    tx.query('alone', 'select pg_advisory_xact_lock(7)');`;
  const found = locksIn('server/store/shop.ts', text);
  deepEqual(
    found.map(({ name, clause }) => [name, clause]),
    [
      ['lock-shop', 'for no key update of s'],
      ['take-work', 'for update skip locked'],
      ['hold-role', 'for share'],
      ['hold-role', 'pg_advisory_xact_lock(7)'],
    ],
  );
  equal(found[1]?.without, text.replace(' for update skip locked', ' '));
  equal(found[3]?.without, text.replace('pg_advisory_xact_lock(7)', '1'));
});
