// Home's figures and Reports in a real browser: dates and filters in the address, charts with their
// tables, a file with the rows that are shown, and what the people of a merchant see.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody } from '../../bench/harness/http-client.ts';
import { axeFindings, IS_WIDER_THAN_WINDOW } from '../support/browser/page-visit.ts';
import { type ConsoleScene, openConsoleScene, type Person } from './console-scene.ts';

const VIEWER: Person = { name: 'Vera Look', email: 'vera@example.com', role: 'viewer' };

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

const chart = (page: Page, name: RegExp) => page.getByRole('img', { name });

describe('Home', () => {
  it('has what needs a decision, today’s figures and charts; axe finds nothing', async () => {
    const { page, complaints, close } = await scene.signInAtHome(VIEWER);
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'What needs a decision' }).waitFor();
    await page.getByRole('heading', { name: 'Today so far' }).waitFor();
    await chart(page, /^Volume: Pay-ins in/).waitFor();
    await chart(page, /^Success rate: Pay-ins in/).waitFor();
    deepEqual(await axeFindings(page), []);
    await page.getByLabel('Shown in the charts').selectOption({ label: 'Pay-ins in USD' });
    await chart(page, /^Volume: Pay-ins in USD/).waitFor();
    match(page.url(), /show=payin-USD/);
    await page.reload();
    await chart(page, /^Volume: Pay-ins in USD/).waitFor();
    deepEqual(complaints, []);
    await close();
  });

  it('says what a chart shows as a table, too', async () => {
    const { page, close } = await scene.signInAtHome(VIEWER);
    await page.getByRole('button', { name: /^As a table: Volume/ }).press('Enter');
    const table = page.getByRole('table', { name: /^Volume/ });
    await table.waitFor();
    equal(await table.getByRole('row').count(), 31);
    equal(await chart(page, /^Volume/).count(), 0);
    deepEqual(await axeFindings(page), []);
    await close();
  });
});

describe('Reports', () => {
  it('keep dates and filters in the address, and export the rows that they show', async () => {
    const { page, complaints, close } = await scene.signInAtHome(VIEWER);
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Last 7 days' }).click();
    await page.waitForURL(/range=last_7/);
    await page.getByLabel('Direction', { exact: true }).selectOption('payin');
    await page.waitForURL(/direction=payin/);
    await page.getByText('Direction: Pay-ins').waitFor();
    const rows = page.getByRole('table', { name: 'Period by period' }).getByRole('row');
    await rows.nth(1).waitFor();
    await page
      .getByRole('cell', { name: /^Pay-outs in/ })
      .first()
      .waitFor({ state: 'detached' });
    const shown = (await rows.count()) - 1;
    ok(shown > 0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as CSV' }).click(),
    ]);
    equal(download.suggestedFilename(), 'report.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    match(lines[0] ?? '', /^from,to,time_zone,direction,currency,/);
    equal(lines.length - 1, shown);
    ok(lines.slice(1).every((line) => line.includes(',payin,')));
    await page.goBack();
    await page.waitForURL((url) => !url.search.includes('direction'));
    deepEqual(complaints, []);
    await close();
  });

  it('take dates of one’s own, weeks, and a split by merchant', async () => {
    const { page, complaints, close } = await scene.signIn(VIEWER);
    await page.goto(`${scene.url}/console/reports?range=own&from=2026-01-05&through=2026-01-04`);
    await page.getByRole('alert').getByText('must be after from').waitFor();
    await page.goto(`${scene.url}/console/reports?by=week`);
    await page.getByRole('table', { name: 'Period by period' }).waitFor();
    deepEqual(await axeFindings(page), []);
    await page.goto(`${scene.url}/console/reports?split=merchant`);
    await page.getByRole('heading', { name: 'By merchant' }).waitFor();
    equal(await chart(page, /Volume/).count(), 0);
    deepEqual(complaints, []);
    await close();
  });

  it('fit on a small phone, in the dark and from right to left', async () => {
    const small = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' } as const;
    const { page, close } = await scene.signIn(VIEWER, small);
    for (const path of ['/', '/reports']) {
      await page.goto(`${scene.url}/console${path}`);
      await chart(page, /^Volume/).waitFor();
      await page.evaluate('document.documentElement.dir = "rtl"');
      equal(await page.evaluate(IS_WIDER_THAN_WINDOW), false, path);
      deepEqual(await axeFindings(page), [], path);
    }
    await close();
  });

  it('are cut to their merchant for its people', async () => {
    type Merchants = { data: { id: string; name: string }[] };
    const { data } = acceptedBody(await scene.operator.get<Merchants>('/merchants'));
    const own = data.at(-1);
    ok(own !== undefined);
    const person = {
      name: 'Mira Shop',
      email: 'mira@example.com',
      role: 'merchant_viewer',
    } as const;
    const { page, close } = await scene.signInAtHome({ ...person, merchant_id: own.id });
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    equal(await page.getByRole('heading', { name: 'What needs a decision' }).count(), 0);
    await page.goto(`${scene.url}/console/reports?split=merchant`);
    const table = page.getByRole('table', { name: 'Period by period' });
    await table.waitFor();
    // The ids stand there until the names are known.
    const names = table.locator('tbody tr td:nth-child(3)');
    await names.filter({ hasText: own.name }).first().waitFor();
    deepEqual([...new Set(await names.allTextContents())], [own.name]);
    equal(await page.getByLabel('Merchant', { exact: true }).count(), 0);
    await close();
  });
});
