// Under synchronous replication, while the standby is away: no answer says that something is done
// which the standby has not got, nobody is told of it, and the service says that it is not ready.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import { BENCH_OPERATOR_TOKEN, payinFields, type Shop } from '../../bench/harness/shop.ts';
import type { Transaction } from '../../server/store/connection/database.ts';
import { type AttackService, type Reply, startAttackService } from '../support/attack-service.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

const LOOK_MS = 20;

let folder: string;
let service: AttackService;
let receiver: Receiver;
let shop: Shop;

/** What was started, whatever became of the rest. */
const ends: (() => Promise<unknown>)[] = [];

before(async () => {
  folder = await scratchFolder();
  ends.push(() => removeFolder(folder));
  receiver = await startReceiver();
  ends.push(() => receiver.close());
  // Its own server, whose settings this test changes.
  const own = { DATABASE_URL: '', MIGRATION_DATABASE_URL: '', DATA_DIR: folder };
  service = await startAttackService(own);
  ends.push(() => service.stop(), bringBack);
  shop = await service.openShop({ callback_url: `${receiver.url}hook` });
  // What a first order makes beside it is there then.
  equal((await create('first')).status, 201);
});
beforeEach(() => bringBack());
after(async () => {
  for (const end of ends.toReversed()) await end();
});

/** What is only read waits for no standby. */
const ask = <Row extends Record<string, unknown>>(text: string, ...values: unknown[]) =>
  service.app.store.db.query<Row>('', text, values);

async function name(standby: string): Promise<void> {
  const line = `synchronous_standby_names = '${standby}'\n`;
  await appendFile(join(folder, 'postgres', 'postgresql.auto.conf'), line);
  const [process_id] = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split(
    '\n',
  );
  process.kill(Number(process_id), 'SIGHUP');
  for (;;) {
    const [found] = await ask<{ name: string }>(
      "select current_setting('synchronous_standby_names') as name",
    );
    if (found?.name === standby) return;
    await sleep(LOOK_MS);
  }
}

const bringBack = () => name('');

const WAITING = `from pg_stat_activity where wait_event = 'SyncRep' and query ilike $1`;

/**
 * Commits wait only once the checkpointer has read the setting, which may be later than any session
 * has: this tries with transactions of its own, and cancels the one that waits.
 */
async function loseStandby(): Promise<void> {
  await name('nobody');
  for (let has_waited = false; !has_waited; ) {
    let is_over = false;
    const end = () => {
      is_over = true;
    };
    const probe = ask("select pg_logical_emit_message(true, 'probe', '')").then(end, end);
    while (!is_over) {
      const found = await ask(`select pg_cancel_backend(pid) ${WAITING}`, '%_emit_message%');
      has_waited ||= found.length > 0;
      await sleep(LOOK_MS);
    }
    await probe;
  }
}

/** Resolves when somebody waits for the standby who does this. */
async function whoWaits(doing: string): Promise<number> {
  for (;;) {
    const [found] = await ask<{ pid: number }>(`select pid ${WAITING}`, `%${doing}%`);
    if (found !== undefined) return found.pid;
    await sleep(LOOK_MS);
  }
}

/** Cancels every commit that waits for the standby, also of jobs, until this is answered. */
async function canceled(answer: Promise<Reply>): Promise<Reply> {
  const answered = new AbortController();
  const end = () => answered.abort();
  answer.then(end, end);
  while (!answered.signal.aborted) {
    await ask(`select pg_cancel_backend(pid) ${WAITING}`, 'commit');
    await sleep(LOOK_MS);
  }
  return await answer;
}

const create = (order_id: string) =>
  service.ask('POST', '/api/v1/orders/deposit/create', {
    headers: { 'x-token': shop.token },
    body: payinFields(shop, order_id, 5_000),
  });

function isUnknown({ status, headers, body }: Reply): void {
  deepEqual([status, body.code, body.retryable], [503, 'unavailable', true]);
  match(headers.get('retry-after') ?? '', /^\d+$/);
  match(String(body.detail), /may have been carried out or not.*order_id is never created twice/);
}

async function countTrades(order_id: string): Promise<number> {
  return (await ask('select 1 as found from trades where order_id = $1', order_id)).length;
}

describe('a commit that is canceled while it waits for the standby', () => {
  it('is not known to be done: 503, though the order is there', async () => {
    await loseStandby();
    isUnknown(await canceled(create('canceled')));
    equal(await countTrades('canceled'), 1);
  });

  it('is not known to be done when it is asked for again, until the standby has it', async () => {
    await loseStandby();
    isUnknown(await canceled(create('again')));
    isUnknown(await canceled(create('again')));
    await bringBack();
    const kept = await create('again');
    equal(kept.status, 201, kept.text);
    equal(await countTrades('again'), 1);
  });

  it('is told to nobody before the standby has it', async () => {
    await loseStandby();
    const before_all = receiver.received.length;
    isUnknown(await canceled(create('untold')));
    // The job has found the callback: its claim waits until the standby knows of it.
    await whoWaits('commit');
    equal(receiver.received.length, before_all);
    await bringBack();
    const told = () => receiver.received.filter(({ body }) => body.includes('"untold"'));
    while (told().length === 0) await sleep(LOOK_MS);
    equal(told().length, 1);
  });
});

