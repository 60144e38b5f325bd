// The provider in Medusa's own payment module, on PostgreSQL, against the service as it is started.
import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import {
  acceptedBody,
  type HttpClient,
  merchantClient,
  operatorClient,
} from '../../../bench/harness/http-client.ts';
import { removeFolder, scratchFolder } from '../../../bench/harness/scratch-folder.ts';
import { spawnService } from '../../../bench/harness/service-process.ts';
import { setCallbacks } from '../../../bench/harness/shop.ts';
import { fillFromTemplate } from '../../../bench/harness/template-directory.ts';
import type { SandboxNotes } from '../../../server/app/seed/seed-sandbox.ts';
import { startEmbedded } from '../../../server/store/embedded/supervisor.ts';
import { installPackedSdk } from '../../../test/sdk/sdk-scene.ts';
import { cleanup } from '../../../test/support/cleanup.ts';
import {
  type ReceivedCallback,
  type Receiver,
  startReceiver,
} from '../../../test/support/receiver.ts';

const HERE = join(import.meta.dirname, '..');
const PROVIDER = 'pp_payment-orders_upi';
const load = createRequire(join(HERE, 'package.json'));
const { MedusaApp, MedusaModule } = load('@medusajs/framework/modules-sdk');
const { ContainerRegistrationKeys, ModulesSdkUtils } = load('@medusajs/framework/utils');

type Session = { id: string; status: string; data: Record<string, unknown> };
type Payment = {
  id: string;
  captured_at: Date | null;
  data: Record<string, unknown>;
  captures?: { amount: number }[];
  refunds?: { amount: number }[];
};
type Action = { action: string; data?: { session_id: string; amount: number } };

/** As much of Medusa's payment module as a shop's own workflows call. */
type PaymentModule = {
  createPaymentCollections(fields: object): Promise<{ id: string }>;
  retrievePaymentCollection(id: string): Promise<{ status: string }>;
  createPaymentSession(collection_id: string, fields: object): Promise<Session>;
  retrievePaymentSession(id: string): Promise<Session>;
  updatePaymentSession(fields: object): Promise<Session>;
  deletePaymentSession(id: string): Promise<void>;
  authorizePaymentSession(id: string, context: object): Promise<Payment | null>;
  capturePayment(fields: object): Promise<Payment>;
  refundPayment(fields: object): Promise<Payment>;
  cancelPayment(id: string): Promise<Payment>;
  listPaymentProviders(): Promise<{ id: string; is_enabled: boolean }[]>;
  getWebhookActionAndData(event: object): Promise<Action>;
};

const silent = () => undefined;
const SILENT = { info: silent, warn: silent, error: silent };

const atEnd = cleanup();
let notes: SandboxNotes;
let merchant: HttpClient;
let operator: HttpClient;
let line: Receiver;
let payments: PaymentModule;

/** The shop's folder, as its owner sets it up: the provider among its modules, and the SDK. */
async function makeShop(): Promise<string> {
  const sdk = await installPackedSdk();
  atEnd(() => sdk.remove());
  const modules = join(sdk.app, 'src/modules/payment-orders');
  await mkdir(modules, { recursive: true });
  await cp(join(HERE, 'index.ts'), join(modules, 'index.ts'));
  await symlink(join(HERE, 'node_modules/@medusajs'), join(sdk.app, 'node_modules/@medusajs'));
  return join(modules, 'index.ts');
}

/** Medusa's database: an empty one on the embedded PostgreSQL. */
async function openDatabase(): Promise<string> {
  const data_dir = await scratchFolder();
  atEnd(() => removeFolder(data_dir));
  await fillFromTemplate(data_dir, false);
  const embedded = await startEmbedded({ data_dir, log: SILENT });
  atEnd(() => embedded.stop());
  const { user, password, host, port, database } = embedded.owner;
  const [secret, folder] = [password, host].map((part) => encodeURIComponent(String(part)));
  return `postgres://${user}:${secret}@${folder}:${port}/${database}`;
}

async function startService(): Promise<string> {
  const data_dir = await scratchFolder();
  atEnd(() => removeFolder(data_dir));
  await fillFromTemplate(data_dir, true);
  const service = spawnService({ DATA_DIR: data_dir });
  atEnd(async () => equal(await service.stop(), 0));
  const url = await service.ready;
  notes = JSON.parse(await readFile(join(data_dir, 'sandbox.json'), 'utf8'));
  return url;
}

