// Every route that changes settings takes a reason, and it arrives in the audit trail.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimNotices, recordNotice } from '../../../../server/app/alert/notices.ts';
import { OPERATOR_ROUTES } from '../../../../server/http/operator/routes.ts';
import { createMailClient } from '../../../../server/jobs/mail-client.ts';
import { type NoticeWork, sendNotices } from '../../../../server/jobs/notice-sender.ts';
import { active } from '../../../app/access/people-scene.ts';
import { makeAccount, newPayin } from '../../../app/scene.ts';
import { png } from '../../../support/browser/receipt-files.ts';
import { makeMerchant, setDefaultEndpoint } from '../../../support/test-app.ts';
import { type OperatorService, openOperatorService } from '../operator-service.ts';

/** Of every receiver: nothing is sent over a network. */
const ACCEPTED = {
  status: 204,
  error: null,
  duration_ms: 1,
  reply_head: '',
  retry_after_s: null,
};

let service: OperatorService;
before(async () => {
  service = await openOperatorService();
  service.app.outlet.open(() => Promise.resolve(ACCEPTED));
});
after(async () => {
  await service.stop();
});

const asked = new Set<string>();

/** Makes one change with a reason of its own, and looks for it in the trail. */
async function change(operation: string, names: Record<string, string>, body?: object) {
  const route = OPERATOR_ROUTES.find(({ operation_id }) => operation_id === operation);
  ok(route !== undefined, operation);
  asked.add(operation);
  const note = `Why ${operation}`;
  const path = route.url.replace(/:(\w+)/g, (_all, name: string) => names[name] ?? name);
  const reply =
    route.upload === undefined
      ? await service.ask(route.method, path, { body: { ...body, note } })
      : await service.ask(route.method, `${path}?note=${encodeURIComponent(note)}`, {
          body: png(),
          headers: { 'content-type': 'image/png' },
        });
  ok(reply.status < 300, `${operation}: ${JSON.stringify(reply.body)}`);
  const request_id = reply.headers.get('x-request-id');
  const found = await service.ask('GET', `/audit?request_id=${request_id}`);
  const notes = Object(found.body).data.map((entry: { detail: { note: unknown } }) => entry.detail);
  ok(notes.length > 0, `${operation} has no entry`);
  equal(notes[0].note, note, operation);
  return reply.body;
}

async function changeMerchantThings() {
  const made = await change('createMerchant', {}, { name: 'Shop', balance_currency: 'INR' });
  const shop = { id: String(made.id) };
  await change('updateMerchant', shop, { name: 'Corner shop' });
  const token = await change('issueToken', shop);
  await change('revokeToken', { ...shop, token_id: String(token.id) });
  await change('putTariffs', shop, { tariffs: [{ direction: 'payin', percent: 1.5 }] });
  await change('updateBranding', shop, { footer: 'Ask us' });
  await change('putLogo', shop);
  await change('removeLogo', shop);
  await changeEndpoints(shop);
  const account = { type: 'iban', number: 'DE02120300000000202051', name: 'Shop' };
  await change('putSettlementAccount', shop, account);
  await change('removeSettlementAccount', shop);
  await service.ask('POST', `/merchants/${shop.id}/adjustments`, {
    body: { amount_cents: 500, reason: 'Opening' },
  });
  await change('draftSettlement', shop);
}

async function changeEndpoints(shop: { id: string }) {
  const url = 'https://books.example/callbacks';
  const made = await change('createCallbackEndpoint', shop, { url });
  const endpoint = { ...shop, number: String(made.number) };
  await change('updateCallbackEndpoint', endpoint, { description: 'Books' });
  await change('rotateCallbackSecret', endpoint);
  await change('testCallbackEndpoint', endpoint);
  await change('deleteCallbackEndpoint', endpoint);
}

async function changeTokens() {
  const account = { type: 'account', currency: 'INR', name: 'House', number: '000111222333' };
  const made = await change('createReceivingAccount', {}, account);
  await change('updateReceivingAccount', { id: String(made.id) }, { enabled: false });
  const feed = await change(
    'issueFeedToken',
    {},
    {
      name: 'Bank',
      receiving_account_ids: [made.id],
    },
  );
  await change('changeFeedToken', { id: String(feed.id) }, { lines_per_hour: 500 });
  await change('revokeFeedToken', { id: String(feed.id) });
  const token = await change('issueOperatorToken', {}, { name: 'Nightly', role: 'viewer' });
  await change('changeOperatorToken', { id: String(token.id) }, { name: 'Hourly' });
  const next = await change('rotateOperatorToken', { id: String(token.id) });
  await change('revokeOperatorToken', { id: String(next.id) });
}

