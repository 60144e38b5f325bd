// A sandbox with its simulated bank switched on, asked over HTTP by a shop that gets callbacks.
import { deepEqual, ok } from 'node:assert/strict';
import { after, before } from 'node:test';
import { hurryDeliveries } from '../../../bench/harness/hurry-deliveries.ts';
import { payinFields, type Shop } from '../../../bench/harness/shop.ts';
import type { MagicAmount } from '../../../server/domain/sandbox/magic-values.ts';
import { storedAttempts } from '../../../server/store/callback/told-attempts.ts';
import {
  type AttackService,
  type Reply,
  startAttackService,
} from '../../support/attack-service.ts';
import { cleanup } from '../../support/cleanup.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

export type Body = Reply['body'];

const headersOf = (one: Pick<Shop, 'token'>) => ({ 'x-token': one.token });

export async function acceptedReply(asking: Promise<Reply>): Promise<Body> {
  const { status, text, body } = await asking;
  ok(status < 300, text);
  return body;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 600; turn += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`It never came about: ${what}`);
}

type Sql = <Row extends object>(text: string) => Promise<Row[]>;

/** Waits until the order's callbacks are delivered; the waits between attempts are cut. */
async function deliveredAttempts(sql: Sql, { id }: Body, callbacks: number) {
  const ofTrade = `trade_id = '${String(id)}'`;
  await until('its callbacks are delivered', async () => {
    await sql(hurryDeliveries(ofTrade));
    const rows = await sql<{ status: string }>(`select status from deliveries where ${ofTrade}`);
    return rows.length === callbacks && rows.every(({ status }) => status === 'delivered');
  });
  const attempts = await sql<{ status: number | null }>(
    `select status from ${storedAttempts(`d.trade_id = '${String(id)}'`)} a order by sequence, attempt`,
  );
  return attempts.map(({ status }) => status);
}

/** Call it at the top of a file: everything opens before its tests, and closes after them. */
export function openSandboxScene() {
  const closing = cleanup();
  let opened: { service: AttackService; shop: Shop; receiver: Receiver } | undefined;
  let orders = 0;
  const here = () => {
    if (opened === undefined) throw new Error('The scene is not open yet');
    return opened;
  };
  before(async () => {
    const settings = { SANDBOX_BANK: 'magic', SANDBOX_BANK_SECONDS: '0' };
    const service = await startAttackService(settings);
    closing(() => service.stop());
    const receiver = await startReceiver();
    closing(() => receiver.close());
    const shop = await service.openShop({ funds_cents: 10_000_000, callback_url: receiver.url });
    await service.addAccount('000000000001');
    opened = { service, shop, receiver };
  });
  after(() => {
    deepEqual(here().service.faults(), []);
  });

  const ask = (path: string, from: Shop = here().shop) =>
    here().service.ask('GET', `/api/v1${path}`, { headers: headersOf(from) });
  const post = (path: string, body: object, from: Shop = here().shop) =>
    here().service.ask('POST', `/api/v1${path}`, { headers: headersOf(from), body });
  const sql = <Row extends object>(text: string) =>
    here().service.app.store.db.query<Row>('', text, []);

  async function standing({ id }: Body) {
    const { body } = await ask(`/orders/${here().shop.merchant_id}/${String(id)}`);
    return { state: body.state, state_reason: body.state_reason };
  }

  return {
    here,
    ask,
    post,
    sql,
    standing,
    newPayin(amount_cents: number): Promise<Body> {
      orders += 1;
      const fields = payinFields(here().shop, `payin-${orders}`, amount_cents);
      return acceptedReply(post('/orders/deposit/create', fields));
    },
    /** The bank has done all that its table says for the order, and it ended as promised. */
    async endsAs(trade: Body, ends: MagicAmount['ends']): Promise<void> {
      await until('the bank is done with the order', async () => {
        const left = `select from sandbox_answers where trade_id = '${String(trade.id)}'`;
        return (await sql(left)).length === 0;
      });
      const wanted = JSON.stringify(ends);
      await until(`the order is ${wanted}`, async () => {
        return JSON.stringify(await standing(trade)) === wanted;
      });
    },
    async eventsOf({ id }: Body): Promise<string[]> {
      const { body } = await ask('/events?after=0&limit=200');
      const data = body.data as { type: string; data: { id: string } }[];
      return data.filter((event) => event.data.id === id).map(({ type }) => type);
    },
    attemptsOf: (trade: Body, callbacks: number) => deliveredAttempts(sql, trade, callbacks),
  };
}
