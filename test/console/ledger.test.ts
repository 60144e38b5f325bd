// The ledger in a real browser: from an account to its entries, the check of all books, the proofs;
// and what somebody without the right sees.
import { deepEqual, equal, match } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { acceptedBody } from '../../bench/harness/http-client.ts';
import { axeFindings } from '../support/browser/page-visit.ts';
import { type ConsoleScene, openConsoleScene, type Person } from './console-scene.ts';

const FINN: Person = { name: 'Finn Audit', email: 'finn@example.com', role: 'finance' };
const VIEWER: Person = { name: 'Vera Look', email: 'vera@example.com', role: 'viewer' };

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

type Merchants = { data: { id: string; name: string }[] };
type Trades = { data: { completed_at: string }[] };

/** A month in which Demo Bazaar was credited: on the first day of a month, the one before. */
async function creditedMonth(): Promise<string> {
  const merchants = acceptedBody(await scene.operator.get<Merchants>('/merchants'));
  const id = merchants.data.find(({ name }) => name === 'Demo Bazaar')?.id ?? '';
  const newest = `/trades?merchant_id=${id}&direction=payin&state=completed&limit=1`;
  const [trade] = acceptedBody(await scene.operator.get<Trades>(newest)).data;
  return trade?.completed_at.slice(0, 7) ?? '';
}

