// One working day in a real browser, in its order: what an operator and an owner do, with second
// factors, and a viewer who tries all of it. What later steps need, earlier ones made.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { acceptedBody } from '../../bench/harness/http-client.ts';
import { orderName } from '../../console/parts/names/order-name.ts';
import { askForTwo, asPerson } from './approval-steps.ts';
import { type BankScene, type Order, openBank } from './bank-scene.ts';
import { type ConsoleScene, openConsoleScene, type Person } from './console-scene.ts';
import type { Desk } from './desk.ts';
import { typePassword } from './live-scene.ts';
import { chooseStatement, decideByKeys } from './steps/bank-steps.ts';
import { DAY_ACTS, type DayAct, type DayWork } from './steps/day-acts.ts';
import { confirmAct, secretsShown } from './steps/dialog-steps.ts';
import { contestPayin } from './steps/dispute-steps.ts';
import { setUpApp, setUpPasskey, signOut } from './steps/factor-steps.ts';
import { untilShown } from './steps/screen-steps.ts';
import { exportFile, firstColumn, loseSecondAnswer } from './steps/trade-steps.ts';

const ASHA: Person = { name: 'Asha Rao', email: 'asha@example.com', role: 'operator' };
const OWEN: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };
const VERA: Person = { name: 'Vera Look', email: 'vera@example.com', role: 'viewer' };

const UTR = '412345678901';

type Trade = { id: string; merchant_id: string; order_id: string; state: string };
type Acts = { timeline: { acts: { act: string }[] } };

let scene: ConsoleScene;
let bank: BankScene;
/** The pay-ins that the day’s statement pays: the second one short of the bank’s charges. */
let march: Order;
let april: Order;
let asha: Desk;
let owen: Desk;
const made: DayWork = {
  proposal: '',
  dispute: '',
  payout: '',
  line: '',
  account: '',
  merchant: '',
};

before(async () => {
  // A host name, because browsers make no passkeys for addresses of numbers.
  scene = await openConsoleScene({ HOST: 'localhost' });
  bank = await openBank(scene, 'INR');
  Object.assign(made, { account: bank.account, merchant: `/merchants/${bank.merchant_id}` });
  march = await bank.pay('rent-march', 150_000);
  april = await bank.pay('rent-april', 180_000);
});
after(() => scene.stop());

const at = (path: string) => `${scene.url}/console${path}`;

async function read<Body>(path: string): Promise<Body> {
  return acceptedBody(await scene.operator.get<Body>(path));
}

const payouts = async (): Promise<Trade[]> =>
  (await read<{ data: Trade[] }>('/trades?state=created&direction=payout&limit=200')).data;

const takesOf = async ({ merchant_id, id }: Trade): Promise<number> =>
  (await read<Acts>(`/trades/${merchant_id}/${id}`)).timeline.acts.filter(
    ({ act }) => act === 'take',
  ).length;

const statusOf = async (token: string): Promise<number> => {
  const address = `${scene.url}/api/v1/merchant/account_balance/${bank.merchant_id}`;
  return (await fetch(address, { headers: { 'x-token': token } })).status;
};

