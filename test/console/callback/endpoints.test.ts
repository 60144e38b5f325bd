// The callback endpoints of a merchant in a real browser: added, tested, changed, rotated, switched
// off and removed; a failing one says so; each person sees what is theirs.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { ATTEMPT_PROBLEMS } from '../../../console/texts/callback-words.ts';
import { CALLBACK_PROBLEMS } from '../../../server/jobs/callback-problem.ts';
import { axeFindings, IS_WIDER_THAN_WINDOW } from '../../support/browser/page-visit.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { askForTwo } from '../approval-steps.ts';
import { openBank } from '../bank-scene.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import type { Desk } from '../desk.ts';
import { confirmAct, secretsShown } from '../steps/dialog-steps.ts';
import { untilShown } from '../steps/screen-steps.ts';
import {
  addEndpointIn,
  dialogOf,
  type EndpointRow,
  endpointsIn,
  FAILING,
  press,
  untilClosed,
} from './endpoint-steps.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };

let scene: ConsoleScene;
let shop: Receiver;
/** How the shop's server answers next. */
let status = 200;
before(async () => {
  scene = await openConsoleScene();
  shop = await startReceiver({ script: () => ({ status, body: 'thank you' }) });
});
after(async () => {
  await shop.close();
  await scene.stop();
});

const endpointsOf = (merchant_id: string) => endpointsIn(scene, merchant_id);
const newMerchant = async () => (await openBank(scene, 'INR')).merchant_id;
const listAt = (merchant_id: string) => `${scene.url}/console/merchants/${merchant_id}/endpoints`;

