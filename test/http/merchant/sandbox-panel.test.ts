// The sandbox's panel on the payment page, as plain forms of a real service: what is offered, what
// happens, and what an amount that is none looks like.
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openScene, type Scene } from '../service-scene.ts';

let scene: Scene;
before(async () => {
  scene = await openScene();
});
after(() => scene.stop());

let orders = 0;
async function newPage(): Promise<{ path: string; id: string }> {
  orders += 1;
  const { merchant_id } = scene.merchant;
  const order = { merchant_id, order_id: `panel-${orders}`, amount_cents: 80_000 + orders };
  const body = { ...order, amount_currency: 'INR', type: 'card', client_id: 'client-1' };
  const made = await scene.post('/api/v1/orders/deposit/create', body);
  equal(made.status, 201, JSON.stringify(made.body));
  return { path: new URL(String(made.body.url)).pathname, id: String(made.body.id) };
}

const press = (path: string, form: string, fields: Record<string, string>) =>
  scene.server.inject({
    method: 'POST',
    url: `${path}/${form}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: scene.app.public_url },
    payload: new URLSearchParams(fields).toString(),
  });

async function standing(id: string) {
  const { body } = await scene.get(`/api/v1/orders/${scene.merchant.merchant_id}/${id}`);
  return [body.state, body.state_reason, body.received_amount_cents];
}

const offered = async (path: string) => {
  const { body } = await scene.server.inject(path);
  const acts = [...body.matchAll(/name="act" value="(\w+)"/g)].map(([, act]) => act);
  return body.includes('name="amount"') ? [...acts, 'amount'] : acts;
};

describe('the panel of the sandbox', () => {
  test('offers what is possible in the state, and nothing once it is paid', async () => {
    const { path } = await newPage();
    deepEqual(await offered(path), ['pay', 'pay_late', 'expire', 'amount']);
    await press(path, 'play', { act: 'expire' });
    deepEqual(await offered(path), ['pay', 'pay_late', 'amount']);
    await press(path, 'play', { act: 'pay' });
    deepEqual(await offered(path), []);
  });

  for (const [form, fields, ends] of [
    ['play', { act: 'pay' }, ['completed', null]],
    ['play', { act: 'pay_late' }, ['completed', null]],
    ['play', { act: 'expire' }, ['expired', 'timeout']],
    ['play-amount', { amount: '12.50' }, ['verifying', 'amount_mismatch']],
  ] as const) {
    test(`${JSON.stringify(fields)} leads back to the page, and to ${ends[0]}`, async () => {
      const { path, id } = await newPage();
      const reply = await press(path, form, fields);
      deepEqual([reply.statusCode, reply.headers.location], [303, path]);
      const [state, reason, received] = await standing(id);
      deepEqual([state, reason], ends);
      if (form === 'play-amount') equal(received, 1_250);
    });
  }

  test('says at the field what an amount looks like', async () => {
    const { path, id } = await newPage();
    for (const amount of ['', 'much', '0', '1.234']) {
      const reply = await press(path, 'play-amount', { amount });
      equal(reply.statusCode, 422, amount);
      match(reply.body, /id="play-error">The simulated bank could not do that\. Enter an amount/);
      match(reply.body, /id="play-amount"[^>]* aria-invalid="true"/);
    }
    deepEqual(await standing(id), ['pending', null, 0]);
  });

  test('does not know other acts, and no page that there is not', async () => {
    const { path } = await newPage();
    for (const act of ['', 'take_back', 'send', 'complete', '__proto__']) {
      const reply = await press(path, 'play', { act });
      equal(reply.statusCode, 422, act);
    }
    const nobody = `${path.slice(0, -8)}AAAAAAAA`;
    const reply = await press(nobody, 'play', { act: 'pay' });
    equal((await scene.server.inject(nobody)).statusCode, 404);
    equal(reply.statusCode, 404);
  });

  test('takes no form of another site', async () => {
    const { path, id } = await newPage();
    const reply = await scene.server.inject({
      method: 'POST',
      url: `${path}/play`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://elsewhere.example',
      },
      payload: 'act=pay',
    });
    equal(reply.statusCode, 403);
    deepEqual(await standing(id), ['pending', null, 0]);
  });
});
