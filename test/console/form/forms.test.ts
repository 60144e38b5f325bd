// Forms in a real browser: what is wrong stands beside its field, whether the browser finds it or
// the service refuses it, and nothing that was typed is lost.
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { type ConsoleScene, openConsoleScene } from '../console-scene.ts';
import type { Desk } from '../desk.ts';

const OWNER = { name: 'Fia Form', email: 'fia@shop.example', role: 'owner' } as const;

let scene: ConsoleScene;
let desk: Desk;
let page: Page;
/** Changes that were asked for. */
let sent: string[] = [];

before(async () => {
  scene = await openConsoleScene();
  desk = await scene.signIn(OWNER);
  page = desk.page;
  page.on('request', (request) => {
    if (request.url().includes('/operator/') && request.method() !== 'GET') {
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
    }
  });
});
after(() => scene.stop());

const dialogOf = (name: string) => page.getByRole('dialog', { name });

async function opened(at: string, button: string): Promise<Locator> {
  await page.goto(`${scene.url}/console${at}`);
  await page.getByRole('button', { name: button, exact: true }).click();
  sent = [];
  return dialogOf(button);
}

const send = (dialog: Locator, name: string) =>
  dialog.getByRole('button', { name, exact: true }).click();

/** What a screen reader says is wrong with it; null: nothing. */
async function wrongWith(input: Locator): Promise<string | null> {
  if ((await input.getAttribute('aria-invalid')) !== 'true') return null;
  const ids = (await input.getAttribute('aria-describedby')) ?? '';
  const error = ids.split(' ').find((id) => id.endsWith('-error')) ?? '';
  return await page.locator(`[id="${error}"]`).textContent();
}

const isFocused = async (input: Locator): Promise<void> => {
  await input.and(page.locator(':focus')).waitFor();
};

const CODE = 'Three letters, such as EUR.';

describe('what the browser finds', () => {
  it('stands beside an amount that is missing, none, or zero', async () => {
    const { data } = acceptedBody(
      await scene.operator.get<{ data: { id: string }[] }>('/merchants?limit=1'),
    );
    const dialog = await opened(`/merchants/${data[0]?.id}/balance`, 'Adjust the balance');
    const amount = dialog.getByRole('textbox', { name: /^Amount/ });
    await dialog.getByLabel(/^Reason/).fill('Opening balance');
    for (const [typed, why] of [
      ['', 'Fill this in.'],
      ['a few', 'Not an amount of this currency.'],
      ['0', 'Give an amount that is not zero.'],
    ] as const) {
      await amount.fill(typed);
      await send(dialog, 'Adjust the balance');
      await isFocused(amount);
      equal(await wrongWith(amount), why);
    }
    deepEqual(sent, []);
  });

  it('stands beside each field, the first of which has the focus, and nothing is sent', async () => {
    const dialog = await opened('/settings?tab=money', 'Set a rate');
    const [trade, balance] = ['Trade currency', 'Balance currency'].map((name) =>
      dialog.getByRole('textbox', { name }),
    ) as [Locator, Locator];
    const rate = dialog.getByRole('textbox', { name: /^Rate/ });
    const source = dialog.getByRole('textbox', { name: /^Source/ });
    await send(dialog, 'Set a rate');
    await isFocused(trade);
    const wrong = async () => [
      await wrongWith(trade),
      await wrongWith(balance),
      await wrongWith(rate),
      await wrongWith(source),
    ];
    deepEqual(await wrong(), [CODE, CODE, 'Fill this in.', null]);
    deepEqual(await axeFindings(page), []);
    await trade.fill('eur');
    equal(await wrongWith(trade), null, 'it goes as soon as the field is changed');
    await balance.fill('usd');
    await rate.fill('0,92');
    await source.fill('x'.repeat(65));
    await send(dialog, 'Set a rate');
    await isFocused(rate);
    const long = 'At most 64 characters; these are 65.';
    deepEqual(await wrong(), [null, null, 'Give a number.', long]);
    deepEqual(sent, []);
    equal(await source.inputValue(), 'x'.repeat(65));
  });

  it('is also a number outside of its bounds, and what is no number at all', async () => {
    const dialog = await opened('/settings', 'Change: Pay-ins to verify');
    const threshold = dialog.getByLabel(/^Threshold/);
    await threshold.fill('-1');
    await send(dialog, 'Save');
    await isFocused(threshold);
    match((await wrongWith(threshold)) ?? '', /^(?:From 0|At least 0|From 1|At least 1)/);
    await threshold.fill('');
    // A browser lets people type this, and tells the page that the field is empty.
    await threshold.pressSequentially('-e');
    await send(dialog, 'Save');
    await dialog.getByText('Give a number.').waitFor();
    deepEqual(sent, []);
  });

  it('is an address without its form, and a list in which nothing is chosen', async () => {
    const invite = await opened('/people', 'Invite');
    await invite.getByRole('textbox', { name: /^Name/ }).fill('Ana');
    const email = invite.getByRole('textbox', { name: /^E-mail/ });
    await email.fill('ana at shop');
    await send(invite, 'Invite');
    await isFocused(email);
    equal(await wrongWith(email), 'An e-mail address, such as ana@shop.example.');
    const feed = await opened('/settings?tab=feeds', 'Issue a token');
    await send(feed, 'Issue a token');
    await feed.getByText('Choose at least one.').waitFor();
    deepEqual(sent, []);
  });
});

