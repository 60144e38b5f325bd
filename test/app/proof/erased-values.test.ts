// Once an encrypted value is gone, the hash that was kept of it keeps the proof whole; without
// the hash, verify names the record.
import { deepEqual, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { makeProof } from '../../../server/app/proof/make-proof.ts';
import { valueHash } from '../../../server/store/proof/open-record.ts';
import { clientPlace } from '../../../server/store/trade/trade-rows.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { problemsAfter } from './damage.ts';
import { makeHistory } from './planted-history.ts';

let service: TestApp;
let app: OpenApp;
let trade_id: string;
before(async () => {
  service = await openTestApp();
  ({ app } = service);
  await makeHistory(app);
  const made = await makeProof(app, { role: 'service', id: null });
  deepEqual(made.kind === 'refused' ? made.problems : [], []);
  const found = await scene.sql<{ trade_id: string }>(app, 'select trade_id from trades limit 1');
  trade_id = found[0]?.trade_id ?? '';
});
after(() => service.stop());

const erase = () => `update trades set client_id = '\\x00' where trade_id = '${trade_id}'`;

const keep = (text: string) => {
  const place = clientPlace(trade_id);
  const hash = valueHash(app.store.cipher, place, text).toString('hex');
  return `insert into erased_values (place, value_hash, erasure_id, erased_at)
    values ('${place}', '\\x${hash}', '${trade_id}', now())`;
};

test('a value that is gone with its hash kept is no difference', async () => {
  deepEqual(await problemsAfter(app, erase(), keep('client-1')), []);
});

test('without the hash, or with that of another value, verify names the record', async () => {
  for (const changes of [[erase()], [erase(), keep('client-2')]]) {
    const problems = await problemsAfter(app, ...changes);
    ok(
      problems.some((one) => one.includes(`trade ${trade_id}: changed`)),
      problems.join('\n'),
    );
  }
});

test('a hash does not stand for another value that is still there', async () => {
  const other = `update trades set client_id = client_id || '\\x00' where trade_id = '${trade_id}'`;
  const problems = await problemsAfter(app, other, keep('client-1'));
  ok(
    problems.some((one) => one.includes(`trade ${trade_id}: changed`)),
    problems.join('\n'),
  );
});