before(async () => {
  const [resolve, clientUrl, baseUrl] = [
    await makeShop(),
    await openDatabase(),
    await startService(),
  ];
  merchant = merchantClient(baseUrl, notes.token);
  operator = operatorClient(baseUrl, notes.operator_token);
  line = await startReceiver();
  atEnd(() => line.close());
  const { token, merchant_id: merchantId } = notes;
  const url = `${line.url}hooks/payment/payment-orders_upi`;
  const callbackSecret = await setCallbacks(operator, merchantId, url);
  const options = { baseUrl, token, merchantId, callbackSecret, type: 'upi' };
  // Medusa asks for TLS unless the address has localhost in it; this is a Unix socket.
  const database = { clientUrl, driverOptions: { connection: { ssl: false } } };
  const connection = ModulesSdkUtils.createPgConnection(database);
  atEnd(() => connection.destroy());
  const providers = [{ resolve, id: 'upi', options }];
  const settings = {
    modulesConfig: {
      payment: { resolve: load.resolve('@medusajs/payment'), options: { providers } },
    },
    sharedResourcesConfig: { database },
    injectedDependencies: { logger: SILENT, [ContainerRegistrationKeys.PG_CONNECTION]: connection },
    cwd: HERE,
  };
  const first = await MedusaApp({ ...settings, migrationOnly: true });
  await first.runMigrations();
  MedusaModule.clearInstances();
  const app = await MedusaApp(settings);
  atEnd(() => app.onApplicationShutdown());
  payments = app.modules.payment;
});

async function openSession(amount: number): Promise<{ session: Session; collection_id: string }> {
  const currency_code = 'inr';
  const { id } = await payments.createPaymentCollections({ currency_code, amount });
  const fields = { provider_id: PROVIDER, currency_code, amount, data: {}, context: {} };
  return { session: await payments.createPaymentSession(id, fields), collection_id: id };
}

async function act(trade_id: unknown, name: string): Promise<void> {
  const path = `/trades/${notes.merchant_id}/${trade_id}/${name}`;
  acceptedBody(await operator.post(path, { note: 'test' }));
}

/** By a bank line that names the payer, as a bank's own statement does. */
async function pay({ id, url }: Session['data']): Promise<void> {
  // The page is where the customer learns which account to pay to.
  equal((await fetch(String(url))).status, 200);
  const { requested_amount_cents } = await tradeOf(id);
  type Accounts = { data: { id: string; type: string }[] };
  const { data } = acceptedBody(await operator.get<Accounts>('/receiving_accounts'));
  const receiving_account_id = data.find(({ type }) => type === 'upi')?.id;
  const utr = '612345678901';
  acceptedBody(
    await merchant.post('/orders/deposit/utr', { merchant_id: notes.merchant_id, id, utr }),
  );
  const line_of_bank = {
    amount_cents: requested_amount_cents,
    booked_at: new Date().toISOString(),
    utr,
    counterparty_number: 'payer@upi',
  };
  acceptedBody(await operator.post('/bank_lines', { receiving_account_id, lines: [line_of_bank] }));
}

type TradeView = {
  state: string;
  order_id: string;
  requested_amount_cents: number;
  refunded_amount_cents: number;
};

async function tradeOf(id: unknown): Promise<TradeView> {
  return acceptedBody(await merchant.get<TradeView>(`/orders/${notes.merchant_id}/${id}`));
}

/** As Medusa's own route gives a callback to the module, after its bus has carried it. */
const asEvent = ({ headers, body }: ReceivedCallback, rawData: string | Buffer = body) => ({
  provider: 'payment-orders_upi',
  payload: { data: JSON.parse(body), rawData, headers },
});

async function callbackOf(trade_id: unknown, type: string): Promise<ReceivedCallback> {
  const isIt = ({ body }: ReceivedCallback) =>
    body.includes(String(trade_id)) && body.includes(`"type":"${type}"`);
  for (;;) {
    const found = line.received.find(isIt);
    if (found !== undefined) return found;
    await line.until(line.received.length + 1);
  }
}