describe('the ledger', () => {
  it('leads from an account to the entries that moved it, and to their trades', async () => {
    const { page, complaints, close } = await scene.signIn(FINN);
    await page.goto(`${scene.url}/console/ledger`);
    await page.getByRole('row').nth(1).waitFor();
    deepEqual(await axeFindings(page), []);
    await page.getByRole('link', { name: 'Spendable', exact: true }).first().click();
    await page.waitForURL(/\/ledger\/entries\?.*account=available/);
    await page.getByRole('columnheader', { name: 'Postings' }).waitFor();
    const row = page.getByRole('row').nth(1);
    // What the entry is for, in a sentence; its accounts by their meaning, their own names behind.
    await row.getByText(/^(The|A|What|Everything|Money|That) .*\.$/).waitFor();
    await row.getByRole('button', { name: 'Spendable' }).click();
    await page.getByRole('dialog').getByText('available', { exact: true }).waitFor();
    deepEqual(await axeFindings(page), []);
    await page.keyboard.press('Escape');
    deepEqual(await axeFindings(page), []);
    // The order that it is about, by the merchant's id of it.
    await row.locator('a[href*="/console/trades/"]').click();
    await page.waitForURL(/\/console\/trades\//);
    deepEqual(complaints, []);
    await close();
  });

  it('lists the accounts of one meaning, of whoever is asked for', async () => {
    const { page, complaints, close } = await scene.signIn(FINN);
    await page.goto(`${scene.url}/console/ledger`);
    await page.getByRole('link', { name: 'Spendable', exact: true }).first().waitFor();
    const kinds = page.getByLabel('Account', { exact: true });
    await kinds.selectOption({ label: 'Due to … from …' });
    await page.waitForURL(/kind=due/);
    await page.getByText('Account: Due to … from …').waitFor();
    await page.getByRole('link', { name: 'Spendable' }).first().waitFor({ state: 'detached' });
    await page.getByLabel('Whose account').fill('Demo Bazaar');
    await page.getByLabel('Whose account').press('Enter');
    await page
      .getByRole('link', { name: /^Due to Demo Store/ })
      .first()
      .waitFor({ state: 'detached' });
    const names = await page.getByRole('link', { name: /^Due to / }).allInnerTexts();
    deepEqual(
      names.filter((name) => !name.startsWith('Due to Demo Bazaar from ')),
      [],
    );
    equal(names.length > 0, true);
    deepEqual(complaints, []);
    await close();
  });

  it('shows a month of the house and of a merchant: opening, movements, closing', async () => {
    const { page, complaints, close } = await scene.signIn(FINN);
    await page.goto(`${scene.url}/console/ledger/months`);
    await page.getByText('This month is over').waitFor();
    const today = new Date().toISOString().slice(0, 10);
    await page.getByLabel('Month', { exact: true }).fill(today.slice(0, 7));
    await page.getByText('This month is not over').waitFor();
    const month = await creditedMonth();
    await page.getByLabel('Month', { exact: true }).fill(month);
    await page.waitForURL(new RegExp(`month=${month}`));
    await page.getByRole('cell', { name: 'Bank line seen', exact: true }).first().waitFor();
    deepEqual(await axeFindings(page), []);
    await page.getByRole('combobox', { name: 'Merchant' }).click();
    await page.getByRole('option', { name: 'Demo Bazaar', exact: true }).click();
    await page.waitForURL(/merchant_id=/);
    await page.getByRole('rowheader', { name: 'Spendable' }).first().waitFor();
    await page.getByRole('cell', { name: 'Pay-in credited', exact: true }).first().waitFor();
    const link = page.getByRole('link', { name: 'Journal for Tally, INR' });
    match((await link.getAttribute('href')) ?? '', /merchant_id=.*currency=INR/);
    const saved = page.waitForEvent('download');
    await link.click();
    const file = await saved;
    equal(file.suggestedFilename(), `tally-${month}.xml`);
    match(await readFile(await file.path(), 'utf8'), /<VOUCHER .*payin completed/);
    await page.getByRole('link', { name: 'Journal as CSV' }).waitFor();
    await page.getByLabel('Month', { exact: true }).fill('2020-01');
    await page.getByText('Nothing was there in this month').waitFor();
    await page.getByText('This month is over').waitFor();
    deepEqual(complaints, []);
    await close();
  });

  it('gives the journal in the columns that were chosen, previewed and kept', async () => {
    const { page, complaints, close } = await scene.signIn(FINN);
    const month = await creditedMonth();
    const months = `${scene.url}/console/ledger/months?month=${month}`;
    await page.goto(months);
    await page.getByRole('button', { name: 'Columns of the journal' }).click();
    const form = page.getByRole('dialog', { name: 'Columns of the journal' });
    for (const column of await form.getByRole('checkbox').all()) await column.uncheck();
    await form.getByText('Choose at least one column.').waitFor();
    for (const column of ['Day in your time zone', 'Debit', 'Credit']) {
      await form.getByRole('checkbox', { name: column, exact: true }).check();
    }
    const debit = form.getByRole('textbox', { name: 'Name of “Debit”' });
    await debit.fill('Dr, Cr');
    await form.getByText('A name cannot have a comma.').waitFor();
    equal(await form.getByRole('button', { name: 'Save' }).isDisabled(), true);
    await debit.fill('Dr');
    for (let step = 0; step < 9; step += 1) {
      await form.getByRole('button', { name: 'Move “Credit” up' }).click();
    }
    await form.getByRole('button', { name: 'Show the first rows' }).click();
    const preview = form.getByRole('region', { name: 'First rows of the file' });
    await preview.waitFor();
    deepEqual(await axeFindings(page), []);
    const rows = (await preview.innerText()).trim().split('\n');
    equal(rows[0]?.trim(), 'credit,date,Dr');
    match(rows[1] ?? '', new RegExp(`^[\\d.]*,${month}-\\d\\d,[\\d.]*`));
    equal(rows.length, 6);
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Columns of the journal (3)' }).waitFor();
    await page.goto(months);
    for (const link of ['Journal as CSV', 'Journal for Excel']) {
      const href = await page.getByRole('link', { name: link }).getAttribute('href');
      equal(new URL(href ?? '', scene.url).searchParams.get('columns'), 'credit,date,debit=Dr');
    }
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Journal as CSV' }).click(),
    ]);
    match(await readFile(await saved.path(), 'utf8'), /^credit,date,Dr\r\n/);
    await page.getByRole('button', { name: 'Columns of the journal (3)' }).click();
    await form.getByRole('button', { name: 'All columns' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Columns of the journal', exact: true }).waitFor();
    deepEqual(complaints, []);
    await close();
  });

  it('is checked, and the result says what was read and what was not', async () => {
    const { page, complaints, close } = await scene.signIn(FINN);
    await page.goto(`${scene.url}/console/ledger/verify`);
    await page.getByRole('button', { name: 'Check everything' }).click();
    const result = page.getByRole('status').filter({ hasText: 'The books are sound' });
    await result.waitFor();
    match(await result.innerText(), /From the first entry\. Read: \d+ books, [\d,]+ entries/);
    equal(await page.getByText('Not looked at:').count(), 0);
    await scene.operator.post('/proofs', {});
    await page.getByRole('button', { name: 'Check since the last proof' }).click();
    await page.getByText('Not looked at:').waitFor();
    const part = page.getByRole('status').filter({ hasText: 'What was read is sound' });
    match(await part.innerText(), /After the proof of \d{4}-\d\d-\d\d\. Read: \d+ books/);
    deepEqual(await axeFindings(page), []);
    // Cut off before its result, it says so and claims nothing.
    await page.route('**/operator/v1/verify?progress=true', (route) =>
      route.fulfill({
        contentType: 'application/x-ndjson',
        body: '{"step":"books","done":1,"of":3}\n',
      }),
    );
    await page.getByRole('button', { name: 'Check since the last proof' }).click();
    await page.getByText('The answer was cut off before its result').waitFor();
    equal(await page.getByText(/is sound|are sound/).count(), 0);
    deepEqual(complaints, []);
    await close();
  });

  it('has its proofs made, saved, and their keys shown', async () => {
    const { page, complaints, close } = await scene.signIn(FINN);
    await page.goto(`${scene.url}/console/ledger/proofs`);
    await page.getByRole('button', { name: 'Make the last day’s proof' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Make the last day’s proof' }).click();
    const save = page.getByRole('button', { name: /^Save \d{4}-/ }).first();
    await save.waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
    const proof = JSON.parse(await readFile(await file.path(), 'utf8'));
    deepEqual(Object.keys(proof), ['statement', 'signature', 'public_key', 'leaves']);
    await page.getByText('Signs now').waitFor();
    deepEqual(await axeFindings(page), []);
    deepEqual(complaints, []);
    await close();
  });
});

describe('a viewer', () => {
  it('reads the ledger, and can neither make proofs nor rotate keys', async () => {
    const { page, close } = await scene.signIn(VIEWER);
    await page.goto(`${scene.url}/console/ledger/proofs`);
    await page.getByText('Signs now').waitFor();
    equal(await page.getByRole('button', { name: 'Make the last day’s proof' }).count(), 0);
    equal(await page.getByRole('button', { name: 'Rotate' }).count(), 0);
    await close();
  });
});
