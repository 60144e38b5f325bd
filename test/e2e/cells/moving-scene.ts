// A service over two cells, of which one moves to another server by the command of its operator.
import { equal } from 'node:assert/strict';
import { type ChildProcess, execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../../bench/fill/with-client.ts';
import {
  acceptedBody,
  type HttpClient,
  operatorClient,
} from '../../../bench/harness/http-client.ts';
import { machineEnvironment } from '../../../bench/harness/machine-environment.ts';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import { removeFolder, scratchFolder } from '../../../bench/harness/scratch-folder.ts';
import {
  freePort,
  type ServiceProcess,
  spawnService,
} from '../../../bench/harness/service-process.ts';
import {
  addAccount,
  BENCH_OPERATOR_TOKEN,
  clientOf,
  openShop,
  payinFields,
  type Shop,
} from '../../../bench/harness/shop.ts';
import type { cleanup } from '../../support/cleanup.ts';
import { type LogicalServer, openLogicalServer } from './logical-server.ts';

type Outcome = { readonly code: number; readonly out: string; readonly err: string };
type RunningMove = { readonly child: ChildProcess; readonly outcome: Promise<Outcome> };
export type MovingScene = Awaited<ReturnType<typeof openMovingScene>>;

const ENCRYPTION_KEY = randomBytes(32).toString('base64');

const placeOf = (name: string, { serving_url, url }: ScratchDatabase) => ({
  name,
  url: serving_url,
  migration_url: url,
});

function run(program: string, args: readonly string[], settings: object): RunningMove {
  const { promise: outcome, resolve } = Promise.withResolvers<Outcome>();
  const env = { ...machineEnvironment(), ...settings };
  const child = execFile(process.execPath, [program, ...args], { env }, (error, out, err) => {
    resolve({ code: error === null ? 0 : Number(error.code ?? 1), out, err });
  });
  return { child, outcome };
}

/** `moved`: the control cell is alone, with one role; another one beside it, with two. */
export async function openMovingScene(
  keep: ReturnType<typeof cleanup>,
  moved: 'main' | 'east' = 'east',
) {
  const folder = await scratchFolder();
  keep(() => removeFolder(folder));
  const openServer = async (is_migrated: boolean): Promise<LogicalServer> => {
    const server = await openLogicalServer(is_migrated);
    keep(() => server.stop());
    return server;
  };
  const old = await openServer(true);
  const fresh = await openServer(false);
  const beside: { name: string }[] = [];
  if (moved === 'east') {
    const main = await openScratchDatabase(true);
    keep(() => main.stop());
    beside.push(placeOf('main', main));
  }
  const settingsFor = (place: ScratchDatabase) => ({
    CELLS: JSON.stringify([
      ...beside,
      moved === 'main' ? { name: moved, url: place.url } : placeOf(moved, place),
    ]),
    DATA_DIR: folder,
    ENCRYPTION_KEY,
    OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
    SANDBOX_BANK: 'off',
    SEED: 'false',
  });
  const spawn = async (place: ScratchDatabase) =>
    spawnService({ ...settingsFor(place), PORT: String(await freePort()) });
  const addresses =
    moved === 'main'
      ? ['--to', fresh.url]
      : ['--to', fresh.serving_url, '--to-migration-url', fresh.url];
  const to = [...addresses, '--from', old.tcp_url];
  /** Not the launcher, so that a kill meets the command itself. */
  const startMove = (...args: string[]) =>
    run('server/programs/cells/move-cell.ts', [moved, ...to, ...args], settingsFor(old));
  return {
    ...{ old, fresh, spawn, startMove },
    async start(place: ScratchDatabase = old): Promise<ServiceProcess> {
      const service = await spawn(place);
      keep(async () => equal(await service.stop(), 0, service.told()));
      await service.ready;
      return service;
    },
    move: (...args: string[]): Promise<Outcome> => startMove(...args).outcome,
    /** As an operator types it. */
    command: (...args: string[]): Promise<Outcome> =>
      run('bin/payment-orders.mjs', args, settingsFor(old)).outcome,
  };
}

export const operatorIn = (url: string, cell: string): HttpClient =>
  operatorClient(url, BENCH_OPERATOR_TOKEN, cell);

export async function openMovedShop(url: string, cell: string): Promise<Shop> {
  await addAccount(operatorIn(url, cell), '50100012345671');
  return await openShop(operatorIn(url, cell), { name: 'shop', funds_cents: 100_000 });
}

export const createOrder = (url: string, shop: Shop, order_id: string, amount_cents = 1_000) =>
  clientOf(url, shop).post<{ detail: string; id: string }>(
    '/orders/deposit/create',
    payinFields(shop, order_id, amount_cents),
  );

export const acceptOrder = async (url: string, shop: Shop, order_id: string) =>
  acceptedBody(await createOrder(url, shop, order_id));

/** Repeated as a merchant does, until the process has found the cell. */
export async function acceptOrderSoon(url: string, shop: Shop, order_id: string): Promise<void> {
  for (;;) {
    const answer = await createOrder(url, shop, order_id);
    if (answer.status !== 503) return void acceptedBody(answer);
    await sleep(100);
  }
}

/** Creates orders one after the other until it is stopped, and keeps what each was answered. */
export function keepOrdering(url: string, shop: Shop, prefix: string) {
  const accepted: string[] = [];
  const refused: { status: number; detail: string; retry_after: string | null }[] = [];
  let is_stopping = false;
  const isStopping = () => is_stopping;
  const order = async () => {
    for (let number = 0; !isStopping(); number += 1) {
      const order_id = `${prefix}-${number}`;
      const { status, body, headers } = await createOrder(url, shop, order_id, 1_000 + number);
      if (status < 300) accepted.push(order_id);
      else refused.push({ status, detail: body.detail, retry_after: headers.get('retry-after') });
      await sleep(5);
    }
  };
  const ordering = order();
  return {
    accepted,
    refused,
    /** Resolves once so many more were accepted. */
    async untilAccepted(more: number) {
      const enough = accepted.length + more;
      while (accepted.length < enough) await sleep(20);
    },
    async stop() {
      is_stopping = true;
      await ordering;
    },
  };
}

export const ordersIn = ({ url }: ScratchDatabase): Promise<string[]> =>
  withClient(url, async (client) => {
    const text = 'select order_id from trades order by order_id';
    return (await client.query<{ order_id: string }>(text)).rows.map((row) => row.order_id);
  });

/** What a place says of its move; null: nothing. */
export const moveStateIn = ({ url }: ScratchDatabase): Promise<string | null> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ state: string }>('select state from cell_moves');
    return rows[0]?.state ?? null;
  });

/** The command comes as far as this lock lets it; `free` lets it go on. */
export async function holdLock(
  { url }: ScratchDatabase,
  table: string,
  mode: 'share' | 'access exclusive',
): Promise<{ untilWaitedFor(): Promise<void>; free(): Promise<void> }> {
  const freed = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = withClient(url, async (client) => {
    await client.query('begin');
    await client.query(`lock table ${table} in ${mode} mode`);
    held.resolve();
    await freed.promise;
    await client.query('commit');
  });
  await Promise.race([held.promise, holding]);
  return {
    async untilWaitedFor() {
      await withClient(url, async (client) => {
        for (;;) {
          const { rowCount } = await client.query(
            `select from pg_locks where relation = '${table}'::regclass and not granted`,
          );
          if (rowCount !== 0) return;
          await sleep(10);
        }
      });
    },
    async free() {
      freed.resolve();
      await holding;
    },
  };
}
