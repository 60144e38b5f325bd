// The data of a trade's payer, in a real browser: an owner sees what there is, erases it, and the
// page and the list say so.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { endedPayout, eraseNow } from '../../app/erasure/erasure-scene.ts';
import { axeFindings } from '../../support/browser/page-visit.ts';
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

test('an owner erases the data of a payer', async () => {
  const { merchant_id, trade_id } = await endedPayout(scene.service.app, { client_id: 'zebedee' });
  const { page, complaints, close } = await desk('Olga Owner', 'owner');
  const address = `${scene.url}/console/trades/${merchant_id}/${trade_id}`;
  await page.goto(address);
  const section = page.getByRole('region', { name: 'Data of the payer' });
  await section.getByText('The law asks for these records for five years').waitFor();
  await section.getByText('Fields of the trade').waitFor();
  deepEqual(await axeFindings(page), []);
  await section.getByRole('button', { name: 'Erase: data of the payer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase: data of the payer' });
  await dialog.getByText('are erased for good').waitFor();
  deepEqual(await axeFindings(page), []);
  await dialog.getByLabel(/^Reason(?! to)/).fill('asked for by letter');
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
  await dialog.getByText('`early_reason` says why').waitFor();
  await dialog.getByLabel(/^Reason to do it before/).fill('the order was never paid');
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
  await section.getByText('Being erased').waitFor();
  equal(await eraseNow(scene.service), 1);
  await page.goto(address);
  await section.getByText('There is nothing left to erase.').waitFor();
  await page.getByText('Erased', { exact: true }).first().waitFor();
  equal(await page.getByText('zebedee').count(), 0);
  deepEqual(await axeFindings(page), []);
  await page.goto(`${scene.url}/console/trades`);
  await page.getByRole('cell', { name: 'Erased' }).first().waitFor();
  deepEqual(complaints, []);
  await close();
});

test('only owners see it', async () => {
  const { merchant_id, trade_id } = await endedPayout(scene.service.app);
  const { page, complaints, close } = await desk('Vera Viewer', 'viewer');
  await page.goto(`${scene.url}/console/trades/${merchant_id}/${trade_id}`);
  await page.getByRole('heading', { name: 'What happened' }).waitFor();
  equal(await page.getByRole('region', { name: 'Data of the payer' }).count(), 0);
  deepEqual(complaints, []);
  await close();
});
