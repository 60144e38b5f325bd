// What an entry is about, by its name: each kind is found by its path, many in one statement.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { targetInWords } from '../../../cli/client/words/target-words.ts';
import { namesOfTargets } from '../../../server/app/request/target-names.ts';
import { importStatement } from '../../../server/app/statement/import-statement.ts';
import { NAMED_TARGETS } from '../../../server/domain/approval/named-target.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  type TestApp,
} from '../../support/test-app.ts';
import { ATTENTION_SCENES } from '../alert/attention-scenes.ts';
import * as payouts from '../payout/payout-scene.ts';
import * as scene from '../scene.ts';
import {
  camt,
  makeAccount as makeStatementAccount,
  testIban,
} from '../statement/statement-scene.ts';
import { invited } from './people-scene.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp();
});
after(() => service.stop());

const named = async (target: string) => {
  const found = (await namesOfTargets(service.app, [target])).get(target);
  ok(found, target);
  return found;
};

/** The record that waits as the scene of attention makes it. */
async function worstOf(kind: keyof typeof ATTENTION_SCENES): Promise<string> {
  const { worst } = await ATTENTION_SCENES[kind](service.app);
  ok(worst);
  return worst;
}

it('a person is known by name, and a batch by what the bank sees of it', async () => {
  const { app } = service;
  const { id } = await invited(app, { name: 'Rita Das', role: 'operator' });
  const person = await named(`people/${id}`);
  deepEqual([person.kind, person.person_name], ['people', 'Rita Das']);
  const shop = await payouts.openShop(app, 'INR');
  const made = await payouts.newPayouts(app, shop, 'INR', [700, 800]);
  const { batch } = await payouts.exported(app, shop, made);
  const found = await named(`payout_batches/${batch.id}`);
  deepEqual(
    [found.message_id, found.amount_cents, found.currency],
    [batch.message_id, 1_500, 'INR'],
  );
  equal(targetInWords(found), `batch ${batch.message_id} at ${found.account_name}`);
});

it('every kind is found, all in one statement, and what nobody has is absent', async () => {
  const { app } = service;
  const { merchant_id } = await makeMerchant(app);
  const account = await scene.makeAccount(app, 'INR');
  const { id } = await invited(app, { name: 'Rita Das', role: 'operator' });
  const shop = await payouts.openShop(app, 'INR');
  const { batch } = await payouts.exported(
    app,
    shop,
    await payouts.newPayouts(app, shop, 'INR', [900]),
  );
  const file = camt(testIban(7), [['R1', '7.00', 'Feed']]);
  await makeStatementAccount(app, 'iban', 'EUR', testIban(7));
  const statement = accepted(await importStatement(app, OPERATOR, { body: file }));
  const targets = [
    await worstOf('payins_to_verify'),
    await worstOf('disputes_overdue'),
    await worstOf('settlements_waiting'),
    await worstOf('lines_in_suspense'),
    await worstOf('lines_waiting'),
    await worstOf('approvals_waiting'),
    await worstOf('reports_undelivered'),
    `statements/${statement.statements[0]?.id}`,
    `merchants/${merchant_id}/adjustments/${account}`,
    `receiving_accounts/${account}`,
    `payout_batches/${batch.id}`,
    `people/${id}`,
  ];
  const nobody = NAMED_TARGETS.map((kind) => `${kind}/${account}/${account}`);
  const found = await namesOfTargets(app, [...targets, ...nobody]);
  deepEqual(
    [...found.keys()].toSorted(),
    [...targets, `receiving_accounts/${account}/${account}`].toSorted(),
  );
  const kinds = new Set([...found.values()].map(({ kind }) => kind));
  deepEqual([...kinds].toSorted(), NAMED_TARGETS.toSorted());
});
