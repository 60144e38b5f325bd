// Run by each runtime in a folder where the packed SDK is installed: uses it against a running
// service, and prints what happened as one line of JSON.
import { argv, stdout } from 'node:process';
import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PaymentOrders,
  RefusedError,
  verifyProof,
  verifyWebhook,
  WebhookError,
} from 'payment-orders-sdk';
import { verifyWebhook as sameFunction } from 'payment-orders-sdk/webhook';

const { baseUrl, token, signingSecret, strict, merchantId, name, webhook, closedPort, proof } =
  JSON.parse(argv[2]);
const client = new PaymentOrders({ baseUrl, token, merchantId });
const told = { webhook: sameFunction === verifyWebhook };

const errorOf = async (act) => {
  try {
    await act();
    return null;
  } catch (error) {
    return error;
  }
};

async function takeAll(list) {
  const items = [];
  for await (const item of list) items.push(item);
  return items;
}

const payin = (number) => ({
  order_id: `${name}-${number}`,
  amount_cents: 10_000 + number,
  amount_currency: 'INR',
  type: 'card',
  client_id: name,
});

async function orders() {
  let info;
  const onAnswer = (given) => {
    info = given;
  };
  const created = await client.payins.create(payin(1), { onAnswer });
  told.created = [created.state, info.status, info.replayed, info.attempts];
  const again = await client.payins.create(payin(1), { onAnswer });
  told.replayed = [again.id === created.id, info.replayed];
  told.request_id = info.requestId.length > 0;
  for (const number of [2, 3]) await client.payins.create(payin(number));
  const listed = await takeAll(client.orders.list({ client_id: name, limit: 1, sort: 'oldest' }));
  told.listed = listed.map((trade) => trade.order_id);
  told.found = (await client.orders.find(`${name}-1`)).id === created.id;
  told.got = (await client.payins.get(created.id)).order_id;
  const claim = { id: created.id, utr: `${name}UTR12345`.toUpperCase() };
  told.claimed = (await client.payins.attachUtr(claim)).state;
  told.canceled = [
    (await client.orders.cancel(listed[1].id)).state,
    (await client.orders.cancel({ id: listed[1].id })).state,
  ];
  const records = [{ id: created.id, state: 'pending' }];
  const { differences } = await client.orders.compare({ orders: records });
  told.compared = differences.map((one) => one.state);
  const to = { number: '4111 1111 1111 1111', name: 'Asha Rao' };
  const payout = await client.payouts.create({ ...payin(4), ...to });
  told.payout = [payout.state, payout.direction];
  told.balance = (await client.balance.get()).amount_currency;
}

async function errors() {
  const wrong = await errorOf(() => client.payins.create({ ...payin(5), amount_cents: '1' }));
  told.wrong = [
    wrong instanceof InvalidRequestError,
    wrong.code,
    wrong.fields[0].field,
    wrong.docUrl.endsWith('/docs/errors/invalid_request'),
  ];
  const much = { ...payin(6), number: '4111111111111111', amount_cents: 10 ** 12 };
  const refused = await errorOf(() => client.payouts.create(much));
  told.refused = [refused instanceof RefusedError, refused.code, refused.name];
  const missing = await errorOf(() => client.orders.find('nothing'));
  told.missing = [missing instanceof NotFoundError, missing instanceof ApiError];
  const other = new PaymentOrders({ baseUrl, token: 'test_wrong', merchantId });
  const unknown = await errorOf(() => other.balance.get());
  told.unknown = [unknown instanceof AuthenticationError, unknown.status];
  const nobody = new PaymentOrders({ baseUrl: closedPort, token, merchantId, retries: 0 });
  told.nobody = (await errorOf(() => nobody.balance.get())) instanceof ConnectionError;
  const signal = AbortSignal.abort(new Error('enough'));
  told.aborted = (await errorOf(() => client.limits.get({ signal }))).message;
}

async function signed() {
  const only_signs = new PaymentOrders({ baseUrl, signingSecret, merchantId });
  told.signed = [
    (await only_signs.balance.get()).amount_currency,
    (await only_signs.payins.create(payin(1))).order_id,
    (await only_signs.orders.list({ client_id: name }).first()).data.length,
  ];
  // Twice within a second: each signature is accepted once.
  const both = new PaymentOrders({ baseUrl, ...strict, merchantId });
  const trades = await Promise.all([both.orders.find(`${name}-1`), both.orders.find(`${name}-1`)]);
  told.strict = trades.map((trade) => trade.order_id);
}

async function events() {
  const mine = (event) => event.data.order_id?.startsWith(`${name}-`);
  const listed = (await takeAll(client.events.list({ limit: 2 }))).filter(mine);
  told.events = listed.map((event) => event.type);
  const after = listed[0].number - 1;
  const followed = [];
  for await (const event of client.events.follow({ after, waitSeconds: 1 })) {
    if (mine(event)) followed.push(event.number);
    if (followed.length === listed.length) break;
  }
  told.followed = followed.join() === listed.map((event) => event.number).join();
}

async function webhooks() {
  const { body, headers, secret } = webhook;
  const event = await verifyWebhook(body, new Headers(headers), ['whsec_bm90IG1pbmU=', secret]);
  const forged = await errorOf(() => verifyWebhook(`${body} `, headers, secret));
  told.webhooks = [event.type, event.id, forged instanceof WebhookError, forged.problem];
}

async function proofs() {
  const right = await verifyProof(proof, proof.public_key);
  const wrong = await verifyProof({ ...proof, leaf: `${proof.leaf} ` }, proof.public_key);
  told.proof = [right.ok, wrong.problem];
}

told.published = [
  (await client.limits.get()).currencies.length > 0,
  (await client.states.get()).transitions.length > 0,
  Array.isArray((await client.proofs.keys()).keys),
];
await orders();
await errors();
await signed();
await events();
await webhooks();
await proofs();
told.hidden = !JSON.stringify(client).includes(token);
stdout.write(JSON.stringify(told));
