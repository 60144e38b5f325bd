import { after, before } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { makeReportPost } from '../../../server/app/report/make-report-post.ts';
import { createReport } from '../../../server/app/report/scheduled-reports.ts';
import {
  claimReports,
  recordReport,
  writeDueReports,
} from '../../../server/app/report/send-reports.ts';
import type { OperatorCaller } from '../../../server/app/request/caller.ts';
import { createView } from '../../../server/app/saved-view/saved-views.ts';
import { wholeTradeFile } from '../../../server/http/operator/trade/trade-file.ts';
import { createCallbackClient } from '../../../server/jobs/callback-client.ts';
import { createMailClient } from '../../../server/jobs/mail-client.ts';
import { type ReportWork, sendReports } from '../../../server/jobs/report-sender.ts';
import { DAY_MS, HOUR_MS } from '../../../server/lib/durations.ts';
import { MAIL_CERTIFICATE, startMailReceiver } from '../../support/mail-receiver.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import {
  accepted,
  makeMerchant,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import { active, entered } from '../access/people-scene.ts';
import * as scene from '../scene.ts';

export let service: TestApp;
export let app: OpenApp;
export let shop: TestMerchant;
export let ada: OperatorCaller;
export let view: string;
export let mails: Awaited<ReturnType<typeof startMailReceiver>>;
export let receiver: Receiver;
export const reply = { status: 200 };
const callbacks = createCallbackClient({ allow_local: true });

/** The service's time: 23:00 of today in UTC, whatever the time is. */
export let now: number;

/** A process so much later; what the database dates is of `now`. */
export function at(ahead_ms = 0, process = app): OpenApp {
  const { store } = process;
  store.clock_offset_ms = app.store.clock_offset_ms;
  const settings = {
    ...process.settings,
    now: () => now + ahead_ms - store.clock_offset_ms,
  };
  return { ...process, settings };
}

export async function person(fields: Record<string, unknown>) {
  const made = await active(app, fields);
  return { ...made, caller: (await entered(app, made)).caller };
}

before(async () => {
  service = await openTestApp();
  app = service.app;
  receiver = await startReceiver({ script: () => ({ status: reply.status, body: 'ok' }) });
  mails = await startMailReceiver();
  shop = await makeMerchant(app);
  await scene.makeAccount(app, 'INR');
  await scene.newPayin(app, shop, { order_id: 'of-today', amount_cents: 1_000 });
  await scene.newPayin(app, shop, { order_id: 'of-today-too', amount_cents: 2_000 });
  now = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS - HOUR_MS;
  app.store.clock_offset_ms = now - Date.now();
  ada = (await person({ role: 'finance', email: 'ada@example.org' })).caller;
  const saved = { name: 'Pay-ins', address: '/trades?direction=payin&day=2020-01-01' };
  view = accepted(await createView(app, ada, raw(saved))).id;
});
after(async () => {
  await callbacks.close();
  await receiver.close();
  await mails.close();
  await service.stop();
});

const post = (process: OpenApp) => (sending: Parameters<typeof makeReportPost>[1]) =>
  makeReportPost(process, sending, wholeTradeFile);

/** One look of the job, which may send to a mail server that does not answer. */
export async function look(process: OpenApp, port = mails.port): Promise<number> {
  const place = { host: '127.0.0.1', port, is_tls: false, user: null, password: null };
  const client = createMailClient({ ...place, ca: MAIL_CERTIFICATE, from: 'r@example.com' });
  const work = {
    due: () => writeDueReports(process),
    claim: () => claimReports(process),
    make: post(process),
    record: (...[sending, made, result]: Parameters<ReportWork['record']>) =>
      recordReport(process, sending, made, result),
  };
  return await sendReports(work, callbacks, client);
}

export const add = async (fields: object, caller = ada) =>
  accepted(
    await createReport(
      at(),
      caller,
      raw({ name: 'Daily', saved_view_id: view, every: 'day', ...fields }),
    ),
  );

export const textOf = (source: string) => source.replaceAll(/=\r\n/g, '');
export const fileIn = (source: string): string => {
  const [, encoded = ''] =
    /base64\r\n[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)\r\n--/.exec(source) ?? [];
  return Buffer.from(encoded, 'base64').toString('utf8');
};