describe('callback endpoints', () => {
  let desk: Desk;
  let page: Page;
  let merchant_id: string;
  before(async () => {
    merchant_id = await newMerchant();
    desk = await scene.signIn(OWNER, { viewport: { width: 1_280, height: 900 } });
    page = desk.page;
  });
  after(() => desk.close());

  it('are added with a choice of events, and the secret is shown once', async () => {
    await page.goto(listAt(merchant_id));
    await press(page, 'Add an endpoint');
    const dialog = dialogOf(page);
    await dialog.getByLabel('Address').fill(`${shop.url}books?key=abc`);
    await dialog.getByLabel('Description').fill('Bookkeeping');
    await dialog.getByLabel('Only the ones chosen here').check();
    const send = dialog.getByRole('button', { name: 'Add an endpoint', exact: true });
    await send.click();
    await dialog.getByText('Choose at least one.').waitFor();
    await dialog.getByLabel('Pay-in failed').check();
    await dialog.getByLabel('All pay-in events').check();
    // The topic has it.
    await dialog.getByRole('checkbox', { name: /^Pay-in failed/, disabled: true }).waitFor();
    await dialog.getByLabel('Dispute opened').check();
    deepEqual(await axeFindings(page), []);
    await confirmAct(page, 'Add an endpoint', 'For their accountant');
    const [secret = ''] = await secretsShown(page);
    match(secret, /^whsec_/);
    const row = page.getByRole('row', { name: /Bookkeeping/ });
    await row.getByText('All pay-in events, Dispute opened').waitFor();
    await row.getByText('Nothing sent yet').waitFor();
    equal(await page.getByText(secret).count(), 0, 'it is not shown again');
    const [, added] = await endpointsOf(merchant_id);
    deepEqual(
      [added?.url, added?.event_types],
      [`${shop.url}books?key=abc`, ['deposit.*', 'dispute.opened']],
    );
  });

  it('are tested, with the answer of the server in plain words', async () => {
    await page.getByRole('link', { name: 'Bookkeeping' }).click();
    await page.getByRole('heading', { name: 'Bookkeeping' }).waitFor();
    for (const [answer, outcome, words] of [
      [202, 'Accepted', 'The server accepted the event.'],
      [500, 'Failed', 'The server answered with an error.'],
    ] as const) {
      status = answer;
      await press(page, 'Send a test event');
      const dialog = dialogOf(page);
      await dialog.getByRole('button', { name: 'Send it' }).click();
      const result = dialog.getByRole('status');
      await result.getByText(outcome, { exact: true }).waitFor();
      await result.getByText(words).waitFor();
      await dialog.getByText(String(answer), { exact: true }).waitFor();
      await dialog.getByText('thank you', { exact: true }).waitFor();
      await dialog.getByText(`${shop.url}books`, { exact: true }).waitFor();
      deepEqual(await axeFindings(page), []);
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await untilClosed(page);
    }
    deepEqual(
      shop.received.map(({ path }) => path),
      ['/books?key=abc', '/books?key=abc'],
    );
  });

  it('are changed, and what was not changed stays', async () => {
    await press(page, 'Change');
    const dialog = dialogOf(page);
    equal(await dialog.getByLabel('All pay-in events').isChecked(), true);
    await dialog.getByLabel('Description').fill('Accountant');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await confirmAct(page, 'Save changes', 'Another name');
    const { expected_version, ...fields } = (await sent).postDataJSON();
    deepEqual(fields, { description: 'Accountant', note: 'Another name' });
    match(expected_version, /^[0-9a-f]{16}$/);
    await untilClosed(page);
    await page.getByRole('heading', { name: 'Accountant' }).waitFor();
    await press(page, 'Change');
    await dialogOf(page).getByLabel('All, also types that are added later').check();
    await confirmAct(page, 'Save changes', 'They want everything');
    await untilClosed(page);
    await page.getByText('All events', { exact: true }).waitFor();
    await press(page, 'Change');
    await dialogOf(page).getByLabel('Description').fill('');
    await confirmAct(page, 'Save changes', 'It needs no name');
    await untilClosed(page);
    await page.getByRole('heading', { name: 'Endpoint 1' }).waitFor();
    const [, changed] = await endpointsOf(merchant_id);
    deepEqual([changed?.description, changed?.event_types], ['', []]);
  });

  it('have their secret rotated: it is shown with the time until which both sign', async () => {
    await press(page, 'Rotate the secret');
    const dialog = dialogOf(page);
    await dialog.getByText(/For 24 hours each callback carries two signatures/).waitFor();
    await confirmAct(page, 'Rotate the secret', 'Yearly');
    await dialog.getByText(/^Both secrets sign until/).waitFor();
    const [secret = ''] = await secretsShown(page);
    match(secret, /^whsec_/);
    await page.getByText('The previous secret also signs until').waitFor();
    ok((await endpointsOf(merchant_id))[1]?.previous_secret_until !== null);
  });

  it('are switched off and on', async () => {
    await press(page, 'Switch off');
    await confirmAct(page, 'Switch off', 'Their server is being moved');
    await untilClosed(page);
    await page.getByText(/^Switched off since/).waitFor();
    equal((await endpointsOf(merchant_id))[1]?.status, 'disabled');
    deepEqual(await axeFindings(page), []);
    await press(page, 'Switch on');
    await confirmAct(page, 'Switch on', 'It works again');
    await untilClosed(page);
    await page.getByText(/^Switched off since/).waitFor({ state: 'hidden' });
    equal((await endpointsOf(merchant_id))[1]?.status, 'healthy');
  });

  it('are removed, after the dialog said what becomes of callbacks that wait', async () => {
    await press(page, 'Remove');
    await dialogOf(page)
      .getByText(/Callbacks that still wait for it are given up/)
      .waitFor();
    await confirmAct(page, 'Remove', 'Not used any more');
    await untilClosed(page);
    await page.getByRole('link', { name: 'Default endpoint' }).waitFor();
    await page.getByRole('row', { name: /Endpoint 1/ }).waitFor({ state: 'hidden' });
    equal((await endpointsOf(merchant_id)).length, 1);
    await page.goto(`${scene.url}/console/audit?action=callback_endpoint_removed`);
    const entry = /Owen Nair Callback endpoint removed .* Not used any more/;
    await page.getByRole('row', { name: entry }).waitFor();
    await page.goto(listAt(merchant_id));
    deepEqual(desk.complaints, []);
  });

  it('have a default one, whose address is set and removed', async () => {
    await press(page, 'Set the address');
    await dialogOf(page).getByLabel('Address').fill(`${shop.url}shop`);
    await confirmAct(page, 'Set the address', 'From the contract');
    await untilClosed(page);
    await page.getByRole('link', { name: 'Default endpoint' }).click();
    await page.getByRole('button', { name: 'Rotate the secret', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove the address', exact: true }).waitFor();
    equal(await page.getByRole('button', { name: 'Remove', exact: true }).count(), 0);
    await press(page, 'Remove the address');
    await confirmAct(page, 'Remove the address', 'Not used any more');
    await untilClosed(page);
    await page.getByText(/Without an address, only orders that name one/).waitFor();
    equal((await endpointsOf(merchant_id))[0]?.url, null);
  });

  it('say that nothing is behind an unknown number', async () => {
    await page.goto(`${listAt(merchant_id)}/7`);
    await page.getByText('There is nothing here').waitFor();
    equal(await page.getByRole('button', { name: 'Remove' }).count(), 0);
  });
});

describe('a failing endpoint', () => {
  it('says since when, why, when it is tried again, and how many callbacks wait', async () => {
    const { merchant_id, pay } = await openBank(scene, 'INR');
    await addEndpointIn(scene, merchant_id, { url: `${shop.url}busy`, description: 'Busy' });
    const { page, close } = await scene.signIn(OWNER, { viewport: { width: 1_280, height: 900 } });
    status = 503;
    await pay('busy-1', 10_000);
    await page.route('**/callback_endpoints', async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: EndpointRow[] };
      const changed = data.map((one) => (one.number === 1 ? { ...one, ...FAILING } : one));
      await route.fulfill({ response: answer, json: { data: changed } });
    });
    await page.goto(`${scene.url}/console`);
    await page.locator(`main a[href$="/merchants/${merchant_id}/endpoints"]`).click();
    const row = page.getByRole('row', { name: /Busy/ });
    await row.getByText('Failing', { exact: true }).waitFor();
    await row.getByText(/^Next try/).waitFor();
    await row.getByText('7 failed attempts in a row').waitFor();
    deepEqual(await axeFindings(page), []);
    await row.getByRole('link', { name: 'Busy' }).click();
    const note = page.getByRole('alert').filter({ hasText: 'Failing since' });
    await note.getByText(/503 · The server answered with an error/).waitFor();
    await note.getByText('Waiting for it: 1').waitFor();
    await note.getByText(/lose no attempt/).waitFor();
    deepEqual(await axeFindings(page), []);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.reload();
    await untilShown(page);
    equal(await page.evaluate(IS_WIDER_THAN_WINDOW), false);
    await close();
  });

  it('has plain words for every reason of a failure', () => {
    deepEqual(Object.keys(ATTEMPT_PROBLEMS).sort(), [...CALLBACK_PROBLEMS].sort());
  });
});

