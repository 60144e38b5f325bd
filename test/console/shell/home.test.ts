// Home in a real browser: one card for each kind of work that waits, with names in place of ids.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import type { AttentionItem, AttentionList } from '../../../console/api/schema.gen.ts';
import { TARGET_NAMES } from '../../../console/texts/targets.ts';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };

type Account = { id: string; name: string };

/** What the lists read that lines of Home lead to. */
const LISTS =
  /\/operator\/v1\/(?:trades|disputes|approvals|audit|callback_endpoints)\?(?!limit=1$)/;

/** The rows of all pages of a list, as the person of this page may see them. */
const countAll = (page: Page, address: string): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const url = new URL(${JSON.stringify(address)});
    let count = 0;
    for (let cursor = ''; cursor !== null; ) {
      url.searchParams.set('limit', '200');
      if (cursor !== '') url.searchParams.set('cursor', cursor);
      const answer = await (await fetch(url)).json();
      count += answer.data.length;
      cursor = answer.next_cursor;
    }
    return count;
  })()`);

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

const waitsAt = ({ id, name }: Account, days: number): AttentionItem => ({
  kind: 'payins_without_line',
  severity: 'warning',
  subject_type: 'receiving_account',
  subject_id: id,
  subject_name: name,
  count: 2,
  has_more: false,
  oldest_at: new Date(Date.now() - days * 86_400_000).toISOString(),
  worst: null,
  value: days * 1_440,
  unit: 'minutes',
  threshold: 2_880,
  is_over: days > 1,
  text: `2 completed pay-ins have no bank line (receiving account ${id}), the oldest for ${days} days.`,
  command: `accounts days ${id}`,
  route: `/receiving_accounts/${id}/days`,
});

it('groups accounts with the same trouble, and names the worst', async () => {
  const list = await scene.operator.get<{ data: Account[] }>('/receiving_accounts');
  const [first, second, third] = acceptedBody(list).data;
  ok(first !== undefined && second !== undefined && third !== undefined);
  const { page, complaints, close } = await scene.signIn(OWNER);
  const answer: AttentionList = {
    data: [waitsAt(first, 1), waitsAt(second, 9), waitsAt(third, 3)],
    over: 2,
    measured_at: new Date().toISOString(),
  };
  // The stream would tell of the demo's own work.
  await page.route('**/operator/v1/live*', (route) => route.abort());
  await page.route('**/operator/v1/attention', (route) => route.fulfill({ json: answer }));
  await page.goto(`${scene.url}/console`);
  const decisions = page.getByRole('region', { name: 'What needs a decision' });
  await decisions.getByText(`receiving account ${second.name}`).waitFor();
  equal(await decisions.locator('[data-kind]').count(), 1);
  await decisions.getByText('6', { exact: true }).waitFor();
  await decisions.getByText(`Also ${third.name}, ${first.name}`).waitFor();
  const text = (await decisions.textContent()) ?? '';
  deepEqual(
    [first, second, third].filter(({ id }) => text.includes(id)),
    [],
  );
  deepEqual(await axeFindings(page), []);
  deepEqual(complaints, []);
  await close();
});

it('names what waits longest where nothing else is named, and leads there', async () => {
  const { page, complaints, close } = await scene.signIn(OWNER);
  const list = await scene.operator.get<AttentionList>('/attention');
  const item = acceptedBody(list).data.find(({ kind }) => kind === 'payins_to_verify');
  ok(item?.worst);
  await page.goto(`${scene.url}/console`);
  const card = page.locator('[data-kind=payins_to_verify] [data-worst]');
  await card.getByText('Oldest:').waitFor();
  const link = card.getByRole('link', { name: /^Order \S+ of/u });
  equal(await link.textContent(), TARGET_NAMES[item.worst.kind](item.worst));
  await link.click();
  const [, merchant_id, trade_id] = item.worst.target.split('/');
  await page.waitForURL(`**/trades/${merchant_id}/${trade_id}**`);
  deepEqual(complaints, []);
  await close();
});

it('tells what happened since the last visit, and leads to the list of each', async () => {
  const { page, complaints, close } = await scene.signIn({ ...OWNER, email: 'olga@example.com' });
  await page.goto(`${scene.url}/console`);
  const since = page.getByRole('region', { name: 'Since you were here' });
  await since.locator('[data-since=settings_changed]').waitFor();
  const lines = await since
    .locator('[data-since]')
    .evaluateAll((rows) => rows.flatMap((row) => row.getAttribute('data-since') ?? []));
  ok(lines.length >= 3, lines.join());
  for (const kind of lines) {
    const link = since.locator(`[data-since=${kind}]`).getByRole('link');
    const told = Number.parseInt(((await link.textContent()) ?? '').replaceAll(',', ''), 10);
    const list = page.waitForResponse((response) => LISTS.test(response.url()));
    await link.click();
    equal(await countAll(page, (await list).url()), told, kind);
    await page.getByRole('table').waitFor();
    await page.goBack();
    await since.locator(`[data-since=${kind}]`).waitFor();
  }
  deepEqual(complaints, []);
  await close();
});

it('leads to all that waits for a person as one file, for those who may export', async () => {
  const { page, close } = await scene.signInAtHome(OWNER);
  const files = [
    ['All of it as CSV', 'exceptions.csv'],
    ['All of it for Excel', 'exceptions.xlsx'],
  ] as const;
  for (const [name, file] of files) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name }).click(),
    ]);
    equal(download.suggestedFilename(), file);
    ok(await download.path());
  }
  await close();
  const eve: Person = { name: 'Eve Works', email: 'eve@example.com', role: 'operator' };
  const other = await scene.signInAtHome(eve);
  await other.page.getByRole('region', { name: 'What needs a decision' }).waitFor();
  equal(await other.page.getByRole('link', { name: 'All of it as CSV' }).count(), 0);
  await other.close();
});
