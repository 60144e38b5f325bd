// Bank work as people do it: a statement chosen in the form, and lines decided by keys.
import type { Page } from 'playwright-core';

/** Its first line is the header. */
const statementFile = (rows: readonly string[], name = 'march.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(['booked_at,amount_cents,utr,text,bank_id', ...rows, ''].join('\n')),
});

/** Chooses a file of these rows for the account; nothing is imported yet. */
export async function chooseStatement(
  page: Page,
  url: string,
  rows: readonly string[],
  account: string,
): Promise<void> {
  await page.goto(`${url}/console/bank/import`);
  await page.locator('input[type=file]').setInputFiles(statementFile(rows));
  await page.getByLabel('Receiving account').selectOption(account);
}

const TRIES = 10;

/** A person presses a key again if nothing happens: the page may still be drawing the line. */
export async function openByKey(page: Page, key: string, heading: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: heading });
  for (let left = TRIES; left > 0; left -= 1) {
    await page.keyboard.press(key);
    const is_open = await dialog.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
    if (is_open) return;
  }
  await dialog.waitFor();
}

/** Enter is pressed again until the dialog is gone, for the same reason. */
export async function closeByKey(page: Page, key: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (let left = TRIES; left > 0; left -= 1) {
    await page.keyboard.press(key);
    const is_closed = await dialog.waitFor({ state: 'hidden', timeout: 2_000 }).then(
      () => true,
      () => false,
    );
    if (is_closed) return;
  }
  await dialog.waitFor({ state: 'hidden' });
}

/** A key opens the act, a digit chooses the reason, Enter sends. */
export async function decideByKeys(page: Page, key: string, heading: string): Promise<void> {
  await page.getByRole('button', { name: heading }).waitFor();
  await openByKey(page, key, heading);
  await page.keyboard.press('1');
  await page.getByRole('dialog').locator('input:checked').waitFor({ state: 'attached' });
  await closeByKey(page, 'Enter');
}
