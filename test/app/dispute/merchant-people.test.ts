// The people of a merchant act in its disputes as a party: as its own API can, and no more.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listDisputes } from '../../../server/app/dispute/list-disputes.ts';
import { openDisputeAsOperator } from '../../../server/app/dispute/open-dispute.ts';
import {
  OPERATOR_DISPUTE_STEPS,
  type OperatorDisputeStep,
  PARTY_STEPS,
  stepDispute,
} from '../../../server/app/dispute/step-dispute.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import type { OperatorCaller } from '../../../server/app/request/caller.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { credited, decide, did, opened } from './dispute-scene.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
  await scene.makeAccount(app, 'INR');
});
after(() => service.stop());

const PERSON = '00000000-0000-7000-8000-00000000d15b';

const personOf = ({ merchant_id }: TestMerchant): OperatorCaller => ({
  ...OPERATOR,
  person_id: PERSON,
  operator_token_id: null,
  role: 'merchant_admin',
  merchant_id,
});

const step = (
  merchant: TestMerchant,
  { merchant_id, id }: { merchant_id: string; id: string },
  act: OperatorDisputeStep,
  fields = {},
) => stepDispute(app, personOf(merchant), { merchant_id, id }, act, raw(fields));

test('their acts are their merchant’s, with the person’s name', async () => {
  const merchant = await makeMerchant(app);
  const trade = await credited(app, merchant);
  const fields = raw({ type: 'duplicate', amount_cents: 250, note: 'Charged twice' });
  const path = { merchant_id: merchant.merchant_id, id: trade.id };
  const made = accepted(
    await openDisputeAsOperator(app, personOf(merchant), path, fields, undefined),
  );
  assert.deepEqual([made.opened_by, made.opener_id], ['merchant', PERSON]);
  const entries = await scene.sql<{ actor_role: string; actor_id: string }>(
    app,
    `select actor_role, actor_id from audit_entries where action = 'dispute_opened'`,
  );
  assert.deepEqual(entries, [{ actor_role: 'merchant', actor_id: PERSON }]);
  const ended = accepted(await step(merchant, made, 'withdraw'));
  assert.deepEqual([ended.outcome, ended.basis], ['withdrawn', 'consent']);
});

test('they withdraw no dispute of others, and accept only what costs their merchant', async () => {
  const merchant = await makeMerchant(app);
  const one = await opened(app, await credited(app, merchant), { amount_cents: 300 });
  assert.equal(refusedWith(await step(merchant, one, 'withdraw')).code, 'act_not_allowed');
  const ended = accepted(await step(merchant, one, 'accept'));
  assert.deepEqual([ended.outcome, ended.basis], ['accepted', 'consent']);
});

test('they appeal what was decided against their merchant, not what was decided for it', async () => {
  const merchant = await makeMerchant(app);
  const lost = await opened(app, await credited(app, merchant, 801));
  accepted(await decide(app, lost, 'upheld'));
  assert.equal(accepted(await step(merchant, lost, 'appeal')).state, 'appealed');
  const won = await opened(app, await credited(app, merchant, 802));
  accepted(await decide(app, won, 'rejected'));
  assert.equal(refusedWith(await step(merchant, won, 'appeal')).code, 'act_not_allowed');
});

test('they write no notes of operators, and do not see who looks after a dispute', async () => {
  const merchant = await makeMerchant(app);
  const dispute = await opened(app, await credited(app, merchant));
  accepted(await did(app, dispute, 'assign', { to: 'somebody' }));
  const note = { text: 'hidden', visibility: 'internal' };
  assert.deepEqual(refusedWith(await step(merchant, dispute, 'message', note)).errors, [
    { field: 'visibility', code: 'unknown_value', message: 'must be one of: shared, merchant' },
  ]);
  const shown = accepted(await step(merchant, dispute, 'message', { text: 'Here' }));
  assert.deepEqual([shown.assigned_to, shown.evidence_line_id], [null, null]);
  const query = { merchant_id: merchant.merchant_id, assigned_to: 'somebody' };
  const { data } = accepted(await listDisputes(app, personOf(merchant), query));
  assert.deepEqual(
    data.map(({ id, assigned_to }) => [id, assigned_to]),
    [[dispute.id, null]],
    'the filter does not tell them either',
  );
});

test('the steps of operators that are open to them are those of a party', () => {
  const theirs = OPERATOR_DISPUTE_STEPS.filter((act) => PARTY_STEPS.includes(act));
  assert.deepEqual(theirs, ['message', 'accept', 'withdraw', 'appeal']);
});