/** Until the service has seen that commits are confirmed again. */
async function created(order_id: string): Promise<Reply> {
  for (;;) {
    const reply = await create(order_id);
    if (reply.status !== 503) return reply;
    await sleep(LOOK_MS);
  }
}

describe('a commit that nobody confirms', () => {
  it('is given up, not known to be done, and ended at the server', async () => {
    await loseStandby();
    const answer = create('hanging');
    const pid = await whoWaits('commit');
    isUnknown(await answer);
    const there = () => ask('select 1 as found from pg_stat_activity where pid = $1', pid);
    while ((await there()).length > 0) await sleep(LOOK_MS);
    await bringBack();
    const kept = await created('hanging');
    equal(kept.status, 201, kept.text);
    equal(await countTrades('hanging'), 1);
  });

  it('is the last one that an order waits for: the next are refused, and not made', async () => {
    await loseStandby();
    isUnknown(await create('first to hang'));
    for (let number = 1; number <= 20; number += 1) {
      const { status, headers, body } = await create(`refused ${number}`);
      deepEqual([status, body.code, body.retryable], [503, 'unavailable', true]);
      match(headers.get('retry-after') ?? '', /^\d+$/);
      equal(body.detail, 'The database is not answering. Try again soon.');
      equal(await countTrades(`refused ${number}`), 0);
    }
    await bringBack();
    const made = await created('refused 1');
    equal(made.status, 201, made.text);
  });
});

describe('what operators do while commits hang', () => {
  const asOperator = (method: string, path: string, body?: object) =>
    service.ask(method, `/operator/v1${path}`, {
      headers: { authorization: `Bearer ${BENCH_OPERATOR_TOKEN}` },
      ...(body === undefined ? {} : { body }),
    });
  const signIn = () =>
    service.ask('POST', '/operator/v1/session', {
      body: { email: 'nobody@example.com', password: 'not the password of anybody' },
    });

  it('is refused at once as orders are, and what they read is shown', async () => {
    await loseStandby();
    isUnknown(await create('first to hang for operators'));
    const added = { name: 'Never there', balance_currency: 'INR' };
    for (const act of [() => asOperator('POST', '/merchants', added), signIn]) {
      const { status, body } = await act();
      deepEqual(
        [status, body.detail],
        [503, 'The database is not answering. Try again soon.'],
        JSON.stringify(body),
      );
    }
    const found = await asOperator('GET', '/merchants');
    equal(found.status, 200);
    ok(!found.text.includes('Never there'));
    deepEqual(await ask(`select pid ${WAITING}`, '%insert%'), []);
    await bringBack();
    await created('after the operators');
    equal((await asOperator('POST', '/merchants', added)).status, 201);
  });
});

describe('the readiness of the service', () => {
  it('is that a write passes, and comes back with the standby', async () => {
    equal((await service.ask('GET', '/readyz')).status, 200);
    await loseStandby();
    // The last write that passed holds for a second.
    let reply = await service.ask('GET', '/readyz');
    while (reply.status === 200) reply = await service.ask('GET', '/readyz');
    deepEqual([reply.status, reply.body.ok], [503, false]);
    deepEqual(reply.body.checks, { database: 'ok', writes: 'not confirmed' });
    equal((await service.ask('GET', '/healthz')).status, 200);
    await bringBack();
    while (reply.status !== 200) reply = await service.ask('GET', '/readyz');
    deepEqual(reply.body, { ok: true, checks: { database: 'ok', writes: 'ok' } });
  });

  it('costs one write a second, however many ask', async () => {
    const { store } = service.app;
    const { db } = store;
    let writes = 0;
    const counting = (tx: Transaction): Transaction => ({
      ...tx,
      query(name, text, values) {
        if (name === 'write-probe') writes += 1;
        return tx.query(name, text, values);
      },
    });
    store.db = {
      ...db,
      transaction: (work, limits) => db.transaction((tx) => work(counting(tx)), limits),
    };
    const asked = async () =>
      await Promise.all(Array.from({ length: 100 }, () => service.ask('GET', '/readyz')));
    const began_ms = performance.now();
    for (let round = 0; round < 5; round += 1) {
      for (const { status } of await asked()) equal(status, 200);
    }
    const seconds = (performance.now() - began_ms) / 1_000;
    store.db = db;
    ok(writes <= seconds + 1, `${writes} in ${seconds} s`);
  });
});
