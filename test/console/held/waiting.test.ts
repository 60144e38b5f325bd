// Lines that a stored line may be already, in the console: both sides, what a person says about
// them, and a colleague who was faster.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import { BENCH_OPERATOR_TOKEN } from '../../../bench/harness/shop.ts';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { type BankScene, openBank } from '../bank-scene.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';

const ANA: Person = { name: 'Ana Rao', email: 'ana@example.com', role: 'operator' };
const VIEWER: Person = { name: 'Vera Look', email: 'vera@example.com', role: 'viewer' };
const DAY = '2026-03-05';

let scene: ConsoleScene;
let bank: BankScene;
before(async () => {
  scene = await openConsoleScene();
  bank = await openBank(scene, 'INR');
});
after(() => scene.stop());

type Waiting = { id: string; amount_cents: number };

/** A statement and a person tell of one amount on one day; returns the waiting line. */
async function makeWaiting(amount_cents: number): Promise<string> {
  const file = `booked_at,amount_cents,text,bank_id,currency,counterparty_name
${DAY},${amount_cents},RENT MARCH,S-${amount_cents},INR,Asha Rao\n`;
  const url = `${scene.url}/operator/v1/statements?receiving_account_id=${bank.account}`;
  const headers = { authorization: `Bearer ${BENCH_OPERATOR_TOKEN}`, 'content-type': 'text/csv' };
  const { status } = await fetch(url, { method: 'POST', body: file, headers });
  equal(status, 200);
  const line = { amount_cents, booked_at: DAY, bank_id: `H-${amount_cents}`, text: 'IMPS' };
  const fields = { receiving_account_id: bank.account, lines: [line] };
  acceptedBody(await scene.operator.post('/bank_lines', fields));
  const { data } = acceptedBody(
    await scene.operator.get<{ data: Waiting[] }>('/waiting_lines?limit=200'),
  );
  return data.find((one) => one.amount_cents === amount_cents)?.id ?? '';
}

const countOf = async (amount_cents: number) => {
  const path = `/bank_lines?receiving_account_id=${bank.account}&amount_cents=${amount_cents}`;
  return acceptedBody(await scene.operator.get<{ data: unknown[] }>(path)).data.length;
};

describe('a line that may be stored already', () => {
  it('is listed with its age, shown beside the stored line, and is the same', async () => {
    const id = await makeWaiting(151_700);
    const { page, complaints, close } = await scene.signIn(ANA);
    await page.goto(`${scene.url}/console/`);
    await page.getByText('Bank lines to compare').first().waitFor();
    await page.goto(`${scene.url}/console/bank/waiting`);
    await page.getByText(/^1 bank line waits to be compared with stored ones/).waitFor();
    await page.getByRole('link', { name: '1,517.00' }).click();
    await page.waitForURL(`**/bank/waiting/${id}`);
    await page.getByText('Another source has brought a line with this amount').waitFor();
    const own = page.getByRole('region', { name: 'This line' });
    await own.getByText('IMPS').waitFor();
    await own.getByText('By hand').waitFor();
    const stored = page.getByRole('region', { name: 'Stored line 1' });
    await stored.getByText('RENT MARCH').waitFor();
    await stored.getByText('In a statement').waitFor();
    await stored.getByText('In common: Amount, Booked').waitFor();
    deepEqual(await axeFindings(page), []);
    await page.getByRole('button', { name: 'The same' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('checkbox', { name: /^Stored line 1 · INR 1,517.00/, checked: true })
      .waitFor();
    await dialog.getByText('Asked the bank').click();
    await dialog.getByRole('button', { name: 'The same' }).click();
    await page.getByText('The same as stored lines').waitFor();
    equal(await page.getByRole('button', { name: 'The same' }).count(), 0);
    equal(await countOf(151_700), 1);
    deepEqual(complaints, []);
    await close();
  });

  it('is taken if it is another movement, and its page says for ever that it came by hand', async () => {
    const id = await makeWaiting(151_800);
    const { page, complaints, close } = await scene.signIn(ANA);
    await page.goto(`${scene.url}/console/bank/waiting/${id}`);
    await page.getByRole('button', { name: 'Another movement' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The payer paid twice').click();
    await dialog.getByRole('button', { name: 'Another movement' }).click();
    await page.getByRole('link', { name: 'Open the line that was taken' }).click();
    await page.waitForURL(`**/bank/lines/${id}`);
    await page.getByRole('heading', { name: 'Bank line', exact: true }).waitFor();
    await page.getByText('How it came').waitFor();
    await page.getByText('By hand').first().waitFor();
    equal(await countOf(151_800), 2);
    deepEqual(complaints, []);
    await close();
  });

  it('was decided by a colleague while the dialog was open: nothing is sent', async () => {
    const id = await makeWaiting(151_900);
    const { page, close } = await scene.signIn(ANA);
    await page.goto(`${scene.url}/console/bank/waiting/${id}`);
    await page.getByRole('button', { name: 'Another movement' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The payer paid twice').click();
    acceptedBody(
      await scene.operator.post(`/waiting_lines/${id}/same`, { note: 'Asked the bank' }),
    );
    await dialog.getByText('The same as stored lines').waitFor();
    equal(await dialog.getByRole('button', { name: 'Another movement' }).isDisabled(), true);
    equal(await countOf(151_900), 1);
    await close();
  });

  it('is not decided by somebody without the right', async () => {
    const id = await makeWaiting(152_000);
    const { page, close } = await scene.signIn(VIEWER);
    await page.goto(`${scene.url}/console/bank/waiting/${id}`);
    const same = page.getByRole('button', { name: 'The same' });
    await same.waitFor();
    equal(await same.isDisabled(), true);
    equal(await page.getByRole('button', { name: 'Another movement' }).isDisabled(), true);
    await close();
  });
});

describe('a trade’s page', () => {
  it('marks the line that somebody typed', async () => {
    const order = await bank.pay('by-hand', 64_200);
    const { data } = acceptedBody(
      await scene.operator.get<{ data: { utr: string | null }[] }>('/bank_lines?limit=1'),
    );
    equal(data.length, 1);
    await bank.claim(order, 'HANDHAND0001');
    await bank.give({
      amount_cents: 64_200,
      booked_at: new Date().toISOString(),
      utr: 'HANDHAND0001',
    });
    const { page, close } = await scene.signIn(ANA);
    await page.goto(`${scene.url}/console/trades/${bank.merchant_id}/${order.id}`);
    await page.getByRole('heading', { name: 'What happened' }).waitFor();
    await page.getByText('By hand').first().waitFor();
    await close();
  });
});
