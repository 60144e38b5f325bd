// Tokens of feeds in a real browser: issued and shown once, used, changed and revoked.
import { deepEqual, equal, match } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { acceptedBody, operatorClient } from '../../../bench/harness/http-client.ts';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { cleanup } from '../../support/cleanup.ts';
import { openBank } from '../bank-scene.ts';
import { dialogOf, press, untilClosed } from '../callback/endpoint-steps.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import { secretsShown } from '../steps/dialog-steps.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };

const undo = cleanup();
let scene: ConsoleScene;
let account: string;
before(async () => {
  scene = await openConsoleScene();
  undo(() => scene.stop());
  ({ account } = await openBank(scene, 'SEK'));
});

/** What the service says to a line that the feed sends. */
async function sendLine(token: string, text: string) {
  return await operatorClient(scene.url, token).post('/bank_lines', {
    receiving_account_id: account,
    lines: [{ booked_at: new Date().toISOString(), amount_cents: 4_200, text }],
  });
}

describe('a feed token', () => {
  it('is shown once, sends lines of its accounts only, and ends when it is revoked', async () => {
    const { page, complaints, close } = await scene.signIn(OWNER);
    await page.goto(`${scene.url}/console/settings?tab=feeds`);
    await page.getByText('No feed tokens yet.').waitFor();
    await press(page, 'Issue a token');
    const dialog = dialogOf(page);
    const issue = dialog.getByRole('button', { name: 'Issue a token' });
    await dialog.getByLabel('Name').fill('Nightly statement');
    // Without an account it would be for nothing.
    await issue.click();
    await dialog.getByText('Choose at least one.').waitFor();
    await dialog.getByRole('combobox', { name: 'Receiving accounts' }).click();
    await page.getByRole('option', { name: /^House · .+ · SEK$/ }).click();
    await page.keyboard.press('Tab');
    await dialog.getByLabel('Lines per hour').fill('50');
    deepEqual(await axeFindings(page), []);
    await issue.click();
    const [token = ''] = await secretsShown(page);
    match(token, /^\S{20,}$/);
    await page.getByRole('cell', { name: '50 lines per hour' }).waitFor();
    acceptedBody(await sendLine(token, 'before'));
    const other = await operatorClient(scene.url, token).get('/trades');
    equal(other.status, 403);
    await page.reload();
    await page.getByRole('cell', { name: 'Nightly statement', exact: true }).waitFor();
    equal((await page.content()).includes(token), false);
    const listed = acceptedBody(await scene.operator.get('/feed_tokens'));
    equal(JSON.stringify(listed).includes(token), false);

    await press(page, 'Change: Nightly statement');
    await dialog.getByLabel('Lines per hour').fill('60');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await untilClosed(page);
    await page.getByRole('cell', { name: '60 lines per hour' }).waitFor();

    await press(page, 'Revoke: Nightly statement');
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await untilClosed(page);
    await page.getByText('Revoked', { exact: true }).waitFor();
    equal((await sendLine(token, 'after')).status, 401);
    equal(await page.getByRole('button', { name: 'Change: Nightly statement' }).count(), 0);
    deepEqual(complaints, []);
    await close();
  });
});