suite('in Medusa, the provider', () => {
  test('is there under its id', async () => {
    const found = await payments.listPaymentProviders();
    ok(found.some(({ id, is_enabled }) => id === PROVIDER && is_enabled));
  });

  test('opens a pay-in that the customer pays on the hosted page', async () => {
    const { session } = await openSession(1_500.5);
    equal(session.status, 'requires_more');
    match(String(session.data.url), /^http:\/\/\S+\/pay\//);
    equal((await fetch(String(session.data.url))).status, 200);
    equal((await tradeOf(session.data.id)).order_id, session.id);
    // Nobody has paid yet, so the cart cannot be completed.
    await rejects(payments.authorizePaymentSession(session.id, {}), /was not authorized/);
  });

  test('captures when the callback comes, and refunds in parts', async () => {
    const { session, collection_id } = await openSession(1_500.5);
    await pay(session.data);
    const callback = await callbackOf(session.data.id, 'deposit.completed');
    const told = await payments.getWebhookActionAndData(asEvent(callback));
    deepEqual(told, { action: 'captured', data: { session_id: session.id, amount: 1_500.5 } });
    const payment = await payments.authorizePaymentSession(session.id, {});
    ok(payment);
    equal((await payments.retrievePaymentCollection(collection_id)).status, 'completed');
    // A second time, as when the callback comes again.
    equal((await payments.authorizePaymentSession(session.id, {}))?.id, payment.id);
    const captured = await payments.capturePayment({ payment_id: payment.id });
    notEqual(captured.captured_at, null);
    const part = await payments.refundPayment({ payment_id: payment.id, amount: 500.25 });
    match(String(part.data.refund_id), /^[0-9a-f-]{36}$/);
    equal((await tradeOf(session.data.id)).refunded_amount_cents, 50_025);
    await payments.refundPayment({ payment_id: payment.id, amount: 1_000.25 });
    equal((await tradeOf(session.data.id)).refunded_amount_cents, 150_050);
    await rejects(payments.refundPayment({ payment_id: payment.id, amount: 1 }), /refund more/);
    await rejects(payments.cancelPayment(payment.id), /refund it instead/);
  });

  test('believes no callback that was changed, and says what is true now', async () => {
    const { session } = await openSession(200);
    const pending = await callbackOf(session.data.id, 'deposit.pending');
    const forged = pending.body.replace('deposit.pending', 'deposit.completed');
    const not_supported = { action: 'not_supported' };
    deepEqual(await payments.getWebhookActionAndData(asEvent(pending, forged)), not_supported);
    const asked = await payments.getWebhookActionAndData(
      asEvent(pending, Buffer.from(pending.body)),
    );
    deepEqual(asked, { action: 'requires_more', data: { session_id: session.id, amount: 200 } });
    // An old callback after a new one changes nothing back.
    await act(session.data.id, 'confirm');
    const late = await payments.getWebhookActionAndData(asEvent(pending));
    equal(late.action, 'captured');
  });

  test('has another pay-in if the amount of a session changes', async () => {
    const { session } = await openSession(300);
    const { id, data } = session;
    const currency_code = 'inr';
    const same = await payments.updatePaymentSession({ id, data, currency_code, amount: 300 });
    equal(same.data.id, data.id);
    const other = await payments.updatePaymentSession({ id, data, currency_code, amount: 450 });
    notEqual(other.data.id, data.id);
    equal((await tradeOf(data.id)).state, 'canceled');
    await act(other.data.id, 'confirm');
    const callback = await callbackOf(other.data.id, 'deposit.completed');
    const told = await payments.getWebhookActionAndData(asEvent(callback));
    deepEqual(told, { action: 'captured', data: { session_id: id, amount: 450 } });
  });

  test('ends the pay-in of a deleted session, but never one that was paid', async () => {
    const { session } = await openSession(100);
    await payments.deletePaymentSession(session.id);
    equal((await tradeOf(session.data.id)).state, 'canceled');
    const paid = await openSession(100);
    await act(paid.session.data.id, 'confirm');
    await rejects(payments.deletePaymentSession(paid.session.id), /refund it instead/);
    equal((await payments.retrievePaymentSession(paid.session.id)).id, paid.session.id);
  });

  test('says why a payment without a known payer is not refunded', async () => {
    const { session } = await openSession(100);
    await act(session.data.id, 'confirm');
    const payment = await payments.authorizePaymentSession(session.id, {});
    const refund = { payment_id: payment?.id, amount: 100 };
    await rejects(payments.refundPayment(refund), /The bank did not name the payer/);
  });

  test('refuses an amount that its currency does not have', async () => {
    await rejects(openSession(1.005), /more decimals than the currency/);
  });
});
