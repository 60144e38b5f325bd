// The limits of a callback endpoint on the command line: set, listed and removed.
import { deepEqual, equal, match } from 'node:assert/strict';
import { before, test } from 'node:test';
import { type OperatorService, openOperatorService } from '../../http/operator/operator-service.ts';
import { cleanup } from '../../support/cleanup.ts';
import { makeMerchant, OPERATOR_TOKEN } from '../../support/test-app.ts';
import { runCli } from '../test-terminal.ts';

let service: OperatorService;
let shop: string;
const undo = cleanup();
before(async () => {
  service = await openOperatorService();
  undo(() => service.stop());
  shop = (await makeMerchant(service.app)).merchant_id;
});

const endpoints = (...args: string[]) =>
  runCli(['callbacks', 'endpoints', ...args], {
    env: { PAYMENT_ORDERS_URL: service.url, OPERATOR_TOKEN },
  });

test('limits are set when an endpoint is added, changed one by one, and removed', async () => {
  const limit = ['--max-concurrent', '4', '--secret-file', '-'];
  const made = await endpoints('add', shop, 'https://books.example/hook', ...limit);
  equal(made.code, 0, made.err);
  match(made.out, /^max_concurrent +4$/m);
  const changed = await endpoints('update', shop, '1', '--max-per-second', '20', '--json');
  const both = JSON.parse(changed.out);
  deepEqual([both.max_concurrent, both.max_per_second], [4, 20]);
  match((await endpoints('list', shop)).out, /max_concurrent +max_per_second/);
  const removed = await endpoints('update', shop, '1', '--max-concurrent', 'none', '--json');
  const one = JSON.parse(removed.out);
  deepEqual([one.max_concurrent, one.max_per_second], [null, 20]);
});

test('a wrong limit is refused by its name', async () => {
  const many = await endpoints('update', shop, '0', '--max-concurrent', '65');
  match(many.err, /max_concurrent.+must be at most 64/);
  const text = await endpoints('update', shop, '0', '--max-per-second', 'many');
  deepEqual([text.code, /must be a whole number/.test(text.err)], [2, true]);
});
