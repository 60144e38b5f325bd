// Rows for the operators' lists: merchants' orders, payers' receipts, queues of pay-outs, files of
// banks, settlements, proofs.
import assert from 'node:assert/strict';
import { patchAlertSettings } from '../../../server/app/alert/alert-settings.ts';
import { watchAlerts } from '../../../server/app/alert/watch-alerts.ts';
import { updateMerchant } from '../../../server/app/merchant/merchants.ts';
import { pageAddReceipt, pageSayPaid } from '../../../server/app/page/page-evidence.ts';
import { makeProof } from '../../../server/app/proof/make-proof.ts';
import { credited, opened } from '../../app/dispute/dispute-scene.ts';
import { batchOf, newPayouts, openShop } from '../../app/payout/payout-scene.ts';
import { claim, makeAccount, newPayin } from '../../app/scene.ts';
import { settling } from '../../app/settlement/settlement-scene.ts';
import { JPEG } from '../../support/browser/receipt-files.ts';
import { setBandsOfAll } from '../../support/set-bands.ts';
import { accepted, makeMerchant, OPERATOR, raw } from '../../support/test-app.ts';
import type { OperatorService, Reply } from './operator-service.ts';

const DAY_MS = 86_400_000;
export const BOOKED = '2026-03-05T10:15:00Z';

export const CSV = (rows: readonly string[]) =>
  ['booked_at,amount_cents,utr,text,bank_id', ...rows, ''].join('\n');

