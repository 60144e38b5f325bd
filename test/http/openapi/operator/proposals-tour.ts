// The part of the operators' tour in which one person asks for each act that may need a second one:
// its answer is the proposal that waits for them.
import { OPERATOR_ROUTES } from '../../../../server/http/operator/routes.ts';
import * as disputes from '../../../app/dispute/dispute-scene.ts';
import { newPayouts, openShop } from '../../../app/payout/payout-scene.ts';
import * as scene from '../../../app/scene.ts';
import { plannedRemoval } from '../../../app/setting/planned-removal.ts';
import { settling } from '../../../app/settlement/settlement-scene.ts';
import { setBandsOfAll } from '../../../support/set-bands.ts';
import { accepted, makeMerchant } from '../../../support/test-app.ts';
import { someone, WAYS } from '../../operator/approval/approval-scene.ts';
import type { Sent } from '../example-recorder.ts';
import { PLANNED_COUNTS } from './service-tour.ts';
import { bookedNow, CSV, firstOf, type Json, type Stage } from './stage.ts';

const note = 'As agreed';

type Asked = Sent & { name: string };

export async function tourProposals(
  stage: Stage,
  mayWait: (name: string) => boolean,
): Promise<void> {
  const { service, tour } = stage;
  const setBands = async (from_cents: 0 | null) => {
    await setBandsOfAll(service.app.store.db, from_cents);
    await service.app.settings.refresh();
  };
  await setBands(null);
  const { authorization } = await someone(service);
  const ask = async ({ name, headers, ...sent }: Asked) => {
    await setBands(0);
    await tour.step(name, { ...sent, headers: { authorization, ...headers } }, 202);
    await setBands(null);
  };
  for (const make of Object.values(WAYS)) {
    const { method, path, body } = await make(service);
    const asked = { ...placeOf(method, path), ...(body === undefined ? {} : { body }) };
    if (mayWait(asked.name)) await ask(asked);
  }
  for (const prepare of OTHERS) {
    for (const asked of await prepare(stage)) await ask(asked);
  }
}

