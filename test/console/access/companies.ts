// The merchant whose people look, the other merchants of the service, and what of the others would
// be a leak: their names and ids, and amounts so large that every sum with them shows it.
import { deepEqual, equal } from 'node:assert/strict';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import { openBank } from '../bank-scene.ts';
import type { ConsoleScene } from '../console-scene.ts';
import { SCREENS } from '../screens.ts';
import { makeOwnReport } from '../steps/report-steps.ts';
import type { Things } from './merchant-view.ts';

type Row = Readonly<Record<string, unknown>> & { id: string };

export type Companies = {
  own: Things;
  other: Things;
  /** Of each screen, as an owner opens it. */
  addresses: ReadonlyMap<string, string>;
  assertOwn(where: string, text: string, answers: readonly { path: string; text: string }[]): void;
};

/** More than all that the demo merchants have. */
const LARGE_CENTS = 900_000_000;
const LARGE_PAYIN_CENTS = 987_654_321;
const CALLBACK = '/callbacks/$merchant_id/$trade_id/$sequence/$endpoint';
const UTR = '730000000017';
const AMOUNT = /\d[\d,]*\.\d{2}/g;
const CENTS = /"\w*_cents":(-?\d+)/g;

/** Another merchant with a completed pay-in in the currency of the first, and a dispute of it. */
async function addLargeMerchant(scene: ConsoleScene, currency: string): Promise<void> {
  const { merchant_id, pay, claim, give } = await openBank(scene, currency);
  const order = await pay('large-1', LARGE_PAYIN_CENTS);
  await claim(order, UTR);
  await give({ amount_cents: LARGE_PAYIN_CENTS, utr: UTR });
  const paid = await scene.operator.get<{ trade: Row }>(`/trades/${merchant_id}/${order.id}`);
  equal(acceptedBody(paid).trade.state, 'completed');
  const dispute = { type: 'fraud', note: 'Police report' };
  acceptedBody(await scene.operator.post(`/trades/${merchant_id}/${order.id}/disputes`, dispute));
}

/** One order id may begin like another. */
function wholeWord(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`);
}

type List = (path: string) => Promise<Row[]>;

/** `delivery`: the service makes it later than the merchant, so it is looked for apart. */
async function thingsOf(
  scene: ConsoleScene,
  listOf: List,
  { id, name }: Row,
  delivery: string,
): Promise<Things> {
  const person = { name: `Admin of ${String(name)}`, email: `${id}@example.com` };
  const admin = await scene.signIn({ ...person, role: 'merchant_admin', merchant_id: id });
  const disputes = await listOf('/disputes?limit=100');
  const dispute = disputes.find(({ merchant_id }) => merchant_id === id);
  const [settled] = await listOf(`/settlements?merchant_id=${id}&state=settled`);
  if (dispute === undefined || settled === undefined) throw new Error(`${name} lacks a thing`);
  const order_id = String(dispute.order_id);
  const [trade] = await listOf(`/trades?merchant_id=${id}&order_id=${order_id}`);
  return {
    merchant_id: id,
    name: String(name),
    trade_id: String(dispute.trade_id),
    order_id,
    client_id: String(trade?.client_id),
    settlement_id: settled.id,
    dispute_id: dispute.id,
    scheduled_report_id: await makeOwnReport(admin, scene.url),
    delivery,
  };
}

/** Names and ids that belong to this merchant alone. */
async function wordsOf(listOf: List, { id, name }: Row): Promise<string[]> {
  const paths = ['trades', 'settlements', 'disputes'].map(
    (list) => `/${list}?merchant_id=${id}&limit=100`,
  );
  const rows = (await Promise.all(paths.map(listOf))).flat();
  const orders = rows.flatMap(({ order_id }) => (typeof order_id === 'string' ? [order_id] : []));
  return [id, String(name), ...rows.map((row) => row.id), ...orders];
}

async function addressesIn({ operator }: ConsoleScene): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  for (const { path, address } of SCREENS) {
    addresses.set(path, (await address?.(operator)) ?? path);
  }
  return addresses;
}

type Told = { path: string; text: string };

function assertNothingLarge(where: string, text: string, answers: readonly Told[]): void {
  const shown = (text.match(AMOUNT) ?? []).filter(
    (amount) => Number(amount.replaceAll(',', '')) * 100 >= LARGE_CENTS,
  );
  const told = answers
    .flatMap((answer) => [...answer.text.matchAll(CENTS)])
    .filter(([, cents]) => Math.abs(Number(cents)) >= LARGE_CENTS)
    .map(([field]) => field);
  deepEqual([...shown, ...told], [], `${where} counts amounts of other merchants`);
}

export async function openCompanies(scene: ConsoleScene): Promise<Companies> {
  const listOf: List = async (path) =>
    acceptedBody(await scene.operator.get<{ data: Row[] }>(path)).data;
  const addresses = await addressesIn(scene);
  const [, , own_id, ...delivery] = (addresses.get(CALLBACK) ?? '').split('/');
  const demo = await listOf('/merchants');
  const own = demo.find(({ id }) => id === own_id);
  const other = demo.find(({ id }) => id !== own_id);
  if (own === undefined || other === undefined) throw new Error('The demo has two merchants');
  await addLargeMerchant(scene, String(own.balance_currency));
  const others = (await listOf('/merchants')).filter(({ id }) => id !== own_id);
  const foreign = (await Promise.all(others.map((row) => wordsOf(listOf, row)))).flat();
  return {
    own: await thingsOf(scene, listOf, own, delivery.join('/')),
    other: await thingsOf(scene, listOf, other, delivery.join('/')),
    addresses,
    assertOwn(where, text, answers) {
      for (const said of [{ path: 'the page', text }, ...answers]) {
        // An id that they typed is shown to them again.
        const words = foreign.filter((one) => !where.includes(one));
        const found = words.filter((one) => wholeWord(one).test(said.text));
        deepEqual(found, [], `${where} shows another merchant: ${said.path}`);
      }
      assertNothingLarge(where, text, answers);
    },
  };
}
