// An edge function of a merchant, with nothing but web standards: receives a callback, asks the API
// about the order, checks a proof, and answers what happened.
import { PaymentOrders, verifyProof, verifyWebhook, WebhookError } from 'payment-orders-sdk';

/** What Node has beside web standards. */
const OTHERS = ['process', 'Buffer', 'require', 'module', 'global', 'setImmediate'];

async function problemOf(act) {
  try {
    await act();
    return null;
  } catch (error) {
    return error instanceof WebhookError ? error.problem : String(error);
  }
}

export async function answer(request, { client: options, secret, proof }) {
  const body = await request.text();
  const event = await verifyWebhook(body, request.headers, secret);
  const forged = await problemOf(() => verifyWebhook(`${body} `, request.headers, secret));
  const client = new PaymentOrders(options);
  const order = { amount_cents: 10_100, amount_currency: 'INR', type: 'card', client_id: 'edge' };
  const made = await client.payins.create({ order_id: 'edge-1', ...order });
  const [first] = (await client.events.list({ limit: 1 }).first()).data;
  const followed = [];
  for await (const { number } of client.events.follow({ waitSeconds: 1 })) {
    followed.push(number);
    break;
  }
  const refused = await client.payins.create({ order_id: 'edge-1' }).catch((error) => error);
  const right = await verifyProof(proof, proof.public_key);
  const wrong = await verifyProof({ ...proof, leaf: `${proof.leaf} ` }, proof.public_key);
  return Response.json({
    others: OTHERS.filter((name) => name in globalThis),
    webhook: [event.type, event.id, forged],
    made: [made.order_id, made.state],
    events: [first.type, followed[0] === first.number],
    refused: [refused.name, refused.status],
    proof: [right.ok, wrong.problem],
  });
}
