// Every column of the tables whose records the proof covers by digests is either in the digest, or
// has a reason why not.
import { deepEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { COVERED, type CoveredTable } from '../../../server/store/proof/record-columns.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp();
});
after(() => service.stop());

for (const table of Object.keys(COVERED) as CoveredTable[]) {
  test(`${table}: every column is covered, or has a reason`, async () => {
    const rows = await service.app.store.db.query<{ name: string }>(
      '',
      `select column_name as name from information_schema.columns
       where table_schema = current_schema() and table_name = $1 order by 1`,
      [table],
    );
    const { fixed, others, ...rest } = COVERED[table];
    const sealed = 'sealed' in rest ? rest.sealed : [];
    deepEqual(
      rows.map(({ name }) => name).sort(),
      [...fixed, ...sealed, ...Object.keys(others)].sort(),
    );
  });
}
