// Answers name those who act: by people's, tokens' and merchants' names, and only to whom may know.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listOwnAudit } from '../../../server/app/access/list-audit.ts';
import { disputeForItsMerchant, showDispute } from '../../../server/app/dispute/show-dispute.ts';
import { newId } from '../../../server/app/process/ids.ts';
import { namesOfActors } from '../../../server/app/request/actor-names.ts';
import { audit } from '../../../server/app/request/audit.ts';
import { type OperatorCaller, operatorActor } from '../../../server/app/request/caller.ts';
import { BANK_OF_SANDBOX, SEEDER } from '../../../server/app/request/own-actors.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { forItsMerchant, getTradeWithTimeline } from '../../../server/app/trade/trade-timeline.ts';
import { insertOperatorToken, UNBOUND } from '../../../server/store/access/operator-tokens.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import { active } from '../access/people-scene.ts';
import { credited, opened } from '../dispute/dispute-scene.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let shop: TestMerchant;
let asha: string;
before(async () => {
  service = await openTestApp();
  shop = await makeMerchant(service.app);
  await scene.makeAccount(service.app, 'INR');
  const token = {
    ...UNBOUND,
    name: 'Night shift',
    role: 'operator',
    service_mode: 'sandbox',
  } as const;
  const { operator_token_id } = OPERATOR;
  await service.app.store.db.transaction((tx) =>
    insertOperatorToken(tx, { ...token, operator_token_id, token_hash: '00' }, Date.now()),
  );
  asha = (await active(service.app, { name: 'Asha Rao', role: 'operator' })).id;
});
after(() => service.stop());

const ashaActs = (): OperatorCaller => ({
  ...OPERATOR,
  person_id: asha,
  operator_token_id: null,
});

const nameOfShop = async (): Promise<string> => {
  const { merchants } = await service.app.settings.current();
  return merchants.get(shop.merchant_id)?.name ?? '';
};

test('people, tokens of operators and of merchants, and the sandbox’s own actors have names', async () => {
  const { app } = service;
  const { token_id } = shop.caller.token;
  for (const table of ['api_tokens', 'operator_tokens']) {
    await scene.sql(app, `update ${table} set revoked_at = now()`);
  }
  const names = await namesOfActors(app, [
    ...[asha, OPERATOR.operator_token_id, token_id, asha],
    ...[newId(), 'not an id', null],
    ...[SEEDER.operator_token_id, BANK_OF_SANDBOX.operator_token_id],
  ]);
  assert.deepEqual(
    new Map(names),
    new Map([
      [asha, 'Asha Rao'],
      [OPERATOR.operator_token_id, 'Night shift'],
      [token_id, await nameOfShop()],
      [SEEDER.operator_token_id, 'Sandbox demo'],
      [BANK_OF_SANDBOX.operator_token_id, 'Simulated bank'],
    ]),
  );
});

test('the timeline of a trade names its merchant and who decided; the merchant’s people see no names of ours', async () => {
  const { app } = service;
  const payin = await scene.newPayin(app, shop, { amount_cents: 700 });
  const { merchant_id } = shop;
  accepted(await actOnTrade(app, ashaActs(), merchant_id, payin.id, 'cancel', raw({ note: 'x' })));
  const found = accepted(await getTradeWithTimeline(app, merchant_id, payin.id));
  const namesIn = ({ timeline }: typeof found) => timeline.acts.map(({ actor }) => actor.name);
  assert.equal(namesIn(found).at(0), await nameOfShop());
  assert.equal(namesIn(found).at(-1), 'Asha Rao');
  assert.deepEqual(namesIn(forItsMerchant(found)).at(-1), null);
});

test('so does a dispute', async () => {
  const { app } = service;
  const dispute = await opened(app, await credited(app, shop));
  const found = accepted(await showDispute(app, shop.merchant_id, dispute.id));
  assert.equal(found.opener_name, 'Night shift');
  assert.equal(found.timeline[0]?.actor.name, 'Night shift');
  const shown = disputeForItsMerchant(found);
  assert.doesNotMatch(JSON.stringify(shown), /Night shift/);
});

test('a person of a merchant does not learn who of ours changed their account', async () => {
  const { app } = service;
  const person_id = newId();
  await audit(app, operatorActor(ashaActs()), 'person_role_changed', `people/${person_id}`, {});
  const own = async (caller: Partial<OperatorCaller>) => {
    const who = { ...OPERATOR, person_id, operator_token_id: null, ...caller };
    const page = accepted(await listOwnAudit(app, who, {}));
    return page.data.map(({ actor }) => actor.name);
  };
  assert.deepEqual(await own({}), ['Asha Rao']);
  const { merchant_id } = shop;
  assert.deepEqual(await own({ role: 'merchant_viewer', merchant_id }), [null]);
});