export async function createOrder(
  service: OperatorService,
  token: string,
  direction: 'deposit' | 'withdrawal',
  fields: object,
): Promise<Reply> {
  const response = await fetch(`${service.url}/api/v1/orders/${direction}/create`, {
    method: 'POST',
    headers: { 'x-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ amount_currency: 'INR', type: 'account', client_id: 'c-1', ...fields }),
  });
  assert.equal(response.status, 201);
  const body = await response.json();
  return { status: response.status, headers: response.headers, body: Object(body) };
}

/** What the payer gives on the page of an order. */
export async function giveEvidence({ app }: OperatorService, order: Reply): Promise<void> {
  const token = String(order.body.url).split('/').at(-1) ?? '';
  await pageSayPaid(app, token);
  await pageAddReceipt(app, token, JPEG);
}

/** A queue of pay-outs, and batches of them. */
async function makePayoutBatches({ app }: OperatorService): Promise<void> {
  const shop = await openShop(app, 'USD');
  const payouts = await newPayouts(app, shop, 'USD', [100, 200, 300, 400]);
  for (const payout of payouts.slice(2)) await batchOf(app, shop, [payout]);
}

/** Two files with a line each. */
async function importStatements(service: OperatorService): Promise<void> {
  const fields = { type: 'account', currency: 'INR', name: 'House', number: '000111222306' };
  const { id } = (await service.ask('POST', '/receiving_accounts', { body: fields })).body;
  for (const body of [CSV([`${BOOKED},100,,,S-1`]), CSV([`${BOOKED},200,,,S-2`])]) {
    const path = `/statements?receiving_account_id=${id}`;
    const reply = await service.ask('POST', path, {
      body,
      headers: { 'content-type': 'text/csv' },
    });
    assert.equal(reply.body.imported, 1);
  }
  // A feed may have lines of the same movements: nothing says whether they are.
  const lines = [100, 200].map((amount_cents) => ({ amount_cents, booked_at: BOOKED }));
  const body = { receiving_account_id: id, lines };
  const taken = await service.ask('POST', '/bank_lines', { body });
  const statuses = JSON.stringify(taken.body.lines).match(/"status":"waiting"/g);
  assert.equal(statuses?.length, 2);
}

/** Two merchants with a reserve, each with a pay-in and a draft of its statement. */
async function draftSettlements({ app }: OperatorService): Promise<void> {
  const { withAccount, credit, draft } = settling(app);
  for (let count = 0; count < 2; count += 1) {
    const merchant = await withAccount();
    const settings = { reserve_percent: 10, reserve_days: 30 };
    accepted(await updateMerchant(app, OPERATOR, merchant.merchant_id, raw({ settings })));
    await credit(merchant);
    accepted(await draft(merchant));
  }
}

async function issueFeedTokens(service: OperatorService): Promise<void> {
  const receiving_account_ids = [await makeAccount(service.app, 'INR')];
  for (const name of ['Bank', 'Other bank']) {
    const body = { name, receiving_account_ids };
    assert.equal((await service.ask('POST', '/feed_tokens', { body })).status, 201);
  }
}

/** Of two days: the service's clock stands a day later then. */
async function makeProofs({ app }: OperatorService): Promise<void> {
  for (const later_ms of [0, DAY_MS]) {
    app.store.clock_offset_ms += later_ms;
    assert.equal((await makeProof(app, { role: 'service', id: null })).kind, 'made');
  }
}

/** Pay-outs that nobody has taken for ten days, and more. */
async function raiseAlerts({ app }: OperatorService): Promise<void> {
  const settings = { raise_after_minutes: 0 };
  accepted(await patchAlertSettings(app, OPERATOR, raw(settings)));
  const now = () => Date.now() + 10 * DAY_MS;
  assert.ok((await watchAlerts({ ...app, settings: { ...app.settings, now } })) >= 2);
}

/** At least two in every list that the golden chains leave with fewer. */
async function contestTrades({ app }: OperatorService): Promise<void> {
  const merchant = await makeMerchant(app);
  for (const amount of [901, 902]) await opened(app, await credited(app, merchant, amount));
}

/** Two pay-ins with a claim to judge. */
async function claimPayins({ app }: OperatorService): Promise<void> {
  const merchant = await makeMerchant(app, { balance_currency: 'CHF' });
  await makeAccount(app, 'CHF');
  for (const utr of ['812345678901', '812345678902']) {
    const fields = { amount_cents: 5_000, amount_currency: 'CHF' };
    const { id } = await newPayin(app, merchant, fields);
    accepted(await claim(app, merchant, id, utr));
  }
}

/** Two people, each with a session. */
async function signPeopleIn(service: OperatorService): Promise<void> {
  for (const name of ['ada', 'bo']) {
    const person = { name, email: `${name}@rows.example`, role: 'viewer' };
    const invited = await service.ask('POST', '/people', { body: person });
    const { url: link } = Object(invited.body.link);
    const password = 'five quiet geese by the river';
    const open = { authorization: null };
    await service.ask('POST', '/session/link', { ...open, body: { link, password } });
    const given = { email: person.email, password };
    const reply = await service.ask('POST', '/session', { ...open, body: given });
    assert.equal(reply.status, 200);
  }
}

async function issueOperatorTokens(service: OperatorService): Promise<void> {
  for (const name of ['Reports', 'Rail']) {
    const body = { name, role: 'viewer' };
    assert.equal((await service.ask('POST', '/operator_tokens', { body })).status, 201);
  }
}

/** Two acts that wait for a second person. */
async function makeProposals(service: OperatorService): Promise<void> {
  await setBandsOfAll(service.app.store.db, 0);
  await service.app.settings.refresh();
  const { merchant_id } = await makeMerchant(service.app);
  for (const amount_cents of [501, 502]) {
    const body = { amount_cents, reason: 'Top-up' };
    const answer = await service.ask('POST', `/merchants/${merchant_id}/adjustments`, { body });
    assert.equal(answer.status, 202, JSON.stringify(answer.body));
  }
  await setBandsOfAll(service.app.store.db, null);
  await service.app.settings.refresh();
}

export async function giveRows(service: OperatorService): Promise<void> {
  await makePayoutBatches(service);
  await importStatements(service);
  await contestTrades(service);
  await claimPayins(service);
  await issueFeedTokens(service);
  await draftSettlements(service);
  await raiseAlerts(service);
  await makeProofs(service);
  await signPeopleIn(service);
  await issueOperatorTokens(service);
  await makeProposals(service);
}

/** The rows of a list's answer, without ages: they grow between two requests. */
export const listedRows = ({ body }: Reply): object[] =>
  Object(body.data).map(({ age_seconds: _age, ...row }: { age_seconds?: number }) => row);
