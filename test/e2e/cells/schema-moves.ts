// A schema that Citus moves to another node and back while orders come in: nothing that was
// acknowledged is lost, and every callback is recorded once. Only `npm run test:cells` runs this,
// if the server is Citus with two nodes that may have schemas.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  acceptedBody,
  type HttpClient,
  operatorClient,
} from '../../../bench/harness/http-client.ts';
import { openScratchDatabase, testServerUrl } from '../../../bench/harness/scratch-database.ts';
import { removeFolder, scratchFolder } from '../../../bench/harness/scratch-folder.ts';
import { spawnService } from '../../../bench/harness/service-process.ts';
import {
  addAccount,
  BENCH_OPERATOR_TOKEN,
  clientOf,
  openShop,
  payinFields,
  type Shop,
} from '../../../bench/harness/shop.ts';
import type { BooksCheck } from '../../../server/app/proof/verify-books.ts';
import type { TradeBody } from '../../../server/app/request/views.ts';
import { cleanup } from '../../support/cleanup.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

type Node = { id: number; has_schema: boolean };
type Delivery = { event_id: string; status: string; attempts: number };
type DeliveriesPage = { data: Delivery[]; next_cursor: string | null };

const keep = cleanup();
const acknowledged = new Map<string, string>();
/** By status, with the first answer of each. */
const refused = new Map<number, { count: number; body: unknown }>();
let admin: pg.Client;
let receiver: Receiver;
let schema: string;
let url: string;
let operator: HttpClient;
let shop: Shop;

before(async () => {
  const folder = await scratchFolder();
  keep(() => removeFolder(folder));
  receiver = await startReceiver();
  keep(() => receiver.close());
  const database = await openScratchDatabase(true);
  keep(() => database.stop());
  admin = new pg.Client({ connectionString: testServerUrl() });
  await admin.connect();
  keep(() => admin.end());
  schema = new URL(database.url.replace('@/', '@localhost/')).username;
  const service = spawnService({
    DATA_DIR: folder,
    DATABASE_URL: database.serving_url,
    MIGRATION_DATABASE_URL: database.url,
    ENCRYPTION_KEY: Buffer.from('moves'.padEnd(32, '.')).toString('hex'),
    OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
    SANDBOX_BANK: 'off',
    SEED: 'false',
  });
  keep(async () => equal(await service.stop(), 0, service.told()));
  url = await service.ready;
  operator = operatorClient(url, BENCH_OPERATOR_TOKEN);
  await addAccount(operator, '50100012345678');
  shop = await openShop(operator, { name: 'Moved', callback_url: receiver.url });
});

/** Goes on with the next order after an answer of any kind: what is refused is counted. */
async function create(lane: number, stopped: AbortSignal): Promise<void> {
  for (let number = 0; !stopped.aborted; number += 1) {
    const order_id = `o-${lane}-${number}`;
    const fields = payinFields(shop, order_id, 1_000 + lane * 10_000 + number);
    const answer = await clientOf(url, shop).post<TradeBody>('/orders/deposit/create', fields);
    if (answer.status === 200 || answer.status === 201) {
      acknowledged.set(order_id, answer.body.id);
      continue;
    }
    const { count = 0, body = answer.body } = refused.get(answer.status) ?? {};
    refused.set(answer.status, { count: count + 1, body });
    await sleep(20);
  }
}

async function otherNode(): Promise<Node> {
  const { rows } = await admin.query<Node>(
    `select n.nodeid as id, exists (select from citus_shards s
         where s.table_name::text like $1 and s.nodename = n.nodename and s.nodeport = n.nodeport)
       as has_schema
     from pg_dist_node n where n.shouldhaveshards and n.isactive order by n.nodeid`,
    [`${schema}.%`],
  );
  const other = rows.find(({ has_schema }) => !has_schema);
  ok(other !== undefined && rows.some(({ has_schema }) => has_schema), JSON.stringify(rows));
  return other;
}

async function move(): Promise<void> {
  const { id } = await otherNode();
  await admin.query(`select citus_schema_move($1::regnamespace, $2::integer, 'block_writes')`, [
    schema,
    id,
  ]);
  equal((await otherNode()).id === id, false);
}

async function readDeliveries(): Promise<Delivery[]> {
  const found: Delivery[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const path: string = `/deliveries?merchant_id=${shop.merchant_id}&limit=200${after}`;
    const page = acceptedBody(await operator.get<DeliveriesPage>(path));
    found.push(...page.data);
    cursor = page.next_cursor;
  }
  return found;
}

describe('a schema that Citus moves under load', () => {
  it('takes orders before, after and, but for a pause, meanwhile', async () => {
    const stopping = new AbortController();
    const lanes = [0, 1, 2, 3].map((lane) => create(lane, stopping.signal));
    const until = async (count: number) => {
      while (acknowledged.size < count) await sleep(10);
    };
    try {
      for (const _way of ['there', 'back']) {
        await until(acknowledged.size + 40);
        await move();
      }
      await until(acknowledged.size + 40);
    } finally {
      stopping.abort();
      await Promise.all(lanes);
    }
    const told = [...refused].map(([status, { count, body }]) => [status, count, body]);
    process.stdout.write(`# ${acknowledged.size} acknowledged; refused: ${JSON.stringify(told)}\n`);
    deepEqual(
      told.filter(([status]) => status !== 503),
      [],
    );
  });

  it('has every order that was acknowledged', async () => {
    for (const id of acknowledged.values()) {
      equal((await clientOf(url, shop).get(`/orders/${shop.merchant_id}/${id}`)).status, 200);
    }
  });

  it('has recorded every callback once, and sent each', async () => {
    await receiver.until(acknowledged.size);
    let found = await readDeliveries();
    while (found.length < acknowledged.size || found.some(({ status }) => status === 'waiting')) {
      await sleep(100);
      found = await readDeliveries();
    }
    ok(found.every(({ status, attempts }) => status === 'delivered' && attempts === 1));
    const events = found.map(({ event_id }) => event_id);
    const sent = receiver.received.map(({ headers }) => String(headers['webhook-id']));
    // One whose answer came while nothing could be written is sent again, under the same id.
    deepEqual([...new Set(sent)].toSorted(), events.toSorted());
  });

  it('has sound books', async () => {
    const check = acceptedBody(await operator.get<BooksCheck>('/verify?full=true'));
    deepEqual(check.problems, []);
  });
});