async function changePeople() {
  const made = await change(
    'invitePerson',
    {},
    {
      name: 'Ada',
      email: 'ada@house.example',
      role: 'viewer',
    },
  );
  const person = { id: String(made.id) };
  await change('relinkPerson', person);
  await change('revokeSessionsOfPerson', person);
}

/** The job of notices, which a test of a recipient waits for. */
async function sendNotice() {
  const { app } = service;
  const work: NoticeWork = {
    claim: () => claimNotices(app),
    record: (notice, result) => recordNotice(app, notice, result),
  };
  const receiver = { post: () => Promise.resolve({ ...ACCEPTED, retry_after_ms: null }) };
  while ((await sendNotices(work, receiver, createMailClient(null))) === 0) await sleep(20);
}

async function changeTheRest() {
  const rate = { trade_currency: 'INR', balance_currency: 'USD', rate: 88.5 };
  await change('putRates', {}, { rates: [rate] });
  await change('putCurrencies', {}, { currencies: ['INR', 'USD'] });
  await change('advanceSandboxClock', {}, { seconds: 60 });
  await change('changeAlertSettings', {}, { quiet_from: '22:00', quiet_to: '06:00' });
  const address = 'https://pager.example/hook';
  const made = await change(
    'createAlertRecipient',
    {},
    {
      channel: 'callback',
      name: 'Pager',
      address,
    },
  );
  const recipient = { id: String(made.id) };
  await change('changeAlertRecipient', recipient, { enabled: true });
  const [tested] = await Promise.all([change('testAlertRecipient', recipient), sendNotice()]);
  equal(tested.outcome, 'delivered');
  await change('removeAlertRecipient', recipient);
  const saved = { name: 'All', address: '/trades' };
  const view = await service.ask('POST', '/saved_views', { body: saved });
  const recipients = [(await active(service.app, { role: 'finance' })).id];
  const named = { name: 'Daily', saved_view_id: view.body.id, every: 'day', recipients };
  const scheduled = await change('createScheduledReport', {}, named);
  const report = { id: String(scheduled.id) };
  await change('changeScheduledReport', report, { hour: 7 });
  await change('sendScheduledReport', report);
  await change('removeScheduledReport', report);
}

test('the reason of every change of a merchant is in the trail', changeMerchantThings);
test('the reason of every change of accounts and tokens is in the trail', changeTokens);
test('the reason of every change of people is in the trail', changePeople);
test('the reason of rates, currencies and alerts is in the trail', changeTheRest);

test('and of a callback that is sent again', async () => {
  const shop = await makeMerchant(service.app);
  await setDefaultEndpoint(service.app, shop.merchant_id, 'https://shop.example/callbacks');
  await makeAccount(service.app, 'INR');
  const { id } = await newPayin(service.app, shop, { amount_cents: 700 });
  const { merchant_id } = shop;
  await change('resendDelivery', {}, { merchant_id, trade_id: id, sequence: 1 });
  const ended = `update deliveries
    set status = 'exhausted', finished_at = now() - interval '1 minute'`;
  await service.app.store.db.query('', ended, []);
  await change('resendEvents', {}, { merchant_id });
});

/** In the tests of approvals and sessions, which have two people. */
const ELSEWHERE = ['approveProposal', 'approveProposals', 'collectSecrets', 'revokeSession'];

test('no route with a reason was left out', () => {
  const all = OPERATOR_ROUTES.filter(({ takes_note }) => takes_note === true);
  const left = all.map((one) => one.operation_id).filter((name) => !asked.has(name));
  const unasked = left.filter((name) => !ELSEWHERE.includes(name));
  deepEqual(
    unasked.map(
      (name) =>
        `${name}: make it above with a reason, or give it a row in WITHOUT_REASON (reason.ts)`,
    ),
    [],
  );
  deepEqual(left, ELSEWHERE);
});

test('a wrong reason is refused together with the other fields', async () => {
  const shop = (await makeMerchant(service.app)).merchant_id;
  const reply = await service.ask('PATCH', `/merchants/${shop}`, {
    body: { name: 5, note: 'x'.repeat(501) },
  });
  equal(reply.status, 422);
  deepEqual(
    Object(reply.body).errors.map(({ field }: { field: string }) => field),
    ['name', 'note'],
  );
  const alone = await service.ask('DELETE', `/merchants/${shop}/logo`, { body: { note: 5 } });
  equal(alone.status, 422);
});
