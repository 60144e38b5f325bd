// When a screen of the console can be looked at, whether it is readable, and its picture.
import { deepEqual } from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { axeFindings, PATIENCE_MS, untilItFits } from '../../support/browser/page-visit.ts';
import { decodePng, writeSmallPng } from '../../support/browser/png.ts';

const BUSY = '[data-loading], .mantine-Loader-root, .mantine-Skeleton-root';

/** Of notes that go by themselves; run in the page, whose policy refuses styles of others. */
const showNotes = (display: string) =>
  `for (const { style } of document.querySelectorAll('.mantine-Notifications-root')) {
    style.display = '${display}';
  }`;

/** One thing is loaded after another: between two of them nothing is, for a few frames. */
const untilStill = `new Promise((resolve, reject) => {
  const end = performance.now() + ${PATIENCE_MS};
  let still = 0;
  const look = () => {
    const busy = [...document.querySelectorAll('${BUSY}')].some((one) => one.checkVisibility());
    still = busy ? 0 : still + 1;
    if (still > 5) resolve();
    else if (performance.now() < end) requestAnimationFrame(look);
    else reject(new Error('The screen loads for ever'));
  };
  look();
})`;

/** The heading is there and nothing is loading any more. */
export async function untilShown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.evaluate(untilStill);
}

export const DESKTOP = { width: 1_280, height: 800 };
const PHONE = { width: 320, height: 640 };

/** Colours differ between light and dark, and nothing else does. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];
const IN_DARK = 'html[data-mantine-color-scheme=dark]';

/** As a screen is opened: for `assertReadable`, which leaves the page dark and on a phone. */
export async function asOnDesktop(page: Page): Promise<void> {
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Clean for axe in light and in dark, and as wide as a small phone. */
export async function assertReadable(page: Page, name: string): Promise<void> {
  deepEqual(await axeFindings(page), [], `${name} in light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator(IN_DARK).waitFor();
  deepEqual(await axeFindings(page, RULES_OF_COLOUR), [], `${name} in dark`);
  await page.setViewportSize(PHONE);
  await untilShown(page);
  await untilItFits(page);
}

export async function takePicture(page: Page, file: URL): Promise<void> {
  mkdirSync(new URL('.', file), { recursive: true });
  await page.evaluate(showNotes('none'));
  const picture = await page.screenshot();
  await page.evaluate(showNotes(''));
  writeFileSync(file, writeSmallPng(decodePng(picture)));
}
