// The lists of the console in a real browser: how many rows are in sight, what a phone shows first,
// columns as a person arranges them, and the acts of a row by keys.
import { deepEqual, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import { untilShown } from '../steps/screen-steps.ts';
import { until } from '../steps/trade-steps.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };
const ROWS_IN_SIGHT = 25;

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

/** Rows of which nothing is cut off, by the window or by the area that scrolls. */
const wholeRows = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    const area = document.querySelector('.list-scroll').getBoundingClientRect();
    const end = Math.min(area.bottom, innerHeight);
    return [...document.querySelectorAll('tbody tr[data-row]')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= area.top && bottom <= end;
    }).length;
  })()`);

const heads = async (page: Page): Promise<string[]> =>
  (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());

async function openTrades(page: Page): Promise<void> {
  await page.goto(`${scene.url}/console/trades`);
  await page.locator('tbody').getByRole('link').first().waitFor();
  await untilShown(page);
}

describe('a list', () => {
  it(`has ${ROWS_IN_SIGHT} rows in sight between its filters and its pages`, async () => {
    const { page, complaints, close } = await scene.signIn(OWNER, {
      viewport: { width: 1_440, height: 900 },
    });
    await openTrades(page);
    await page.getByRole('link', { name: 'Next page' }).waitFor();
    await until(`${ROWS_IN_SIGHT} rows are whole`, async () => {
      return (await wholeRows(page)) >= ROWS_IN_SIGHT;
    });
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByText('Comfortable', { exact: true }).click();
    await until('the rows are higher', async () => (await wholeRows(page)) < ROWS_IN_SIGHT);
    deepEqual(complaints, []);
    await close();
  });

  it('begins in sight of a phone, its filters behind one button', async () => {
    const { page, close } = await scene.signIn(OWNER, { viewport: { width: 390, height: 844 } });
    await page.goto(`${scene.url}/console/trades?direction=payout`);
    const first = page.locator('tbody').getByRole('link').first();
    await first.waitFor();
    const box = await first.boundingBox();
    ok(box !== null && box.y + box.height < 500, JSON.stringify(box));
    // Beside the order, how much it is and the beginning of its state need no moving.
    const state = await page.getByRole('columnheader', { name: 'State' }).boundingBox();
    ok(state !== null && state.x <= 300, JSON.stringify(state));
    ok((await heads(page)).indexOf('Amount') < (await heads(page)).indexOf('State'));
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    await page.getByLabel('UTR', { exact: true }).waitFor();
    deepEqual(await axeFindings(page), []);
    await close();
  });

  it('has its columns as somebody arranged them, by keys, after a reload as well', async () => {
    const { page, complaints, close } = await scene.signIn(OWNER);
    await openTrades(page);
    ok((await heads(page)).includes('Customer'));
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    await page.getByRole('checkbox', { name: 'Customer' }).press('Space');
    await page.getByRole('button', { name: 'Move Amount up' }).press('Enter');
    await page.getByRole('button', { name: 'Keep UTR in sight' }).press('Enter');
    deepEqual(await axeFindings(page), []);
    await page.keyboard.press('Escape');
    const wanted = ['UTR', 'Amount', 'Order', 'State', 'Direction', 'Merchant'];
    const arranged = async () => {
      const shown = (await heads(page)).filter((head) => wanted.includes(head));
      return JSON.stringify(shown) === JSON.stringify(wanted);
    };
    await until('the columns are arranged', arranged);
    await page.reload();
    await until('the columns are arranged again', arranged);
    ok(!(await heads(page)).includes('Customer'));
    deepEqual(complaints, []);
    await close();
  });

  it('stands as it did when its view was saved, whatever was moved since', async () => {
    const { page, complaints, close } = await scene.signIn(OWNER);
    await openTrades(page);
    const choose = async (press: () => Promise<void>) => {
      await page.getByRole('button', { name: 'Columns' }).click();
      await press();
      await page.keyboard.press('Escape');
    };
    await choose(() => page.getByRole('checkbox', { name: 'Customer' }).uncheck());
    await until('one is hidden', async () => !(await heads(page)).includes('Customer'));
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('dialog').getByLabel('Save this view as').fill('Without customers');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Without customers', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await choose(() => page.getByRole('button', { name: 'As they were' }).click());
    await until('all are shown', async () => (await heads(page)).includes('Customer'));
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('link', { name: 'Without customers', exact: true }).click();
    await until('one is hidden again', async () => !(await heads(page)).includes('Customer'));
    deepEqual(complaints, []);
    await close();
  });

  it('has the acts of each row at its end, by keys', async () => {
    const { page, close } = await scene.signIn(OWNER);
    await page.goto(`${scene.url}/console/trades?state=created&direction=payout`);
    await page.locator('tbody').getByRole('link').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('.');
    const row = page.locator('tbody tr').first();
    await row.getByRole('button', { name: 'Take', exact: true }).click();
    await page.getByRole('dialog').getByText('1 item').waitFor();
    await close();
  });
});
