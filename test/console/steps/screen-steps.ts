// When a screen of the console can be looked at, and its picture.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { decodePng, writeSmallPng } from '../../support/browser/png.ts';

const BUSY = '[data-loading], .mantine-Loader-root, .mantine-Skeleton-root';

/** Of notes that go by themselves; run in the page, whose policy refuses styles of others. */
const showNotes = (display: string) =>
  `for (const { style } of document.querySelectorAll('.mantine-Notifications-root')) {
    style.display = '${display}';
  }`;

/** The heading is there and nothing is loading any more. */
export async function untilShown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator(BUSY).first().waitFor({ state: 'hidden' });
}

export async function takePicture(page: Page, file: URL): Promise<void> {
  mkdirSync(new URL('.', file), { recursive: true });
  await page.evaluate(showNotes('none'));
  const picture = await page.screenshot();
  await page.evaluate(showNotes(''));
  writeFileSync(file, writeSmallPng(decodePng(picture)));
}
