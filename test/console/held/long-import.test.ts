// A long statement imported in the console, in a real browser. The preview's answer and the import
// are held, so that their progress stands still until it was looked at.
import { deepEqual } from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import type { Writer } from '../../../server/app/process/lanes.ts';
import { type AttackService, startAttackService } from '../../support/attack-service.ts';
import { openBank } from '../bank-scene.ts';
import { buildConsole } from '../build-console.ts';
import { type ConsoleScene, openDesks } from '../console-scene.ts';
import { chooseStatement } from '../steps/bank-steps.ts';
import { until } from '../steps/trade-steps.ts';

const LINES = 2_000;
const HELD_AFTER = 500;
const SOME = /^[1-9]\d* of 2000 lines$/;

let service: AttackService;
let scene: ConsoleScene;
before(async () => {
  await buildConsole();
  service = await startAttackService();
  scene = await openDesks(service.url, service.operator, service.stop);
});
after(() => scene.stop());

/** The writer takes so many lines; the others wait until `release`. */
function holdLines(writer: Writer): { release(): void } {
  const submit = writer.submit.bind(writer);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let lines = 0;
  writer.submit = async (command) => {
    if (command.kind === 'take_line') lines += 1;
    if (lines > HELD_AFTER) await released;
    return await submit(command);
  };
  return { release };
}

/** The page reads the answer of a preview up to its first lines; the rest, once it is released. */
const HOLD_PREVIEW = `{
  const ask = window.fetch;
  const released = new Promise((resolve) => { window.releasePreview = resolve; });
  window.fetch = async (asked, how) => {
    const answer = await ask(asked, how);
    if (!answer.url.includes('dry_run=true')) return answer;
    const lines = (await answer.text()).split('\\n');
    const held_from = lines.findIndex((line) => /"done":[1-9]/.test(line)) + 1;
    const textOf = (some) => some.map((line) => line + '\\n').join('');
    const bytes = new TextEncoder();
    const body = new ReadableStream({
      async start(stream) {
        stream.enqueue(bytes.encode(textOf(lines.slice(0, held_from))));
        await released;
        stream.enqueue(bytes.encode(textOf(lines.slice(held_from))));
        stream.close();
      },
    });
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
}`;

type Statements = { data: { complete: boolean; taken_lines: number }[] };

const rows = Array.from(
  { length: LINES },
  (_, row) => `2026-03-05,${1_000 + row},,Payment ${row},ROW-${row}`,
);

async function preview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show what would happen' }).click();
  const running = page.getByRole('status').filter({ hasText: 'without writing anything' });
  await running.getByText(SOME).waitFor();
  await page.evaluate('window.releasePreview()');
  await page.getByRole('button', { name: `Import ${LINES} lines` }).waitFor();
}

it('a long import shows its progress, and goes on when its page is closed', async () => {
  const bank = await openBank(scene, 'USD');
  const { release } = holdLines(service.app.writer);
  const { page, complaints, close } = await scene.signIn({
    name: 'Asha Rao',
    email: 'asha@example.com',
    role: 'operator',
  });
  await page.addInitScript(HOLD_PREVIEW);
  await chooseStatement(page, scene.url, rows, bank.account);
  await preview(page);
  await page.getByRole('button', { name: `Import ${LINES} lines` }).click();
  const running = page.getByRole('status').filter({ hasText: 'You can close this page' });
  await running.getByText(SOME).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'march.csv' });
  await row.getByText(SOME).waitFor();
  await page.goto(`${scene.url}/console/bank/owed`);
  release();
  const statements = `/statements?receiving_account_id=${bank.account}`;
  await until('the import is complete', async () => {
    const [one] = acceptedBody(await scene.operator.get<Statements>(statements)).data;
    return one?.complete === true && one.taken_lines === LINES;
  });
  await page.goto(`${scene.url}/console/bank/import`);
  await row.getByText('Complete', { exact: true }).waitFor();
  deepEqual(complaints, []);
  await close();
});
