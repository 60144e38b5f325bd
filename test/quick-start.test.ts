// Runs what a newcomer is told to type, as it is written: the printed call, the quick start and the
// sandbox guide, each more than once, against one sandbox.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, test } from 'node:test';
import { freePort } from '../bench/harness/service-process.ts';
import { curlOf } from '../server/programs/first-words.ts';
import { readNotes } from '../server/programs/sandbox-notes.ts';
import { scriptOf } from './support/checkout/document-commands.ts';
import { cleanup } from './support/cleanup.ts';
import { type SandboxShell, startSandboxShell } from './support/sandbox-shell.ts';

/** Several of them fall into one second. */
const CALLS = 20;

let sandbox: SandboxShell;
const close = cleanup();

before(async () => {
  sandbox = await startSandboxShell();
  close(() => sandbox.stop());
});

test('the printed call creates another pay-in each time', async () => {
  const notes = await readNotes(sandbox.settings.DATA_DIR);
  ok(notes !== null);
  const call = curlOf(`http://127.0.0.1:${sandbox.settings.PORT}`, notes);
  const { code, output } = await sandbox.run(`${call}\n`.repeat(CALLS));
  equal(code, 0, output);
  const trades = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  deepEqual(
    trades.map(({ state }) => state),
    Array(CALLS).fill('pending'),
  );
  equal(new Set(trades.map(({ id }) => id)).size, CALLS);
});

async function lastEvent(feed: string, headers: Record<string, string>): Promise<number> {
  for (let after = 0; ; ) {
    const page = await (await fetch(`${feed}${after}&limit=200`, { headers })).json();
    const { next_after, has_more } = Object(page);
    if (has_more !== true) return next_after;
    after = next_after;
  }
}

for (const time of ['once', 'again', 'a third time']) {
  test(`the quick start does what it says, ${time}`, async () => {
    const env = { RECEIVER_PORT: String(await freePort()) };
    const { code, output } = await sandbox.run(scriptOf('docs/guide/quick-start.md'), env);
    equal(code, 0, output);
    match(output, /^pending$/m);
    match(output, /^verifying$/m);
    match(output, /"matched":1,.*"reason":"utr_account_amount"/);
    match(output, /^completed\n147750$/m);
    for (const [index, state] of ['pending', 'verifying', 'completed'].entries()) {
      const told = `deposit\\.${state} sequence ${index + 1} of quick-start-\\d+: 150000`;
      match(output, new RegExp(`^verified ${told}$`, 'm'));
    }
    match(output, /^ok +true$/m);
    const balances = [...output.matchAll(/"actual_amount_cents":(\d+)/g)].map(([, sum]) =>
      Number(sum),
    );
    equal((balances[1] ?? 0) - (balances[0] ?? 0), 147_750);
  });
}

for (const time of ['once', 'again']) {
  test(`the sample shop sells and ships, ${time}`, async () => {
    const env = { SHOP_PORT: String(await freePort()) };
    const { code, output, complaints } = await sandbox.run(
      scriptOf('docs/guide/sample-shop.md'),
      env,
    );
    equal(code, 0, output + complaints);
    equal([...output.matchAll(/^ship-shop-[0-9a-f-]{36}$/gm)].length, 1, output);
  });
}

test('the sandbox guide plays the bank', async () => {
  const { code, output } = await sandbox.run(scriptOf('docs/guide/sandbox.md'));
  equal(code, 0, output);
  match(output, /matched +account_amount_time/);
  // Paid by a command and taken back by the next one; then paid by a line.
  const states = [...output.matchAll(/^state +(\w+)$/gm)].map(([, state]) => state);
  deepEqual(states, ['completed', 'reversed', 'completed']);
});

test('a reset of the demo needs --yes, and the printed call goes on working', async () => {
  const unconfirmed = await sandbox.run('node bin/payment-orders.mjs demo reset');
  equal(unconfirmed.code, 2);
  match(unconfirmed.complaints, /Nothing was changed\. Add --yes/);
  const before_it = await readNotes(sandbox.settings.DATA_DIR);
  ok(before_it !== null);
  const call = curlOf(`http://127.0.0.1:${sandbox.settings.PORT}`, before_it);
  // So the demo's feed is longer than after the reset.
  equal((await sandbox.run(call)).code, 0);
  const feed = `http://127.0.0.1:${sandbox.settings.PORT}/api/v1/events?after=`;
  const headers = { 'x-token': before_it.token };
  const last = await lastEvent(feed, headers);
  const streaming = { ...headers, accept: 'text/event-stream' };
  const followed = await fetch(`${feed}${last}`, { headers: streaming });
  equal(followed.status, 200);
  const reset = await sandbox.run('node bin/payment-orders.mjs demo reset --yes --json');
  equal(reset.code, 0, reset.complaints);
  const { trades_before, trades_after } = JSON.parse(reset.output);
  ok(trades_before > trades_after, reset.output);
  // The stream ends, and says why when it is asked for again.
  await followed.text();
  const again = await fetch(`${feed}${last}`, { headers: streaming });
  equal(again.status, 422);
  match(await again.text(), /the sandbox was reset/);
  const notes = await readNotes(sandbox.settings.DATA_DIR);
  ok(notes !== null);
  equal(notes.token, before_it.token);
  const { code, output } = await sandbox.run(call);
  equal(code, 0, output);
  equal(JSON.parse(output).state, 'pending');
  const books = await sandbox.run(
    'PAYMENT_ORDERS_URL="http://127.0.0.1:$PORT" node bin/payment-orders.mjs verify',
    { OPERATOR_TOKEN: notes.operator_token },
  );
  equal(books.code, 0, books.output + books.complaints);
});
