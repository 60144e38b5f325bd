// `clock`: shows how far the sandbox's time is ahead, and lets it pass; `lines add` books by it.
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as scene from '../../app/scene.ts';
import { type OperatorService, openOperatorService } from '../../http/operator/operator-service.ts';
import { makeMerchant, OPERATOR_TOKEN } from '../../support/test-app.ts';
import { runCli } from '../test-terminal.ts';

let service: OperatorService;
before(async () => {
  service = await openOperatorService();
  await scene.makeAccount(service.app, 'INR');
});
after(() => service.stop());

const cli = (...args: string[]) =>
  runCli(args, { env: { PAYMENT_ORDERS_URL: service.url, OPERATOR_TOKEN } });
const clock = (...args: string[]) => cli('clock', ...args);

describe('the command of the sandbox’s clock', () => {
  it('lets pay-ins expire, and says how many', async () => {
    const merchant = await makeMerchant(service.app);
    await scene.newPayin(service.app, merchant, { amount_cents: 500 });
    const first = await clock('show');
    equal(first.code, 0, first.err);
    match(first.out, /^ahead +0 s$/m);
    const { code, out, err } = await clock('advance', '16m');
    equal(code, 0, err);
    match(out, /^ahead +16 min$/m);
    match(out, /^came_due\.payins +1$/m);
    const later = await clock('show', '--json');
    equal(JSON.parse(later.out).ahead_seconds, 16 * 60);
  });

  it('takes seconds, minutes, hours and days', async () => {
    for (const [given, seconds] of [
      ['90s', 90],
      ['2m', 120],
      ['1h', 3_600],
      ['1d', 86_400],
    ] as const) {
      const [before_it, after_it] = [await clock('show', '--json'), await clock('advance', given)];
      equal(after_it.code, 0, after_it.err);
      const now = JSON.parse((await clock('show', '--json')).out).ahead_seconds;
      equal(now - JSON.parse(before_it.out).ahead_seconds, seconds, given);
    }
    match((await clock('show')).out, /^ahead +1 d 1 h 19 min 30 s$/m);
  });

  it('is the time of a bank line that is entered without one', async () => {
    const account = await scene.makeAccount(service.app, 'EUR');
    const merchant = await makeMerchant(service.app, { balance_currency: 'EUR' });
    await clock('advance', '2d');
    const fields = { amount_cents: 70_700, amount_currency: 'EUR' };
    const { id } = await scene.newPayin(service.app, merchant, fields);
    const line = [account, '--amount-cents', '70700'];
    const added = await cli('lines', 'add', ...line, '--json');
    equal(added.code, 0, added.err);
    const [booked] = JSON.parse(added.out).lines;
    deepEqual([booked.status, booked.trade_id], ['matched', id]);
  });

  it('refuses anything else with an example, before it asks the service', async () => {
    for (const given of ['15', 'm', '1.5h', '0s', '15 m', '3w', '9999999999d']) {
      const { code, err } = await clock('advance', given);
      equal(code, 2, given);
      match(err, /such as|90s, 15m, 24h or 30d/, given);
    }
    const minus = await clock('advance', '--', '-15m');
    equal(minus.code, 2);
  });

  it('says how far it may still be advanced', async () => {
    const { code, err } = await clock('advance', '800d');
    deepEqual([code, /at most \d+ seconds are left/.test(err)], [1, true], err);
  });
});
