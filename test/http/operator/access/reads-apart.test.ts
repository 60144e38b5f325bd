// Exports, searches, reports and lists have a part of the connections and a time limit of their
// own: others never wait for them, and whoever asks for too much is told.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { readsApart } from '../../../../server/app/request/reads-apart.ts';
import {
  type ClassLimits,
  REQUEST_CLASSES,
  type RequestClass,
} from '../../../../server/http/operator/route/request-classes.ts';
import type { RequestShares } from '../../../../server/http/operator/route/request-shares.ts';
import { makeMerchant } from '../../../support/test-app.ts';
import { type OperatorService, openOperatorService, type Reply } from '../operator-service.ts';

const LIMITS: Readonly<Record<string, ClassLimits>> = REQUEST_CLASSES;

/** Shares that refuse nothing, so that only the part of the connections bounds the work. */
const ALL_MAY: RequestShares = { begin: () => () => undefined, underWay: () => 0 };

let service: OperatorService;
before(async () => {
  service = await openOperatorService({}, ALL_MAY);
});
after(() => service.stop());

async function waiting(): Promise<number> {
  const text = `select count(*)::int as waiting from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`;
  const [row] = await service.app.store.db.query<{ waiting: number }>('', text, []);
  return row?.waiting ?? 0;
}

const sixteenths = (name: RequestClass) => LIMITS[name]?.apart?.sixteenths ?? 0;

describe('what reads much', () => {
  it('leaves at least six of sixteen connections to orders', () => {
    const used = Object.values(LIMITS).map(({ apart }) => apart?.sixteenths ?? 0);
    ok(used.reduce((sum, one) => sum + one, 0) <= 10);
    for (const name of ['export', 'search', 'report', 'list'] as const) ok(sixteenths(name) > 0);
  });

  it('waits for its part, and a balance and an order do not', async () => {
    const { app } = service;
    const merchant = await makeMerchant(app);
    const asked: Promise<Reply>[] = [];
    const most = sixteenths('export') + sixteenths('list');
    await app.store.db.transaction(async (tx) => {
      await tx.query('', 'lock table bank_line_outcomes, trades in access exclusive mode', []);
      for (let one = 0; one < 40; one += 1) {
        for (const path of ['/bank_lines.csv', '/trades']) {
          asked.push(service.ask('GET', path));
        }
      }
      while ((await waiting()) < most) await setTimeout(10);
      for (let one = 0; one < 20; one += 1) {
        const balance = await service.ask('GET', `/merchants/${merchant.merchant_id}/balance`);
        equal(balance.status, 200);
      }
      equal(await waiting(), most);
    });
    const statuses = new Set((await Promise.all(asked)).map(({ status }) => status));
    deepEqual(statuses, new Set([200]));
  });

  it('is ended after its time by PostgreSQL, and the caller is told', async () => {
    const { app } = service;
    const part = { sixteenths: 1, statement_ms: 200, wait_ms: 50 };
    const { store } = readsApart(app, part)();
    const slow = store.db.query('', 'select pg_sleep(60)', []);
    // The only connection of the part is in use.
    await app.store.db.query('', 'select 1', []);
    const second = store.db.query('', 'select 1', []);
    equal(((await second.catch((error: Error) => error)) as Error).name, 'PartIsBusy');
    equal(((await slow.catch((error: Error) => error)) as Error).name, 'TookTooLong');
    const text = `select count(*)::int as running from pg_stat_activity
      where query like 'select pg_sleep%' and state = 'active'`;
    deepEqual(await app.store.db.query('', text, []), [{ running: 0 }]);
    // The limit is of the part alone.
    await app.store.db.query('', 'select pg_sleep(0.4)', []);
    deepEqual(await store.db.query('', 'select 1 as one', []), [{ one: 1 }]);
  });
});
