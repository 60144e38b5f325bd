// The two floors: the same bytes from a bare HTTP server, and the same rows without any rule.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import { recordAnswer, startPlain } from '../../bench/floor/plain-service.ts';
import { runBatches } from '../../bench/floor/run-batches.ts';
import type { RunningService } from '../../bench/scenario/scenario.ts';
import { startNaive } from '../../bench/yardstick/naive-service.ts';
import { openYardstickScene, type YardstickScene } from './yardstick-scene.ts';

let scene: YardstickScene;
before(async () => {
  scene = await openYardstickScene(0);
});
after(() => scene.stop());

suite("Node's own HTTP server", () => {
  let service: RunningService;
  before(async () => {
    service = await startNaive(scene.database.url);
  });
  after(() => service.stop());

  test('answers with the bytes and headers that were recorded', async () => {
    const [shop] = scene.shops;
    const answer = await recordAnswer(service.url, shop, 'recorded');
    assert.equal(JSON.parse(answer.body).order_id, 'recorded');
    const plain = await startPlain(answer);
    try {
      assert.deepEqual(await recordAnswer(plain.url, shop, 'any'), answer);
    } finally {
      await plain.stop();
    }
  });

  test('an answer that is not a trade is not recorded', async () => {
    const [shop] = scene.shops;
    await assert.rejects(
      recordAnswer(service.url, { ...shop, token: 'none' }, 'refused'),
      /A pay-in was answered with 401/,
    );
  });
});

suite('only the rows', () => {
  test('every order that is counted is there with its rows, and the books prove', async () => {
    const client = new pg.Client({ connectionString: scene.database.url });
    await client.connect();
    const count = async (table: string, column = 'count(*)') => {
      const text = `select coalesce(${column}, 0)::integer as found from ${table}`;
      const { rows } = await client.query<{ found: number }>(text);
      return rows[0]?.found ?? 0;
    };
    const look = async () => [
      await count('trades'),
      await count('events'),
      await count('event_heads', 'sum(last_number)'),
      await count('event_heads', 'sum(open_payins)'),
      await count('account_days', 'sum(payin_count)'),
    ];
    const earlier = await look();
    const { orders, made, per_second } = await runBatches({
      database_url: scene.database.url,
      seconds: 0.3,
      connections: 2,
      batch_size: 8,
      merchants: scene.shops.map((shop) => shop.merchant_id),
      accounts: scene.accounts,
    });
    assert.ok(orders >= 16 && orders % 8 === 0 && made > orders && per_second > 0);
    const added = (await look()).map((found, index) => found - (earlier[index] ?? 0));
    await client.end();
    assert.deepEqual(
      added,
      added.map(() => made),
    );
    assert.deepEqual(await scene.problems(), []);
  });
});
