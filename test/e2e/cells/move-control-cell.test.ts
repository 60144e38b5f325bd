// The only cell of a service moves to another server: the running process goes on there with all
// that it had opened, and so does its owner's work.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operatorClient } from '../../../bench/harness/http-client.ts';
import { BENCH_OPERATOR_TOKEN } from '../../../bench/harness/shop.ts';
import { cleanup } from '../../support/cleanup.ts';
import {
  acceptOrder,
  acceptOrderSoon,
  openMovedShop,
  openMovingScene,
  ordersIn,
} from './moving-scene.ts';

const keep = cleanup();

describe('moving the control cell', () => {
  it('takes people, tokens, orders and settings along', async () => {
    const scene = await openMovingScene(keep, 'main');
    const service = await scene.start();
    const url = await service.ready;
    const shop = await openMovedShop(url, 'main');
    await acceptOrder(url, shop, 'before');
    equal((await scene.move()).code, 0);
    const moved = await scene.move('--switch');
    equal(moved.code, 0, moved.err);

    const operator = operatorClient(url, BENCH_OPERATOR_TOKEN);
    await acceptOrderSoon(url, shop, 'after');
    const made = await operator.post('/merchants', { name: 'second', balance_currency: 'INR' });
    ok(made.status < 300, JSON.stringify(made.body));
    deepEqual(await ordersIn(scene.old), ['before']);
    deepEqual(await ordersIn(scene.fresh), ['after', 'before']);
    const verified = await operator.get<{ ok: boolean }>('/verify');
    equal(verified.body.ok, true, JSON.stringify(verified.body));
  });
});
