// The journal of a month on the wire: a row for each posting, in the columns that were asked for.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { JOURNAL_COLUMNS, type JournalColumn } from '../../../../server/domain/ledger/journal.ts';
import { readEntries } from '../../../../server/store/ledger/ledger-lists.ts';
import * as scene from '../../../app/scene.ts';
import { makeMerchant } from '../../../support/test-app.ts';
import { AUTHORIZATION, type OperatorService, openOperatorService } from '../operator-service.ts';

/** More than one page has entries of. */
const ENTRIES = 501;

let service: OperatorService;
let merchant_id: string;
let month: string;
before(async () => {
  service = await openOperatorService();
  ({ merchant_id } = await makeMerchant(service.app));
  for (let entry = 1; entry <= ENTRIES; entry += 1) {
    await scene.fund(service.app, merchant_id, entry === 2 ? -100 : 12_345);
  }
  const [first] = await readEntries(service.app.store.db, merchant_id, 0n, 1);
  month = new Date(first?.at ?? 0).toISOString().slice(0, 7);
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

const ask = (path: string) =>
  fetch(`${service.url}/operator/v1/ledger/months/${path}`, {
    headers: { authorization: AUTHORIZATION },
  });

async function journal(query: string): Promise<string[][]> {
  const response = await ask(`${month}/journal.csv?merchant_id=${merchant_id}${query}`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.match(response.headers.get('content-disposition') ?? '', /filename="journal-\d{4}-\d\d/);
  return parse(await response.text());
}

suite('the journal of a month', () => {
  test('has a row for each posting, over all pages, and each entry balances', async () => {
    const [head = [], ...rows] = await journal('');
    assert.deepEqual(head, [...JOURNAL_COLUMNS]);
    assert.equal(rows.length, 2 * ENTRIES);
    const at = (name: JournalColumn) => JOURNAL_COLUMNS.indexOf(name);
    assert.deepEqual(
      rows.map((row) => Number(row[at('entry_number')])),
      Array.from({ length: 2 * ENTRIES }, (_none, row) => Math.floor(row / 2) + 1),
    );
    const sums = Map.groupBy(rows, (row) => row[at('entry_number')]);
    for (const legs of sums.values()) {
      const sum = (name: JournalColumn) =>
        legs.reduce((all, row) => all + Number(row[at(name)]), 0);
      assert.equal(sum('amount'), 0);
      assert.equal(sum('debit'), sum('credit'));
    }
  });

  test('has the columns that were asked for, in their order, under their names', async () => {
    const columns = encodeURIComponent('account=Ledger = Name, debit=Dr,credit,currency=');
    const [head, first, second, third] = await journal(`&columns=${columns}`);
    assert.deepEqual(head, ['Ledger = Name', 'Dr', 'credit', 'currency']);
    assert.deepEqual(first, ['clearing:none', '123.45', '', 'INR']);
    assert.deepEqual(second, ['available', '', '123.45', 'INR']);
    assert.deepEqual(third, ['clearing:none', '', '1.00', 'INR']);
  });

  test('a title that a spreadsheet would run is a text', async () => {
    const [head] = await journal(`&columns=${encodeURIComponent('date==1+1')}`);
    assert.deepEqual(head, ["'=1+1"]);
  });

  test('names the field that is wrong', async () => {
    for (const [query, field] of [
      ['columns=nothing', 'columns'],
      ['columns=date,,act', 'columns'],
      ['time_zone=Mars', 'time_zone'],
    ]) {
      const response = await ask(`${month}/journal.csv?${query}`);
      assert.equal(response.status, 422);
      const { errors } = (await response.json()) as { errors: { field: string }[] };
      assert.deepEqual(
        errors.map((one) => one.field),
        [field],
      );
    }
    assert.equal((await ask('2026-13/journal.csv')).status, 404);
  });
});
