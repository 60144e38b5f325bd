// The amounts from which two people are needed, in a real browser: one owner asks for another
// amount and sees what would change, another owner approves it, and nobody does both.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { askForTwo, asPerson } from '../approval-steps.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import type { Desk } from '../desk.ts';

const MAKER: Person = { name: 'Mira Sen', email: 'mira@example.com', role: 'owner' };
const CHECKER: Person = { name: 'Chetan Roy', email: 'chetan@example.com', role: 'owner' };
const VIEWER: Person = { name: 'Vera Look', email: 'vera@example.com', role: 'viewer' };

let scene: ConsoleScene;
let maker: Desk;
let checker: Desk;
let viewer: Desk;
before(async () => {
  scene = await openConsoleScene();
  maker = await scene.signIn(MAKER);
  checker = await scene.signIn(CHECKER);
  viewer = await scene.signIn(VIEWER);
  await askForTwo(scene.operator, ['bands']);
});
after(() => scene.stop());

const open = (page: Page) => page.goto(`${scene.url}/console/approvals/bands`);
const rowOf = (page: Page, ...texts: readonly string[]) =>
  texts.reduce(
    (rows, hasText) => rows.filter({ hasText }),
    page.getByRole('row').filter({ has: page.getByRole('cell') }),
  );

describe('the amounts from which two people are needed', () => {
  let request = '';

  it('are asked for with a preview, and wait', async () => {
    const { page, complaints } = maker;
    await page.goto(`${scene.url}/console/approvals`);
    await page.getByRole('link', { name: 'When two people are needed' }).click();
    await page.getByRole('button', { name: 'Set an amount' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set an amount' });
    await dialog.getByLabel('What').selectOption('Refund');
    await dialog.getByLabel('Currency').fill('inr');
    const ask = dialog.getByRole('button', { name: 'Ask for it' });
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('2500.005');
    await dialog.getByText('No amount of this currency').waitFor();
    await ask.click();
    const amount = dialog.locator('[data-path="bands.from_cents"]:focus');
    equal(await amount.getAttribute('aria-invalid'), 'true');
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('2500');
    const preview = dialog.getByRole('region', { name: 'What would change' });
    await preview.filter({ hasText: /Refund, INR\s*Never\s*From INR\s2,500.00/ }).waitFor();
    await ask.click();
    await dialog.locator('[data-path="note"][aria-invalid="true"]:focus').waitFor();
    await dialog.getByLabel('Reason').fill('Refunds got larger');
    deepEqual(await axeFindings(page), []);
    await ask.click();
    await page.getByRole('link', { name: 'Open the request' }).click();
    await page.getByText('You made this proposal: another person has to approve.').waitFor();
    request = page.url();
    equal(await page.getByRole('button', { name: /^Approve/ }).count(), 0);
    const id = request.split('/').at(-1) ?? '';
    equal((await asPerson(page, `/approvals/${id}/approve`, {})).code, 'second_person_required');
    await open(page);
    await rowOf(page, 'Refund').first().waitFor();
    equal(await rowOf(page, 'Refund', 'INR').count(), 0, 'nothing is changed yet');
    deepEqual(complaints, []);
  });

  it('are changed by the second person, who sees both amounts', async () => {
    const { page, complaints } = checker;
    await page.goto(request);
    const outcome = page.getByRole('region', { name: 'If it is approved now' });
    await outcome.filter({ hasText: /250000/ }).waitFor();
    await page.getByRole('button', { name: /^Approve/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Approved: it is done.').waitFor();
    await open(page);
    await rowOf(page, 'Refund', 'INR', '2,500.00', 'Set here').waitFor();
    deepEqual(await axeFindings(page), []);
    deepEqual(complaints, []);
  });

  it('are turned off only by two people as well', async () => {
    const { page } = maker;
    await open(page);
    await page.getByRole('button', { name: 'Change: Refund, INR' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change: Refund, INR' });
    await dialog.getByText('This is how it is now.').waitFor();
    await dialog.getByRole('radio', { name: 'Never' }).check();
    const preview = dialog.getByRole('region', { name: 'What would change' });
    await preview.filter({ hasText: /From INR\s2,500.00\s*Never/ }).waitFor();
    await dialog.getByRole('radio', { name: 'All such acts' }).check();
    await preview
      .filter({ hasText: /Refund, INR, in 24 hours\s*From INR\s25,000.00\s*Never/ })
      .waitFor();
    await dialog.getByRole('radio', { name: 'One act' }).check();
    await preview.filter({ hasText: /From INR\s2,500.00\s*Never/ }).waitFor();
    await dialog.getByLabel('Reason').fill('No longer agreed');
    await dialog.getByRole('button', { name: 'Ask for it' }).click();
    await page.getByText('Waits for a second person').waitFor();
    await page.reload();
    await rowOf(page, 'Refund', 'INR', '2,500.00').waitFor();
  });

  it('are shown to a viewer, who cannot ask for others', async () => {
    const { page, complaints } = viewer;
    await open(page);
    await rowOf(page, 'Refund', 'INR', '2,500.00').waitFor();
    equal(await page.getByRole('button', { name: /^(?:Change|Set an amount)/ }).count(), 0);
    const band = { act: 'refund', currency: 'INR', from_cents: null };
    const body = { bands: [band], note: 'no' };
    equal((await asPerson(page, '/approval-bands', body, 'PUT')).code, 'forbidden');
    deepEqual(complaints, []);
  });
});
