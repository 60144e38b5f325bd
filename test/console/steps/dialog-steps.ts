// The dialogs of acts: the reason, and secrets that are shown once.
import type { Page } from 'playwright-core';

/** In an open dialog: the reason, and the button that does it. */
export async function confirmAct(page: Page, label: string, note: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Reason/).fill(note);
  await dialog.getByRole('button', { name: label, exact: true }).click();
}

/** The secrets that the dialog shows once; then it is closed. */
export async function secretsShown(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Shown only now').first().waitFor();
  const secrets = await dialog.locator('code').allTextContents();
  await dialog.getByRole('button', { name: 'I have it; close' }).click();
  await dialog.waitFor({ state: 'hidden' });
  return secrets;
}
