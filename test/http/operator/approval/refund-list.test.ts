// A list of refunds over HTTP: whatever needs a second person waits alone, and once.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from '../../../app/scene.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { type OperatorService, openOperatorService } from '../operator-service.ts';
import { ask, type Someone, someone, WAYS } from './approval-scene.ts';

const opened = cleanup();
let service: OperatorService;
let ada: Someone;
let bo: Someone;
before(async () => {
  service = await openOperatorService();
  opened(() => service.stop());
  [ada, bo] = [await someone(service), await someone(service)];
});

type Result = { outcome: string; proposal_id: string | null; refund_id: string | null };

/** A pay-in of 100.00 that is credited. */
async function paid(): Promise<string> {
  const made = await WAYS['refund a pay-in']?.(service);
  return made?.path.split('/')[3] ?? assert.fail('no pay-in');
}

async function listed(rows: readonly string[], more = ''): Promise<Result[]> {
  const query = `note=Goods+came+back${more}`;
  const answer = await fetch(`${service.url}/operator/v1/refund_lists?${query}`, {
    method: 'POST',
    headers: { authorization: ada.authorization, 'content-type': 'text/csv' },
    body: ['id,amount,payee_number', ...rows].join('\n'),
  });
  const body: { results: Result[] } = JSON.parse(await answer.text());
  assert.equal(answer.status, 200, JSON.stringify(body));
  return body.results;
}

const outcomes = (results: readonly Result[]) => results.map(({ outcome }) => outcome);

test('a refund over its band waits alone, asked for once; approved, the list has made it', async () => {
  const bands = [{ act: 'refund', currency: 'INR', from_cents: 5_000 }];
  const body = { bands, note: 'as agreed' };
  const set = { method: 'PUT', path: '/approval-bands', body };
  assert.equal((await ask(service, ada, set)).status, 200);
  const [small, large] = [await paid(), await paid()];
  const rows = [`${small},20.00,50100087654321`, `${large},60.00,50100087654321`];
  const looked = await listed(rows, '&dry_run=true');
  assert.deepEqual(outcomes(looked), ['ready', 'waiting'], 'the dry run says it before');
  assert.equal(looked[1]?.proposal_id, null, 'and asks nobody');
  const first = await listed(rows);
  assert.deepEqual(outcomes(first), ['refunded', 'waiting']);
  const again = await listed(rows);
  assert.deepEqual(outcomes(again), ['done', 'waiting']);
  const { proposal_id } = first[1] ?? {};
  assert.equal(again[1]?.proposal_id, proposal_id, 'the same proposal');
  const path = `/approvals/${proposal_id}/approve`;
  assert.equal(
    (await ask(service, ada, { method: 'POST', path })).body.code,
    'second_person_required',
  );
  const approved = await ask(service, bo, { method: 'POST', path });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  const last = await listed(rows);
  assert.deepEqual(outcomes(last), ['done', 'done']);
  assert.ok(typeof last[1]?.refund_id === 'string');
});

/** Each sum with the transaction that last locked it. */
const sums = () => sql(service.app, 'select sum_key, xmin::text from act_sums order by sum_key');

test('many small refunds of a list count together, as single ones do', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 12; at += 1) ids.push(await paid());
  const rows = ids.map((id) => `${id},49.00,50100087654321`);
  const before_look = await sums();
  const looked = await listed(rows, '&dry_run=true');
  assert.deepEqual(await sums(), before_look, 'the dry run locks and adds none');
  assert.equal(outcomes(looked).filter((outcome) => outcome === 'ready').length, 9);
  const results = await listed(rows);
  const made = outcomes(results).filter((outcome) => outcome === 'refunded').length;
  // Ten times the band a day, of which the first test has used 20.00.
  assert.equal(made, 9, JSON.stringify(outcomes(results)));
  assert.equal(outcomes(results).filter((outcome) => outcome === 'waiting').length, 3);
});
