// A shop in one file: sells one thing, learns by callbacks and by the feed of events that it was
// paid, and ships each order once. Run it with the variables below, and POST to /buy.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { env } from 'node:process';
import { text } from 'node:stream/consumers';
import { PaymentOrders, verifyWebhook, WebhookError } from 'payment-orders-sdk';

const { PAY_URL, PAY_TOKEN, PAY_MERCHANT, PAY_SECRET, PORT = '3000', DATA = 'shop-data' } = env;
const client = new PaymentOrders({ baseUrl: PAY_URL, token: PAY_TOKEN, merchantId: PAY_MERCHANT });
const PRICE = { amount_cents: 150_000, amount_currency: 'INR', type: 'card' };
const CURSOR = `${DATA}/last-event`;
await mkdir(DATA, { recursive: true });

/** The order to ship is a file that can be created once: a second try changes nothing. */
async function shipOnce(trade) {
  try {
    await writeFile(`${DATA}/ship-${trade.order_id}`, trade.id, { flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

/** An event says that something happened; what is true now, the service says. */
async function settle(event) {
  if (!event.type.startsWith('deposit.')) return;
  const trade = await client.payins.get(event.data.id);
  const is_paid = trade.state === 'completed' && trade.amount_cents >= PRICE.amount_cents;
  if (is_paid && trade.order_id.startsWith('shop-')) await shipOnce(trade);
}

/** What no callback told: from the last event that was settled, for ever. */
async function follow() {
  const saved = await readFile(CURSOR, 'utf8').catch(() => '0');
  for await (const event of client.events.follow({ after: Number(saved) })) {
    await settle(event);
    await writeFile(`${CURSOR}.new`, String(event.number));
    await rename(`${CURSOR}.new`, CURSOR);
  }
}

const routes = {
  async '/buy'() {
    const order_id = `shop-${randomUUID()}`;
    const trade = await client.payins.create({ ...PRICE, order_id, client_id: 'customer-1' });
    return { status: 303, headers: { location: trade.url } };
  },
  async '/callbacks'(request) {
    const event = await verifyWebhook(await text(request), request.headers, PAY_SECRET);
    await settle(event);
    return { status: 204, headers: {} };
  },
};

const server = createServer(async (request, response) => {
  try {
    const route = request.method === 'POST' ? routes[request.url] : undefined;
    const { status, headers } = (await route?.(request)) ?? { status: 404, headers: {} };
    response.writeHead(status, headers).end();
  } catch (error) {
    // Anything but 2xx: the service sends the callback again.
    response.writeHead(error instanceof WebhookError ? 400 : 500).end();
  }
});
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`The shop is at http://127.0.0.1:${server.address().port}`);
});
await follow();
