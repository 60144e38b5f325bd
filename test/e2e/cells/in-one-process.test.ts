// One service over three cells: every merchant is served in its own cell and in no other.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { acceptedBody, merchantClient } from '../../../bench/harness/http-client.ts';
import { clientOf, payinFields, type Shop } from '../../../bench/harness/shop.ts';
import type { TradeBody } from '../../../server/app/request/views.ts';
import { cleanup } from '../../support/cleanup.ts';
import {
  CELL_NAMES,
  type CellError,
  type CellsScene,
  openCellsScene,
  otherCells,
} from './cells-scene.ts';

const keep = cleanup();
let scene: CellsScene;
before(async () => {
  scene = await openCellsScene(keep);
});

describe('a service with several cells', () => {
  it('serves each merchant in its cell: orders, lists, balance, events', async () => {
    for (const name of CELL_NAMES) {
      const { merchant_id } = scene.shops[name];
      const client = clientOf(scene.url, scene.shops[name]);
      const { id } = scene.trades[name];
      equal((await client.get<TradeBody>(`/orders/${merchant_id}/${id}`)).body.id, id);
      const listed = await client.get<{ data: TradeBody[] }>(`/orders?merchant_id=${merchant_id}`);
      deepEqual(
        listed.body.data.map((one) => one.id),
        [id],
      );
      equal((await client.get(`/merchant/account_balance/${merchant_id}`)).status, 200);
      equal((await client.get('/events')).status, 200);
      equal((await client.get('/proof_keys')).status, 200);
      deepEqual(await scene.merchantsIn(name, 'trades'), [merchant_id]);
    }
  });

  it('lets nobody act or look in another cell, as between merchants of one cell', async () => {
    for (const name of CELL_NAMES) {
      const client = clientOf(scene.url, scene.shops[name]);
      const of = ({ merchant_id }: Shop, id: string) => ({
        get: `/orders/${merchant_id}/${id}`,
        fields: { merchant_id, id },
        create: payinFields({ ...scene.shops[name], merchant_id }, 'stolen', 9_999),
        balance: `/merchant/account_balance/${merchant_id}`,
      });
      const asked = async (shop: Shop, id: string) => {
        const { get, fields, create, balance } = of(shop, id);
        const answers = [
          await client.get<CellError>(get),
          await client.post<CellError>('/orders/cancel', fields),
          await client.post<CellError>('/orders/deposit/create', create),
          await client.post<CellError>('/orders/withdrawal/create', { ...create, number: '1' }),
          await client.get<CellError>(balance),
        ];
        return answers.map(({ status, body: { code, detail } }) => [status, code, detail]);
      };
      const expected = await asked(scene.neighbours[name], scene.trades[name].id);
      ok(
        expected.every(([status]) => [401, 403, 404].includes(Number(status))),
        `${expected}`,
      );
      for (const other of otherCells(name)) {
        deepEqual(await asked(scene.shops[other], scene.trades[other].id), expected);
      }
    }
    for (const name of CELL_NAMES) {
      deepEqual(await scene.merchantsIn(name, 'trades'), [scene.shops[name].merchant_id]);
      equal((await scene.createPayin(scene.shops[name], `still-${name}`, 2_000)).state, 'pending');
    }
  });

  it('refuses tokens that no cell knows, and proof keys of nobody', async () => {
    const unknown = scene.shops.east.token.replace(/.{4}$/, (end) =>
      end === 'aaaa' ? 'bbbb' : 'aaaa',
    );
    equal((await merchantClient(scene.url, unknown).get('/events')).status, 401);
    equal((await fetch(`${scene.url}/api/v1/proof_keys`)).status, 401);
    equal((await fetch(`${scene.url}/api/v1/limits`)).status, 200);
  });

  it('finds the cell of a signed request by the merchant that it names', async () => {
    for (const name of CELL_NAMES) {
      const { merchant_id } = scene.shops[name];
      const issued = await scene
        .operatorOf()
        .post<{ signing_secret: string }>(`/merchants/${merchant_id}/tokens`, {
          mode: 'signature',
        });
      const { signing_secret: secret } = acceptedBody(issued);
      const sign = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
      const text = JSON.stringify(payinFields(scene.shops[name], `signed-${name}`, 3_000));
      const send = (body: string, signature: string) =>
        merchantClient(scene.url, signature).send<TradeBody & CellError>('/orders/deposit/create', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        });
      const created = acceptedBody(await send(text, sign(text)));
      const params = { merchant: merchant_id, uuid: created.id };
      const signature = sign(JSON.stringify(params));
      const path = `/orders/${merchant_id}/${created.id}`;
      equal((await merchantClient(scene.url, signature).get(path)).status, 200);
      for (const other of otherCells(name)) {
        const theirs = JSON.stringify(payinFields(scene.shops[other], 'forged', 3_000));
        equal((await send(theirs, sign(theirs))).status, 401);
      }
      // Longer than what is read at once, and from nobody.
      const long = JSON.stringify({ merchant_id, order_id: 'x'.repeat(60_000) });
      equal((await send(long, sign('another text'))).status, 401);
    }
  });

  it('shows the page of a trade of any cell, and sends callbacks once', async () => {
    for (const name of CELL_NAMES) {
      const shown = await fetch(scene.trades[name].url);
      equal(shown.status, 200);
      ok((await shown.text()).includes(name));
      const { merchant_id } = scene.shops[name];
      const fields = { merchant_id, id: scene.trades[name].id };
      acceptedBody(await clientOf(scene.url, scene.shops[name]).post('/orders/cancel', fields));
      const path = `/deliveries?merchant_id=${merchant_id}&limit=200`;
      for (;;) {
        const { data } = acceptedBody(
          await scene.operatorOf().get<{ data: { event_id: string; status: string }[] }>(path),
        );
        if (data.every(({ status }) => status === 'delivered')) {
          const sent = scene.receiver.received.filter((one) => one.path === `/${name}`);
          const ids = sent.map(({ headers }) => String(headers['webhook-id']));
          deepEqual(ids.toSorted(), data.map(({ event_id }) => event_id).toSorted());
          break;
        }
        await sleep(100);
      }
    }
  });
});
