// How each alert of deploy/prometheus is caused on a live service, as it comes about there: nothing
// is written into the measurements.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { acceptedBody } from '../../harness/http-client.ts';
import { listProcesses, processTree } from '../../harness/process-tree.ts';
import { clientOf, openShop } from '../../harness/shop.ts';
import type { AlertScene } from './alert-scene.ts';

export type Caused = {
  /** Done again and again until the alert fires. */
  readonly goOn?: () => Promise<unknown>;
  readonly end?: () => Promise<unknown>;
};

export type AlertCause = (scene: AlertScene) => Promise<Caused>;

const DAY_MS = 86_400_000;
const SUPERUSER = 'set session_replication_role = replica';

/** Beside the triggers that keep history as it is. */
const asNobodyMay = ({ database }: AlertScene, text: string) =>
  database.ask(`${SUPERUSER}; ${text}`);

const many = <Value>(count: number, work: () => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, work));

async function sessionsThatWait({ database }: AlertScene): Promise<Caused> {
  const clients = await many(7, database.connect);
  for (const client of clients) {
    client.query('select pg_advisory_lock(1)').catch(() => undefined);
    await sleep(50);
  }
  // The first has the lock, so it ends first.
  return {
    end: async () => {
      for (const client of clients) await client.end();
    },
  };
}

/** As the last callback of a process that died with its lease, at a receiver that failed before. */
async function callbackThatWaits(scene: AlertScene): Promise<Caused> {
  const { database, receiver, operator } = scene;
  receiver.accepts = false;
  const shop = await openShop(operator, { name: 'Late', callback_url: receiver.refusing_url });
  await sleep(2_000);
  await scene.create({ shop });
  const ofShop = `merchant_id = '${shop.merchant_id}' and status = 'waiting'`;
  const { count } = database;
  while ((await count(`deliveries where ${ofShop} and attempts > 0`)) === 0) await sleep(500);
  // A lease is renewed, because one that lasts too long counts as a mistake of a clock.
  const lease = () =>
    database.ask(`update deliveries set due_at = now() - interval '20 minutes',
      leased_until = now() + interval '30 seconds' where ${ofShop}`);
  await lease();
  return {
    goOn: lease,
    end: async () => {
      receiver.accepts = true;
      await database.ask(`update deliveries set leased_until = null where ${ofShop}`);
    },
  };
}

async function callbacksThatAreLate(scene: AlertScene): Promise<Caused> {
  const shop = await openShop(scene.operator, { name: 'Slow', callback_url: scene.receiver.url });
  const limitTo = (max_per_second: number | null) =>
    scene.change(`/merchants/${shop.merchant_id}/callback_endpoints/0`, { max_per_second });
  await limitTo(1);
  await sleep(2_000);
  for (let turn = 0; turn < 15; turn += 1) await many(16, () => scene.create({ shop }));
  return { end: () => limitTo(null) };
}

async function proofThatIsMissing(scene: AlertScene): Promise<Caused> {
  const shift = (interval: string) =>
    asNobodyMay(scene, `update proofs set made_at = made_at - interval '${interval}'`);
  await shift('2 days');
  return { end: () => shift('-2 days') };
}

/** The sum of a book is changed by hand. */
async function booksThatDiffer(scene: AlertScene): Promise<Caused> {
  const suspense = `account = 'suspense:${scene.account_id}'`;
  const add = (cents: number) =>
    asNobodyMay(
      scene,
      `update ledger_accounts set balance_cents = balance_cents + ${cents} where ${suspense}`,
    );
  await add(1);
  return { end: () => add(-1) };
}

type Taken = { lines: { id: string; status: string }[] };

async function moneyOfNobody({ operator, account_id }: AlertScene): Promise<Caused> {
  const booked_at = new Date(Date.now() - 4 * DAY_MS).toISOString();
  const line = { amount_cents: 12_345, booked_at, bank_id: randomUUID(), text: 'A gift' };
  const fields = { receiving_account_id: account_id, lines: [line] };
  const [taken] = acceptedBody(await operator.post<Taken>('/bank_lines', fields)).lines;
  if (taken?.status !== 'suspense') throw new Error(`The line is ${taken?.status}`);
  const decide = () => operator.post(`/bank_lines/${taken.id}/fee`, { note: 'Interest' });
  return { end: async () => acceptedBody(await decide()) };
}

const SMALL_CENTS = 5_000;
const WAL_SEGMENTS = 18;
const RELOADED_MS = 2_000;

async function standbyThatRests({ database }: AlertScene): Promise<Caused> {
  await database.askStandby('select pg_wal_replay_pause()');
  for (let segment = 0; segment < WAL_SEGMENTS; segment += 1) {
    await database.ask(`select pg_logical_emit_message(false, 'check', 'a record')`);
    await database.ask('select pg_switch_wal()');
  }
  return { end: () => database.askStandby('select pg_wal_replay_resume()') };
}

