// A person's first steps in the console, in a real browser: the link, the password, signing in and
// out, moving by keys, filters that the address keeps, and one act on several pay-outs.
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import { until } from '../steps/trade-steps.ts';

const ASHA: Person = { name: 'Asha Rao', email: 'asha@example.com', role: 'operator' };
const VIEWER: Person = { name: 'Vera Look', email: 'vera@example.com', role: 'viewer' };

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

describe('the way in', () => {
  it('is a link that works once, a password of one’s own, and a sign-in', async () => {
    const link = await scene.invite({
      name: 'New Person',
      email: 'new@example.com',
      role: 'viewer',
    });
    const { page, complaints, close } = await scene.open();
    await page.goto(link);
    await page.getByLabel('New password').fill('a long new password');
    await page.getByLabel('The same again').fill('another password');
    await page.getByText('The two differ.').waitFor();
    equal(await page.getByRole('button', { name: 'Set the password' }).isDisabled(), true);
    await page.getByLabel('The same again').fill('a long new password');
    deepEqual(await axeFindings(page), []);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail address').fill('new@example.com');
    await page.locator('input[name=password]').fill('not the password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
    deepEqual(await axeFindings(page), []);
    await page.locator('input[name=password]').fill('a long new password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'New Person' }).waitFor();
    await page.goto(link);
    await page.reload();
    await page.getByLabel('New password').fill('a long new password');
    await page.getByLabel('The same again').fill('a long new password');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('alert').waitFor();
    deepEqual(complaints, []);
    await close();
  });

  it('leads back to the page that was asked for, and out again', async () => {
    const { page, close } = await scene.signIn(ASHA);
    await page.goto(`${scene.url}/console/trades?state=failed`);
    await page.getByRole('button', { name: ASHA.name }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    match(page.url(), /\/console\/trades\?state=failed$/);
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await close();
  });
});

describe('lists', () => {
  it('keep their filters in the address: back, reload and chips agree', async () => {
    const { page, complaints, close } = await scene.signInAtHome(ASHA);
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.getByRole('heading', { name: 'Trades' }).waitFor();
    await page.getByRole('link', { name: /^Completed/ }).click();
    await page.waitForURL(/state=completed/);
    await page.getByLabel('Direction', { exact: true }).selectOption('payin');
    await page.waitForURL(/direction=payin/);
    await page.getByText('Direction: Pay-in').waitFor();
    await page.reload();
    await page.getByText('Direction: Pay-in').waitFor();
    await page.getByRole('button', { name: 'Remove the filter: Direction' }).click();
    await page.waitForURL((url) => !url.search.includes('direction'));
    await page.goBack();
    await page.waitForURL(/state=completed&direction=payin/);
    const row = page.getByRole('row').nth(1).getByRole('link');
    match(String(await row.getAttribute('href')), /^\/console\/trades\/[0-9a-f-]+\/[0-9a-f-]+$/);
    await row.click();
    await page.getByRole('heading', { name: 'What happened' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    deepEqual(complaints, []);
    await close();
  });
});

describe('an act', () => {
  it('on several pay-outs asks for a reason and tells the result of each', async () => {
    const { page, complaints, close } = await scene.signIn(ASHA);
    await page.goto(`${scene.url}/console/payouts`);
    const boxes = page.getByRole('checkbox', { name: /^Select demo/ });
    await boxes.first().waitFor();
    const before_act = await boxes.count();
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.getByRole('button', { name: 'Take' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 items').waitFor();
    equal(await dialog.getByRole('button', { name: /Take/ }).isDisabled(), true);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Paying them now');
    deepEqual(await axeFindings(page), []);
    await dialog.getByRole('button', { name: /Take/ }).click();
    await dialog.getByText('2 done').waitFor();
    await page.keyboard.press('Escape');
    await until('the list is read again', async () => (await boxes.count()) === before_act - 2);
    deepEqual(complaints, []);
    await close();
  });

  it('that a viewer tries is refused by the service, and not offered', async () => {
    const { page, close } = await scene.signIn(VIEWER);
    await page.goto(`${scene.url}/console/payouts`);
    await page.getByRole('row').nth(1).waitFor();
    equal(await page.getByRole('checkbox').count(), 0);
    const csrf = await page.evaluate(async () => {
      const answer = await fetch('/operator/v1/session');
      return String(Object(await answer.json()).csrf_token);
    });
    const answer = await page.request.post(`${scene.url}/operator/v1/payouts/take`, {
      headers: { 'x-csrf-token': csrf, origin: scene.url, 'sec-fetch-site': 'same-origin' },
      data: { payouts: [] },
    });
    equal(answer.status(), 403);
    match(await answer.text(), /payouts\.pay/);
    await close();
  });
});
