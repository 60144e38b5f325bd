// One's own account in a real browser: passkeys, an app, recovery codes, the password, sessions;
// what a viewer is refused; and every screen about people for axe and at 320 pixels.
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { freeCodes } from '../../http/operator/factor/person-client.ts';
import { axeFindings } from '../../support/browser/page-visit.ts';
import {
  addDevice,
  enrolApp,
  type LiveScene,
  openLiveScene,
  PASSWORD,
  storeCodes,
  typePassword,
} from '../live-scene.ts';
import { asOnDesktop, assertReadable, untilShown } from '../steps/screen-steps.ts';

let scene: LiveScene;
before(async () => {
  scene = await openLiveScene();
});
after(() => scene.stop());

/** Somebody new, signed in with an app. */
async function desk(name: string, role: string) {
  const person = await scene.person({ name, role });
  const opened = await scene.open();
  const enrolled = await enrolApp(scene, opened, person.email);
  return { ...opened, ...enrolled, person };
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

const inDialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

describe('one’s own account', () => {
  it('has passkeys that are added, renamed and removed, and new recovery codes', async () => {
    const { page, complaints, recovery_codes, close } = await desk('Olga Own', 'operator');
    await addDevice(page);
    await press(page, 'Olga Own');
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    deepEqual(await axeFindings(page), []);
    equal(await page.getByRole('button', { name: 'Remove the app' }).isDisabled(), true);
    await press(page, 'Add a passkey');
    await inDialog(page, 'Add a passkey').getByLabel('Name of the passkey').fill('Laptop');
    await press(page, 'Create the passkey');
    await page.getByRole('cell', { name: 'Laptop', exact: true }).waitFor();
    await press(page, 'Rename: Laptop');
    const rename = inDialog(page, 'Rename: Laptop');
    await rename.getByLabel('Name').fill('Old laptop');
    await rename.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('cell', { name: 'Old laptop', exact: true }).waitFor();
    await press(page, 'Get new codes');
    await inDialog(page, 'Get new codes').getByRole('button', { name: 'Get new codes' }).click();
    const renewed = await storeCodes(page);
    equal(renewed.length, 10);
    equal(
      renewed.some((code) => recovery_codes.includes(code)),
      false,
    );
    await press(page, 'Remove: Old laptop');
    await inDialog(page, 'Remove: Old laptop').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No passkey yet.').waitFor();
    deepEqual(complaints, []);
    await close();
  });

  it('has a password that is changed with the old one, and sessions that are ended', async () => {
    const { page, complaints, person, app, close } = await desk('Paul Pass', 'viewer');
    const other = await scene.open();
    await other.page.goto(`${scene.url}/console`);
    await freeCodes(scene.service.app, person.id);
    await typePassword(other.page, person.email);
    await other.page.getByLabel('Code from your authenticator app').fill(app.code(Date.now()));
    await press(other.page, 'Go on');
    await other.page.getByRole('navigation').first().waitFor();
    await page.goto(`${scene.url}/console/account?tab=sessions`);
    await page.getByText('This one').waitFor();
    equal(await page.getByRole('row').count(), 3);
    await press(page, 'End all others');
    await inDialog(page, 'End all others').getByRole('button', { name: 'End all others' }).click();
    await page.getByText('Your other sessions have ended.').waitFor();
    await other.page.goto(`${scene.url}/console/trades`);
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.close();
    await page.goto(`${scene.url}/console/account?tab=log`);
    const signed_in = page.getByRole('row').filter({ hasText: 'Signed in' }).first();
    await signed_in.getByRole('cell', { name: 'Your account' }).waitFor();
    await page.goto(`${scene.url}/console/account`);
    await press(page, 'Change your password');
    const form = inDialog(page, 'Change your password');
    await form.getByLabel('Present password').fill('not the password');
    await form.locator('input[name=password]').fill('seven green boats at anchor');
    await form.getByRole('button', { name: 'Change your password' }).click();
    await form.getByRole('alert').waitFor();
    await form.getByLabel('Present password').fill(PASSWORD);
    await form.getByRole('button', { name: 'Change your password' }).click();
    await page.getByText('Your password is changed.').waitFor();
    deepEqual(complaints, []);
    await close();
  });
});

describe('a token of one’s own', () => {
  it('is made, shown once, used, seen by owners and revoked', async () => {
    const { page, complaints, close } = await desk('Tara Token', 'viewer');
    await page.goto(`${scene.url}/console/account?tab=tokens`);
    await page.getByText('No tokens yet.').waitFor();
    await press(page, 'Make a token');
    const form = inDialog(page, 'Make a token');
    await form.getByLabel('Name').fill('laptop');
    await form.getByLabel('Days until it ends').fill('91');
    await form.getByRole('button', { name: 'Make a token' }).click();
    await form.getByText('From 1 to 90.').waitFor();
    await form.getByLabel('Days until it ends').fill('7');
    await form.getByLabel('Only for').press('ArrowDown');
    // Groups of which a viewer has no right are not offered.
    equal(await page.getByRole('option').count(), 2);
    await page.getByRole('option', { name: 'Read', exact: true }).click();
    await form.getByLabel('Only for').press('Escape');
    await form.getByRole('button', { name: 'Make a token' }).click();
    const token = await form.getByText(/^op_[\w-]{43}$/).innerText();
    await form.getByRole('button', { name: 'I have it; close' }).click();
    await page.getByRole('cell', { name: /^laptop/ }).waitFor();
    equal(await page.getByText(token).count(), 0);
    const ask = (path: string) =>
      fetch(`${scene.url}/operator/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
    equal((await ask('/trades')).status, 200);
    equal((await ask('/audit')).status, 403, 'the person could, but the token was narrowed');
    const owner = await desk('Otto Owner', 'owner');
    await owner.page.goto(`${scene.url}/console/settings?tab=tokens`);
    const row = owner.page.getByRole('row', { name: /laptop/ });
    await row.getByText('Made for themselves').waitFor();
    equal(await row.getByRole('button', { name: /Change|Rotate/ }).count(), 0);
    equal(await row.getByRole('button', { name: /Revoke/ }).count(), 1);
    await owner.close();
    await press(page, 'Revoke: laptop');
    await inDialog(page, 'Revoke: laptop').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No tokens yet.').waitFor();
    equal((await ask('/trades')).status, 401);
    deepEqual(complaints, []);
    await close();
  });
});

describe('a viewer', () => {
  it('reads the settings, sees no people and no tokens, and is refused at their addresses', async () => {
    const { page, close } = await desk('Vera View', 'viewer');
    const places = page.getByRole('navigation').first();
    equal(await places.getByRole('link', { name: 'People' }).count(), 0);
    await page.goto(`${scene.url}/console/people`);
    await page.getByRole('alert').waitFor();
    match(await page.getByRole('alert').innerText(), /people\.read/);
    equal(await page.getByRole('button', { name: 'Invite' }).count(), 0);
    await page.goto(`${scene.url}/console/settings?tab=tokens`);
    await page.getByRole('heading', { name: 'Recipients' }).waitFor();
    equal(await page.getByRole('link', { name: 'Operator tokens' }).count(), 0);
    equal(await page.getByRole('button', { name: 'Add a recipient' }).count(), 0);
    await close();
  });
});

describe('these screens', () => {
  const PATHS = [
    '/account',
    '/account?tab=sessions',
    '/account?tab=tokens',
    '/account?tab=log',
    '/people',
    '/settings',
    '/settings?tab=money',
    '/settings?tab=keys',
    '/settings?tab=tokens',
    '/settings?tab=feeds',
  ];
  it('are clean for axe, light and dark, and readable at 320 pixels', async () => {
    const { page, complaints, close } = await desk('Axel Axe', 'owner');
    for (const path of PATHS) {
      await asOnDesktop(page);
      await page.goto(`${scene.url}/console${path}`);
      await untilShown(page);
      await page.getByRole('main').locator('section, td').first().waitFor();
      await assertReadable(page, path);
    }
    deepEqual(complaints, []);
    await close();
  });
});
