// What a new operator asks on their first days, from Home in a real browser with counted clicks:
// none takes more than its limit, and the page at the end has the answer.
import { ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { asPerson } from '../approval-steps.ts';
import { type BankScene, openBank } from '../bank-scene.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import { countedWork } from '../steps/counted-work.ts';

const NEW: Person = { name: 'Nina New', email: 'nina@example.com', role: 'owner' };
const ASHA: Person = { name: 'Asha Iyer', email: 'asha@example.com', role: 'owner' };

const { count, holdDesign } = countedWork('test/console/shell/first-questions.test.ts', {
  money: { what: '“Did Asha’s money come?”', unit: 'clicks', limit: 2 },
  stuck: { what: '“Why is this stuck?”, of the oldest', unit: 'clicks', limit: 2 },
  band: { what: '“Who changed the band?”', unit: 'clicks', limit: 1 },
  owed: { what: '“What do we owe whom at this bank?”', unit: 'clicks', limit: 2 },
  away: { what: '“What happened while I was away?”', unit: 'clicks', limit: 0 },
});

let scene: ConsoleScene;
let bank: BankScene;
before(async () => {
  scene = await openConsoleScene();
  bank = await openBank(scene, 'INR');
});
after(() => scene.stop());

async function atHome(work: (page: Page) => Promise<void>): Promise<void> {
  const { page, close } = await scene.signInAtHome(NEW);
  await work(page);
  await close();
}

const search = (page: Page) => page.getByRole('combobox', { name: 'Go, find, act' });
const navigation = (page: Page) => page.getByRole('navigation').first();

describe('a question of a new operator', () => {
  it('is whether somebody’s money came', async () => {
    const order = await bank.pay('order-of-asha', 234_500);
    await bank.claim(order, '912345670001');
    await bank.give({
      amount_cents: 234_500,
      utr: '912345670001',
      counterparty_name: 'Asha Krishnan',
      text: 'IMPS FROM ASHA KRISHNAN',
    });
    await atHome((page) =>
      count('money', page, async ({ click, write }) => {
        await click(search(page));
        await write('Asha Krishnan');
        await click(page.getByRole('option', { name: /2,345\.00/ }).first());
        await page.getByText('2,345.00').first().waitFor();
        await page.getByText('order-of-asha').first().waitFor();
      }),
    );
  });

  it('is why something is stuck', async () => {
    await atHome((page) =>
      count('stuck', page, async ({ click }) => {
        const card = page.locator('[data-kind=payins_to_verify] [data-worst]');
        await click(card.getByRole('link'));
        await page.waitForURL(/\/trades\/./);
        await page.getByText('To verify', { exact: true }).first().waitFor();
        await page.getByRole('heading', { name: 'What happened' }).waitFor();
      }),
    );
  });

  it('is who changed a band', async () => {
    const band = { act: 'refund', currency: 'INR', from_cents: 77_700 };
    const colleague = await scene.signInAtHome(ASHA);
    const body = { bands: [band], note: 'Agreed with finance' };
    const { bands } = await asPerson(colleague.page, '/approval-bands', body, 'PUT');
    ok(Array.isArray(bands));
    await colleague.close();
    await atHome((page) =>
      count('band', page, async ({ click }) => {
        await click(page.locator('[data-since=settings_changed]').getByRole('link'));
        const row = page.getByRole('row').filter({ hasText: 'Rules for two people set' });
        await row.filter({ hasText: ASHA.name }).first().waitFor();
      }),
    );
  });

  it('is what is owed to whom at a bank', async () => {
    await bank.give({ amount_cents: 61_300, utr: '912345670009', text: 'FROM NOBODY KNOWN' });
    await atHome((page) =>
      count('owed', page, async ({ click }) => {
        await click(navigation(page).getByRole('link', { name: /^Bank\b/ }));
        await click(page.getByRole('link', { name: /^Owed/ }));
        await page.getByRole('heading', { name: 'By account' }).waitFor();
        await page.getByText('613.00').first().waitFor();
      }),
    );
  });

  it('is what happened meanwhile', async () => {
    await atHome((page) =>
      count('away', page, async () => {
        const since = page.getByRole('region', { name: 'Since you were here' });
        await since.locator('[data-since]').first().waitFor();
        ok((await since.locator('[data-since]').count()) >= 2);
      }),
    );
  });

  it('takes as many clicks as the design of the console says', holdDesign);
});
