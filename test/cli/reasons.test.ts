// `--note`: every command that changes settings says why, and the audit trail has it; and
// `--expected-version`: a change that meets another person's change is refused, and names them.
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { WITH_REASON, WITH_VERSION } from '../../cli/client/reasons.ts';
import { type OperatorService, openOperatorService } from '../http/operator/operator-service.ts';
import { makeMerchant, OPERATOR_TOKEN } from '../support/test-app.ts';
import { runCli } from './test-terminal.ts';

let service: OperatorService;
let shop: string;
before(async () => {
  service = await openOperatorService();
  shop = (await makeMerchant(service.app)).merchant_id;
});
after(async () => {
  await service.stop();
});

const cli = (...args: string[]) =>
  runCli(args, { env: { PAYMENT_ORDERS_URL: service.url, OPERATOR_TOKEN } });

for (const command of WITH_REASON) {
  test(`${command} takes --note`, async () => {
    const { code, out } = await cli(...command.split(' '), '--help');
    equal(code, 0);
    match(out, new RegExp(`Usage: payment-orders ${command}`));
    match(out, /--note <text> +why; recorded in the audit trail/);
  });
}

const ENDPOINTS = ['callbacks', 'endpoints'];
const PRINTED = ['--secret-file', '-'];

const CHANGES: readonly (readonly [action: string, args: () => string[]])[] = [
  ['merchant_changed', () => ['merchants', 'update', shop, '--name', 'Corner shop']],
  ['branding_changed', () => ['branding', 'set', shop, '--footer', 'Ask us']],
  ['logo_removed', () => ['branding', 'logo', shop, 'none']],
  ['callback_resent', () => ['events', 'resend', '--merchant-id', shop]],
  [
    'callback_endpoint_added',
    () => [...ENDPOINTS, 'add', shop, 'https://books.example/hook', ...PRINTED],
  ],
  ['callback_endpoint_changed', () => [...ENDPOINTS, 'update', shop, '1', '--disable']],
  ['callback_secret_rotated', () => [...ENDPOINTS, 'rotate-secret', shop, '1', ...PRINTED]],
  ['callback_endpoint_removed', () => [...ENDPOINTS, 'remove', shop, '1']],
  ['tariffs_set', () => ['tariffs', 'set', shop, 'payin=1.5']],
];
for (const [action, args] of CHANGES) {
  test(`the reason of ${action} arrives`, async () => {
    const note = `Why ${action}`;
    const done = await cli(...args(), '--note', note);
    equal(done.code, 0, done.err);
    const { body } = await service.ask('GET', '/audit?limit=1');
    const [entry] = Object(body).data;
    deepEqual([entry.action, entry.detail.note], [action, note]);
  });
}

for (const command of WITH_VERSION) {
  test(`${command} takes --expected-version`, async () => {
    const { code, out } = await cli(...command.split(' '), '--help');
    equal(code, 0);
    match(out, /--expected-version <version> +the version on which you decided/);
  });
}

test('the expected version arrives, and the refusal says who was first', async () => {
  const shown = await cli('merchants', 'show', shop, '--json');
  const { version } = JSON.parse(shown.out);
  const rename = (name: string) =>
    cli('merchants', 'update', shop, '--name', name, '--expected-version', version);
  const first = await rename('First');
  equal(first.code, 0, first.err);
  const second = await rename('Second');
  equal(second.code, 1);
  match(second.err, /has changed it since you looked at it/);
  match((await cli('merchants', 'show', shop)).out, /First/);
});
