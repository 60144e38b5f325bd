// A workbook of a bank on a real database: previewed, imported, imported again, and resumed after
// the process died half-way.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { importStatement } from '../../../server/app/statement/import-statement.ts';
import { listStatements } from '../../../server/app/statement/list-statements.ts';
import { StoreUnavailable } from '../../../server/store/connection/outage.ts';
import {
  accepted,
  OPERATOR,
  openTestApp,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import { type Cell, writeWorkbook } from '../../support/xlsx/workbook-writer.ts';
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

const TODAY = new Date().toISOString().slice(0, 10);
const HEADER: readonly Cell[] = ['booked_at', 'amount_cents', 'bank_id', 'text'];
const lines = (count: number): (readonly Cell[])[] =>
  Array.from({ length: count }, (_, at) => [
    TODAY,
    { number: String(1_000 + at) },
    `T-${at}`,
    `Payment ${at}`,
  ]);
const book = (rows: readonly (readonly Cell[])[], name = 'Table') =>
  writeWorkbook([{ name, rows: [HEADER, ...rows] }]);

const load = async (process: OpenApp, account: string, body: Buffer, query: object = {}) =>
  await importStatement(process, OPERATOR, { receiving_account_id: account, body, ...query });

test('a preview writes nothing; the import does, and the second one nothing more', async () => {
  const account = await scene.makeAccount(app, 'EUR');
  const body = book(lines(3));
  const preview = accepted(await load(app, account, body, { dry_run: 'true' }));
  assert.deepEqual([preview.format, preview.imported, preview.dry_run], ['xlsx', 3, true]);
  const first = accepted(await load(app, account, body, { file_name: 'march.xlsx' }));
  assert.deepEqual([first.imported, first.duplicate], [3, 0]);
  const again = accepted(await load(app, account, body));
  assert.deepEqual([again.imported, again.duplicate], [0, 3]);
  const { data } = accepted(await listStatements(app, { receiving_account_id: account }));
  assert.deepEqual(
    data.map(({ format, profile, complete }) => [format, profile, complete]),
    [['xlsx', 'standard', true]],
  );
});

test('the same lines as CSV are the same lines', async () => {
  const account = await scene.makeAccount(app, 'EUR');
  accepted(await load(app, account, book(lines(2))));
  const csv = [HEADER.join(','), `${TODAY},1000,T-0,Payment 0`, `${TODAY},1001,T-1,Payment 1`];
  const found = accepted(await load(app, account, Buffer.from(csv.join('\n'))));
  assert.deepEqual([found.imported, found.duplicate], [0, 2]);
});

test('an import that died half-way is finished by importing the file again', async () => {
  const account = await scene.makeAccount(app, 'EUR');
  let left = 300;
  const submit: OpenApp['writer']['submit'] = async (command) => {
    left -= 1;
    if (left < 0) throw new StoreUnavailable('The process died');
    return await app.writer.submit(command);
  };
  const dying = { ...app, writer: { ...app.writer, submit } };
  const body = book(lines(700));
  await assert.rejects(load(dying, account, body), StoreUnavailable);
  const stateOf = async () => {
    const { data } = accepted(await listStatements(app, { receiving_account_id: account }));
    return data.map(({ complete }) => complete);
  };
  assert.deepEqual(await stateOf(), [false]);
  const rest = accepted(await load(app, account, body));
  assert.equal(rest.imported + rest.duplicate, 700);
  assert.ok(rest.imported >= 400, `${rest.imported} new lines`);
  assert.deepEqual(await stateOf(), [true]);
});

test('wrong rows refuse the workbook, or are left out if that was asked for', async () => {
  const account = await scene.makeAccount(app, 'EUR');
  const body = book([...lines(2), [TODAY, 'much', 'T-9', 'x']]);
  assert.match(refusedWith(await load(app, account, body)).detail, /Line 4: amount_cents must be/);
  const some = accepted(await load(app, account, body, { on_error: 'skip' }));
  assert.deepEqual([some.imported, some.errors.map(({ line }) => line)], [2, [4]]);
});

test('a sheet is named with the other fields of the request', async () => {
  const account = await scene.makeAccount(app, 'EUR');
  const found = accepted(await load(app, account, book(lines(1), 'März'), { sheet: 'märz' }));
  assert.equal(found.imported, 1);
  for (const [query, detail] of [
    [{ sheet: 'April' }, /no sheet with that name; it has März/],
    [{ sheet: 'x'.repeat(300) }, /sheet/],
  ] as const) {
    assert.match(
      JSON.stringify(refusedWith(await load(app, account, book(lines(1), 'März'), query))),
      detail,
    );
  }
  const csv = Buffer.from('booked_at,amount_cents\n');
  const refused = refusedWith(await load(app, account, csv, { sheet: 'A' }));
  assert.match(refused.detail, /only an Excel workbook has sheets/);
});