async function walThatIsKept({ database }: AlertScene): Promise<Caused> {
  await database.ask(`select pg_create_physical_replication_slot('nobody', true)`);
  return {
    end: async () => {
      await database.ask(`select pg_drop_replication_slot('nobody')`);
      await database.ask('alter system set wal_keep_size = 0');
      // Otherwise files of the largest distance between checkpoints so far stay for later use.
      await database.ask(`alter system set max_wal_size = '64MB'`);
      await database.ask('select pg_reload_conf()');
      // The checkpointer reads the settings a moment later, and removes whole segments.
      await sleep(RELOADED_MS);
      await database.ask('select pg_switch_wal()');
      await database.ask('checkpoint');
    },
  };
}

/** The only account of their type takes smaller orders. A sandbox without any would lend one. */
async function ordersWithoutAccount(scene: AlertScene): Promise<Caused> {
  const small = {
    ...{ name: 'Small', type: 'upi', number: 'small@upi', currency: 'INR' },
    max_amount_cents: SMALL_CENTS,
  };
  acceptedBody(await scene.operator.post('/receiving_accounts', small));
  return { goOn: () => many(4, () => scene.create({ type: 'upi' })) };
}

/** The same order by two services at once: one of the batches is decided again. */
const ordersThatMeet = (scene: AlertScene): Promise<Caused> => {
  const meet = () => {
    const order_id = randomUUID();
    return Promise.all([
      scene.create({ order_id }),
      scene.create({ order_id, at: scene.sibling_url }),
    ]);
  };
  return Promise.resolve({ goOn: async () => [await meet(), await meet(), await meet()] });
};

/** A table is gone that the jobs need. */
const jobsThatFail =
  (table: string): AlertCause =>
  async ({ database }) => {
    await database.ask(`alter table ${table} rename to ${table}_gone`);
    return { end: () => database.ask(`alter table ${table}_gone rename to ${table}`) };
  };

const workersThatEnd: AlertCause = ({ workers }) => {
  const main = Number(workers.log[0]?.['pid']);
  const endOne = async () => {
    const [, ...others] = processTree(await listProcesses(), main);
    const worker = others.at(-1);
    if (worker !== undefined) process.kill(worker.id, 'SIGKILL');
    await sleep(4_000);
  };
  return Promise.resolve({ goOn: endOne });
};

/** Longer than any rule waits. */
const HELD_MS = 8_000;
const OVERLOAD = 400;
const READS = 60;

/** Somebody holds a table again and again, and nobody waits politely. */
async function tableThatIsHeld(scene: AlertScene): Promise<Caused> {
  const client = await scene.database.connect();
  // Of merchants, because what operators read at once is bounded before it asks for a connection.
  const merchant = clientOf(scene.url, scene.shop);
  const read = () => merchant.get('/orders').catch(() => null);
  return {
    goOn: async () => {
      await client.query('begin');
      await client.query('lock table trades in access exclusive mode');
      const asked = [many(OVERLOAD, () => scene.create()), many(READS, read)];
      await sleep(HELD_MS);
      await client.query('commit');
      await Promise.all(asked);
    },
    end: () => client.end(),
  };
}

const databaseThatIsAway = async (scene: AlertScene): Promise<Caused> => {
  await scene.database.stopPrimary();
  return { goOn: () => many(4, () => scene.create()), end: scene.database.startPrimary };
};

const processThatEnds = async (scene: AlertScene): Promise<Caused> => {
  await scene.stopSibling();
  return { end: scene.startSibling };
};

/** Waits for what another cause of the same stage brings about as well. */
const same: AlertCause = () => Promise.resolve({});

type Stage = Readonly<Record<string, AlertCause>>;

/** Alerts that are caused at once; a stage begins when those of the one before have ended. */
export const STAGES: readonly Stage[] = [
  {
    PaymentOrdersSuspenseOld: moneyOfNobody,
    PaymentOrdersAlertRaised: same,
    PaymentOrdersBooksUnsound: booksThatDiffer,
    PaymentOrdersProofMissing: proofThatIsMissing,
    PaymentOrdersLockWaits: sessionsThatWait,
    PaymentOrdersWalGrows: walThatIsKept,
    PaymentOrdersStandbyBehind: standbyThatRests,
    PaymentOrdersCallbacksLate: callbacksThatAreLate,
    PaymentOrdersCallbacksWait: callbackThatWaits,
  },
  { PaymentOrdersNoAccount: ordersWithoutAccount, PaymentOrdersConflicts: ordersThatMeet },
  {
    PaymentOrdersSlow: tableThatIsHeld,
    PaymentOrdersShedding: same,
    PaymentOrdersPoolWaits: same,
  },
  {
    PaymentOrdersJobsFail: jobsThatFail('report_sendings'),
    PaymentOrdersNotMeasured: jobsThatFail('proofs'),
  },
  { PaymentOrdersWorkersEnd: workersThatEnd },
  { PaymentOrdersErrors: databaseThatIsAway },
  { PaymentOrdersDown: processThatEnds },
];
