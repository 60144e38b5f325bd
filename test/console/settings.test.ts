// The settings in a real browser: tokens, rates, thresholds, recipients, keys; and the link that a
// sandbox prints for its owner.
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openSandboxOwner } from '../../server/app/seed/sandbox-owner.ts';
import { ageSessions } from '../http/operator/factor/person-client.ts';
import { axeFindings } from '../support/browser/page-visit.ts';
import { makeMerchant } from '../support/test-app.ts';
import { type LiveScene, openLiveScene, PASSWORD, typePassword } from './live-scene.ts';

let scene: LiveScene;
before(async () => {
  // A sandbox asks nobody for a second factor, and no second person to approve.
  scene = await openLiveScene({ mode: 'sandbox' });
});
after(() => scene.stop());

async function desk(name: string, role: string) {
  const person = await scene.person({ name, role });
  const opened = await scene.open();
  await opened.page.goto(`${scene.url}/console`);
  await typePassword(opened.page, person.email);
  await opened.page.getByRole('navigation').first().waitFor();
  return { ...opened, person };
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

const inDialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

describe('the settings', () => {
  it('issue, rotate and revoke a token, which is shown once', async () => {
    const { page, complaints, close } = await desk('Tom Token', 'owner');
    await page.goto(`${scene.url}/console/settings?tab=tokens`);
    await press(page, 'Issue a token');
    const form = inDialog(page, 'Issue a token');
    await form.getByLabel('Name').fill('Nightly export');
    await form.getByLabel('Allowed addresses').fill('203.0.113.7\n198.51.100.0/24');
    deepEqual(await axeFindings(page), []);
    await form.getByRole('button', { name: 'Issue a token' }).click();
    await form.getByText('Shown only now').waitFor();
    const first = await form.locator('code').innerText();
    deepEqual(await axeFindings(page), []);
    await form.getByRole('button', { name: 'I have it; close' }).click();
    await page.getByText('203.0.113.7, 198.51.100.0/24').waitFor();
    equal(await page.getByText(first).count(), 0);
    await press(page, 'Rotate: Nightly export');
    const rotate = inDialog(page, 'Rotate: Nightly export');
    await rotate.getByRole('button', { name: 'Rotate' }).click();
    await rotate.getByText('Shown only now').waitFor();
    match(await rotate.locator('code').innerText(), /^(?!undefined).{20,}$/);
    await rotate.getByRole('button', { name: 'I have it; close' }).click();
    await page.getByRole('button', { name: 'Revoke: Nightly export' }).first().click();
    const revoke = inDialog(page, 'Revoke: Nightly export');
    await revoke.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    deepEqual(complaints, []);
    await close();
  });

  it('have rates, thresholds, recipients and keys', async () => {
    const { page, complaints, close } = await desk('Sara Set', 'owner');
    await page.goto(`${scene.url}/console/settings?tab=money`);
    await press(page, 'Set a rate');
    const rate = inDialog(page, 'Set a rate');
    await rate.getByLabel('Trade currency').fill('eur');
    await rate.getByLabel('Balance currency').fill('usd');
    await rate.getByLabel(/^Rate/).fill('0.92');
    await rate.getByRole('button', { name: 'Set a rate' }).click();
    await page.getByRole('cell', { name: '0.92' }).waitFor();
    await page.goto(`${scene.url}/console/settings`);
    await press(page, 'Change: Pay-ins to verify');
    const change = inDialog(page, 'Change: Pay-ins to verify');
    await change.getByLabel(/^Threshold/).fill('77');
    await change.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: '77 minutes' }).waitFor();
    await press(page, 'Add a recipient');
    const add = inDialog(page, 'Add a recipient');
    await add.getByLabel('Name').fill('Duty');
    await add.getByLabel(/^Address/).fill('duty@example.com');
    await add.getByRole('button', { name: 'Add a recipient' }).click();
    await page.getByRole('cell', { name: 'Duty', exact: true }).waitFor();
    await press(page, 'Remove: Duty');
    await inDialog(page, 'Remove: Duty').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Nobody is told of alerts yet.').waitFor();
    await page.goto(`${scene.url}/console/settings?tab=keys`);
    await page.getByRole('region', { name: 'Encryption keys' }).getByRole('button').first().click();
    const keys = inDialog(page, 'Rotate');
    await keys.getByText('Yearly rotation').click();
    await keys.getByRole('button', { name: 'Rotate' }).click();
    await page.getByText('A new key was made.').waitFor();
    deepEqual(complaints, []);
    await close();
  });
});

