// One person or one merchant never has more under way than their share: whatever comes at once, the
// rest is refused with a sentence, and others are answered meanwhile.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { roleHas } from '../../../../server/domain/access/rights.ts';
import { OPERATOR_ROLES } from '../../../../server/domain/access/roles.ts';
import { isRefusal } from '../../../../server/domain/service/refusal.ts';
import {
  classOf,
  OPERATIONS_OF,
  REQUEST_CLASSES,
} from '../../../../server/http/operator/route/request-classes.ts';
import { createRequestShares } from '../../../../server/http/operator/route/request-shares.ts';
import { OPERATOR_ROUTES } from '../../../../server/http/operator/routes.ts';
import { fc } from '../../../support/property.ts';
import { makeMerchant } from '../../../support/test-app.ts';
import {
  AUTHORIZATION,
  type OperatorService,
  openOperatorService,
  type Reply,
} from '../operator-service.ts';
import { makeRoleCallers } from './role-callers.ts';

const AT_ONCE = 40;

const NAMES = ['light', 'list', 'report', 'search', 'export', 'upload', 'act', 'stream'] as const;

const person = (number: number, merchant_id: string | null = null) => ({
  person_id: `person ${number}`,
  operator_token_id: null,
  session_id: `session ${number}`,
  merchant_id,
  name: `Person ${number}`,
});

describe('each operation', () => {
  it('is in exactly one class', () => {
    const listed = Object.values(OPERATIONS_OF).flat();
    const served = OPERATOR_ROUTES.map(({ operation_id }) => operation_id);
    deepEqual(listed.toSorted(), served.toSorted());
    for (const operation of served) ok(classOf(operation) in REQUEST_CLASSES);
    deepEqual(Object.keys(REQUEST_CLASSES).toSorted(), NAMES.toSorted());
  });
});

describe('a share', () => {
  it('ends when its request has ended, and only once', () => {
    const shares = createRequestShares(() => 0);
    const end = shares.begin(person(1), 'export');
    const second = shares.begin(person(1), 'export');
    ok(!isRefusal(end) && isRefusal(second));
    match(second.detail, /^At most 1 exports of one caller can be under way at once\./);
    equal(second.retry_after_s, 2);
    end();
    end();
    equal(shares.underWay('export'), 0);
    ok(!isRefusal(shares.begin(person(1), 'export')));
  });

  it('is one for all people of a merchant, and leaves others theirs', () => {
    const shares = createRequestShares(() => 0);
    const most = REQUEST_CLASSES.export.at_once.merchant;
    const begun = Array.from({ length: 9 }, (_, number) =>
      shares.begin(person(number, 'merchant'), 'export'),
    );
    equal(begun.filter((one) => !isRefusal(one)).length, most);
    ok(!isRefusal(shares.begin(person(10, 'another'), 'export')));
  });

  it('is filled again with time', () => {
    let now = 0;
    const shares = createRequestShares(() => now);
    const { burst, per_second } = REQUEST_CLASSES.search;
    const ask = () => {
      const begun = shares.begin(person(1), 'search');
      if (isRefusal(begun)) return begun.detail;
      begun();
      return null;
    };
    for (let asked = 0; asked < burst; asked += 1) equal(ask(), null);
    match(String(ask()), /too many searches and checks/);
    now = 1_000 / per_second;
    equal(ask(), null);
    match(String(ask()), /too many searches and checks/);
  });

  it('is never passed, whoever asks for whatever in any order', () => {
    const steps = fc.array(
      fc.record({
        who: fc.integer({ min: 1, max: 6 }),
        name: fc.constantFrom(...NAMES),
        ends: fc.boolean(),
      }),
      { maxLength: 300 },
    );
    fc.assert(
      fc.property(steps, (asked) => {
        const shares = createRequestShares(() => 0);
        const open: { key: string; end: () => void }[] = [];
        for (const { who, name, ends } of asked) {
          if (ends) open.shift()?.end();
          const begun = shares.begin(person(who, 'merchant'), name);
          if (!isRefusal(begun)) open.push({ key: `${name} ${who}`, end: begun });
          const { caller, merchant, process } = REQUEST_CLASSES[name].at_once;
          const own = open.filter(({ key }) => key === `${name} ${who}`).length;
          const all = open.filter(({ key }) => key.startsWith(`${name} `)).length;
          ok(own <= caller && all <= merchant && all <= process);
          equal(shares.underWay(name), all);
        }
      }),
    );
  });
});

