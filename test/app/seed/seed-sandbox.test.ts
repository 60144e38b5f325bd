// The sandbox's seed: it has every state, the proof of its books holds, and a second process adds
// nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listAttention } from '../../../server/app/alert/list-attention.ts';
import { listMerchants } from '../../../server/app/merchant/merchants.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import {
  listScheduledReports,
  listSendings,
} from '../../../server/app/report/scheduled-reports.ts';
import { openSandboxOwner } from '../../../server/app/seed/sandbox-owner.ts';
import { seedReport } from '../../../server/app/seed/seed-report.ts';
import { seedSandbox } from '../../../server/app/seed/seed-sandbox.ts';
import { listSettlements } from '../../../server/app/settlement/read-settlements.ts';
import { listTrades } from '../../../server/app/trade/list-trades.ts';
import { SETTLEMENT_STATES } from '../../../server/domain/record/settlement-record.ts';
import { STATES } from '../../../server/domain/record/trade.ts';
import {
  accepted,
  defaultEndpoint,
  OPERATOR,
  openTestApp,
  type TestApp,
} from '../../support/test-app.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp();
});
after(async () => {
  await service.stop();
});

test('about sixty trades in all states, made once', async () => {
  const { app } = service;
  const notes = await seedSandbox(app);
  assert.match(notes?.token ?? '', /^test_/);
  assert.equal(await seedSandbox(await service.another()), null);
  const { data } = accepted(await listTrades(app, { limit: '200' }));
  assert.ok(data.length >= 55 && data.length <= 70, `${data.length} trades`);
  const states = (direction: string) =>
    [...new Set(data.filter((trade) => trade.direction === direction).map((trade) => trade.state))]
      .sort()
      .join(' ');
  const but = (missing: readonly string[]) =>
    STATES.filter((state) => !missing.includes(state))
      .toSorted()
      .join(' ');
  assert.equal(states('payin'), but(['processing']));
  assert.equal(states('payout'), but(['pending', 'verifying', 'expired']));
  assert.ok(data.some((trade) => trade.state_reason === 'amount_mismatch'));
  assert.ok(data.some((trade) => trade.amount_currency === 'KWD'));
  const settlements = accepted(await listSettlements(app, OPERATOR, {})).data;
  const found = new Set(settlements.map((settlement) => settlement.state));
  assert.deepEqual(found, new Set(SETTLEMENT_STATES));
  // Each covers a day or so: a newcomer who opens one finds something in it.
  for (const { state, line_count } of settlements) {
    assert.ok(state === 'returned' || line_count > 0, state);
  }
  assert.deepEqual((await verifyBooks(app)).problems, []);
});

test('the owner gets an example of a scheduled report, which was lost once and then arrived', async () => {
  const { app } = service;
  await seedReport(app);
  assert.deepEqual((await listScheduledReports(app, OPERATOR)).data, [], 'without an owner none');
  await openSandboxOwner(app, null);
  await seedReport(app);
  const { data } = await listScheduledReports(app, OPERATOR);
  assert.deepEqual(
    data.map(({ name, enabled, readers }) => [name, enabled, readers[0]?.may_receive]),
    [['Completed pay-ins of the day', false, true]],
  );
  const sendings = accepted(await listSendings(app, OPERATOR, data[0]?.id ?? '')).data;
  assert.deepEqual(
    sendings.map(({ status, problem, has_file }) => [status, problem, has_file]),
    [
      ['delivered', null, true],
      ['exhausted', 'mail_not_configured', false],
    ],
  );
  assert.ok(typeof sendings[0]?.trades === 'number');
  const { data: waiting } = await listAttention(app);
  assert.ok(!waiting.some(({ kind }) => kind === 'reports_undelivered'), 'nothing is lost');
});

test('a sandbox whose callbacks may not go to its own machine is seeded, too', async () => {
  const { app, stop } = await openTestApp();
  try {
    assert.notEqual(await seedSandbox({ ...app, allow_local_callbacks: false }), null);
    const { data } = accepted(await listMerchants(app, {}));
    const store = data.find(({ balance_currency }) => balance_currency === 'USD');
    const endpoint = await defaultEndpoint(app, store?.id ?? '');
    assert.equal(endpoint.url, 'https://shop.invalid/callbacks');
  } finally {
    await stop();
  }
});