describe('a working day', () => {
  it('begins with a password and the code of an app', async () => {
    const { password } = await scene.welcome(ASHA);
    asha = await scene.signIn(ASHA);
    const { page } = asha;
    const app = await setUpApp(page, scene.url);
    await signOut(asha, ASHA);
    await typePassword(page, ASHA.email, password);
    const code = page.getByLabel('Code from your authenticator app');
    // The present code has been used to set the app up; the next one counts already.
    await code.fill(app.code(Date.now(), 1));
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('button', { name: ASHA.name }).waitFor();
  });

  it('begins for an owner with a passkey, without the password', async () => {
    owen = await scene.signInAtHome(OWEN);
    const { page } = owen;
    await setUpPasskey(page, scene.url);
    await signOut(owen, OWEN);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('button', { name: OWEN.name }).waitFor();
  });

  it('imports the statement, which pays a pay-in and leaves lines to decide', async () => {
    const { page } = asha;
    const today = new Date().toISOString().slice(0, 10);
    const rows = [
      `${today},150000,${UTR},RENT,D-1`,
      `${today},-2500,,MONTHLY CHARGES,D-2`,
      `${today},-900000,,SWEEP,D-3`,
      `${today},179000,,FROM ASHA RAO,D-4`,
    ];
    await chooseStatement(page, scene.url, rows, bank.account);
    await page.getByRole('button', { name: 'Show what would happen' }).click();
    await page.getByRole('button', { name: 'Import 4 lines' }).click();
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    const { trade } = await read<{ trade: Trade }>(`/trades/${bank.merchant_id}/${march.id}`);
    equal(trade.state, 'completed');
    await page.getByRole('link', { name: 'Review 3 lines' }).click();
    await page.waitForURL(/\/bank\/review/);
  });

  it('clears the queue with the keyboard only', async () => {
    const { page } = asha;
    await page.goto(at(`/bank/review?receiving_account_id=${bank.account}`));
    await page.getByText('Line 1 of 3').waitFor();
    await decideByKeys(page, 'f', 'Fee');
    await page.getByText('Line 1 of 2').waitFor();
    await decideByKeys(page, 'o', 'Own transfer');
    await page.getByText('Line 1 of 1').waitFor();
    await page.getByRole('button', { name: 'Pick pay-in 1: rent-april' }).waitFor();
    await decideByKeys(page, 'a', 'Assign');
    await page.getByText('Line 1 of').waitFor({ state: 'detached' });
    type Line = { id: string; bank_id: string | null; status: string };
    const path = `/bank_lines?receiving_account_id=${bank.account}`;
    const { data } = await read<{ data: Line[] }>(path);
    const decided = data.map(({ bank_id, status }) => `${bank_id} ${status}`).sort();
    deepEqual(decided, ['D-1 matched', 'D-2 fee', 'D-3 own_transfer', 'D-4 matched']);
    await page.goto(at(`/verify?merchant_id=${bank.merchant_id}`));
    await page.getByText('Pay-in 1 of 1', { exact: true }).waitFor();
    await decideByKeys(page, 'c', 'Confirm');
    await page.getByText('No pay-in waits for a decision', { exact: false }).waitFor();
    made.line = `/bank_lines/${data.find(({ status }) => status === 'fee')?.id}`;
  });

  it('takes three pay-outs, though the connection is lost in the middle', async () => {
    const { page } = asha;
    const three = (await payouts()).slice(0, 3);
    equal(three.length, 3);
    await page.goto(at('/trades?state=created&direction=payout'));
    for (const { order_id } of three) {
      const name = `Select ${orderName(order_id)}`;
      await page.getByRole('checkbox', { name, exact: true }).check();
    }
    const keys = await loseSecondAnswer(page, /\/take$/);
    await page.getByRole('button', { name: 'Take', exact: true }).click();
    await confirmAct(page, 'Take (3)', 'Paying them now');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('not known: no answer came').waitFor();
    await dialog.getByRole('button', { name: 'Continue (2)' }).click();
    await dialog.getByText('3 done').waitFor();
    equal(keys[1], keys[2], 'the open request is repeated under its key');
    deepEqual(await Promise.all(three.map(takesOf)), [1, 1, 1]);
    await page.unroute(/\/take$/);
  });

  it('asks for a pay-out, which the same person cannot approve', async () => {
    const [payout] = await payouts();
    ok(payout !== undefined);
    made.payout = `/trades/${payout.merchant_id}/${payout.id}`;
    await askForTwo(scene.operator, ['pay_out']);
    const { page } = asha;
    await page.goto(at(made.payout));
    await page.getByRole('button', { name: /^Take/ }).click();
    await confirmAct(page, 'Take', 'Checked against the contract');
    await page.getByRole('link', { name: 'Open the request' }).click();
    await page.getByText('You made this proposal: another person has to approve.').waitFor();
    equal(await page.getByRole('button', { name: /^Approve/ }).count(), 0);
    made.proposal = new URL(page.url()).pathname.replace('/console', '');
    const refused = await asPerson(page, `${made.proposal}/approve`, {});
    equal(refused.code, 'second_person_required');
    equal((await read<{ trade: Trade }>(made.payout)).trade.state, 'created');
  });

  it('has it approved by a second person', async () => {
    const { page } = owen;
    await page.goto(at('/approvals'));
    await page.getByRole('link', { name: 'Pay out', exact: true }).click();
    await page.getByText(ASHA.name).first().waitFor();
    await page.getByRole('button', { name: /^Approve/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Approved: it is done.').waitFor();
    equal((await read<{ trade: Trade }>(made.payout)).trade.state, 'processing');
  });

  it('answers a dispute, and decides it by the bank’s line', async () => {
    const { path, utr } = await contestPayin(scene.operator);
    made.dispute = path;
    const { page } = asha;
    await page.goto(at('/disputes'));
    await page.locator(`a[href$="${path}"]`).click();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await dialog.getByLabel('Message').fill('The bank has the money: see its line.');
    await dialog.getByRole('button', { name: 'Write' }).click();
    await page.getByText('Sent.').waitFor();
    await page.getByRole('button', { name: 'Decide' }).click();
    await dialog.getByRole('radio', { name: 'The claim was wrong' }).check();
    await dialog.getByLabel(/UTR of the bank line/).fill(utr);
    await dialog.getByLabel('Why').fill('Seen in the statement');
    await dialog.getByRole('button', { name: 'Decide' }).click();
    await page.getByText('A UTR of a bank line').waitFor();
    type Answered = { dispute: { outcome: string }; messages: { visibility: string }[] };
    const { dispute, messages } = await read<Answered>(path);
    equal(dispute.outcome, 'rejected');
    equal(messages[0]?.visibility, 'shared');
  });

  it('rotates a token: the old one works until it is revoked', async () => {
    const { page } = owen;
    await page.goto(at(`${made.merchant}/tokens`));
    await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    await confirmAct(page, 'Rotate', 'Yearly');
    const [token = ''] = await secretsShown(page);
    deepEqual([await statusOf(token), await statusOf(bank.token)], [200, 200]);
    // The newest is first.
    await page.getByRole('button', { name: 'Revoke' }).nth(1).click();
    await confirmAct(page, 'Revoke', 'Replaced by a new one');
    await page.getByText('Revoked', { exact: true }).waitFor();
    deepEqual([await statusOf(token), await statusOf(bank.token)], [200, 401]);
  });

  it('finds the trade of the morning by its UTR', async () => {
    const { page } = asha;
    await page.keyboard.press('/');
    await page.keyboard.type(UTR);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?q=/);
    const trades = page.getByRole('region', { name: /^Trades/ });
    await trades.getByRole('link', { name: 'rent-march', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'rent-march' }).waitFor();
  });

  it('ends with a file of the merchant’s trades, as a workbook and as CSV', async () => {
    const { page } = owen;
    await page.goto(at(`/trades?merchant_id=${bank.merchant_id}`));
    await page.getByRole('link', { name: 'rent-march', exact: true }).waitFor();
    const book = await exportFile(page, () => page.getByRole('dialog').waitFor());
    deepEqual(await firstColumn(book), ['id', april.id, march.id]);
    const csv = await exportFile(page, () => page.getByText('CSV', { exact: true }).click());
    const rows: Record<string, string>[] = parse(csv, { columns: true, bom: true });
    deepEqual(
      rows.map(({ id, order_id, amount }) => [id, order_id, amount]),
      [
        [april.id, 'rent-april', '1790.00'],
        [march.id, 'rent-march', '1500.00'],
      ],
    );
    deepEqual([...asha.complaints, ...owen.complaints], [], 'no page has complained');
  });
});

describe('a viewer who tries all of it', () => {
  let vera: Desk;
  before(async () => {
    vera = await scene.signIn(VERA);
    const [payout] = await payouts();
    const path = `/trades/${payout?.merchant_id}/${payout?.id}/take`;
    const { id } = await asPerson(asha.page, path, { note: 'Checked' });
    made.proposal = `/approvals/${String(id)}`;
  });

  const controlOf = async ({ page }: Desk, { screen, control }: DayAct) => {
    await page.goto(at(screen(made)));
    await untilShown(page);
    return control(page);
  };

  for (const act of DAY_ACTS) {
    it(`${act.what} neither on the screen nor in the API`, async () => {
      await (await controlOf(owen, act)).first().waitFor({ state: 'attached' });
      for (const found of await (await controlOf(vera, act)).all()) {
        equal(await found.isDisabled(), true);
      }
      const { path, body, method } = act;
      const refused = await asPerson(vera.page, path(made), body ?? null, method);
      equal(refused.code, 'forbidden', JSON.stringify(refused));
      match(String(refused.detail), /right/);
    });
  }

  it('has changed nothing', async () => {
    const { person_id } = await asPerson(vera.page, '/session', null, 'GET');
    type Entry = { action: string; actor: { id: string | null } };
    const { data } = await read<{ data: Entry[] }>('/audit?limit=200');
    const did = data.filter(({ actor }) => actor.id === person_id).map(({ action }) => action);
    deepEqual([...new Set(did)], ['signed_in', 'person_link_used']);
  });
});
