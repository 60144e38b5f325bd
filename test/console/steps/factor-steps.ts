// Second factors that people set up on the screen of their own account.
import type { Page } from 'playwright-core';
import type { Person } from '../console-scene.ts';
import type { Desk } from '../desk.ts';
import { addDevice, readKey, storeCodes } from '../live-scene.ts';

const DIALOG = 'Confirm that it is you';

/** Resolves with the app, which makes the codes. */
export async function setUpApp(page: Page, url: string) {
  await page.goto(`${url}/console/account`);
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  const app = await readKey(page);
  await page.getByLabel('Code that the app shows now').fill(app.code(Date.now()));
  await page.getByRole('button', { name: 'Confirm the code' }).click();
  await storeCodes(page);
  return app;
}

/** On a device of the browser; whenever an act asks who it is, the device answers. */
export async function setUpPasskey(page: Page, url: string): Promise<void> {
  await addDevice(page);
  await page.goto(`${url}/console/account`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name of the passkey').fill('Laptop');
  await page.getByRole('button', { name: 'Create the passkey' }).click();
  await storeCodes(page);
  const asked = page.getByRole('dialog', { name: DIALOG });
  await page.addLocatorHandler(asked, async () => {
    await asked.getByRole('button', { name: 'Use a passkey' }).click();
  });
}

export async function signOut({ page }: Desk, { name }: Person): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}
