// Bank work as people do it: a statement chosen in the form, and lines decided by keys.
import { equal } from 'node:assert/strict';
import type { Page } from 'playwright-core';

type Scope = Pick<Page, 'getByRole'>;

/** Chosen as people do: found by what is typed, and taken from the list of those that fit. */
export async function pickAccount(
  page: Page,
  words: string,
  { label = 'Receiving account', within = page }: { label?: string; within?: Scope } = {},
): Promise<void> {
  const field = within.getByRole('combobox', { name: label, exact: true });
  await field.click();
  await field.fill(words);
  await page.getByRole('listbox').locator('[role=option]:only-child').click();
}

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
  await pickAccount(page, account);
}

/** Presses the key once: whoever sees its button can use it. */
export async function openByKey(page: Page, key: string, heading: string): Promise<void> {
  const opener = page.locator(`button[aria-keyshortcuts="${key}"]:enabled`);
  await opener.filter({ hasText: heading }).waitFor();
  await page.keyboard.press(key);
  await page.getByRole('dialog', { name: heading }).waitFor();
}

/** Enter belongs to the dialog from when something in it has the focus. */
export async function closeByKey(page: Page, key: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.locator(':focus').waitFor({ state: 'attached' });
  await page.keyboard.press(key);
  await dialog.waitFor({ state: 'hidden' });
}

/** A digit chooses the usual reason, Enter sends. */
export async function sendByKeys(page: Page): Promise<void> {
  await page.keyboard.press('1');
  await page.getByRole('dialog').locator('input:checked').waitFor({ state: 'attached' });
  await closeByKey(page, 'Enter');
}

/** A key of the screen that may not do anything: the help, asked for after it, is alone. */
export async function pressInVain(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  equal(await page.getByRole('dialog').count(), 1);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** A key opens the act, and the others send it. */
export async function decideByKeys(page: Page, key: string, heading: string): Promise<void> {
  await openByKey(page, key, heading);
  await sendByKeys(page);
}
