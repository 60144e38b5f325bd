// Many open pay-ins have the amount of a line: lines that name theirs block no others, and the
// decisions are the same as if all pay-ins had been read.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { referenceOf } from '../../../server/domain/values/reference.ts';
import { makeMerchant, openTestApp, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp();
});
after(async () => {
  assert.deepEqual((await verifyBooks(service.app)).problems, []);
  await service.stop();
});

async function crowd(currency: string, count: number) {
  const { app } = service;
  const merchant = await makeMerchant(app, { balance_currency: currency });
  const account = await scene.makeAccount(app, currency);
  const fields = { amount_cents: 700, amount_currency: currency };
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    ids.push((await scene.newPayin(app, merchant, fields)).id);
  }
  return { account, ids };
}

const paid = (id: string) => ({ amount_cents: 700, text: `Order ${referenceOf(id)}` });

test('a line that names its pay-in locks none of the others', async () => {
  const { app } = service;
  const { account, ids } = await crowd('EUR', 3);
  const [named = '', ...others] = ids;
  const pause = scene.pauseAt(app, 'insert-bank_lines');
  const feeding = scene.feed(app, account, [paid(named)]);
  await pause.reached;
  const free = await scene.sql<{ trade_id: string }>(
    app,
    `select trade_id from trades where currency = 'EUR' order by trade_id for update skip locked`,
  );
  assert.deepEqual(
    free.map(({ trade_id }) => trade_id),
    others.toSorted(),
  );
  pause.release();
  const [line] = await feeding;
  assert.deepEqual([line?.status, line?.reason, line?.trade_id], ['matched', 'reference', named]);
});

test('a second line that names it in the same batch is decided with all of the amount', async () => {
  const { app } = service;
  const outcomesOf = async (currency: string, together: boolean) => {
    const { account, ids } = await crowd(currency, 3);
    const [named = ''] = ids;
    const twice = [paid(named), paid(named)];
    const lines = together
      ? await scene.feed(app, account, twice)
      : [
          ...(await scene.feed(app, account, twice.slice(0, 1))),
          ...(await scene.feed(app, account, [{ ...paid(named), bank_id: 'another' }])),
        ];
    const rows = await scene.sql<{ reason: string; candidates: unknown[] }>(
      app,
      `select o.reason, o.candidates
       from bank_line_outcomes o join bank_lines l using (bank_line_id)
       where l.currency = '${currency}' order by o.bank_line_id`,
    );
    return {
      outcomes: lines.map(({ status, reason }) => [status, reason]),
      candidates: rows.map(({ reason, candidates }) => [reason, candidates.length]),
    };
  };
  const apart = await outcomesOf('USD', false);
  const together = await outcomesOf('GBP', true);
  assert.deepEqual(together, apart);
  assert.deepEqual(apart.outcomes[0], ['matched', 'reference']);
});
