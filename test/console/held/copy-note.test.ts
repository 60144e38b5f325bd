// A copy of the database that nobody has adopted, in a real browser: every page says what rests and
// who may adopt it; an owner adopts it there, and the note goes.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../app/scene.ts';
import { axeFindings } from '../../support/browser/page-visit.ts';
import type { Desk } from '../desk.ts';
import { type LiveScene, openLiveScene, typePassword } from '../live-scene.ts';

let scene: LiveScene;
let owner: Desk;
let viewer: Desk;

async function signIn(role: string): Promise<Desk> {
  const person = await scene.person({ name: `Our ${role}`, role });
  const desk = await scene.open();
  await desk.page.goto(`${scene.url}/console`);
  await typePassword(desk.page, person.email);
  await desk.page.getByRole('navigation').first().waitFor();
  return desk;
}

before(async () => {
  scene = await openLiveScene({ mode: 'sandbox' });
  owner = await signIn('owner');
  viewer = await signIn('viewer');
});
after(() => scene.stop());

/** Of a phone's screen of 844 px. */
const LINE_MOST = 60;
const MINUTES_LATER_MS = 120_000;
const TITLE = 'This is a copy of the database, and rests';

describe('the console on a copy of the database', () => {
  it('says nothing of it before there is one', async () => {
    await owner.page.getByRole('heading', { level: 1 }).waitFor();
    equal(await owner.page.getByText(TITLE).count(), 0);
  });

  it('says on every page that it rests; who may not adopt it learns who may', async () => {
    const { app } = scene.service;
    await app.settings.refresh();
    await sql(app, `update installation set system_id = '1', public_url = 'https://pay.one'`);
    await sql(app, 'update settings_versions set version = version + 1');
    await app.settings.refresh();
    const { page, complaints } = viewer;
    for (const path of ['', '/trades', '/ledger']) {
      await page.goto(`${scene.url}/console${path}`);
      const note = page.getByRole('note').filter({ hasText: TITLE });
      await note.getByText('This is a copy of the database of https://pay.one').waitFor();
      await note.getByText('An owner can adopt it').waitFor();
      equal(await page.getByRole('button', { name: 'Adopt the copy' }).count(), 0);
    }
    deepEqual(await axeFindings(page), []);
    deepEqual(complaints, []);
  });

  it('is short on a phone, and says the rest when it is asked', async () => {
    const { page, complaints } = viewer;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${scene.url}/console/trades`);
    const note = page.getByRole('note').filter({ hasText: TITLE });
    await note.waitFor();
    const { height = 0 } = (await note.boundingBox()) ?? {};
    ok(height > 0 && height < LINE_MOST, `${height} px`);
    equal(await note.getByText('You can look at everything').isVisible(), false);
    deepEqual(await axeFindings(page), []);
    await note.getByRole('button', { name: 'What it means' }).click();
    await note.getByText('You can look at everything').waitFor();
    await note.getByText('An owner can adopt it').waitFor();
    deepEqual(await axeFindings(page), []);
    await page.setViewportSize({ width: 1_280, height: 900 });
    deepEqual(complaints, []);
  });

  it('is asked for once, and again when somebody comes back to the tab', async () => {
    const { page } = viewer;
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === '/operator/v1/service') asked.push(pathname);
    });
    await page.clock.install();
    await page.goto(`${scene.url}/console/trades`);
    await page.getByRole('note').filter({ hasText: TITLE }).waitFor();
    const counted = asked.length;
    await page.clock.fastForward(MINUTES_LATER_MS);
    // What is read regularly has been read meanwhile.
    await page.waitForResponse((response) => response.url().includes('/operator/v1/'));
    equal(asked.length, counted);
    await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/operator/v1/service')),
      page.evaluate("window.dispatchEvent(new Event('visibilitychange'))"),
    ]);
    equal(asked.length, counted + 1);
  });

  it('lets an owner adopt it there, with a reason; the note goes for everybody', async () => {
    const { page, complaints } = owner;
    await page.goto(`${scene.url}/console/trades`);
    await page.getByRole('button', { name: 'Adopt the copy' }).click();
    const dialog = page.getByRole('dialog', { name: 'Adopt the copy' });
    await dialog.getByText('If the original still runs').waitFor();
    await dialog.getByText('The original is lost').click();
    await dialog.getByRole('button', { name: 'Adopt the copy' }).click();
    await page.getByText('The copy is adopted.', { exact: true }).waitFor();
    await page.getByText(TITLE).waitFor({ state: 'detached' });
    await viewer.page.reload();
    await viewer.page.getByRole('heading', { level: 1 }).waitFor();
    await viewer.page.getByText(TITLE).waitFor({ state: 'detached' });
    deepEqual(await axeFindings(page), []);
    deepEqual(complaints, []);
  });
});
