// A receiving account in the console, in a real browser: its use against its limits, its terms with
// what would change, and the switch with its reason.
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { acceptedBody } from '../../bench/harness/http-client.ts';
import { axeFindings } from '../support/browser/page-visit.ts';
import { type ConsoleScene, openConsoleScene, type Person } from './console-scene.ts';

const OPERATOR: Person = { name: 'Oli Ops', email: 'oli@example.com', role: 'operator' };
const VIEWER: Person = { name: 'Vera Look', email: 'vera@example.com', role: 'viewer' };

type Account = { id: string; name: string; enabled: boolean; daily_count_limit: number | null };

let scene: ConsoleScene;
let account: Account;
before(async () => {
  scene = await openConsoleScene();
  const list = await scene.operator.get<{ data: Account[] }>('/receiving_accounts');
  const found = acceptedBody(list).data.find(({ enabled }) => enabled);
  if (found === undefined) throw new Error('The demo data have no account that is on');
  account = found;
});
after(() => scene.stop());

const now = async (): Promise<Account> =>
  acceptedBody(await scene.operator.get<Account>(`/receiving_accounts/${account.id}`));

describe('a receiving account', () => {
  it('is listed with its use today, and its terms change with a reason', async () => {
    const { page, complaints, close } = await scene.signIn(OPERATOR);
    await page.goto(`${scene.url}/console/accounts`);
    const row = page.getByRole('row').filter({ hasText: account.name }).first();
    await row.waitFor();
    match((await row.textContent()) ?? '', /\d+ (?:of \d+ )?orders?/);
    deepEqual(await axeFindings(page), []);
    await page.goto(`${scene.url}/console/accounts/${account.id}`);
    await page.getByLabel('Most orders a day').fill('40');
    await page.getByRole('button', { name: 'Save changes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('row', { name: /Most orders a day/ }).waitFor();
    deepEqual(await axeFindings(page), []);
    await dialog.getByLabel(/^Reason/).fill('The bank’s limits changed');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.waitFor({ state: 'hidden' });
    equal((await now()).daily_count_limit, 40);
    await page.getByText(/\d+ of 40 orders/).waitFor();
    deepEqual(complaints, []);
    await close();
  });

  it('is switched off with a usual reason, which the audit trail has', async () => {
    const { page, close } = await scene.signIn(OPERATOR);
    await page.goto(`${scene.url}/console/accounts/${account.id}`);
    await page.getByRole('button', { name: 'Switch off' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Blocked by the bank').click();
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('button', { name: 'Switch on' }).waitFor();
    equal((await now()).enabled, false);
    const path = '/audit?action=receiving_account_changed&limit=1';
    const { data } = acceptedBody(
      await scene.operator.get<{ data: { detail: { note: string } }[] }>(path),
    );
    equal(data[0]?.detail.note, 'Blocked by the bank');
    await close();
  });

  it('is read by a viewer, who changes nothing', async () => {
    const { page, close } = await scene.signIn(VIEWER);
    await page.goto(`${scene.url}/console/accounts/${account.id}`);
    await page.getByText('Your role may read this, not change it.').waitFor();
    equal(await page.getByRole('button', { name: /Switch|Save/ }).count(), 0);
    await close();
  });
});
