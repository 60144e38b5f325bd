// `branding` against the real service: what pages show is said, seen and taken away.
import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type OperatorService, openOperatorService } from '../http/operator/operator-service.ts';
import { png } from '../support/browser/receipt-files.ts';
import { makeMerchant, OPERATOR_TOKEN } from '../support/test-app.ts';
import { runCli } from './test-terminal.ts';

let service: OperatorService;
let folder: string;
let shop: string;

before(async () => {
  service = await openOperatorService();
  folder = await mkdtemp(join(tmpdir(), 'payment-orders-branding-'));
  shop = (await makeMerchant(service.app)).merchant_id;
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const cli = (...args: string[]) =>
  runCli(['branding', ...args], {
    env: { PAYMENT_ORDERS_URL: service.url, OPERATOR_TOKEN },
  });

async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await cli(...args, '--json');
  equal(code, 0, err);
  return JSON.parse(out);
}

test('what is named changes, none takes it away', async () => {
  const name = ['--name', 'Corner Shop', '--footer', 'Ask us'];
  const frames = ['--frame-ancestor', 'https://a.example', '--frame-ancestor', 'https://b.example'];
  const said = await json('set', shop, ...name, '--color', '#0a7d4b', ...frames);
  deepEqual([said.display_name, said.footer, said.color], ['Corner Shop', 'Ask us', '#0a7d4b']);
  deepEqual(said.frame_ancestors, ['https://a.example', 'https://b.example']);
  const less = await json('set', shop, '--footer', 'none', '--frame-ancestor', 'none');
  deepEqual([less.display_name, less.footer, less.frame_ancestors], ['Corner Shop', null, []]);
  const contact = ['--email', 'help@shop.example', '--phone', '+14155550123'];
  const reached = await json('set', shop, ...contact, '--help-url', 'https://shop.example/help');
  deepEqual(
    [reached.contact_email, reached.contact_phone, reached.contact_url],
    ['help@shop.example', '+14155550123', 'https://shop.example/help'],
  );
  equal((await json('set', shop, '--phone', 'none')).contact_phone, null);
  const shown = await cli('show', shop);
  match(shown.out, /display_name +Corner Shop/);
});

test('a logo is a file, and none takes it away', async () => {
  const file = join(folder, 'logo.png');
  await writeFile(file, png());
  const { logo } = await json('logo', shop, file);
  deepEqual(Object(logo).content_type, 'image/png');
  equal((await json('logo', shop, 'none')).logo, null);
});

test('what cannot be is said in words, before the service is asked where possible', async () => {
  const color = await cli('set', shop, '--color', 'red');
  deepEqual([color.code, /like #1a56c4/.test(color.err)], [2, true]);
  const missing = await cli('logo', shop, join(folder, 'missing.png'));
  deepEqual([missing.code, /no such file \(ENOENT\)/.test(missing.err)], [1, true]);
  const large = join(folder, 'large.png');
  await writeFile(large, Buffer.alloc(300_000));
  match((await cli('logo', shop, large)).err, /larger than 262144 bytes/);
  const text = join(folder, 'text.png');
  await writeFile(text, 'not a picture');
  const refused = await cli('logo', shop, text);
  equal(refused.code, 1);
  match(refused.err, /PNG, JPEG or WebP/);
});
