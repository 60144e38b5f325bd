// Work on the list of trades: files that are exported, and a connection that is lost in the middle.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openWorkbook, sheetRows } from '../../../server/app/file/open-workbook.ts';

/** Of whatever happens soon: a loaded machine takes many times as long. */
const SOON_MS = 60_000;

export async function until(what: string, is_so: () => Promise<boolean>): Promise<void> {
  const end_ms = performance.now() + SOON_MS;
  while (!(await is_so())) {
    if (performance.now() > end_ms) throw new Error(`Not in time: ${what}`);
    await sleep(50);
  }
}

/** The file that the dialog saves, once the choices are made. */
export async function exportFile(page: Page, choose: () => Promise<void>): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export' }).click();
  await choose();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  return await readFile(await file.path());
}

/** Of the first sheet of a workbook, with its heading. */
export async function firstColumn(file: Buffer): Promise<string[]> {
  const book = await openWorkbook(file);
  const [sheet] = book.sheets;
  if (sheet === undefined) throw new Error('The workbook has no sheet');
  const texts: string[] = [];
  for await (const { cells } of sheetRows(book, sheet)) texts.push(cells[0]?.text ?? '');
  return texts;
}

/**
 * From now on the second request to such an address arrives, and its answer does not. Fills in the
 * idempotency keys of all.
 */
export async function loseSecondAnswer(page: Page, address: RegExp): Promise<string[]> {
  const keys: string[] = [];
  let is_lost = false;
  await page.route(address, async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    if (is_lost || keys.length !== 2) return await route.continue();
    is_lost = true;
    await route.fetch();
    await route.abort('connectionfailed');
  });
  return keys;
}
