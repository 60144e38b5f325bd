// Approvals in a real browser: who asks cannot approve, another person does, alone or many at once.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { acceptedBody } from '../../bench/harness/http-client.ts';
import { axeFindings } from '../support/browser/page-visit.ts';
import { askForTwo, asPerson, firstMerchant } from './approval-steps.ts';
import { type ConsoleScene, openConsoleScene, type Person } from './console-scene.ts';
import type { Desk } from './desk.ts';

const MAKER: Person = { name: 'Mira Sen', email: 'mira@example.com', role: 'owner' };
const CHECKER: Person = { name: 'Chetan Roy', email: 'chetan@example.com', role: 'owner' };
const VIEWER: Person = { name: 'Vera Look', email: 'vera@example.com', role: 'viewer' };

type Trades = { data: { id: string; merchant_id: string; order_id: string }[] };

let scene: ConsoleScene;
let maker: Desk;
let checker: Desk;
let merchant_id: string;
before(async () => {
  scene = await openConsoleScene();
  merchant_id = await firstMerchant(scene.operator);
  await askForTwo(scene.operator, ['adjustment', 'manual_confirm', 'tariff']);
  maker = await scene.signInAtHome(MAKER);
  checker = await scene.signIn(CHECKER);
});
after(() => scene.stop());

const adjustment = (amount_cents: number) =>
  asPerson(maker.page, `/merchants/${merchant_id}/adjustments`, {
    amount_cents,
    reason: `Top-up of ${amount_cents}`,
  });

const stateOf = async (id: unknown): Promise<string> => {
  const path = `/approvals/${String(id)}`;
  return acceptedBody(await scene.operator.get<{ proposal: { state: string } }>(path)).proposal
    .state;
};

describe('an act that needs two people', () => {
  let address = '';

  it('waits, says so on the screen, and leads to its request', async () => {
    const list = await scene.operator.get<Trades>(
      '/trades?state=verifying&direction=payin&limit=1',
    );
    const [trade] = acceptedBody(list).data;
    const { page, complaints } = maker;
    await page.goto(`${scene.url}/console/trades/${trade?.merchant_id}/${trade?.id}`);
    await page.getByRole('button', { name: /^Confirm/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Seen on the bank’s own page');
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('Waits for a second person').waitFor();
    await page.getByRole('link', { name: 'Open the request' }).click();
    await page.getByRole('heading', { level: 1, name: 'Confirm a pay-in by hand' }).waitFor();
    address = page.url();
    deepEqual(complaints, []);
  });

  it('cannot be approved by whoever asked for it', async () => {
    const { page } = maker;
    await page.getByText('You made this proposal: another person has to approve.').waitFor();
    await page.getByRole('button', { name: /^Withdraw/ }).waitFor();
    equal(await page.getByRole('button', { name: /^Approve/ }).count(), 0);
    const id = address.split('/').at(-1) ?? '';
    const refused = await asPerson(page, `/approvals/${id}/approve`, {});
    equal(refused.code, 'second_person_required');
    equal(await stateOf(id), 'waiting');
  });

  it('shows another person what will happen, and is done by them', async () => {
    const { page, complaints } = checker;
    await page.goto(`${scene.url}/console`);
    await page.getByRole('link', { name: 'Approvals', exact: true }).click();
    await page.getByRole('link', { name: 'Confirm a pay-in by hand' }).click();
    const outcome = page.getByRole('region', { name: 'If it is approved now' });
    await outcome.getByText('Completed').waitFor();
    await outcome.filter({ hasText: /Available/ }).waitFor();
    await page.getByRole('main').getByText('Mira Sen').first().waitFor();
    await page.getByText('This kind of act always needs two people.').waitFor();
    deepEqual(await axeFindings(page), []);
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Approved: it is done.').waitFor();
    await page.goto(address);
    await page.getByRole('main').getByText('Chetan Roy').first().waitFor();
    equal(await stateOf(address.split('/').at(-1) ?? ''), 'approved');
    deepEqual(complaints, []);
  });
});

describe('the queue', () => {
  it('approves what is selected, each with its own result', async () => {
    const [first, second, gone] = [
      await adjustment(1_000),
      await adjustment(2_000),
      await adjustment(3_000),
    ];
    const { page, complaints } = checker;
    await page.goto(`${scene.url}/console/approvals`);
    const row = page.getByRole('row').filter({ hasText: 'Top-up of' });
    await row.nth(2).waitFor();
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await asPerson(maker.page, `/approvals/${String(gone.id)}/withdraw`, { note: 'a mistake' });
    await page.getByRole('button', { name: /^Approve \(3\)/ }).click();
    await page.getByText('2 done, 1 refused').waitFor();
    deepEqual(
      [await stateOf(first.id), await stateOf(second.id), await stateOf(gone.id)],
      ['approved', 'approved', 'withdrawn'],
    );
    deepEqual(complaints, []);
  });

  it('has what you asked for, and what was decided', async () => {
    const { id } = await adjustment(4_000);
    const { page } = maker;
    await page.goto(`${scene.url}/console/approvals`);
    await page.getByText('Nothing waits for you.').waitFor();
    await page.getByRole('link', { name: 'Asked by you' }).click();
    await page
      .getByRole('row')
      .filter({ hasText: 'Top-up of 4000' })
      .getByRole('link')
      .first()
      .click();
    await page.getByRole('button', { name: /^Withdraw/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('A mistake').click();
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByText('Withdrawn.').waitFor();
    equal(await stateOf(id), 'withdrawn');
    await page.goto(`${scene.url}/console/approvals?view=decided`);
    await page.getByText('Withdrawn').first().waitFor();
  });

  it('shows settings before and after', async () => {
    const path = `/merchants/${merchant_id}/tariffs`;
    const tariffs = [{ direction: 'payin', percent: 4.25 }];
    const body = { tariffs, note: 'New contract' };
    const { id } = await asPerson(maker.page, path, body, 'PUT');
    await checker.page.goto(`${scene.url}/console/approvals/${String(id)}`);
    const outcome = checker.page.getByRole('region', { name: 'If it is approved now' });
    await outcome.getByText('4.25').waitFor();
    await checker.page.getByRole('button', { name: /^Reject/ }).click();
    const dialog = checker.page.getByRole('dialog');
    await dialog.getByText('Not agreed').click();
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
    await checker.page.getByText('Rejected.').waitFor();
    equal(await stateOf(id), 'rejected');
  });

  it('is read by viewers, who are told why they decide nothing', async () => {
    const { id } = await adjustment(5_000);
    const { page, close } = await scene.signIn(VIEWER);
    await page.goto(`${scene.url}/console/approvals/${String(id)}`);
    await page.getByText('Your role does not approve or reject proposals.').waitFor();
    equal(await page.getByRole('button', { name: /^(Approve|Reject|Withdraw)/ }).count(), 0);
    await close();
  });
});
