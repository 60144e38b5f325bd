// Locks that no recorded transaction takes: a second transaction waits for the first, or passes
// over what it has taken.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { writeTest } from '../../../server/app/alert/notices.ts';
import { createRecipient } from '../../../server/app/alert/recipients.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { removeReport } from '../../../server/app/report/scheduled-reports.ts';
import { sendReportNow } from '../../../server/app/report/send-reports.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
import { lockAccountHolder, saveAccount } from '../../../server/store/access/openid-accounts.ts';
import { lockOperatorToken } from '../../../server/store/access/operator-tokens.ts';
import { lockPersonByEmail } from '../../../server/store/access/people.ts';
import { leaseNotices } from '../../../server/store/alert/notices.ts';
import { keepSecret, lockExpired, takeSecret } from '../../../server/store/approval/proposals.ts';
import { leaseDeliveries } from '../../../server/store/callback/claim-deliveries.ts';
import type { DeliveryKey } from '../../../server/store/callback/deliveries.ts';
import type { Queryable } from '../../../server/store/connection/database.ts';
import { rewrapKeys } from '../../../server/store/encryption/rewrap-keys.ts';
import { leaseSendings } from '../../../server/store/report/report-sendings.ts';
import { lockDueReports } from '../../../server/store/report/scheduled-reports.ts';
import {
  putSandboxAnswer,
  takeSandboxAnswers,
} from '../../../server/store/sandbox/sandbox-answers.ts';
import { putSandboxFault, takeSandboxFault } from '../../../server/store/sandbox/sandbox-faults.ts';
import { active } from '../../app/access/people-scene.ts';
import { waitingProposal } from '../../app/approval/proposal-scene.ts';
import * as callbacks from '../../app/callback/delivery-scene.ts';
import { newReport } from '../../app/sandbox/story-scene.ts';
import * as scene from '../../app/scene.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
} from '../../support/test-app.ts';

let service: TestApp;
let app: OpenApp;
let other: OpenApp;
before(async () => {
  service = await openTestApp();
  ({ app } = service);
  other = await service.another();
});
after(() => service.stop());

/** Both answers, and whether the second had to wait until the first transaction ended. */
async function meet<First, Second>(
  first: (tx: Queryable) => Promise<First>,
  second: (tx: Queryable) => Promise<Second>,
): Promise<{ one: First; two: Second; has_waited: boolean }> {
  let has_ended = false;
  const begun: { one: First; work: Promise<Second>; has_waited: boolean } =
    await app.store.db.transaction(async (tx) => {
      const one = await first(tx);
      const work = other.store.db.transaction(second).finally(() => {
        has_ended = true;
      });
      await scene.waitsOrEnds(app, work);
      return { one, work, has_waited: !has_ended };
    });
  return { one: begun.one, two: await begun.work, has_waited: begun.has_waited };
}

it('an operator’s token is changed by one at a time', async () => {
  const [row] = await scene.sql<{ id: string }>(
    app,
    'select operator_token_id as id from operator_tokens where revoked_at is null limit 1',
  );
  const lock = (tx: Queryable) => lockOperatorToken(tx, row?.id ?? '');
  const { one, has_waited } = await meet(lock, lock);
  ok(one !== null);
  equal(has_waited, true);
});

it('a person found by an e-mail address is changed by one at a time', async () => {
  await active(app);
  const [row] = await scene.sql<{ hash: Buffer }>(
    app,
    'select email_hash as hash from people limit 1',
  );
  const lock = (tx: Queryable) =>
    lockPersonByEmail(tx, app.store.cipher, row?.hash ?? Buffer.alloc(0));
  const { one, has_waited } = await meet(lock, lock);
  ok(one !== null);
  equal(has_waited, true);
});

it('a person found by an account elsewhere is signed in or changed by one at a time', async () => {
  const { cipher, db } = app.store;
  const { id: person_id } = await active(app);
  const account = { issuer: 'https://provider.example', subject: 'ada' };
  await db.transaction((tx) => saveAccount(tx, cipher, { person_id, account }, false));
  const lock = (tx: Queryable) => lockAccountHolder(tx, cipher, account);
  const { one, has_waited } = await meet(lock, lock);
  equal(one?.person_id, person_id);
  equal(has_waited, true);
});

it('a proposal expires once', async () => {
  await waitingProposal(app);
  const later = Date.now() + 7 * 86_400_000;
  const lock = (tx: Queryable) => lockExpired(tx, app.store.cipher, later, 10);
  const { one, has_waited } = await meet(lock, lock);
  equal(one.length, 1);
  equal(has_waited, true);
});

