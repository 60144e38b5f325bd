// How long data is kept, on the wire: shown, set with a second person, refused, noted.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setBandsOfAll } from '../../support/set-bands.ts';
import { type OperatorService, openOperatorService } from './operator-service.ts';

let service: OperatorService;
before(async () => {
  service = await openOperatorService();
});
after(async () => {
  await service.stop();
  deepEqual(service.faults, []);
});
beforeEach(async () => {
  await service.asOwner('delete from retention_periods');
  await setBandsOfAll(service.app.store.db, null);
});

type Kind = { kind: string; days: number | null; default_days: number; version: string };

async function kinds(): Promise<Kind[]> {
  const { status, body } = await service.ask('GET', '/retention');
  equal(status, 200);
  return body.kinds as Kind[];
}

const daysOf = async (kind: string) => (await kinds()).find((one) => one.kind === kind)?.days;

const put = (periods: readonly object[], more = {}) =>
  service.ask('PUT', '/retention', { body: { periods, note: 'our policy', ...more } });

test('a period is shown, set, and noted with the days before and after', async () => {
  equal(await daysOf('receipts'), 200);
  const { status } = await put([
    { kind: 'receipts', days: 250 },
    { kind: 'alerts', days: null },
  ]);
  equal(status, 200);
  deepEqual([await daysOf('receipts'), await daysOf('alerts')], [250, null]);
  const { body } = await service.ask('GET', '/audit?action=retention_changed&limit=1');
  const [entry] = body.data as { detail: unknown; target: string }[];
  equal(entry?.target, 'retention');
  deepEqual(entry?.detail, {
    before: { receipts: 200, alerts: 365 },
    after: { receipts: 250, alerts: null },
    note: 'our policy',
  });
});

test('what is outside of a kind’s bounds is refused at its place', async () => {
  const { status, body } = await put([
    { kind: 'receipts', days: null },
    { kind: 'deliveries', days: 5 },
    { kind: 'sessions', days: 1.5 },
    { kind: 'nothing', days: 10 },
    { kind: 'nothing' },
  ]);
  equal(status, 422);
  deepEqual(
    (body.errors as { field: string; code: string }[]).map(({ field, code }) => [field, code]),
    [
      ['periods[0].days', 'range'],
      ['periods[1].days', 'range'],
      ['periods[2].days', 'type'],
      ['periods[3].kind', 'unknown_value'],
      ['periods[4].kind', 'unknown_value'],
      ['periods[4].days', 'type'],
    ],
  );
  const twice = await put([
    { kind: 'receipts', days: 300 },
    { kind: 'receipts', days: 301 },
  ]);
  match(JSON.stringify(twice.body.errors), /names a kind twice/);
  equal(await daysOf('receipts'), 200);
});

test('fewer days wait for a second person, more days do not', async () => {
  await setBandsOfAll(service.app.store.db, 0);
  const shorter = await put([{ kind: 'receipts', days: 100 }]);
  equal(shorter.status, 202);
  equal(await daysOf('receipts'), 200);
  const longer = await put([{ kind: 'receipts', days: 300 }]);
  equal(longer.status, 200);
  equal(await daysOf('receipts'), 300);
});

test('what somebody else has changed meanwhile is not overwritten', async () => {
  const version = (await kinds()).find(({ kind }) => kind === 'sessions')?.version;
  ok(version);
  equal((await put([{ kind: 'sessions', days: 60 }])).status, 200);
  const late = await put([{ kind: 'sessions', days: 50 }], { expected_version: version });
  equal(late.body.code, 'changed_meanwhile');
  equal(await daysOf('sessions'), 60);
});
