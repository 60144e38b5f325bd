// What a button of the payment page copies, as somebody finds it who pastes it.
import type { Locator, Page } from 'playwright-core';

/** The page says for three seconds only that it copied, so the wait begins before the click. */
export async function copiedBy(page: Page, button: Locator): Promise<string> {
  // Every button has the word "Copied", hidden: only the announcement names what was copied.
  const said = String(await button.getAttribute('data-said'));
  const announced = page.locator('#announcer').getByText(said, { exact: true }).waitFor();
  await Promise.all([announced, button.click()]);
  await page.fill('#utr', '');
  await page.focus('#utr');
  await page.keyboard.press('ControlOrMeta+V');
  await page.waitForFunction('document.getElementById("utr").value !== ""');
  return await page.inputValue('#utr');
}
