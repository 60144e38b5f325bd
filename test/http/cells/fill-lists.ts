// Fills one cell with some rows of the lists that a seeded sandbox has empty.
import { patchAlertSettings } from '../../../server/app/alert/alert-settings.ts';
import { watchAlerts } from '../../../server/app/alert/watch-alerts.ts';
import { updateMerchant } from '../../../server/app/merchant/merchants.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { pageAddReceipt, pageSayPaid } from '../../../server/app/page/page-evidence.ts';
import { createPayoutBatch } from '../../../server/app/payout/make-payout-batch.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
import { waitingProposal } from '../../app/approval/proposal-scene.ts';
import * as scene from '../../app/scene.ts';
import { settling } from '../../app/settlement/settlement-scene.ts';
import { PHONE_JPEG } from '../../support/browser/receipt-files.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  raw,
  setDefaultEndpoint,
} from '../../support/test-app.ts';

/** A request in this cell. */
export type AskIn = (
  path: string,
  headers: Record<string, string>,
  body: unknown,
) => Promise<{ status: number }>;

const TIMES = 3;

async function evidence(app: OpenApp): Promise<void> {
  const shop = await makeMerchant(app);
  for (let index = 0; index < TIMES; index += 1) {
    const { url } = await scene.newPayin(app, shop, { amount_cents: 45_600 + index });
    const token = url.split('/').at(-1) ?? '';
    accepted(await pageSayPaid(app, token));
    accepted(await pageAddReceipt(app, token, PHONE_JPEG));
  }
}

async function callbacks(app: OpenApp): Promise<void> {
  const callback_url = 'https://shop.example/hook';
  const shop = await makeMerchant(app);
  await setDefaultEndpoint(app, shop.merchant_id, callback_url);
  for (let index = 0; index < TIMES; index += 1) {
    const own = { callback_url: `https://shop.example/hook/${index}` };
    const given = index === 0 ? {} : own;
    await scene.newPayin(app, shop, { amount_cents: 61_000 + index, ...given });
  }
}

async function holds(app: OpenApp): Promise<void> {
  const settle = settling(app);
  const merchant = await settle.withAccount();
  const settings = { settlement_delay_days: 1, reserve_percent: 10, reserve_days: 3 };
  accepted(await updateMerchant(app, OPERATOR, merchant.merchant_id, raw({ settings })));
  for (let index = 0; index < TIMES; index += 1) await settle.credit(merchant);
}

async function payoutBatches(app: OpenApp): Promise<void> {
  const shop = await makeMerchant(app);
  await scene.fund(app, shop.merchant_id, 1_000_000);
  const receiving_account_id = await scene.makeAccount(app, 'INR', { bank_name: 'Pays' });
  for (let index = 0; index < TIMES; index += 1) {
    const { merchant_id, id } = await scene.newPayout(app, shop, 10_000);
    const body = { receiving_account_id, payouts: [{ merchant_id, id }] };
    accepted(await createPayoutBatch(app, OPERATOR, raw(body), undefined));
  }
}

/** Files, and a feed that may have lines of the same movements: nothing says whether they are. */
async function statements(app: OpenApp, ask: AskIn): Promise<void> {
  const named = { name: 'House Ltd', bank_name: 'Other Bank' };
  const id = await scene.makeAccount(app, 'INR', named);
  const booked_at = new Date(app.settings.now()).toISOString();
  const amounts = Array.from({ length: TIMES }, (_, index) => 2_500 + index * 100);
  for (const amount_cents of amounts) {
    const text = [
      'booked_at,amount_cents,utr,text,bank_id',
      `${booked_at},${amount_cents},,Rent,S-${amount_cents}`,
      '',
    ].join('\n');
    const file = `/statements?receiving_account_id=${id}&file_name=${amount_cents}.csv`;
    const { status } = await ask(file, { 'content-type': 'text/csv' }, text);
    if (status !== 200) throw new Error(`The file was refused: ${status}`);
  }
  const lines = amounts.map((amount_cents) => ({ amount_cents, booked_at }));
  const { status } = await ask('/bank_lines', {}, { receiving_account_id: id, lines });
  if (status !== 200) throw new Error(`The lines were refused: ${status}`);
}

export async function fillLists(app: OpenApp, ask: AskIn): Promise<void> {
  await evidence(app);
  await callbacks(app);
  await holds(app);
  await payoutBatches(app);
  await statements(app, ask);
  for (let index = 0; index < TIMES; index += 1) await waitingProposal(app);
  const proof = await ask('/proofs', {}, {});
  if (proof.status !== 200) throw new Error(`The proof was refused: ${proof.status}`);
  accepted(await patchAlertSettings(app, OPERATOR, raw({ raise_after_minutes: 0 })));
  const now = () => app.settings.now() + 10 * DAY_MS;
  await watchAlerts({ ...app, settings: { ...app.settings, now } });
}
