// `attention` on the command line, and the commands and addresses that it names: each exists.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { claimNotices, recordNotice } from '../../server/app/alert/notices.ts';
import { watchAlerts } from '../../server/app/alert/watch-alerts.ts';
import { ATTENTION, ATTENTION_KINDS } from '../../server/domain/alert/attention-kinds.ts';
import { OPERATOR_ROUTES } from '../../server/http/operator/routes.ts';
import { createCallbackClient } from '../../server/jobs/callback-client.ts';
import { createMailClient } from '../../server/jobs/mail-client.ts';
import { type NoticeWork, sendNotices } from '../../server/jobs/notice-sender.ts';
import { feed, makeAccount } from '../app/scene.ts';
import { type OperatorService, openOperatorService } from '../http/operator/operator-service.ts';
import { cleanup } from '../support/cleanup.ts';
import { startReceiver } from '../support/receiver.ts';
import { makeMerchant, OPERATOR_TOKEN } from '../support/test-app.ts';
import { runCli } from './test-terminal.ts';

let service: OperatorService;
const undo = cleanup();
before(async () => {
  service = await openOperatorService();
  undo(async () => {
    await service.stop();
    assert.deepEqual(service.faults, []);
  });
});

const cli = (...args: string[]) =>
  runCli(args, { env: { PAYMENT_ORDERS_URL: service.url, OPERATOR_TOKEN } });

test('attention shows each item with what to do', async () => {
  const account = await makeAccount(service.app, 'INR');
  await feed(service.app, account, [{ amount_cents: -100 }]);
  const { code, out } = await cli('attention');
  assert.equal(code, 0);
  assert.match(out, /^over +severity +count +oldest_at +worst +text +command\n/);
  assert.match(
    out,
    /no +warning +1 .+ bank line at Bank ··\d{4} +1 bank line is in suspense, for less/,
  );
  const { data } = JSON.parse((await cli('attention', '--json')).out);
  assert.deepEqual(
    data.map(({ kind }: { kind: string }) => kind).filter((kind: string) => /^lines/.test(kind)),
    ['lines_in_suspense'],
  );
});

test('settings are changed by options, one by one', async () => {
  const quiet = ['--quiet', '22:00-07:00', '--time-zone', 'Asia/Kolkata'];
  const kinds = ['payouts_to_send=60', 'payouts_to_send=on', 'balances_negative=off'];
  const options = kinds.flatMap((kind) => ['--kind', kind]);
  const changed = await cli('alerts', 'settings', ...quiet, ...options);
  assert.equal(changed.code, 0, changed.err);
  assert.match(changed.out, /^quiet_from +22:00$/m);
  assert.match(changed.out, /^payouts_to_send +warning +minutes +120 +60 +true$/m);
  assert.match(changed.out, /^balances_negative +warning +count +1 +1 +false$/m);
  const back = await cli(
    'alerts',
    'settings',
    '--quiet',
    'none',
    '--kind',
    'payouts_to_send=default',
  );
  assert.match(back.out, /^payouts_to_send +warning +minutes +120 +120 +true$/m);
  assert.deepEqual((await cli('alerts', 'settings')).out, back.out);
  for (const wrong of [
    ['--quiet', '22-7'],
    ['--kind', 'payouts_to_send'],
  ]) {
    assert.equal((await cli('alerts', 'settings', ...wrong)).code, 2);
  }
});

test('alerts are listed and acknowledged', async () => {
  const minute_ms = 60_000;
  const later = (minutes: number) => ({
    ...service.app,
    settings: { ...service.app.settings, now: () => Date.now() + (2_000 + minutes) * minute_ms },
  });
  await watchAlerts(later(0));
  await watchAlerts(later(5));
  const { data } = JSON.parse((await cli('alerts', 'list', '--json')).out);
  const alert = data.find(({ kind }: { kind: string }) => kind === 'lines_in_suspense');
  const done = await cli('alerts', 'ack', alert.id, '--note', 'the bank is asked');
  assert.match(done.out, /^acknowledged_note +the bank is asked$/m);
  assert.match((await cli('alerts', 'list', '--state', 'raised')).out, /bank line is in suspense/);
});

suite('the command and the address of each kind exist', () => {
  for (const kind of ATTENTION_KINDS) {
    const { command, route } = ATTENTION[kind];
    test(`${kind}: ${command}`, async () => {
      const words = command.split(' ');
      const named = words.filter((word) => /^[a-z]+$/.test(word)).slice(0, 2);
      const { out } = await cli(...named, '--help');
      const usage = /^Usage: payment-orders ([a-z ]+?) (?:\[options\]|<)/.exec(out)?.[1];
      assert.equal(usage, named.join(' '));
      for (const option of words.filter((word) => word.startsWith('--'))) {
        assert.ok(out.includes(` ${option} `), `${option} in ${out}`);
      }
      const [path = '', query = ''] = route.replaceAll(/SUBJECT|MERCHANT/g, ':id').split('?');
      const found = OPERATOR_ROUTES.find((one) => one.method === 'GET' && one.url === path);
      assert.ok(found !== undefined, `GET ${path}`);
      for (const [name] of new URLSearchParams(query)) {
        assert.ok(found.query !== undefined && name in found.query, `${name} in ${path}`);
      }
    });
  }
});

test('recipients are added, changed, tested and removed', async () => {
  const receiver = await startReceiver();
  undo(() => receiver.close());
  const add = 'alerts recipients add --channel callback --name Pager --secret-file -'.split(' ');
  const made = JSON.parse(
    (await cli(...add, '--address', receiver.url, '--kind', 'disk_filling', '--json')).out,
  );
  assert.match(made.secret, /^whsec_/);
  const change = ['alerts', 'recipients', 'change', made.id];
  const changed = await cli(
    ...change,
    '--min-severity',
    'critical',
    '--rotate-secret',
    '--json',
    '--secret-file',
    '-',
  );
  const { secret, kinds, min_severity } = JSON.parse(changed.out);
  assert.notEqual(secret, made.secret);
  assert.deepEqual([kinds, min_severity], [['disk_filling'], 'critical']);
  const callbacks = createCallbackClient({ allow_local: true });
  undo(() => callbacks.close());
  let has_ended = false;
  const testing = cli('alerts', 'test', made.id).finally(() => {
    has_ended = true;
  });
  const { app } = service;
  const work: NoticeWork = {
    claim: () => claimNotices(app),
    record: (notice, result) => recordNotice(app, notice, result),
  };
  while (!has_ended && (await sendNotices(work, callbacks, createMailClient(null))) === 0);
  assert.match((await testing).out, /^outcome +delivered$/m);
  assert.match((await cli('alerts', 'recipients')).out, /callback +Pager +http:\/\/127\.0\.0\.1/);
  await cli('alerts', 'recipients', 'remove', made.id);
  assert.equal((await cli('alerts', 'recipients')).out, 'Nothing here.\n');
});

test('a recipient of a merchant is told of its endpoints only', async () => {
  const { merchant_id } = await makeMerchant(service.app);
  const add = 'alerts recipients add --channel email --name Shop --secret-file -'.split(' ');
  const of_merchant = ['--address', 'dev@shop.example', '--merchant-id', merchant_id];
  const wrong = await cli(...add, ...of_merchant, '--min-severity', 'critical');
  assert.match(wrong.err, /min_severity.+a merchant is told of its endpoints/);
  const { id } = JSON.parse((await cli(...add, ...of_merchant, '--json')).out);
  assert.match((await cli('alerts', 'recipients')).out, new RegExp(`${merchant_id}$`, 'm'));
  await cli('alerts', 'recipients', 'remove', id);
});
