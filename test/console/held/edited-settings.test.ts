// A setting that somebody else changes while it is edited, in a real browser: nothing of theirs is
// replaced unseen, and nothing that was typed is taken away.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import type { Desk } from '../desk.ts';
import { confirmAct } from '../steps/dialog-steps.ts';

const OWNER: Person = { name: 'Olga Own', email: 'olga@example.com', role: 'owner' };
const CHANGED = 'It has been decided or changed since you opened this';
const BEGAN = 'It has changed since you began';

type Row = Record<string, unknown>;

let scene: ConsoleScene;
let desk: Desk;
let page: Page;
let shop: string;
before(async () => {
  scene = await openConsoleScene();
  desk = await scene.signIn(OWNER, { viewport: { width: 1_280, height: 900 } });
  page = desk.page;
  const named = { name: 'Tea House', balance_currency: 'INR' };
  shop = acceptedBody(await scene.operator.post<{ id: string }>('/merchants', named)).id;
});
after(async () => {
  await desk.close();
  await scene.stop();
});

const read = async (path: string): Promise<Row> => acceptedBody(await scene.operator.get(path));

/** As a colleague does, with the token that the scene has. */
async function change(method: 'PATCH' | 'PUT', path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  acceptedBody(await scene.operator.send(path, { method, headers, body: JSON.stringify(body) }));
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const life = () => page.getByLabel('Life of a pay-in, in minutes');
const inDialog = () => page.getByRole('dialog');
const untilClosed = () => inDialog().waitFor({ state: 'hidden' });

async function untilTold(what: string): Promise<void> {
  await inDialog().getByText(CHANGED).waitFor();
  await inDialog().getByText(what, { exact: false }).waitFor();
  await inDialog().getByText('OPERATOR_TOKEN', { exact: false }).waitFor();
  deepEqual(await axeFindings(page), []);
  await inDialog().getByRole('button', { name: 'Close' }).last().click();
  await untilClosed();
}

describe('a setting that a colleague changes meanwhile', () => {
  it('is not replaced; the form keeps what was typed until it is asked to begin anew', async () => {
    await page.goto(`${scene.url}/console/merchants/${shop}/limits`);
    await life().fill('30');
    await change('PATCH', `/merchants/${shop}`, { settings: { payin_life_minutes: 45 } });
    await press('Save changes');
    await confirmAct(page, 'Save changes', 'Risk review');
    await untilTold('Merchant changed');

    await page.getByText(BEGAN).waitFor();
    equal(await life().inputValue(), '30');
    deepEqual(await axeFindings(page), []);
    const row = page.getByRole('row', { name: /^Life of a pay-in/ });
    deepEqual((await row.getByRole('cell').allTextContents()).slice(1), ['15', '45', '30']);
    await press('Show it as it is now');
    await page.getByText(BEGAN).waitFor({ state: 'hidden' });
    equal(await life().inputValue(), '45');
    equal(((await read(`/merchants/${shop}`)).settings as Row).payin_life_minutes, 45);

    await life().fill('50');
    await press('Save changes');
    await confirmAct(page, 'Save changes', 'Risk review');
    await untilClosed();
    equal(((await read(`/merchants/${shop}`)).settings as Row).payin_life_minutes, 50);
    equal(await page.getByText(BEGAN).count(), 0);
  });

  it('stands beside what was typed, which is saved on top of it if somebody says so', async () => {
    await page.goto(`${scene.url}/console/merchants/${shop}/limits`);
    const days = page.getByLabel('Credits are blocked for days', { exact: false }).first();
    await life().fill('33');
    await change('PATCH', `/merchants/${shop}`, {
      settings: { payin_life_minutes: 44, settlement_delay_days: 3 },
    });
    await press('Save changes');
    await confirmAct(page, 'Save changes', 'Risk review');
    await untilTold('Merchant changed');
    await press('Go on with what I typed');
    await page.getByText(BEGAN).waitFor({ state: 'hidden' });
    equal(await life().inputValue(), '33');
    equal(await days.inputValue(), '3');
    await press('Save changes');
    await inDialog()
      .getByRole('row', { name: /Life of a pay-in.*44.*33/ })
      .waitFor();
    await confirmAct(page, 'Save changes', 'Risk review');
    await untilClosed();
    const { payin_life_minutes, settlement_delay_days } = (await read(`/merchants/${shop}`))
      .settings as Row;
    deepEqual([payin_life_minutes, settlement_delay_days], [33, 3]);
  });

  it('is told in the dialog that was opened on it, which keeps the version of then', async () => {
    const rate = { trade_currency: 'INR', balance_currency: 'USD', rate: 83, source: 'desk' };
    await change('PUT', '/rates', { rates: [rate] });
    await page.goto(`${scene.url}/console/settings?tab=money`);
    await press('Change: INR/USD');
    await inDialog().getByLabel('Rate', { exact: false }).first().fill('84');
    await change('PUT', '/rates', { rates: [{ ...rate, rate: 85 }] });
    await inDialog().getByRole('button', { name: 'Change', exact: true }).click();
    await untilTold('Exchange rates set');
    const { rates } = await read('/rates');
    const kept = (rates as Row[]).find(
      ({ trade_currency, balance_currency }) =>
        trade_currency === 'INR' && balance_currency === 'USD',
    );
    equal(kept?.rate, 85);
  });

  it('is no reason to wait if it is another one', async () => {
    await page.goto(`${scene.url}/console/merchants/${shop}/tariffs`);
    await press('Add a row');
    await page.getByLabel('Fee in percent, row 1').fill('1.5');
    await change('PATCH', `/merchants/${shop}`, { name: 'Tea and Cake' });
    await press('Save changes');
    await confirmAct(page, 'Save changes', 'Contract');
    await untilClosed();
    equal(((await read(`/merchants/${shop}/tariffs`)).tariffs as Row[]).length, 1);
  });
});
