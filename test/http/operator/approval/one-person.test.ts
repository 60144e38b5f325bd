// A company of one person: rules for two people that are switched off in live mode are told to
// everybody of the operator, with who did it, in every place from the same truth.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { readOnePerson } from '../../../../server/app/approval/one-person.ts';
import { sha256Hex } from '../../../../server/app/process/ids.ts';
import { insertOperatorToken, UNBOUND } from '../../../../server/store/access/operator-tokens.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { makeMerchant } from '../../../support/test-app.ts';
import { type OperatorService, openOperatorService } from '../operator-service.ts';
import { ask, type Fields, proposalIn, type Someone, someone } from './approval-scene.ts';

const opened = cleanup();
let service: OperatorService;
let ada: Someone;
let bo: Someone;
before(async () => {
  service = await openOperatorService({ mode: 'live', has_default_bands: true });
  opened(() => service.stop());
  [ada, bo] = [await someone(service), await someone(service)];
});

const get = async (who: Someone, path: string) =>
  (await ask(service, who, { method: 'GET', path })).body;

async function setBands(...bands: Fields[]): Promise<void> {
  const body = { bands, note: 'I work alone' };
  const path = '/approval-bands';
  const id = proposalIn(await ask(service, ada, { method: 'PUT', path, body }));
  const approve = { method: 'POST', path: `/approvals/${id}/approve` };
  assert.equal((await ask(service, bo, approve)).status, 200);
}

const attention = async () => {
  const { data } = await get(bo, '/attention');
  return (data as Fields[]).filter(({ kind }) => kind === 'two_people_off');
};

const lastNote = async () => {
  const { data } = await get(ada, '/audit?target=approval_bands');
  return (data as Fields[])[0] ?? {};
};

test('by default nothing is told, nor if an amount is raised as a busy desk does', async () => {
  await setBands({ act: 'pay_out', currency: 'INR', from_cents: 5_000_000 });
  assert.deepEqual(await attention(), []);
  assert.equal((await get(ada, '/service')).one_person, null);
  assert.equal((await get(ada, '/live')).one_person, null);
  assert.equal((await lastNote()).action, 'approval_bands_set');
});

test('switched off, it is told everywhere, with both people and the time', async () => {
  await setBands(
    { act: 'refund', currency: null, from_cents: null },
    { act: 'pay_out', currency: 'INR', from_cents: 100_000_000 },
  );
  const entry = await lastNote();
  assert.equal(entry.action, 'approval_bands_off');
  assert.deepEqual(Object(entry.detail).one_person, ['pay_out/INR', 'refund/*']);
  // A later change of something else is not who switched these off.
  await setBands({ act: 'tariff', currency: null, from_cents: 0 }, rowOf('adjustment', 7));
  const { one_person } = await get(bo, '/live');
  const { text, ...told } = Object(one_person);
  assert.deepEqual(told, {
    rules: [
      { act: 'pay_out', currency: 'INR' },
      { act: 'refund', currency: null },
    ],
    switched_off_at: entry.at,
    switched_off_by: await nameOf(ada),
    approved_by: await nameOf(bo),
  });
  assert.match(text, /^One person alone may do without a limit: pay_out\/INR, refund\. /);
  assert.equal((await get(bo, '/service')).one_person, text);
  const [item] = await attention();
  assert.deepEqual([item?.count, item?.is_over, item?.oldest_at], [2, true, entry.at]);
  // What the first words of the service say.
  assert.equal((await readOnePerson(service.app))?.text, text);
});

const rowOf = (act: string, from_cents: number): Fields => ({ act, currency: 'INR', from_cents });
const nameOf = async ({ person_id }: Someone) => (await get(ada, `/people/${person_id}`)).name;

test('a merchant’s people are not told', async () => {
  const { merchant_id } = await makeMerchant(service.app);
  const token = 'op_test_of_merchant';
  const row = {
    ...UNBOUND,
    operator_token_id: crypto.randomUUID(),
    name: 'theirs',
    role: 'merchant_admin' as const,
    merchant_id,
    token_hash: sha256Hex(token),
    service_mode: service.app.mode,
  };
  await insertOperatorToken(service.app.store.db, row, service.app.settings.now());
  await service.app.store.db.query('', 'update settings_versions set version = version + 1', []);
  await service.app.settings.refresh();
  const theirs = { person_id: '', authorization: `Bearer ${token}` };
  const live = await get(theirs, `/live?merchant_id=${merchant_id}`);
  assert.deepEqual([live.one_person, Array.isArray(live.trades)], [null, true]);
});

test('switched on again, it ends', async () => {
  await setBands({ act: 'refund', currency: null, from_cents: 0 }, rowOf('pay_out', 100_000));
  assert.deepEqual(await attention(), []);
  assert.equal((await get(ada, '/live')).one_person, null);
});