describe('what the service refuses', () => {
  it('stands beside the field of the row that it names, and what was typed stays', async () => {
    const dialog = await opened('/settings?tab=money', 'Set a rate');
    const trade = dialog.getByRole('textbox', { name: 'Trade currency' });
    await trade.fill('zzz');
    await dialog.getByRole('textbox', { name: 'Balance currency' }).fill('usd');
    await dialog.getByRole('textbox', { name: /^Rate/ }).fill('7.25');
    await send(dialog, 'Set a rate');
    await isFocused(trade);
    match((await wrongWith(trade)) ?? '', /^Must be an ISO 4217 currency code/);
    const note = dialog.getByRole('alert').first();
    equal(await note.getByText('ISO 4217').count(), 0, 'it is said once');
    equal(await dialog.getByRole('textbox', { name: /^Rate/ }).inputValue(), '7.25');
    deepEqual(await axeFindings(page), []);
    await trade.fill('dkk');
    await send(dialog, 'Set a rate');
    await page.getByRole('cell', { name: '7.25' }).waitFor();
    deepEqual(sent, ['PUT /operator/v1/rates', 'PUT /operator/v1/rates']);
  });

  it('names the item of a list that is typed as one text', async () => {
    const dialog = await opened('/settings?tab=tokens', 'Issue a token');
    await dialog.getByRole('textbox', { name: /^Name/ }).fill('Nightly');
    const addresses = dialog.getByRole('textbox', { name: /^Allowed addresses/ });
    await addresses.fill('203.0.113.7\nsomewhere');
    await send(dialog, 'Issue a token');
    await isFocused(addresses);
    match((await wrongWith(addresses)) ?? '', /^somewhere: /);
  });

  it('stands above the button if the form has no such field', async () => {
    const dialog = await opened('/settings?tab=money', 'Set a rate');
    await dialog.getByRole('textbox', { name: 'Trade currency' }).fill('sek');
    await dialog.getByRole('textbox', { name: 'Balance currency' }).fill('usd');
    await dialog.getByRole('textbox', { name: /^Rate/ }).fill('9.5');
    const problem = {
      type: '/docs/errors/invalid_request',
      title: 'The request is invalid',
      status: 422,
      detail: 'Two fields are wrong.',
      code: 'invalid_request',
      retryable: false,
      request_id: 'of-the-test',
      errors: [
        { field: 'expected_version', code: 'format', message: 'is no version' },
        { field: 'rates[0].source', code: 'format', message: 'names nobody' },
      ],
    };
    // The list behind the dialog cannot be read again either: the dialog stays.
    await page.route('**/operator/v1/rates', (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/json',
        body: JSON.stringify(problem),
      }),
    );
    await send(dialog, 'Set a rate');
    const source = dialog.getByRole('textbox', { name: /^Source/ });
    await isFocused(source);
    equal(await wrongWith(source), 'Names nobody');
    const note = dialog.getByRole('alert').filter({ hasText: 'Two fields are wrong.' });
    await note.filter({ hasText: 'expected_version is no version' }).waitFor();
    equal(await note.getByText('names nobody').count(), 0);
    await page.unroute('**/operator/v1/rates');
    equal(await dialog.getByRole('textbox', { name: /^Rate/ }).inputValue(), '9.5');
    await send(dialog, 'Set a rate');
    await page.getByRole('cell', { name: '9.5' }).waitFor();
    deepEqual(desk.complaints, []);
  });
});
