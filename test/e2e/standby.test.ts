// Under synchronous replication, while the standby is away: no answer says that something is done
// which the standby has not got, nobody is told of it, and the service says that it is not ready.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import { payinFields, type Shop } from '../../bench/harness/shop.ts';
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

describe('a commit that nobody confirms', () => {
  it('is given up, and not known to be done', async () => {
    await loseStandby();
    const answer = create('hanging');
    const pid = await whoWaits('commit');
    isUnknown(await answer);
    const waiting = await ask('select 1 as found from pg_stat_activity where pid = $1', pid);
    equal(waiting.length, 1, 'the server itself still waits');
    await bringBack();
    const kept = await create('hanging');
    equal(kept.status, 201, kept.text);
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
    equal(Object(reply.body.checks).writes, 'not confirmed');
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
