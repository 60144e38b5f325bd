// Runs the tests of what a cell does on each of the given databases, where each test file gets a
// schema with roles of its own: plain PostgreSQL and Citus alike.

import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';
import { fail, runChild } from './child.mjs';

/**
 * The contract on the wire, orders, callbacks, races, kills, and the books. Tests that wait until
 * one statement waits for another's lock are left out: a coordinator does not see that.
 */
const TESTS = [
  'test/app/payout/payout-work.test.ts',
  'test/app/trade/races.test.ts',
  'test/app/trade/whole-chain.test.ts',
  'test/e2e/cells.test.ts',
  'test/http/merchant/merchant-wire.test.ts',
];

const addresses = process.argv.slice(2);
const isAddress = (text) => /^postgres(?:ql)?:\/\//.test(text);
if (addresses.length === 0 || !addresses.every(isAddress)) {
  fail('Usage: npm run test:cells -- ADDRESS… (postgres://…, of a superuser of each database)');
}

const failed = [];
for (const [index, address] of addresses.entries()) {
  console.log(`Database ${index + 1} of ${addresses.length}`);
  const code = await runChild(process.execPath, [join(ROOT, 'bin/run-tests.mjs'), ...TESTS], {
    cwd: ROOT,
    env: { ...process.env, TEST_CELLS: '1', TEST_DATABASE_URL: address },
    stdio: 'inherit',
  });
  if (code !== 0) failed.push(index + 1);
}
// The addresses have passwords, so they are told by their place.
if (failed.length > 0) fail(`The tests failed on the database ${failed.join(', ')} of the list.`);
