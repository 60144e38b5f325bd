// When a screen of the console can be looked at.
import type { Page } from 'playwright-core';

const BUSY = '[data-loading], .mantine-Loader-root, .mantine-Skeleton-root';

/** The heading is there and nothing is loading any more. */
export async function untilShown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator(BUSY).first().waitFor({ state: 'hidden' });
}
