// Sums of a rolling day on real PostgreSQL: what one person does alone is counted with the act, in
// every process.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { addAdjustment } from '../../../server/app/merchant/add-adjustment.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import type { OperatorCaller } from '../../../server/app/request/caller.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { isRefusal, type Refusal } from '../../../server/domain/service/refusal.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
import { cleanup } from '../../support/cleanup.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
} from '../../support/test-app.ts';
import { byToken, issueOwn, sessionOf } from '../access/own-token-scene.ts';
import { makePerson } from '../factor/factor-scene.ts';
import * as payouts from '../payout/payout-scene.ts';
import * as scene from '../scene.ts';

const opened = cleanup();
let service: TestApp;
let app: OpenApp;
let other: OpenApp;
before(async () => {
  service = await openTestApp({ mode: 'live' });
  opened(() => service.stop());
  app = service.app;
  other = await service.another();
});

const somebody = (): OperatorCaller => ({
  ...OPERATOR,
  person_id: crypto.randomUUID(),
  operator_token_id: null,
});

/** One act alone below 1,000, and 2,500 in a day, in a currency that only one test uses. */
async function limit(act: string, currency: string): Promise<void> {
  const { db } = app.store;
  const at = `'${currency}', $1, now()`;
  await db.query('', `insert into approval_bands values ('${act}', ${at})`, [1_000]);
  await db.query('', `insert into approval_sums values ('${act}', ${at})`, [2_500]);
  await db.query('', 'update settings_versions set version = version + 1', []);
  for (const one of [app, other]) await one.settings.refresh();
}

const adjust = (on: OpenApp, who: OperatorCaller, merchant_id: string, amount_cents: number) =>
  addAdjustment(on, who, merchant_id, raw({ amount_cents, reason: 'test' }), undefined);

/** `done`, or whose sum needs a second person. */
const told = (answer: unknown): string =>
  isRefusal(answer) ? String(answer.extra?.sum_of ?? answer.code) : 'done';

test('two requests at once never both use the last free room of a sum', async () => {
  await limit('adjustment', 'SEK');
  const who = somebody();
  const ids = await Promise.all(
    [1, 2, 3].map(async () => (await makeMerchant(app, { balance_currency: 'SEK' })).merchant_id),
  );
  const [one = '', two = '', three = ''] = ids;
  assert.equal(told(await adjust(app, who, one, 999)), 'done');
  // Of two merchants, so that nothing but the sum makes one wait for the other.
  const answers = await scene.meet<object | Refusal>(
    app,
    'insert-counted_acts',
    () => adjust(app, who, two, 800),
    () => adjust(other, who, three, 800),
  );
  assert.deepEqual(answers.map(told), ['done', 'person']);
});

test('what a person does with a token of their own counts as theirs', async () => {
  await limit('adjustment', 'JOD');
  const person_id = await makePerson(app, 'finance');
  const session = accepted(await sessionOf(app, person_id));
  const { token } = await issueOwn(app, session);
  const by_token = accepted(await byToken(app, token));
  const found: string[] = [];
  for (const who of [session, by_token, session, by_token]) {
    const { merchant_id } = await makeMerchant(app, { balance_currency: 'JOD' });
    found.push(told(await adjust(app, who, merchant_id, 800)));
  }
  assert.deepEqual(found, ['done', 'done', 'done', 'person']);
});

test('an act counts for a day, whoever looks', async () => {
  await limit('adjustment', 'NOK');
  const who = somebody();
  const { merchant_id } = await makeMerchant(app, { balance_currency: 'NOK' });
  const merchants = await Promise.all(
    [1, 2, 3, 4].map(() => makeMerchant(app, { balance_currency: 'NOK' })),
  );
  for (const [index, { merchant_id: id }] of merchants.entries()) {
    const expected = index < 3 ? 'done' : 'person';
    assert.equal(told(await adjust(index % 2 ? app : other, who, id, 800)), expected);
  }
  assert.equal(told(await adjust(app, somebody(), merchant_id, 800)), 'done', 'another person');
  try {
    for (const one of [app, other]) one.store.clock_offset_ms = DAY_MS + 60_000;
    assert.equal(told(await adjust(app, who, merchant_id, 800)), 'done', 'a day later');
  } finally {
    for (const one of [app, other]) one.store.clock_offset_ms = 0;
  }
});

test('slices to one payee are added up over merchants and colleagues', async () => {
  await limit('pay_out', 'DKK');
  const answers: string[] = [];
  for (let one = 0; one < 5; one += 1) {
    const shop = await payouts.openShop(app, 'DKK');
    const { merchant_id, id } = await payouts.newPayout(app, shop, 'DKK', 700);
    const taken = await actOnTrade(
      one % 2 ? app : other,
      somebody(),
      merchant_id,
      id,
      'take',
      raw({}),
    );
    answers.push(told(taken));
  }
  assert.deepEqual(answers, ['done', 'done', 'done', 'payee', 'payee']);
  const kept = await scene.sql<{ row: string }>(
    app,
    `select row_to_json(a)::text as row from counted_acts a where currency = 'DKK'`,
  );
  assert.equal(kept.length, 3);
  assert.doesNotMatch(kept.map(({ row }) => row).join(), /000111222333/, 'a number in clear');
});

test('nothing is counted where no sum is set', async () => {
  const { merchant_id } = await makeMerchant(app, { balance_currency: 'CHF' });
  assert.equal(told(await adjust(app, somebody(), merchant_id, 10 ** 9)), 'done');
  const rows = await scene.sql(app, `select 1 from counted_acts where currency = 'CHF'`);
  assert.deepEqual(rows, []);
});
