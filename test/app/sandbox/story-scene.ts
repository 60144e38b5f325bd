// What the stories of the sandbox's timers begin with, and how they look at the database.
import { createRecipient } from '../../../server/app/alert/recipients.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { accepted, makeMerchant, OPERATOR, raw } from '../../support/test-app.ts';
import * as callbacks from '../callback/delivery-scene.ts';
import * as disputes from '../dispute/dispute-scene.ts';
import * as scene from '../scene.ts';

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
