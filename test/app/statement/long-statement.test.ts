// Statements longer than a batch: counted completely, listed in part, imported between other
// requests, and harmless to the process if the store goes away.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import {
  importStatement,
  type StatementResult,
} from '../../../server/app/statement/import-statement.ts';
import { StoreUnavailable } from '../../../server/store/connection/outage.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  type TestApp,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(async () => {
  await service.stop();
});

const HEAD = 'booked_at,amount_cents,bank_id';
const BOOKED = new Date().toISOString();
const row = (amount_cents: number, index: number) => `${BOOKED},${amount_cents},T-${index}`;
const rowsTo = (end: number) =>
  Array.from({ length: end }, (_, index) => row(1_000 + index, index));

/** The same, but reports each command before it is submitted; an error becomes its answer. */
function withSubmits({ writer, ...rest }: OpenApp, tell: (count: number) => void): OpenApp {
  let count = 0;
  const submit: typeof writer.submit = async (command) => {
    count += 1;
    tell(count);
    return await writer.submit(command);
  };
  return { ...rest, writer: { ...writer, submit } };
}

const load = async (
  process: OpenApp,
  receiving_account_id: string,
  rows: readonly string[],
): Promise<StatementResult> =>
  accepted(
    await importStatement(process, OPERATOR, {
      receiving_account_id,
      profile: undefined,
      on_error: undefined,
      body: Buffer.from([HEAD, ...rows].join('\n')),
    }),
  );

test('a long statement is counted whole; of its lines those that wait are listed first', async () => {
  const account = await scene.makeAccount(app, 'EUR');
  const first = await load(app, account, rowsTo(1_200));
  assert.deepEqual([first.imported, first.suspense, first.lines_left_out], [1_200, 1_200, 200]);
  assert.deepEqual(
    first.lines.map(({ line }) => line),
    Array.from({ length: 1_000 }, (_, index) => index + 2),
  );
  const again = await load(app, account, [...rowsTo(1_200), row(77, 9_000), row(78, 9_001)]);
  const { imported, duplicate, lines, lines_left_out } = again;
  assert.deepEqual([imported, duplicate, lines.length, lines_left_out], [2, 1_200, 1_000, 202]);
  assert.deepEqual(
    lines.slice(-3).map(({ line, status }) => [line, status]),
    [
      [999, 'duplicate'],
      [1_202, 'suspense'],
      [1_203, 'suspense'],
    ],
  );
  assert.deepEqual((await verifyBooks(app)).problems, []);
});

test('a merchant’s order does not wait for the end of a statement', async () => {
  const merchant = await makeMerchant(app, { balance_currency: 'USD' });
  const account = await scene.makeAccount(app, 'USD');
  const order: string[] = [];
  const under_way = Promise.withResolvers<void>();
  const watched = withSubmits(app, (count) => {
    if (count > 500) under_way.resolve();
  });
  const statement = load(watched, account, rowsTo(3_000)).then(() => order.push('statement'));
  await under_way.promise;
  const fields = { amount_cents: 5_000, amount_currency: 'USD' };
  const payins = [1, 2, 3].map(() =>
    scene.newPayin(app, merchant, fields).then(() => order.push('pay-in')),
  );
  await Promise.all([statement, ...payins]);
  assert.deepEqual(order, ['pay-in', 'pay-in', 'pay-in', 'statement']);
});

test('lines that the store does not take end the import, and nothing else', async () => {
  const account = await scene.makeAccount(app, 'GBP');
  const short = withSubmits(app, (count) => {
    if (count > 250) throw new StoreUnavailable('The store is away');
  });
  await assert.rejects(load(short, account, rowsTo(1_000)), /The store is away/);
  // Missing lines are taken now, and those taken earlier are recognised.
  const { imported, duplicate } = await load(app, account, rowsTo(1_000));
  assert.deepEqual([imported, duplicate], [750, 250]);
});
