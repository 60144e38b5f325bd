// Acts that wait for a second person, by the command line of two people.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getMerchant } from '../../server/app/merchant/merchants.ts';
import { makeAccount as makeReceivingAccount } from '../app/scene.ts';
import { makeWaitingLine } from '../app/statement/waiting-line.ts';
import { type Someone, someone } from '../http/operator/approval/approval-scene.ts';
import { type OperatorService, openOperatorService } from '../http/operator/operator-service.ts';
import { setBandsOfAll } from '../support/set-bands.ts';
import { accepted, makeMerchant } from '../support/test-app.ts';
import { runCli } from './test-terminal.ts';

let service: OperatorService;
let merchant: string;
let name: string;
let line: string;
let maker: Someone;
let checker: Someone;
before(async () => {
  service = await openOperatorService();
  merchant = (await makeMerchant(service.app)).merchant_id;
  ({ name } = accepted(await getMerchant(service.app, merchant)));
  maker = await someone(service);
  checker = await someone(service);
  const account = await makeReceivingAccount(service.app, 'INR');
  line = await makeWaitingLine(service.app, account, 'INR');
  await setBandsOfAll(service.app.store.db, 0);
  await service.app.settings.refresh();
});
after(() => service.stop());

const cli = ({ authorization }: Someone, args: readonly string[]) =>
  runCli(args, {
    env: {
      PAYMENT_ORDERS_URL: service.url,
      OPERATOR_TOKEN: authorization.slice('Bearer '.length),
    },
  });

async function proposed(amount: number): Promise<string> {
  const args = ['adjust', merchant, '--amount-cents', String(amount), '--reason', 'Top-up'];
  const { code, err } = await cli(maker, args);
  assert.equal(code, 4, err);
  const [, id = ''] = /approvals approve (\S+)/.exec(err) ?? [];
  assert.match(id, /^[0-9a-f-]{36}$/, err);
  return id;
}

test('whoever asks gets exit code 4 and is refused; another person does it', async () => {
  const id = await proposed(1_200);
  const own = await cli(maker, ['approvals', 'approve', id]);
  assert.equal(own.code, 1);
  assert.match(own.err, /second_person_required/);
  const list = await cli(checker, ['approvals', 'list', '--mine', 'to_decide']);
  assert.match(list.out, /^1 wait, 1 for you$/m);
  const named = `merchant ${name} +Ada`;
  assert.match(list.out, new RegExp(`^${id} +adjustment +1200 +INR +${named} +waiting `, 'm'));
  const shown = await cli(checker, ['approvals', 'show', id]);
  assert.match(shown.out, new RegExp(`^about +merchant ${name}$`, 'm'));
  assert.match(shown.out, /^maker +Ada$/m);
  assert.match(shown.out, /available +INR +0 +1200/);
  const done = await cli(checker, ['approvals', 'approve', id]);
  assert.equal(done.code, 0, done.err);
  assert.match(done.out, /^state +approved$/m);
  assert.match(done.out, /^What the act answered$/m);
  assert.match(done.out, /^reason +Top-up$/m);
  assert.equal((await cli(checker, ['approvals', 'approve', id])).code, 1);
});

test('of many it says for each whether it was done', async () => {
  const [first, second] = [await proposed(1_510), await proposed(1_520)];
  const done = await cli(checker, ['approvals', 'approve', first, second]);
  assert.equal(done.code, 0, done.err);
  for (const id of [first, second]) assert.match(done.out, new RegExp(`^${id} +approved`, 'm'));
  const again = await cli(checker, ['approvals', 'approve', first, second]);
  assert.equal(again.code, 1);
  assert.match(again.out, /proposal_closed/);
});

test('what is shown once waits for whoever asked, and the approval says so', async () => {
  const invite = 'people invite --name Ben --email ben@example.com --secret-file -'.split(' ');
  const asked = await cli(maker, [...invite, '--role', 'finance', '--note', 'Starts on Monday']);
  assert.equal(asked.code, 4, asked.err);
  const [, id = ''] = /approvals approve (\S+)/.exec(asked.err) ?? [];
  const done = await cli(checker, ['approvals', 'approve', id]);
  assert.equal(done.code, 0, done.err);
  assert.match(done.out, /^name +Ben$/m);
  assert.match(done.out, new RegExp(`waits for the maker: approvals collect ${id}$`, 'm'));
  assert.doesNotMatch(done.out, /console\/invitation|#/);
  const collected = await cli(maker, ['approvals', 'collect', id, '--secret-file', '-']);
  assert.equal(collected.code, 0, collected.err);
  assert.match(collected.out, /https?:\S+/);
});

test('a waiting line that somebody calls another one waits for a second person', async () => {
  const args = ['lines', 'other', line, '--note', 'Asked the bank'];
  const { code, err, out } = await cli(maker, args);
  assert.deepEqual([code, out], [4, ''], err);
  const [, id = ''] =
    /^Not done yet: a second person has to approve it: approvals approve (\S+)$/m.exec(err) ?? [];
  assert.match(id, /^[0-9a-f-]{36}$/, err);
  const waits = await cli(maker, ['lines', 'waiting']);
  assert.match(waits.out, new RegExp(`^${line} `, 'm'), 'nothing counts yet');
  const done = await cli(checker, ['approvals', 'approve', id]);
  assert.equal(done.code, 0, done.err);
  assert.match((await cli(maker, ['lines', 'list'])).out, new RegExp(`^${line} `, 'm'));
  assert.equal((await cli(maker, ['lines', 'waiting'])).out, 'No line waits.\n');
});

test('proposals are rejected and withdrawn with a reason', async () => {
  const [first, second] = [await proposed(1_300), await proposed(1_400)];
  assert.equal((await cli(checker, ['approvals', 'reject', first])).code, 2);
  const rejected = await cli(checker, ['approvals', 'reject', first, '--note', 'wrong amount']);
  assert.match(rejected.out, /^state +rejected$/m);
  const withdrawn = await cli(maker, ['approvals', 'withdraw', second, '--note', 'a mistake']);
  assert.match(withdrawn.out, /^state +withdrawn$/m);
  assert.match((await cli(maker, ['approvals', 'list', '--decided', 'true'])).out, /rejected/);
});

test('bands are shown, and changing them waits as well', async () => {
  const set = [
    'approvals',
    'bands',
    'set',
    'refund/INR=5000',
    'refund/INR:day=7000',
    'tariff=never',
    '--note',
    'agreed',
  ];
  const { code, err } = await cli(maker, set);
  assert.equal(code, 4, err);
  const [, id = ''] = /approvals approve (\S+)/.exec(err) ?? [];
  assert.equal((await cli(checker, ['approvals', 'approve', id])).code, 0);
  const { out } = await cli(maker, ['approvals', 'bands']);
  assert.match(out, /^refund +INR +5000 +false +7000 +false$/m);
});
