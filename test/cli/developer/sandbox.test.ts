// `sandbox`: every act of the simulated bank and every fault is a command that really does it.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  MAGIC_PAYINS,
  MAGIC_PAYOUTS,
  MAGIC_UTRS,
} from '../../../server/domain/sandbox/magic-values.ts';
import { SANDBOX_ACT_ROWS, SANDBOX_ACTS } from '../../../server/domain/sandbox/sandbox-acts.ts';
import { SANDBOX_FAULT_NAMES } from '../../../server/domain/sandbox/sandbox-faults.ts';
import * as scene from '../../app/scene.ts';
import { type OperatorService, openOperatorService } from '../../http/operator/operator-service.ts';
import { makeMerchant, type TestMerchant } from '../../support/test-app.ts';
import { runCli } from '../test-terminal.ts';

let service: OperatorService;
let merchant: TestMerchant;
before(async () => {
  service = await openOperatorService();
  merchant = await makeMerchant(service.app);
  await scene.makeAccount(service.app, 'INR');
  await scene.fund(service.app, merchant.merchant_id, 10_000_000);
});
after(() => service.stop());

/** Without the operator's token: a merchant's developer has none. */
const sandbox = (args: readonly string[], more: Record<string, string> = {}) =>
  runCli(['sandbox', ...args], {
    env: { PAYMENT_ORDERS_URL: service.url, MERCHANT_TOKEN: merchant.token, ...more },
  });

async function answerOf(args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await sandbox([...args, '--json']);
  equal(code, 0, err);
  return JSON.parse(out);
}

const newPayin = (amount_cents: number) => scene.newPayin(service.app, merchant, { amount_cents });
const placeOf = ({ id }: { id: string }) => `${merchant.merchant_id}/${id}`;
async function helpOf(args: readonly string[]): Promise<string> {
  const { out } = await runCli(['sandbox', ...args, '--help']);
  return out;
}

describe('the commands of the sandbox', () => {
  it('have every act, with an amount where the act takes one', async () => {
    const [, list = ''] = (await helpOf([])).split('\nCommands:\n');
    const commands = [...list.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name);
    const acts = SANDBOX_ACTS.map((act) => act.replaceAll('_', '-'));
    deepEqual(commands.toSorted(), [...acts, 'faults', 'help', 'show'].toSorted());
    for (const act of SANDBOX_ACTS) {
      const help = await helpOf([act.replaceAll('_', '-')]);
      equal(help.includes('--amount-cents <'), SANDBOX_ACT_ROWS[act].takes_amount, act);
      const noun = SANDBOX_ACT_ROWS[act].direction === 'payin' ? 'pay-in' : 'pay-out';
      match(help, new RegExp(`^${noun}: `, 'm'));
    }
  });

  it('have every fault', async () => {
    const help = await helpOf(['faults', 'set']);
    const named = [...help.matchAll(/^ {2}([a-z_]+): /gm)].map(([, name]) => name);
    deepEqual(named, SANDBOX_FAULT_NAMES);
  });
});

describe('an order in the sandbox', () => {
  it('is paid, named by merchant and id', async () => {
    const trade = await newPayin(50_100);
    equal((await answerOf(['pay', placeOf(trade)])).state, 'completed');
    const { state, amount_cents } = await answerOf(['take-back', placeOf(trade)]);
    deepEqual([state, amount_cents], ['reversed', 50_100]);
  });

  it('is paid with another amount, named by its page', async () => {
    const trade = await newPayin(50_200);
    const { code, out } = await sandbox(['pay', trade.url, '--amount-cents', '50199']);
    equal(code, 0);
    match(out, /^received_amount_cents +50199$/m);
    match(out, /^state_reason +amount_mismatch$/m);
  });

  it('is paid late, and expires', async () => {
    const [late, over] = [await newPayin(50_300), await newPayin(50_400)];
    equal((await answerOf(['pay-late', placeOf(late)])).state, 'completed');
    equal((await answerOf(['expire', placeOf(over)])).state, 'expired');
  });

  it('is a pay-out that is sent', async () => {
    const trade = await scene.newPayout(service.app, merchant, 77_000);
    equal((await answerOf(['send', placeOf(trade)])).state, 'processing');
  });

  it('is refused what its state does not allow, with what it allows', async () => {
    const trade = await newPayin(50_500);
    const { code, err } = await sandbox(['take-back', placeOf(trade)]);
    equal(code, 1);
    match(err, /in state pending the simulated bank can do: pay, .*422 act_not_allowed/);
  });
});

