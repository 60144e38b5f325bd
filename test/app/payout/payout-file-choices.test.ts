// The files of a batch: every choice is stored, other scripts come in Latin letters, and a batch
// that a layout cannot carry has no file of it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { latinLetters } from '../../../server/app/file/latin-letters.ts';
import { getPayoutFile, listChangedNames } from '../../../server/app/payout/export-payout-batch.ts';
import { chooseFile, type FileQuery } from '../../../server/app/payout/payout-file-choice.ts';
import { PAYOUT_LAYOUTS } from '../../../server/formats/payout-file/payout-layouts.ts';
import {
  accepted,
  OPERATOR,
  openTestApp,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import * as on from './payout-scene.ts';

let service: TestApp;
let app: TestApp['app'];
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(async () => {
  await service.stop();
});

/** An exported batch in rupees with one pay-out to each of these payees. */
async function batchTo(payees: readonly { name: string; payment_data_bank_name?: string }[]) {
  const shop = await on.openShop(app, 'INR');
  const payouts: Awaited<ReturnType<typeof on.newPayout>>[] = [];
  for (const fields of payees) {
    const number = '50100087654321';
    const given = { amount_currency: 'INR', amount_cents: 500, type: 'account', number, ...fields };
    const order_id = `layout-${scene.newNumber()}`;
    payouts.push(accepted(await scene.payout(app, shop.merchant, { order_id, ...given })).trade);
  }
  const { batch, ids } = await on.exported(app, shop, payouts);
  return { id: batch.id, ids };
}

const changed = async (id: string, query: FileQuery = {}) => {
  const choice = accepted(chooseFile(query.layout === undefined ? 'xml' : 'csv', query));
  return accepted(await listChangedNames(app, id, choice)).data;
};

test('names of other scripts keep their sound', async () => {
  const cases: [given: string, latin: string][] = [
    ['आशा राव', 'Aashaa Raav'],
    ['Юрий Щукин', 'Yuriy Shchukin'],
    ['王小明', 'Wang Xiao Ming'],
    ['محمد', 'Mhmd'],
    ['Jürgen Weiß', 'Jürgen Weiß'],
    ['Asha आशा', 'Asha Aashaa'],
    ['12/3 & Co', '12/3 & Co'],
  ];
  for (const [given, latin] of cases) assert.equal(await latinLetters(given), latin);
});

test('a file has the names in Latin letters, and tells which it changed', async () => {
  const bank = { payment_data_bank_name: 'EXMP0001234' };
  const long = 'Asha Rao whose name is longer than ENet takes it';
  const names = ['आशा राव', 'Asha Rao', long];
  const { id, ids } = await batchTo(names.map((name) => ({ name, ...bank })));
  const xml = (await on.fileOf(app, id)).content;
  assert.deepEqual(
    [...xml.matchAll(/<Cdtr><Nm>([^<]*)/g)].map(([, name]) => name),
    ['Aashaa Raav', 'Asha Rao', long],
  );
  const hindi = { given: 'आशा राव', written: 'Aashaa Raav', changes: ['other_script'] };
  assert.deepEqual(await changed(id), [{ end_to_end_id: ids[0], ...hindi }]);
  const [, cut] = await changed(id, { layout: 'hdfc-enet' });
  assert.equal(cut?.end_to_end_id, ids[2]);
  assert.deepEqual(cut?.changes, ['shortened']);
  const enet = (await on.fileOf(app, id, 'csv', { layout: 'hdfc-enet' })).content;
  assert.ok(cut?.written !== null && enet.includes(`,${cut?.written},`));
});

test('each file of a batch is made once and stored under its own name', async () => {
  const { id, ids } = await batchTo([{ name: 'Asha Rao', payment_data_bank_name: 'EXMP0001234' }]);
  const own = {
    columns: [{ value: 'end_to_end_id' }, { value: 'payee_number' }, { value: 'amount' }],
  };
  const choices: ['xml' | 'csv', FileQuery][] = [
    ['xml', {}],
    ['xml', { version: '001.001.03' }],
    ['csv', {}],
    ...PAYOUT_LAYOUTS.filter(({ name }) => name !== 'union-bank').map(
      ({ name }): ['csv', FileQuery] => ['csv', { layout: name }],
    ),
    ['csv', { mapping: JSON.stringify({ ...own, titles: false }) }],
    ['csv', { mapping: JSON.stringify(own) }],
  ];
  const files = new Set<string>();
  for (const [ending, query] of choices) {
    const file = await on.fileOf(app, id, ending, query);
    assert.ok(file.content.includes(ids[0] ?? ''), JSON.stringify(query));
    assert.deepEqual(await on.fileOf(app, id, ending, query), file);
    files.add(file.content);
  }
  assert.equal(files.size, choices.length);
  const rows = await app.store.db.query(
    'count-files',
    `select split_part(format, ':', 1) as format, count(*)::int as count from payout_files
     where payout_batch_id = $1 group by 1 order by 1`,
    [id],
  );
  assert.deepEqual(rows, [
    { format: 'csv', count: 1 },
    { format: 'layout', count: 4 },
    { format: 'pain001', count: 1 },
    { format: 'pain001_v03', count: 1 },
  ]);
});

test('a batch that a layout cannot carry has no file of it, and the refusal says why', async () => {
  const { id, ids } = await batchTo([
    { name: 'Asha Rao', payment_data_bank_name: 'EXMP0001234' },
    { name: 'Bela Rao' },
  ]);
  const choice = accepted(chooseFile('csv', { layout: 'icici-cib' }));
  const refused = refusedWith(await getPayoutFile(app, OPERATOR, id, choice));
  const [error] = refused.errors ?? [];
  assert.equal(error?.field, 'layout');
  assert.ok(error?.message.includes(`${ids[1]} lacks the payee’s IFSC`), error?.message);
  assert.ok(!error?.message.includes(ids[0] ?? '-'));
  await on.fileOf(app, id);
});

test('a choice that contradicts itself is refused with its field', () => {
  const cases: ['xml' | 'csv', FileQuery, string][] = [
    ['xml', { version: '001.001.04' }, 'version'],
    ['csv', { layout: 'hdfc' }, 'layout'],
    ['csv', { mapping: '{' }, 'mapping'],
    ['csv', { mapping: '{}' }, 'mapping'],
    ['csv', { mapping: '{}', layout: 'hdfc-enet' }, 'mapping'],
  ];
  for (const [ending, query, field] of cases) {
    const refused = refusedWith(chooseFile(ending, query));
    assert.deepEqual(
      refused.errors?.map((error) => error.field),
      [field],
    );
  }
});