describe('the people of a merchant', () => {
  it('as administrators manage their own endpoints, never those of others', async () => {
    const merchant_id = await newMerchant();
    const person = { name: 'Ada', email: 'ada@lotus.example', role: 'merchant_admin' } as const;
    const { page, close } = await scene.signIn({ ...person, merchant_id });
    await page.goto(listAt(merchant_id));
    await press(page, 'Add an endpoint');
    await dialogOf(page).getByLabel('Address').fill(`${shop.url}own`);
    await confirmAct(page, 'Add an endpoint', 'Our own');
    await secretsShown(page);
    await page.getByRole('link', { name: 'Endpoint 1' }).waitFor();
    await page.goto(`${listAt(await newMerchant())}/0`);
    await page.getByRole('alert').waitFor();
    equal(await page.getByRole('button', { name: 'Change' }).count(), 0);
    await close();
  });

  it('as viewers read them and change nothing', async () => {
    const merchant_id = await newMerchant();
    await addEndpointIn(scene, merchant_id, { url: `${shop.url}own`, description: 'Ours' });
    const person = { name: 'Vic', email: 'vic@lotus.example', role: 'merchant_viewer' } as const;
    const { page, close } = await scene.signIn({ ...person, merchant_id });
    await page.goto(listAt(merchant_id));
    await page.getByText('Your role may read this, not change it.').waitFor();
    equal(await page.getByRole('button', { name: 'Add an endpoint' }).count(), 0);
    await page.getByRole('link', { name: 'Ours' }).click();
    await page.getByRole('heading', { name: 'Ours' }).waitFor();
    for (const name of ['Change', 'Rotate the secret', 'Remove', 'Send a test event']) {
      equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
    }
    await close();
  });
});

describe('an address that needs a second person', () => {
  it('is asked for once, and is no endpoint before somebody approves it', async () => {
    await askForTwo(scene.operator, ['callback_address']);
    const merchant_id = await newMerchant();
    const { page, close } = await scene.signIn(OWNER);
    await page.goto(listAt(merchant_id));
    await press(page, 'Add an endpoint');
    await dialogOf(page).getByLabel('Address').fill(`${shop.url}later`);
    await confirmAct(page, 'Add an endpoint', 'From the contract');
    await page.getByText('Waits for a second person').waitFor();
    await untilClosed(page);
    await page.getByRole('link', { name: 'Open the request' }).click();
    await page.getByRole('heading', { name: 'Change a callback address' }).waitFor();
    equal((await endpointsOf(merchant_id)).length, 1);
    await close();
  });
});