it('an answer of the simulated bank is given by one process', async () => {
  const { merchant_id } = await makeMerchant(app);
  await scene.makeAccount(app, 'INR');
  const { id } = await scene.newPayin(app, await makeMerchant(app), { amount_cents: 7_700 });
  const [trade] = await scene.sql<{ merchant_id: string }>(
    app,
    `select merchant_id from trades where trade_id = '${id}'`,
  );
  ok(trade !== undefined && trade.merchant_id !== merchant_id);
  await putSandboxAnswer(app.store.db, { merchant_id: trade.merchant_id, trade_id: id }, 1_000);
  const take = (tx: Queryable) =>
    takeSandboxAnswers(tx, { now: Date.now(), limit: 10, lease_ms: 60_000 });
  const { one, two } = await meet(take, take);
  equal(one.length, 1);
  deepEqual(two, []);
});

it('each request of two at once takes one of two faults', async () => {
  const { merchant_id } = await makeMerchant(app);
  const [token] = await scene.sql<{ token_id: string }>(
    app,
    `select token_id from api_tokens where merchant_id = '${merchant_id}'`,
  );
  const key = { merchant_id, token_id: token?.token_id ?? '', fault: 'api_unavailable' } as const;
  await putSandboxFault(app.store.db, { ...key, times_left: 2 });
  const take = (tx: Queryable) => takeSandboxFault(tx, key);
  const { one, two } = await meet(take, take);
  deepEqual([one, two], [true, true]);
});

it('the keys are wrapped again by one process at a time', async () => {
  const key = Buffer.from(service.master_key);
  const { has_waited } = await meet(
    (tx) => tx.query('', 'select 1 as locked from encryption_keys for update', []),
    () => rewrapKeys(other.store.db, key, key),
  );
  equal(has_waited, true);
});

it('what an act shows once is collected by one of two', async () => {
  const proposal_id = await waitingProposal(app);
  const { db, cipher } = app.store;
  await keepSecret(db, cipher, { proposal_id, secret: 'shown once' });
  const { one, two } = await meet(
    (tx) => takeSecret(tx, cipher, proposal_id),
    (tx) => takeSecret(tx, cipher, proposal_id),
  );
  deepEqual([one, two], ['shown once', null]);
});

it('a notice of an alert is leased to one of two, and the other does not wait', async () => {
  const address = 'https://alerts.example/hook';
  const fields = raw({ channel: 'callback', name: 'Operations', address });
  const { id } = accepted(await createRecipient(app, OPERATOR, fields));
  await app.store.db.transaction((tx) => writeTest(tx, id, Date.now()));
  const now = Date.now() + 60_000;
  const query = { now, lease_ms: 60_000, lease_from: now, limit: 10 };
  const lease = (tx: Queryable) => leaseNotices(tx, query);
  const { one, two, has_waited } = await meet(lease, lease);
  deepEqual([one.length, two, has_waited], [1, [], false]);
});

it('a report that is due is written by one of two, and sent by one of two', async () => {
  const { scheduled_report_id } = await newReport(app);
  const { cipher } = app.store;
  const now = Date.now() + 2 * DAY_MS;
  const due = (tx: Queryable) => lockDueReports(tx, cipher, now, 10);
  const found = await meet(due, due);
  deepEqual([found.one.length, found.two, found.has_waited], [1, [], false]);
  accepted(await sendReportNow(app, OPERATOR, scheduled_report_id, raw({})));
  const query = { now, lease_ms: 60_000, lease_from: Date.now(), limit: 10 };
  const lease = (tx: Queryable) => leaseSendings(tx, query);
  const { one, two, has_waited } = await meet(lease, lease);
  deepEqual([one.length, two, has_waited], [1, [], false]);
  accepted(await removeReport(app, OPERATOR, scheduled_report_id));
});

it('a callback is leased to one of two, and the other does not wait', async () => {
  const merchant = await callbacks.newMerchant(app);
  const trade_id = await callbacks.newTrade(app, merchant, 1);
  const [key] = await scene.sql<DeliveryKey>(
    app,
    `select merchant_id, trade_id, sequence, endpoint_number from deliveries
     where trade_id = '${trade_id}' and status = 'waiting'`,
  );
  ok(key !== undefined);
  const lease = (tx: Queryable) => leaseDeliveries(tx, [{ ...key, is_limited: false }], 60_000);
  const { one, two, has_waited } = await meet(lease, lease);
  deepEqual([one.length, two, has_waited], [1, [], false]);
});
