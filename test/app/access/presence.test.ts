// Two people at one thing see each other, and nobody else does.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cleanAccess } from '../../../server/app/access/clean-access.ts';
import { sharePresence } from '../../../server/app/access/presence.ts';
import { newId } from '../../../server/app/process/ids.ts';
import type { OperatorCaller } from '../../../server/app/request/caller.ts';
import { MOST_PRESENCES } from '../../../server/domain/record/presence.ts';
import {
  accepted,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { active, entered } from './people-scene.ts';

let service: TestApp;
let app: TestApp['app'];
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(() => service.stop());

async function person(name: string, role = 'operator'): Promise<OperatorCaller> {
  const made = await active(app, { name, role });
  return (await entered(app, made)).caller;
}

const look = async (who: OperatorCaller, subject_id: string, fields: object = {}) =>
  accepted(
    await sharePresence(app, who, raw({ subject_type: 'trade', subject_id, ...fields })),
  ).data.map(({ name }) => name);

test('each sees the others, the first one first, and not themselves', async () => {
  const [asha, ben, trade] = [await person('Asha'), await person('Ben'), newId()];
  assert.deepEqual(await look(asha, trade), []);
  assert.deepEqual(await look(ben, trade), ['Asha']);
  assert.deepEqual(await look(asha, trade), ['Ben']);
  assert.deepEqual(await look(asha, newId()), [], 'another trade');
  assert.deepEqual(await look(ben, trade, { leaving: true }), ['Asha']);
  assert.deepEqual(await look(asha, trade), []);
});

test('whoever says nothing for a while is gone, and their row is deleted', async () => {
  const [asha, ben, trade] = [await person('Asha'), await person('Ben'), newId()];
  await look(asha, trade);
  await scene.sql(app, `update presences set until_at = statement_timestamp() - interval '1 s'`);
  assert.deepEqual(await look(ben, trade), []);
  await cleanAccess(app);
  const rows = await scene.sql(app, 'select person_id from presences');
  assert.equal(rows.length, 1, 'only the one who still looks');
});

test('who comes back after a while looks since then', async () => {
  const [asha, ben, trade] = [await person('Asha'), await person('Ben'), newId()];
  await look(asha, trade);
  await scene.sql(
    app,
    `update presences set since_at = '2020-01-01', until_at = statement_timestamp() - interval '1 s'`,
  );
  await look(asha, trade);
  const body = raw({ subject_type: 'trade', subject_id: trade });
  const [seen] = accepted(await sharePresence(app, ben, body)).data;
  assert.notEqual(seen?.since.slice(0, 4), '2020');
});

test('a token sees who looks, and is nobody there', async () => {
  const [asha, trade] = [await person('Asha'), newId()];
  await look(asha, trade);
  assert.deepEqual(await look(OPERATOR, trade), ['Asha']);
  assert.deepEqual(await look(asha, trade), []);
});

test('whoever may not read a thing is not told who looks at it', async () => {
  const trade = newId();
  const feed: OperatorCaller = { ...OPERATOR, role: 'feed' };
  const body = raw({ subject_type: 'trade', subject_id: trade });
  const refused = refusedWith(await sharePresence(app, feed, body));
  assert.equal(refused.extra?.missing_right, 'trades.read');
});

test('a person with very many pages is not written beyond a bound', async () => {
  const [asha, ben] = [await person('Asha'), await person('Ben')];
  const trades = Array.from({ length: MOST_PRESENCES + 5 }, newId);
  for (const trade of trades) await look(asha, trade);
  const last = trades.at(-1) ?? '';
  assert.deepEqual(await look(ben, last), []);
  assert.deepEqual(await look(ben, trades[0] ?? ''), ['Asha'], 'the first ones still count');
});

test('wrong fields are named', async () => {
  const refused = refusedWith(
    await sharePresence(app, OPERATOR, raw({ subject_type: 'shop', subject_id: 'x', leaving: 1 })),
  );
  assert.deepEqual(
    refused.errors?.map(({ field }) => field),
    ['subject_type', 'subject_id', 'leaving'],
  );
});
