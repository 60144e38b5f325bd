// How long data is kept, in a real browser: seen and set in the settings; and the lists of
// callbacks say what their age has removed.
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { makeMerchant } from '../../support/test-app.ts';
import { type LiveScene, openLiveScene, typePassword } from '../live-scene.ts';

let scene: LiveScene;
before(async () => {
  // A sandbox asks nobody for a second factor, and no second person to approve.
  scene = await openLiveScene({ mode: 'sandbox' });
});
after(() => scene.stop());

async function desk(name: string, role: string) {
  const person = await scene.person({ name, role });
  const opened = await scene.open();
  await opened.page.goto(`${scene.url}/console`);
  await typePassword(opened.page, person.email);
  await opened.page.getByRole('navigation').first().waitFor();
  return opened;
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

const RECEIPTS = 'Pictures of payers’ receipts';

test('an owner sees the periods and changes one', async () => {
  const { page, complaints, close } = await desk('Olga Owner', 'owner');
  await page.goto(`${scene.url}/console/settings?tab=retention`);
  await rowOf(page, RECEIPTS).getByText('200 days').first().waitFor();
  deepEqual(await axeFindings(page), []);
  await page.getByRole('button', { name: `Change: ${RECEIPTS}` }).click();
  const dialog = page.getByRole('dialog', { name: `Change: ${RECEIPTS}` });
  await dialog.getByText('A shorter period needs a second person').waitFor();
  deepEqual(await axeFindings(page), []);
  await dialog.getByLabel(/^Days/).fill('5');
  await dialog.getByLabel(/^Reason/).fill('Our policy of this year');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('must be from 30 to 3653 days').waitFor();
  await dialog.getByLabel(/^Days/).fill('90');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await rowOf(page, RECEIPTS).getByText('90 days').waitFor();
  const alerts = 'Alerts that are over';
  await page.getByRole('button', { name: `Change: ${alerts}` }).click();
  const other = page.getByRole('dialog', { name: `Change: ${alerts}` });
  await other.getByLabel(/^Days/).fill('');
  await other.getByLabel(/^Reason/).fill('Our policy of this year');
  await other.getByRole('button', { name: 'Save' }).click();
  await rowOf(page, alerts).getByText('No end').waitFor();
  deepEqual(complaints, []);
  await close();
});

test('a viewer sees them and changes nothing', async () => {
  const { page, complaints, close } = await desk('Vera Viewer', 'viewer');
  await page.goto(`${scene.url}/console/settings?tab=retention`);
  await rowOf(page, RECEIPTS).first().waitFor();
  equal(await page.getByRole('button', { name: /^Change: / }).count(), 0);
  deepEqual(complaints, []);
  await close();
});

test('the list of callbacks says from before when they were removed', async () => {
  const { app } = scene.service;
  await makeMerchant(app, { name: 'Lotus Books' });
  await app.store.db.query(
    '',
    `insert into retention_progress (kind, ended_before)
     values ('deliveries', '2026-03-04T05:06:07Z')
     on conflict (kind) do update set ended_before = excluded.ended_before`,
    [],
  );
  const { page, complaints, close } = await desk('Nils Note', 'owner');
  await page.goto(`${scene.url}/console/callbacks`);
  const note = page.getByText('Callbacks of finished trades were removed by their age');
  await note.waitFor();
  match(await note.innerText(), /2026|Mar/);
  deepEqual(await axeFindings(page), []);
  deepEqual(complaints, []);
  await close();
});
