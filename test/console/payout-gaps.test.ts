// What a batch lacks for its layout, in a real browser: the house's part is filled in right there,
// the merchants' parts are named and left out; and who got none is told by name.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody } from '../../bench/harness/http-client.ts';
import { axeFindings } from '../support/browser/page-visit.ts';
import { openBank } from './bank-scene.ts';
import { type ConsoleScene, openConsoleScene, type Person } from './console-scene.ts';

const ASHA: Person = { name: 'Asha Rao', email: 'asha@example.com', role: 'operator' };

type Taken = { merchant_id: string; id: string; order_id: string };
type Draft = { batch: { id: string }; payouts: Taken[] };

let scene: ConsoleScene;
let account = '';
before(async () => {
  scene = await openConsoleScene();
  account = (await openBank(scene, 'INR')).account;
});
after(() => scene.stop());

async function draftOf(count: number): Promise<Draft> {
  const body = { receiving_account_id: account, count };
  const draft = acceptedBody(await scene.operator.post<Draft>('/payout_batches', body));
  equal(draft.payouts.length, count);
  return draft;
}

/** Back into the queue, for the next test. */
async function release({ batch: { id } }: Draft, named: readonly Taken[]): Promise<void> {
  const payouts = named.map(({ merchant_id, id: trade }) => ({ merchant_id, id: trade }));
  const path = `/payout_batches/${id}/release`;
  acceptedBody(await scene.operator.post(path, { payouts, note: 'Taken by mistake' }));
}

async function openDraft(page: Page, { batch: { id } }: Draft, layout: string): Promise<void> {
  await page.goto(`${scene.url}/console/payouts/batches/${id}`);
  await page.getByLabel('Layout', { exact: true }).selectOption(layout);
  await page.getByText(/^The layout cannot carry/).waitFor();
}

const gapsOf = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'The layout cannot carry' });

describe('a batch that its layout cannot carry yet', () => {
  it('has the paying account completed where it is told, and is checked again', async () => {
    const { page, complaints, close } = await scene.signIn(ASHA);
    const draft = await draftOf(1);
    await openDraft(page, draft, 'union-bank');
    const lacks = page.getByText(
      /^The paying account lacks its IFSC, which stands behind the name of its bank\.$/,
    );
    await lacks.waitFor();
    const ifsc = page.getByRole('textbox', { name: 'IFSC', exact: true });
    await ifsc.fill('no ifsc');
    const save = { name: 'Save and check again' };
    await page.getByRole('button', save).click();
    await page.getByText('This is not written as it has to be.').waitFor();
    await ifsc.fill('frst0001234');
    deepEqual(await axeFindings(page), []);
    await page.getByRole('button', save).click();
    await page.getByText('The paying account is completed.').waitFor();
    await lacks.waitFor({ state: 'detached' });
    const path = `/receiving_accounts/${account}`;
    const { bank_name } = acceptedBody(await scene.operator.get<{ bank_name: string }>(path));
    equal(bank_name, 'First Bank FRST0001234');
    await release(draft, draft.payouts);
    deepEqual(complaints, []);
    await close();
  });

  it('names each pay-out by its order, and leaves one out with one click', async () => {
    const { page, complaints, close } = await scene.signIn(ASHA);
    const draft = await draftOf(2);
    const [one, other] = draft.payouts.map(({ order_id }) => order_id);
    await openDraft(page, draft, 'icici-cib');
    await gapsOf(page)
      .getByRole('link', { name: String(one), exact: true })
      .waitFor();
    await page.getByRole('button', { name: `Leave out ${one}`, exact: true }).click();
    await page.getByText('The layout cannot carry 1 pay-out').waitFor();
    await gapsOf(page)
      .getByRole('link', { name: String(one), exact: true })
      .waitFor({
        state: 'detached',
      });
    await gapsOf(page)
      .getByRole('link', { name: String(other), exact: true })
      .waitFor();
    deepEqual(complaints, []);
    await close();
  });

  it('names who got nothing, with why', async () => {
    const { page, close } = await scene.signIn(ASHA);
    const draft = await draftOf(2);
    const [gone] = draft.payouts;
    await openDraft(page, draft, 'icici-cib');
    const all = page.getByRole('button', { name: 'Leave out the 2 pay-outs' });
    await all.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The layout cannot carry them');
    // Somebody else is faster by a moment.
    await page.route(/\/release$/, async (route) => {
      await release(draft, draft.payouts.slice(0, 1));
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Leave out the 2 pay-outs' }).click();
    const told = page.getByRole('region', { name: '1 of 2 were not done' });
    await told
      .getByRole('listitem')
      .filter({ hasText: `${gone?.order_id}: ` })
      .waitFor();
    deepEqual(await axeFindings(page), []);
    await close();
  });
});
