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

const RATE = { trade_currency: 'INR', balance_currency: 'USD', rate: 83, source: 'desk' };
const rateField = () => inDialog().getByRole('textbox', { name: 'Rate' });
const send = (name: string) =>
  inDialog().getByRole('button', { name, exact: true, disabled: false }).click();

async function openRate(button: string, rate: string): Promise<void> {
  await page.goto(`${scene.url}/console/settings?tab=money`);
  await press(button);
  await rateField().fill(rate);
}

async function rateNow(code = 'INR'): Promise<unknown> {
  const { rates } = await read('/rates');
  const found = (rates as Row[]).find(
    ({ trade_currency, balance_currency }) => trade_currency === code && balance_currency === 'USD',
  );
  return found?.rate;
}

/** The dialog tells who was first, and shows theirs beside what was typed. */
async function untilMet(what: string, cells: readonly string[]): Promise<void> {
  await inDialog().getByText(BEGAN).waitFor();
  await inDialog().getByText(what, { exact: false }).waitFor();
  await inDialog().getByText('OPERATOR_TOKEN', { exact: false }).waitFor();
  const row = inDialog().getByRole('row', { name: new RegExp(`^${cells[0]} `) });
  deepEqual(await row.getByRole('cell').allTextContents(), cells);
  deepEqual(await axeFindings(page), []);
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

  it('stands beside what was typed in a dialog, which goes on with it', async () => {
    await change('PUT', '/rates', { rates: [RATE] });
    await openRate('Change: INR/USD', '84');
    await inDialog().getByLabel('Reason').fill('As the desk says');
    await change('PUT', '/rates', { rates: [{ ...RATE, rate: 85 }] });
    await send('Change');
    await untilMet('Exchange rates set', ['Rate', '83', '85', '84']);
    equal(await inDialog().getByRole('button', { name: 'Change', exact: true }).isDisabled(), true);
    equal(await rateNow(), 85);

    await inDialog().getByRole('button', { name: 'Go on with what I typed' }).click();
    await inDialog().getByText(BEGAN).waitFor({ state: 'hidden' });
    equal(await rateField().inputValue(), '84');
    equal(await inDialog().getByLabel('Reason').inputValue(), 'As the desk says');
    await send('Change');
    await untilClosed();
    equal(await rateNow(), 84);
  });

  it('is shown in the place of what was typed, if somebody says so', async () => {
    await openRate('Change: INR/USD', '90');
    await inDialog().getByLabel('Reason').fill('A wrong day');
    await change('PUT', '/rates', { rates: [{ ...RATE, rate: 86 }] });
    await send('Change');
    await untilMet('Exchange rates set', ['Rate', '84', '86', '90']);
    await inDialog().getByRole('button', { name: 'Show it as it is now' }).click();
    await inDialog().getByText(BEGAN).waitFor({ state: 'hidden' });
    equal(await rateField().inputValue(), '86');
    equal(await inDialog().getByLabel('Reason').inputValue(), 'A wrong day');
    await inDialog().getByRole('button', { name: 'Not now' }).click();
    await untilClosed();
    equal(await rateNow(), 86);
  });

  it('is found by the name that was typed, if it was none when the dialog opened', async () => {
    await page.goto(`${scene.url}/console/settings?tab=money`);
    await press('Set a rate');
    await inDialog().getByLabel('Trade currency').fill('kes');
    await inDialog().getByLabel('Balance currency').fill('usd');
    await rateField().fill('129');
    const kes = { ...RATE, trade_currency: 'KES', rate: 130 };
    await change('PUT', '/rates', { rates: [kes] });
    await send('Set a rate');
    await untilMet('Exchange rates set', ['Rate', 'none', '130', '129']);
    await inDialog().getByRole('button', { name: 'Go on with what I typed' }).click();
    await inDialog().getByText(BEGAN).waitFor({ state: 'hidden' });
    equal(await inDialog().getByLabel('Trade currency').inputValue(), 'kes');
    await send('Set a rate');
    await untilClosed();
    equal(await rateNow('KES'), 129);
  });

  it('shows names, and keeps what nobody else has changed', async () => {
    const kept = { name: 'Night desk', channel: 'email', address: 'night@example.com' };
    const made = { ...kept, min_severity: 'warning', kinds: [], enabled: true };
    const { id } = acceptedBody(
      await scene.operator.post<{ id: string }>('/alert_recipients', made),
    );
    await page.goto(`${scene.url}/console/settings?tab=alerts`);
    await press('Change: Night desk');
    await inDialog().getByLabel('Name').fill('Day desk');
    await change('PATCH', `/alert_recipients/${id}`, { min_severity: 'critical', enabled: false });
    await send('Save');
    await untilMet('Recipient of alerts changed', ['On', 'Yes', 'No', 'Yes']);
    await inDialog().getByRole('button', { name: 'Go on with what I typed' }).click();
    await inDialog().getByRole('checkbox', { name: 'On', checked: false }).waitFor();
    await send('Save');
    await untilClosed();
    const { data } = await read('/alert_recipients');
    const { name, min_severity, enabled } = (data as Row[]).find((one) => one.id === id) ?? {};
    deepEqual([name, min_severity, enabled], ['Day desk', 'critical', false]);
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