describe('what is not there', () => {
  it('is named: a trade of nobody, and words that name none', async () => {
    const nobody = `${merchant.merchant_id}/01890a5d-ac96-774b-bcce-b302099a8057`;
    const unknown = await sandbox(['pay', nobody]);
    equal(unknown.code, 1);
    ok(unknown.err.includes(`There is no trade ${nobody}.`), unknown.err);
    const words = await sandbox(['pay', '01890a5d-ac96-774b-bcce-b302099a8057']);
    equal(words.code, 1);
    match(words.err, /Name it as MERCHANT\/TRADE, or its page’s address\./);
  });

  it('is a merchant who is not the token’s: it asks for the merchant’s token', async () => {
    const asked = ['show', '--merchant-id', '01890a5d-ac96-774b-bcce-b302099a8057'];
    const { code, err } = await sandbox(asked);
    equal(code, 1);
    match(err, /Is the merchant token this merchant’s/);
    ok(!err.includes('operator'), err);
  });

  it('is a fault that nobody knows, or a token', async () => {
    const unknown = await sandbox(['faults', 'set', 'burn']);
    equal(unknown.code, 2);
    match(unknown.err, /one of: api_unavailable, callbacks_fail/);
    const tokenless = await sandbox(['show'], { MERCHANT_TOKEN: '' });
    equal(tokenless.code, 2);
    match(tokenless.err, /MERCHANT_TOKEN/);
  });

  it('is the sandbox of a live token: nothing is asked', async () => {
    const env = { MERCHANT_TOKEN: 'live_token', PAYMENT_ORDERS_URL: 'http://127.0.0.1:1' };
    const { code, err } = await sandbox(['pay', `${merchant.merchant_id}/x`], env);
    equal(code, 1);
    match(err, /^sandbox is for the sandbox only, and this token is of a live service\.$/m);
  });
});

describe('faults', () => {
  it('are asked for, shown, and taken back', async () => {
    const set = ['faults', 'set', 'api_unavailable', '--times', '3'];
    deepEqual(await answerOf(set), { fault: 'api_unavailable', times_left: 3 });
    deepEqual((await answerOf(['show'])).faults, [{ fault: 'api_unavailable', times_left: 3 }]);
    const cleared = await answerOf(['faults', 'clear', 'api_unavailable']);
    deepEqual(cleared, { fault: 'api_unavailable', times_left: 0 });
    deepEqual((await answerOf(['show'])).faults, []);
  });

  it('are refused beyond their bounds, by the service’s own words', async () => {
    const { code, err } = await sandbox(['faults', 'set', 'callbacks_fail', '--times', '-1']);
    equal(code, 1);
    match(err, /times: must be from 0/);
  });
});

it('show has every magic value, with how its order ends', async () => {
  const { code, out } = await sandbox(['show']);
  equal(code, 0);
  match(out, /^bank_answers +off$/m);
  for (const { amount_cents, name } of [...MAGIC_PAYINS, ...MAGIC_PAYOUTS]) {
    match(out, new RegExp(`^ *${amount_cents} +${name} `, 'm'));
  }
  for (const { beginning, name } of MAGIC_UTRS) {
    match(out, new RegExp(`^${beginning}… +${name} `, 'm'));
  }
  match(out, /amount_mismatch/);
  match(out, / no_receiving_account_available$/m);
});
