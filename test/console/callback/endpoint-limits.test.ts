// The limits of a callback endpoint in a real browser.
import { deepEqual, notEqual } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { cleanup } from '../../support/cleanup.ts';
import { openBank } from '../bank-scene.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import { confirmAct, secretsShown } from '../steps/dialog-steps.ts';
import { dialogOf, press, untilClosed } from './endpoint-steps.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };

const undo = cleanup();
let scene: ConsoleScene;
let merchant_id: string;
before(async () => {
  scene = await openConsoleScene();
  undo(() => scene.stop());
  ({ merchant_id } = await openBank(scene, 'INR'));
});

describe('a limit of an endpoint', () => {
  it('is set with the endpoint, changed and removed one by one', async () => {
    const { page, close } = await scene.signIn(OWNER);
    await page.goto(`${scene.url}/console/merchants/${merchant_id}/endpoints`);
    await press(page, 'Add an endpoint');
    const adding = dialogOf(page);
    await adding.getByLabel('Address').fill('https://books.example/hook');
    await adding.getByLabel('Attempts at once, at most').fill('8');
    const added = page.waitForRequest((request) => request.method() === 'POST');
    await confirmAct(page, 'Add an endpoint', 'For their accountant');
    deepEqual((await added).postDataJSON(), {
      url: 'https://books.example/hook',
      event_types: [],
      max_concurrent: 8,
      note: 'For their accountant',
    });
    await secretsShown(page);
    await page.getByRole('link', { name: 'Endpoint 1' }).click();
    await page.getByText('8 at once', { exact: true }).waitFor();
    await press(page, 'Change');
    const dialog = dialogOf(page);
    await dialog.getByLabel('Attempts at once, at most').fill('4');
    await dialog.getByLabel('Attempts per second, at most').fill('20');
    deepEqual(await axeFindings(page), []);
    const set = page.waitForRequest((request) => request.method() === 'PATCH');
    await confirmAct(page, 'Save changes', 'A small server');
    const { expected_version: first, ...set_fields } = (await set).postDataJSON();
    deepEqual(set_fields, {
      max_concurrent: 4,
      max_per_second: 20,
      note: 'A small server',
    });
    await untilClosed(page);
    await page.getByText('4 at once, 20 per second', { exact: true }).waitFor();
    await press(page, 'Change');
    await dialog.getByLabel('Attempts at once, at most').fill('');
    const removed = page.waitForRequest((request) => request.method() === 'PATCH');
    await confirmAct(page, 'Save changes', 'A larger one');
    const { expected_version: second, ...removed_fields } = (await removed).postDataJSON();
    deepEqual(removed_fields, { max_concurrent: null, note: 'A larger one' });
    notEqual(second, first);
    await untilClosed(page);
    await page.getByText('20 per second', { exact: true }).waitFor();
    await close();
  });
});