describe('a recipient of a merchant', () => {
  it('is added for it and shown with its name, and has no filters', async () => {
    const { merchant_id } = await makeMerchant(scene.service.app, { name: 'Lotus Books' });
    const { page, complaints, close } = await desk('Rita Recipient', 'owner');
    await page.goto(`${scene.url}/console/settings`);
    await press(page, 'Add a recipient');
    const add = inDialog(page, 'Add a recipient');
    await add.getByLabel('Name').fill('Lotus, developers');
    await add.getByRole('combobox', { name: 'Tell of' }).waitFor();
    await add.getByRole('combobox', { name: 'Belongs to' }).click();
    await page.getByRole('option', { name: 'A merchant' }).click();
    await add.getByText('and of nothing else').waitFor();
    await add.getByRole('combobox', { name: 'Tell of' }).waitFor({ state: 'detached' });
    await add.getByRole('combobox', { name: 'Merchant' }).click();
    await page.getByRole('option', { name: 'Lotus Books' }).click();
    await add.getByLabel(/^Address/).fill('dev@lotus.example');
    deepEqual(await axeFindings(page), []);
    const asked = page.waitForRequest((request) => request.method() === 'POST');
    await add.getByRole('button', { name: 'Add a recipient' }).click();
    deepEqual((await asked).postDataJSON(), {
      channel: 'email',
      name: 'Lotus, developers',
      merchant_id,
      address: 'dev@lotus.example',
      enabled: true,
      note: null,
    });
    await page.getByRole('cell', { name: 'Lotus, developers Lotus Books' }).waitFor();
    await press(page, 'Change: Lotus, developers');
    const change = inDialog(page, 'Change: Lotus, developers');
    await change.getByText('and of nothing else').waitFor();
    await change.getByLabel('Name').fill('Lotus, on duty');
    await change.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Lotus, on duty Lotus Books' }).waitFor();
    deepEqual(complaints, []);
    await close();
  });
});

describe('without a second factor', () => {
  it('a dangerous act is confirmed with the password', async () => {
    const { page, person, close } = await desk('Pam Plain', 'owner');
    await ageSessions(scene.service.app, person.id, 6);
    await page.goto(`${scene.url}/console/settings?tab=tokens`);
    await press(page, 'Issue a token');
    const form = inDialog(page, 'Issue a token');
    await form.getByLabel('Name').fill('By password');
    await form.getByRole('button', { name: 'Issue a token' }).click();
    const confirm = inDialog(page, 'Confirm that it is you');
    await confirm.locator('input[name=password]').fill('not the password');
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    await confirm.getByRole('alert').waitFor();
    await confirm.locator('input[name=password]').fill(PASSWORD);
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    await form.getByText('Shown only now').waitFor();
    await close();
  });
});

describe('the link that a sandbox prints', () => {
  it('signs in once, and then says that it was used and what else to do', async () => {
    const { owner_link } = await openSandboxOwner(scene.service.app, null);
    const { page, complaints, close } = await scene.open();
    const link = new URL(String(owner_link));
    await page.goto(`${scene.url}${link.pathname}${link.hash}`);
    await page.getByRole('button', { name: 'Sandbox owner' }).waitFor();
    equal(new URL(page.url()).hash, '');
    await close();
    const second = await scene.open();
    await second.page.goto(`${scene.url}${link.pathname}${link.hash}`);
    const alert = second.page.getByRole('alert');
    await alert.getByText('This link was used already').waitFor();
    match(await alert.innerText(), /start it again: it prints a new link/);
    match(await alert.innerText(), /people create-owner/);
    deepEqual(await axeFindings(second.page), []);
    await alert.getByRole('link', { name: 'To the sign-in' }).click();
    await second.page.getByLabel('E-mail address').waitFor();
    deepEqual([...complaints, ...second.complaints], []);
    await second.close();
  });
});
