// What the stories of the sandbox's timers begin with, and how they look at the database.
import { createRecipient } from '../../../server/app/alert/recipients.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import type { App } from '../../../server/app/process/app.ts';
import { newId } from '../../../server/app/process/ids.ts';
import { serviceTime } from '../../../server/app/process/service-time.ts';
import { changeSetting } from '../../../server/app/setting/change-setting.ts';
import { SETTINGS_ACTS } from '../../../server/app/setting/settings-acts.ts';
import { accepted, makeMerchant, OPERATOR, raw } from '../../support/test-app.ts';
import * as callbacks from '../callback/delivery-scene.ts';
import * as disputes from '../dispute/dispute-scene.ts';
import * as scene from '../scene.ts';

export type Story = {
  /** When it has to happen, by the service's time. */
  at: number;
  /** Does what the jobs do, and looks. */
  hasHappened(): Promise<boolean>;
};

export async function valueIn<Value>(app: OpenApp, select: string): Promise<Value> {
  const [row] = await scene.sql<{ value: Value }>(app, select);
  if (row === undefined) throw new Error(`Nothing: ${select}`);
  return row.value;
}

export const momentOf = (app: OpenApp, column: string, from: string) =>
  valueIn<number>(app, `select ${column} as value from ${from}`);

export const isThere = (app: OpenApp, from: string) =>
  valueIn<boolean>(app, `select exists (select from ${from}) as value`);

/** How many secrets sign what is sent now. */
export async function secretsAt(
  app: OpenApp,
  merchant_id: string,
  endpoint: number,
): Promise<number> {
  const claimed = await callbacks.claimAll(app);
  const one = claimed.find(
    (delivery) => delivery.merchant_id === merchant_id && delivery.endpoint_number === endpoint,
  );
  return one?.headers['webhook-signature']?.split(' ').length ?? 0;
}

export async function newPager(app: OpenApp) {
  const told = { channel: 'callback', name: 'Pager', address: 'https://pager.example/hook' };
  return accepted(await createRecipient(app, OPERATOR, raw(told)));
}

/** Of no trades, to an address that a person set. */
export async function newReport(app: App) {
  const now = serviceTime(app);
  const report = {
    scheduled_report_id: newId(),
    merchant_id: null,
    name: 'Daily',
    view_name: 'Failed',
    filters: { state: 'failed' },
    every: 'day' as const,
    hour: 6,
    time_zone: 'UTC',
    format: 'csv' as const,
    recipients: [],
    callback: { url: 'https://books.example/x', secret: 'whsec_MTIz', set_by: newId() },
    enabled: true,
    created_at: now,
    next_at: now,
  };
  return accepted(await changeSetting(app, OPERATOR, SETTINGS_ACTS.add_report, report));
}

export async function newPayin(app: OpenApp, fields: Record<string, unknown> = {}) {
  const merchant = await makeMerchant(app);
  const amount_cents = 1_000_000 + scene.newNumber();
  return { merchant, trade: await scene.newPayin(app, merchant, { amount_cents, ...fields }) };
}

export async function newDispute(app: OpenApp) {
  const merchant = await makeMerchant(app);
  return await disputes.opened(app, await disputes.credited(app, merchant));
}

export const disputeHas = (app: OpenApp, { id }: { id: string }, what: string) =>
  isThere(app, `disputes where dispute_id = '${id}' and ${what} is not null`);