async function waitingConnections({ app }: OperatorService): Promise<number> {
  const text = `select count(*)::int as waiting from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`;
  const [row] = await app.store.db.query<{ waiting: number }>('', text, []);
  return row?.waiting ?? 0;
}

describe('many requests at once', () => {
  let service: OperatorService;
  before(async () => {
    service = await openOperatorService();
  });
  after(() => service.stop());

  it('of many callers export with a bounded part of the connections', async () => {
    const { app } = service;
    const authorizations: string[] = [];
    for (const role of OPERATOR_ROLES.filter((one) => roleHas(one, 'exports.make'))) {
      for (let shop = 0; shop < 3; shop += 1) {
        const { merchant_id } = await makeMerchant(app);
        const callers = await makeRoleCallers(service, merchant_id);
        authorizations.push(callers.headerOf(role, 'exports.make', 'with'));
      }
    }
    const most = REQUEST_CLASSES.export.at_once.process;
    ok(authorizations.length > most);
    const exports: Promise<Reply>[] = [];
    await app.store.db.transaction(async (tx) => {
      await tx.query('', 'lock table trades in access exclusive mode', []);
      let refused = 0;
      for (const authorization of authorizations) {
        const answered = service.ask('GET', '/trades.csv', { authorization }).then((reply) => {
          refused += 1;
          return reply;
        });
        exports.push(answered);
      }
      while (refused < authorizations.length - most) await setTimeout(10);
      const connections = REQUEST_CLASSES.export.apart.sixteenths;
      while ((await waitingConnections(service)) < connections) await setTimeout(10);
      equal(await waitingConnections(service), connections);
    });
    const statuses = (await Promise.all(exports)).map(({ status }) => status);
    equal(statuses.filter((status) => status === 200).length, most);
    equal(statuses.filter((status) => status === 429).length, statuses.length - most);
  });

  it('keep the share of a caller who goes before the answer', async () => {
    const { app, url } = service;
    const gone = new AbortController();
    await app.store.db.transaction(async (tx) => {
      await tx.query('', 'lock table trades in access exclusive mode', []);
      const options = { headers: { authorization: AUTHORIZATION }, signal: gone.signal };
      const left = fetch(`${url}/operator/v1/trades.csv`, options).catch((error: Error) => error);
      while ((await waitingConnections(service)) === 0) await setTimeout(10);
      gone.abort();
      ok((await left) instanceof Error);
      for (let asked = 0; asked < AT_ONCE; asked += 1) {
        equal((await service.ask('GET', '/trades.csv')).status, 429);
      }
      equal(await waitingConnections(service), 1);
    });
    while ((await service.ask('GET', '/trades.csv')).status === 429) await setTimeout(10);
  });

  it('of one caller export one by one; a balance is answered meanwhile', async () => {
    const { app } = service;
    const { merchant_id } = await makeMerchant(app);
    const answers: Reply[] = [];
    const exports: Promise<unknown>[] = [];
    await app.store.db.transaction(async (tx) => {
      // Whoever reads trades waits until this transaction ends.
      await tx.query('', 'lock table trades in access exclusive mode', []);
      const refused = new Promise<void>((resolve) => {
        for (let asked = 0; asked < AT_ONCE; asked += 1) {
          const answered = service.ask('GET', '/trades.csv').then((reply) => {
            answers.push(reply);
            if (answers.length === AT_ONCE - 1) resolve();
          });
          exports.push(answered);
        }
      });
      await refused;
      deepEqual(new Set(answers.map(({ status }) => status)), new Set([429]));
      const balance = await service.ask('GET', `/merchants/${merchant_id}/balance`);
      equal(balance.status, 200);
    });
    await Promise.all(exports);
    deepEqual(
      [200, 429].map((status) => answers.filter((one) => one.status === status).length),
      [1, AT_ONCE - 1],
    );
    const refused = answers.find(({ status }) => status === 429);
    equal(refused?.headers.get('retry-after'), '2');
    equal(refused?.body.code, 'rate_limited');
    equal((await service.ask('GET', '/trades.csv')).status, 200);
  });
});
