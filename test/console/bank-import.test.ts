// Importing statements in the console, in a real browser: the preview, questions and refusals.
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody } from '../../bench/harness/http-client.ts';
import { axeFindings } from '../support/browser/page-visit.ts';
import { openBank } from './bank-scene.ts';
import { type ConsoleScene, openConsoleScene, type Person } from './console-scene.ts';
import { chooseStatement, pickAccount } from './steps/bank-steps.ts';

const ASHA: Person = { name: 'Asha Rao', email: 'asha@example.com', role: 'operator' };

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

const choose = (page: Page, rows: readonly string[], account: string) =>
  chooseStatement(page, scene.url, rows, account);

describe('an import', () => {
  it('shows how the file is read and what would happen, and then does it', async () => {
    const bank = await openBank(scene, 'AED');
    const order = await bank.pay('import-1', 150_000);
    const today = new Date().toISOString().slice(0, 10);
    const { page, complaints, close } = await scene.signIn(ASHA);
    const rows = [`${today},150000,,Rent,B-1`, `${today},-2500,,CHARGES,B-2`];
    await choose(page, rows, bank.account);
    await page.getByText('standard (known layout)').waitFor();
    await page.getByRole('cell', { name: 'AED 1,500.00' }).first().waitFor();
    await page.getByRole('button', { name: 'Show what would happen' }).click();
    await page.getByText('Nothing has been imported yet.').waitFor();
    await page.getByText('Matched: Exactly one pay-in of this account').waitFor();
    const listed = `/bank_lines?receiving_account_id=${bank.account}`;
    deepEqual(acceptedBody(await scene.operator.get<{ data: object[] }>(listed)).data, []);
    deepEqual(await axeFindings(page), []);
    await page.getByRole('button', { name: 'Import 2 lines' }).click();
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Review 1 line' }).waitFor();
    deepEqual(await axeFindings(page), []);
    const trade = await scene.operator.get<{ trade: { state: string } }>(
      `/trades/${bank.merchant_id}/${order.id}`,
    );
    equal(acceptedBody(trade).trade.state, 'completed');
    await page.getByRole('cell', { name: 'march.csv' }).waitFor();
    deepEqual(complaints, []);
    await close();
  });

  it('asks how the amounts are meant if the file does not prove it', async () => {
    const bank = await openBank(scene, 'EUR');
    const { page, complaints, close } = await scene.signIn(ASHA);
    await page.goto(`${scene.url}/console/bank/import`);
    const buffer = Buffer.from('Date,Amount,Text\n2026-03-05,10.00,Rent\n2026-03-06,12.50,Fee\n');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'unknown.csv', mimeType: 'text/csv', buffer });
    await page.getByText('The file does not prove how its amounts are meant').waitFor();
    await pickAccount(page, bank.account);
    const preview = page.getByRole('button', { name: 'Show what would happen' });
    equal(await preview.isDisabled(), true);
    await page.getByRole('radio').first().check();
    await preview.click();
    await page.getByText('Nothing has been imported yet.').waitFor();
    deepEqual(await axeFindings(page), []);
    deepEqual(complaints, []);
    await close();
  });

  it('that is refused says which row is wrong, and what to read about it', async () => {
    const bank = await openBank(scene, 'GBP');
    const { page, close } = await scene.signIn(ASHA);
    await choose(page, ['2026-03-05,100,,Good,A', '2026-03-05,one,,Bad,B'], bank.account);
    await page.getByRole('button', { name: 'Show what would happen' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('line 3', { exact: false }).first().waitFor();
    const page_of_it = await alert.getByRole('link').getAttribute('href');
    match(String(page_of_it), /\/docs\/errors\/statement_invalid$/);
    await page.getByLabel('Leave out broken rows').check();
    await page.getByRole('button', { name: 'Show what would happen' }).click();
    await page.getByText('Rows that cannot be read: 1').waitFor();
    await close();
  });
});
