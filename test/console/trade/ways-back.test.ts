// Refund and Reverse beside each other on the page of a pay-in, in a real browser: what each does
// and books, which is possible now; and the settlement among what belongs to the trade.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import { axeFindings, untilItFits } from '../../support/browser/page-visit.ts';
import { openBank } from '../bank-scene.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import { rawWordsOf } from '../steps/raw-words.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };
const VIEWER: Person = { name: 'Vera Look', email: 'vera@example.com', role: 'viewer' };
const FOLDER = process.env.SHOTS;

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

async function look(page: Page, name: string): Promise<void> {
  deepEqual(await axeFindings(page), []);
  deepEqual(await rawWordsOf(page), []);
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await untilItFits(page);
    for (const colorScheme of FOLDER === undefined ? [] : (['dark', 'light'] as const)) {
      await page.emulateMedia({ colorScheme });
      const path = `${FOLDER}/${name}-${width}-${colorScheme}.png`;
      await page.screenshot({ path, fullPage: true });
    }
  }
}

const side = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function openWays(page: Page, trade: string): Promise<void> {
  await page.goto(`${scene.url}/console${trade}`);
  await page.getByRole('button', { name: 'Refund or reverse?' }).click();
  await side(page, 'Refund').waitFor();
}

describe('refund and reverse', () => {
  it('stand beside each other with what they book, and say which is possible', async () => {
    const bank = await openBank(scene, 'RON');
    const order = await bank.pay('ways-1', 150_000);
    await bank.claim(order, '812345678977');
    await bank.give({ amount_cents: 150_000, utr: '812345678977' });
    const trade = `/trades/${bank.merchant_id}/${order.id}`;
    const { page, complaints, close } = await scene.signIn(OWNER);
    await openWays(page, trade);
    const [refund, reverse] = [side(page, 'Refund'), side(page, 'Reverse')];
    await refund.getByText('Possible now').waitFor();
    await refund.getByText('Pay-out put on hold').waitFor();
    await refund.getByText('Booked once its pay-out is paid').waitFor();
    await refund.getByText('Pay-out paid', { exact: true }).waitFor();
    await reverse.getByText('Possible now').waitFor();
    await reverse.getByText('Pay-in reversed', { exact: true }).waitFor();
    await reverse.getByText(/^Spendable$/).waitFor();
    await reverse
      .getByText(/RON\s1,500\.00/)
      .first()
      .waitFor();
    equal(await reverse.getByText('Booked once its pay-out is paid').count(), 0);
    await page.getByText('In no settlement yet').waitFor();
    await look(page, 'ways-back');
    const body = { number: '50100087654321', note: 'Goods came back' };
    acceptedBody(await scene.operator.post(`${trade}/refund`, body));
    await openWays(page, trade);
    await refund.getByText('Not possible now').waitFor();
    await refund.getByText('The pay-in is refunded already.').waitFor();
    equal(await refund.getByText('Pay-out put on hold').count(), 0);
    deepEqual(complaints, []);
    await close();
  });

  it('tell a viewer that neither is part of the role', async () => {
    const list = await scene.operator.get<{ data: { merchant_id: string; id: string }[] }>(
      '/trades?state=completed&direction=payin&limit=1',
    );
    const [done] = acceptedBody(list).data;
    const { page, close } = await scene.signIn(VIEWER);
    await openWays(page, `/trades/${done?.merchant_id}/${done?.id}`);
    await side(page, 'Reverse').getByText('Not part of your role').waitFor();
    await close();
  });

  it('a trade that a settlement counts leads there', async () => {
    type Listed = { data: { merchant_id: string; id: string; number: number }[] };
    type Lines = { data: { trade_id: string | null }[] };
    const [one] = acceptedBody(await scene.operator.get<Listed>('/settlements?limit=1')).data;
    const lines = await scene.operator.get<Lines>(
      `/settlements/${one?.merchant_id}/${one?.id}/lines`,
    );
    const trade_id = acceptedBody(lines).data.find((line) => line.trade_id !== null)?.trade_id;
    const { page, close } = await scene.signIn(VIEWER);
    await page.goto(`${scene.url}/console/trades/${one?.merchant_id}/${trade_id}`);
    const settlement = page.getByRole('region', { name: 'Settlement' });
    await settlement.getByRole('link', { name: `Settlement ${one?.number}` }).click();
    await page.waitForURL(`**/settlements/${one?.merchant_id}/${one?.id}`);
    await close();
  });
});