/** The operation that a request asks for, and the ids in its address. */
function placeOf(method: string, path: string): { name: string; path: Json } {
  for (const route of OPERATOR_ROUTES) {
    const names = [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const found = new RegExp(`^${route.url.replace(/:\w+/g, '([^/]+)')}$`).exec(path);
    if (route.method !== method || found === null) continue;
    const ids = Object.fromEntries(names.map((name, at) => [name, found[at + 1]]));
    return { name: route.operation_id, path: ids };
  }
  throw new Error(`${method} ${path} has no route`);
}

async function ofLines(stage: Stage): Promise<Asked[]> {
  const { service } = stage;
  const account = await scene.makeAccount(service.app, 'SEK');
  const feed = (amount_cents: number) =>
    scene.feed(service.app, account, [{ amount_cents, text: 'unknown' }]);
  const [charge] = await feed(-80);
  const [moved] = await feed(-90_000);
  const about = (line: Json | undefined) => ({ path: { id: line?.id }, body: { note } });
  return [
    { name: 'feeBankLine', ...about(charge) },
    { name: 'ownTransferBankLine', ...about(moved) },
  ];
}

async function ofStatements(stage: Stage): Promise<Asked[]> {
  const { step } = stage.tour;
  const account = await scene.makeAccount(stage.service.app, 'SEK');
  const booked_at = bookedNow(stage);
  const file = (id: string) =>
    `booked_at,amount_cents,utr,text,bank_id\n${booked_at},2500,,Rent,${id}\n`;
  const query = { receiving_account_id: account };
  await step('importStatement', { query, payload: file('S-1'), headers: CSV }, 200);
  const lines = [{ amount_cents: 2_500, booked_at }];
  await step('takeBankLines', { body: { ...query, lines } }, 200);
  const { data } = await step('listWaitingLines', { query }, 200);
  return [
    { name: 'decideOtherLine', path: { id: firstOf(data).id }, body: { note } },
    { name: 'importStatement', query, payload: file('S-9'), headers: CSV },
  ];
}

async function ofTrades({ service: { app }, tour: { step }, shop }: Stage): Promise<Asked[]> {
  const { merchant_id } = shop;
  await scene.fund(app, merchant_id, 1_000_000);
  const { id } = await scene.newPayout(app, shop, 20_000);
  await step('takeTrade', { path: { merchant_id, id }, body: {} }, 200);
  const contested = await disputes.credited(app, shop);
  const path = { merchant_id, id: contested.id };
  await step('disputeTrade', { path, body: { note } }, 200);
  const dispute = await disputes.opened(app, await disputes.credited(app, shop));
  return [
    { name: 'releaseTrade', path: { merchant_id, id }, body: { note } },
    { name: 'resolveTrade', path, body: { note } },
    { name: 'withdrawDispute', path: { merchant_id, id: dispute.id }, body: { note } },
  ];
}

async function ofPayouts({ service: { app }, tour: { step } }: Stage): Promise<Asked[]> {
  const shop = await openShop(app, 'USD');
  const payouts = await newPayouts(app, shop, 'USD', [70_000]);
  const items = payouts.map(({ merchant_id, id }) => ({ merchant_id, id }));
  const body = { receiving_account_id: shop.account, payouts: items };
  const { batch } = await step('createPayoutBatch', { body }, 201);
  const path = { id: Object(batch).id };
  await step('exportPayoutBatch', { path, body: {} }, 200);
  const { data } = await step('listBatchPayouts', { path }, 200);
  const { end_to_end_id } = firstOf(data);
  const payload = `end_to_end_id,status,reason\n${end_to_end_id},rejected,AC04\n`;
  return [{ name: 'importPayoutAnswers', payload, headers: CSV }];
}

async function ofMerchants({ service: { app } }: Stage): Promise<Asked[]> {
  const { merchant_id } = await makeMerchant(app);
  const { withAccount, credit, draft } = settling(app);
  const merchant = await withAccount();
  await credit(merchant, 80_000);
  const settlement = accepted(await draft(merchant));
  const url = 'https://books.example/callbacks';
  return [
    { name: 'createCallbackEndpoint', path: { id: merchant_id }, body: { url, note } },
    {
      name: 'approveSettlement',
      path: { merchant_id: merchant.merchant_id, id: settlement.id },
      body: { note },
    },
  ];
}

async function ofAccess({ account, tour: { step } }: Stage): Promise<Asked[]> {
  const feed = { name: 'Bank', receiving_account_ids: [account], lines_per_hour: 10 };
  const { id: feed_id } = await step('issueFeedToken', { body: feed }, 201);
  const token = { name: 'Hourly reports', role: 'viewer' };
  const { id: token_id } = await step('issueOperatorToken', { body: token }, 201);
  const invited = { name: 'Eve Sand', email: 'eve@house.example', role: 'finance' };
  const { id } = await step('invitePerson', { body: invited }, 201);
  // From whoever has the token that invited them: nobody’s, so that two have to say it.
  const untie = { from_person_id: null, reason: note };
  return [
    { name: 'changeFeedToken', path: { id: feed_id }, body: { lines_per_hour: 20, note } },
    { name: 'rotateOperatorToken', path: { id: token_id }, body: { note } },
    { name: 'untiePeople', path: { id }, body: untie },
  ];
}

async function ofRetention({ service: { app } }: Stage): Promise<Asked[]> {
  const { month, ...body } = await plannedRemoval(app, {
    month: '2026-03',
    counts: PLANNED_COUNTS,
  });
  return [{ name: 'allowRemoval', path: { month }, body }];
}

/** Those that the tests of approvals have not. */
const OTHERS: readonly ((stage: Stage) => Promise<Asked[]>)[] = [
  ofLines,
  ofStatements,
  ofTrades,
  ofPayouts,
  ofMerchants,
  ofAccess,
  ofRetention,
];
