// Two owners allow the removal of an archived month in live mode: the plan that the first asked for
// is the one that the second approves, and no other.
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { serviceTime } from '../../../../server/app/process/service-time.ts';
import {
  type CopyKind,
  NO_COUNTS,
  NOTHING_REMOVED,
  type RemovalCounts,
} from '../../../../server/domain/archive/removal.ts';
import { readRemovals, savePlan } from '../../../../server/store/archive/removals.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { type OperatorService, openOperatorService } from '../operator-service.ts';
import { ask, proposalIn, type Someone, someone, tokenOf } from './approval-scene.ts';

const opened = cleanup();
let service: OperatorService;
let ada: Someone;
let bo: Someone;
before(async () => {
  service = await openOperatorService({ mode: 'live', has_default_bands: true });
  opened(() => service.stop());
  [ada, bo] = [await someone(service), await someone(service)];
});

let year = 2000;
let month = '';
beforeEach(() => {
  year += 1;
  month = `${year}-01`;
});

const FILE = 'ab'.repeat(32);
const counts = (trades: number, stays: RemovalCounts['stays'] = {}): RemovalCounts => ({
  ...NO_COUNTS,
  removed: { ...NOTHING_REMOVED, trades, events: 2 * trades },
  stays,
});

type Plan = { file_sha256?: string; copy?: CopyKind; counts?: RemovalCounts };

/** What the command on the machine keeps. */
async function plan(of: Plan = {}): Promise<void> {
  const { app } = service;
  const whole = { month, file_sha256: FILE, copy: 'read', counts: counts(7), ...of } as const;
  await savePlan(app.store.db, whole, serviceTime(app));
}

const allow = async (by: Pick<Someone, 'authorization'>, trades = 7) =>
  await ask(service, by, {
    method: 'POST',
    path: `/removals/${month}`,
    body: { file_sha256: FILE, trades, reason: 'as our policy says' },
  });

const approve = async (by: Pick<Someone, 'authorization'>, id: string) =>
  await ask(service, by, { method: 'POST', path: `/approvals/${id}/approve` });

const removal = async () =>
  (await readRemovals(service.app.store.db)).find((one) => one.month === month);

test('one owner asks, another approves, and the approval is in the audit trail', async () => {
  await plan();
  const asked = await allow(ada);
  assert.equal(asked.status, 202, JSON.stringify(asked.body));
  assert.equal((await removal())?.is_allowed, false);
  const id = proposalIn(asked);
  const other_token = { authorization: await tokenOf(service, ada.person_id) };
  for (const same of [ada, other_token]) {
    const refused = await approve(same, id);
    assert.equal(refused.status, 403, JSON.stringify(refused.body));
    assert.equal((await removal())?.is_allowed, false);
  }
  const viewer = await someone(service, 'viewer');
  assert.equal((await approve(viewer, id)).status, 403);
  const approved = await approve(bo, id);
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  assert.equal((await removal())?.is_allowed, true);
  const audit = { method: 'GET', path: `/audit?target=archives/${month}` };
  const [entry] = (await ask(service, ada, audit)).body.data as Record<string, unknown>[];
  assert.equal(entry?.action, 'removal_allowed');
  const { file_sha256, trades, copy } = Object(entry?.detail);
  assert.deepEqual([file_sha256, trades, copy], [FILE, 7, 'read']);
});

const CHANGED: Readonly<Record<string, Plan>> = {
  'another file': { file_sha256: 'cd'.repeat(32) },
  'more trades': { counts: counts(8) },
  'other rows': { counts: { ...counts(7), removed: { ...counts(7).removed, events: 15 } } },
  'something else that stays': { counts: counts(7, { disputed: 1 }) },
  'something that differs': { counts: { ...counts(7), differs: { line: 1 } } },
  'a copy that nobody has read': { copy: 'told' },
};
for (const [name, changed] of Object.entries(CHANGED)) {
  test(`a plan that has ${name} by now is not allowed by what was asked before`, async () => {
    await plan();
    const id = proposalIn(await allow(ada));
    await plan(changed);
    const approved = await approve(bo, id);
    assert.notEqual(approved.status, 200, JSON.stringify(approved.body));
    assert.equal((await removal())?.is_allowed, false);
  });
}

test('what is allowed stays the plan, whatever is planned afterwards', async () => {
  await plan();
  await approve(bo, proposalIn(await allow(ada)));
  await plan({ file_sha256: 'cd'.repeat(32), counts: counts(9) });
  const { file_sha256, counts: of, is_allowed } = (await removal()) ?? {};
  assert.deepEqual([file_sha256, of?.removed.trades, is_allowed], [FILE, 7, true]);
});
