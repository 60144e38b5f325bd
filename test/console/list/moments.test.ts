// A short time such as 19:13 shows its date and zone when it has the keyboard’s focus, not only
// under the pointer, and screen readers read them out.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import type { Desk } from '../desk.ts';
import { untilShown } from '../steps/screen-steps.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };
const IN_INDIA = { timezoneId: 'Asia/Kolkata', locale: 'en-GB' };
const OFFSET_MS = 5.5 * 3_600_000;

let scene: ConsoleScene;
let desk: Desk;
before(async () => {
  scene = await openConsoleScene();
  desk = await scene.signIn(OWNER, IN_INDIA);
});
after(() => scene.stop());

/** The moment that has the focus; null if something else has it. */
const focusedMoment = (page: Page): Promise<string | null> =>
  page.evaluate<string | null>(`
    document.activeElement?.tagName === 'TIME' ? document.activeElement.dateTime : null
  `);

/** The text of the tooltip is that moment in India and in UTC, and describes what has the focus. */
async function isToldInFull(page: Page, at: string): Promise<void> {
  const tip = page.getByRole('tooltip');
  await tip.waitFor();
  const there = new Date(Date.parse(at) + OFFSET_MS).toISOString().slice(11, 19);
  const text = (await tip.textContent()) ?? '';
  match(text, new RegExp(`${there} (?:IST|GMT\\+5:30)`));
  ok(text.endsWith(`${at.replace('T', ' ').replace('Z', '')} UTC`), text);
  const described = await page.locator('time:focus').getAttribute('aria-describedby');
  equal(described, await tip.getAttribute('id'));
  const box = await tip.boundingBox();
  const window = page.viewportSize();
  ok(box !== null && window !== null);
  const moment = await page.locator('time:focus').boundingBox();
  ok(moment !== null && Math.abs(box.y - moment.y) < 60 && Math.abs(box.x - moment.x) < 600);
  ok(box.x >= 0 && box.x + box.width <= window.width && box.y + box.height <= window.height);
}

describe('a time', () => {
  it('of a row is told in full by a key of the list, and no longer after Escape', async () => {
    const { page, complaints } = desk;
    await page.goto(`${scene.url}/console/trades`);
    await page.locator('tr[data-row]').first().waitFor();
    await page.keyboard.press('j');
    equal(await focusedMoment(page), null);
    await page.keyboard.press('w');
    const at = await focusedMoment(page);
    ok(at);
    await isToldInFull(page, at);
    deepEqual(await axeFindings(page), []);
    await page.keyboard.press('Escape');
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    // Tab goes on from there to the next row.
    await page.keyboard.press('j');
    equal(await focusedMoment(page), null);
    deepEqual(complaints, []);
  });

  it('beside facts is on the way of Tab', async () => {
    const { page, complaints } = desk;
    await page.goto(`${scene.url}/console/trades`);
    await page.locator('tr[data-row] a').first().click();
    await page.waitForURL('**/trades/*/*');
    await untilShown(page);
    let at: string | null = null;
    for (let tabs = 0; at === null && tabs < 100; tabs += 1) {
      await page.keyboard.press('Tab');
      at = await focusedMoment(page);
    }
    ok(at, 'Tab leads to no time');
    await isToldInFull(page, at);
    await page.keyboard.press('Tab');
    deepEqual(complaints, []);
  });

  it('is not told in full to whoever clicks on it', async () => {
    const { page } = desk;
    await page.goto(`${scene.url}/console/trades`);
    await page.locator('tr[data-row] time').first().click();
    await untilShown(page);
    equal(await page.getByRole('tooltip').count(), 0);
  });
});
