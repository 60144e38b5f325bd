// Saved views of every list in a real browser: filters and columns come back, on their list only.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { VIEW_PLACES } from '../../../console/parts/views/view-places.ts';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import { untilShown } from '../steps/screen-steps.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

const views = (page: Page) => page.getByRole('button', { name: 'Views', exact: true });

/** A list of one receiving account is there once it is chosen. */
async function addressOf(path: string): Promise<string> {
  if (path !== VIEW_PLACES.account_days) return path;
  const { body } = await scene.operator.get<{ data: { id: string }[] }>('/receiving_accounts');
  return `${path}?account=${body.data[0]?.id}`;
}

async function save(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Views' });
  await dialog.getByLabel('Save this view as').fill(name);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByRole('link', { name, exact: true }).waitFor();
}

describe('a saved view', () => {
  it('can be kept of every list, and is offered on that list only', async () => {
    const { page, complaints, close } = await scene.signIn(OWNER);
    for (const [list, path] of Object.entries(VIEW_PLACES)) {
      await page.goto(`${scene.url}/console${await addressOf(path)}`);
      await views(page).click();
      await save(page, `All of ${list}`);
      const dialog = page.getByRole('dialog', { name: 'Views' });
      deepEqual(await dialog.getByRole('link', { name: /^All of / }).allInnerTexts(), [
        `All of ${list}`,
      ]);
      const reports = await dialog.getByRole('link', { name: /regularly/ }).count();
      equal(reports > 0, list === 'trades', list);
    }
    deepEqual(complaints, []);
    await close();
  });

  it('of bank lines brings back filters, and columns as they stood', async () => {
    const { page, complaints, close } = await scene.signIn(OWNER);
    const filters = '?status=suspense&amount_min_cents=100';
    await page.goto(`${scene.url}/console/bank${filters}`);
    await untilShown(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'UTR' }).click();
    await page.keyboard.press('Escape');
    const heads = () => page.getByRole('columnheader').allInnerTexts();
    const arranged = await heads();
    await views(page).click();
    await save(page, 'Large and unmatched');
    deepEqual(await axeFindings(page), []);
    await page.keyboard.press('Escape');
    await page.goto(`${scene.url}/console/bank`);
    await untilShown(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'UTR' }).click();
    await page.getByRole('columnheader', { name: 'UTR' }).waitFor();
    await page.keyboard.press('Escape');
    await views(page).click();
    await page.getByRole('link', { name: 'Large and unmatched' }).click();
    await page.waitForURL((url) => url.search === filters);
    await page.getByRole('columnheader', { name: 'UTR' }).waitFor({ state: 'detached' });
    deepEqual(await heads(), arranged);
    deepEqual(complaints, []);
    await close();
  });

  it('of filters that the list does not take is refused, and the dialog says which', async () => {
    const { page, close } = await scene.signIn(OWNER);
    await page.goto(`${scene.url}/console/disputes?view=lost`);
    await views(page).click();
    const dialog = page.getByRole('dialog', { name: 'Views' });
    await dialog.getByLabel('Save this view as').fill('Lost');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText(/view must be one of: open/).waitFor();
    await close();
  });
});
