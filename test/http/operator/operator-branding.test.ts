// How merchants' pages look: said by operators on the wire, seen by payers on the page.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeAccount, newPayin } from '../../app/scene.ts';
import {
  JPEG,
  PHONE_JPEG,
  pdf,
  png,
  pngHeader,
  SECRET,
  VP8L,
  webp,
} from '../../support/browser/receipt-files.ts';
import { makeMerchant, type TestMerchant } from '../../support/test-app.ts';
import { createScript } from './operator-script.ts';
import { type OperatorService, openOperatorService, type Reply } from './operator-service.ts';

let service: OperatorService;
let shop: TestMerchant;
before(async () => {
  service = await openOperatorService();
  shop = await makeMerchant(service.app, { name: 'Corner shop' });
  await makeAccount(service.app, 'INR');
});
after(async () => {
  await service.stop();
  deepEqual(service.faults, []);
});

const place = () => `/merchants/${shop.merchant_id}/branding`;
const logoPlace = () => `/merchants/${shop.merchant_id}/logo`;
const set = (body: object) => service.ask('PATCH', place(), { body });

async function putLogo(file: Uint8Array, type = 'application/octet-stream'): Promise<Reply> {
  return await service.ask('PUT', logoPlace(), {
    body: new ReadableStream({
      start(stream) {
        stream.enqueue(file);
        stream.close();
      },
    }),
    headers: { 'content-type': type },
  });
}

async function page() {
  const { url } = await newPayin(service.app, shop, { amount_cents: 12_300 });
  const answer = await fetch(`${service.url}${new URL(url).pathname}`);
  return { headers: answer.headers, text: await answer.text() };
}

describe('the branding of a merchant on the operators’ wire', () => {
  it('is as in the golden file', async (t) => {
    const { ask, text } = createScript(service);
    const own = await makeMerchant(service.app, { name: 'Wire' });
    const here = `/merchants/${own.merchant_id}/branding`;
    await ask('GET', here);
    const said = {
      display_name: 'Wire & Sons',
      footer: 'Questions? help@shop.example',
      color: '#FFD400',
      frame_ancestors: ['https://shop.example', 'https://shop.example:8443'],
      contact_email: 'help@shop.example',
      contact_phone: '+1 (415) 555-0123',
      contact_url: 'https://shop.example/help',
    };
    await ask('PATCH', here, { body: said });
    await ask('PATCH', here, { body: { color: null, footer: null, unknown: 1 } });
    await ask('PATCH', here, { body: { color: null, footer: null } });
    await ask('PATCH', here, { body: {} });
    await ask('PATCH', here, {
      body: {
        display_name: 7,
        footer: 'a\nb',
        color: 'red',
        frame_ancestors: ['https://*.shop.example', 'javascript:alert(1)', 5, 'https://a.example/'],
      },
    });
    await ask('PATCH', here, {
      body: { contact_email: 'help', contact_phone: '4155550123', contact_url: 'ftp://a.example' },
    });
    await ask('PATCH', here, { body: { contact_url: null } });
    await ask('PATCH', here, { body: { color: '#12345', frame_ancestors: 'https://a.example' } });
    await ask('GET', here);
    await ask('DELETE', `/merchants/${own.merchant_id}/logo`);
    await ask('GET', '/merchants/00000000-0000-8000-8000-000000000009/branding');
    await ask('PATCH', '/merchants/x/branding', { body: {} });
    const golden = new URL('../../golden/operator/branding.json', import.meta.url);
    const asItIs = { serializers: [(value: unknown) => String(value)] };
    t.assert.fileSnapshot(text(), fileURLToPath(golden), asItIs);
  });
});

describe('a page', () => {
  it('has the merchant’s name, note and colours; what is said is text, whatever is in it', async () => {
    await set({
      display_name: 'Tea & Toys <b>',
      footer: '<script>alert(1)</script>',
      color: '#ffd400',
    });
    const { text } = await page();
    match(text, /Tea &amp; Toys &lt;b&gt;/);
    ok(!text.includes('<script>alert'));
    match(text, /&lt;script&gt;alert\(1\)/);
    const href = /href="(\/pay\/colors\/ffd400\.css)"/.exec(text)?.[1];
    const styles = await fetch(`${service.url}${href}`);
    equal(styles.headers.get('content-type'), 'text/css; charset=utf-8');
    match(styles.headers.get('cache-control') ?? '', /immutable/);
    match(await styles.text(), /^:root\{--accent:#[0-9a-f]{6};--on-accent:#ffffff\}\n@media/);
    await set({ display_name: null, footer: null, color: null });
    const plain = await page();
    ok(!plain.text.includes('/pay/colors/'));
    match(plain.text, /Corner shop/);
  });

  it('is framed by nobody, and by those that the merchant names', async () => {
    const none = await page();
    match(none.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
    equal(none.headers.get('x-frame-options'), 'DENY');
    await set({ frame_ancestors: ['https://shop.example', 'https://m.shop.example'] });
    const { headers } = await page();
    const policy = headers.get('content-security-policy') ?? '';
    match(policy, /frame-ancestors https:\/\/shop\.example https:\/\/m\.shop\.example;/);
    match(policy, /^default-src 'none';/);
    equal(headers.get('x-frame-options'), null);
    // What is no page of a merchant's is framed by nobody still.
    const missing = await fetch(`${service.url}/pay/${'x'.repeat(64)}`);
    match(missing.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
    await set({ frame_ancestors: [] });
  });
});

describe('a logo', () => {
  for (const [name, file, type, size] of [
    ['PNG', png(), 'image/png', [4, 3]],
    ['JPEG', JPEG, 'image/jpeg', [16, 12]],
    ['WebP', webp(VP8L), 'image/webp', [16, 12]],
  ] as const) {
    it(`may be a ${name}, whatever type is said, and is served as what it is`, async () => {
      const { status, body } = await putLogo(file, 'image/png');
      equal(status, 200, JSON.stringify(body));
      const logo = body.logo as {
        url: string;
        content_type: string;
        width: number;
        height: number;
      };
      deepEqual([logo.content_type, logo.width, logo.height], [type, ...size]);
      const pathname = new URL(logo.url).pathname;
      const served = await fetch(`${service.url}${pathname}`);
      equal(served.headers.get('content-type'), type);
      equal(served.headers.get('x-content-type-options'), 'nosniff');
      match(served.headers.get('content-security-policy') ?? '', /default-src 'none'; sandbox/);
      match(served.headers.get('cache-control') ?? '', /immutable/);
      ok((await served.arrayBuffer()).byteLength > 0);
      ok((await page()).text.includes(`src="${pathname}"`));
    });
  }

  it('tells nothing of the device and the place that it was made with', async () => {
    const { body } = await putLogo(PHONE_JPEG);
    const { url } = body.logo as { url: string };
    const bytes = await (await fetch(`${service.url}${new URL(url).pathname}`)).arrayBuffer();
    ok(PHONE_JPEG.includes(SECRET));
    ok(!Buffer.from(bytes).includes(SECRET));
  });

  for (const [name, file] of [
    ['a PDF', pdf()],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a picture with a script behind it', Buffer.concat([png(), Buffer.from('<script>')])],
    ['half a picture', png().subarray(0, 40)],
    ['a picture as wide as a wall', png({ header: pngHeader(20_000, 1) })],
    ['nothing', Buffer.alloc(0)],
  ] as const) {
    it(`is not ${name}: the one before stays`, async () => {
      const before = await service.ask('GET', place());
      const { status, body } = await putLogo(file);
      equal(status, 422);
      equal((body.errors as { field: string }[])[0]?.field, 'logo');
      deepEqual((await service.ask('GET', place())).body, before.body);
    });
  }

  it('is not larger than 256 KiB', async () => {
    const { status, body } = await putLogo(Buffer.alloc(256 * 1_024 + 1));
    deepEqual([status, body.code], [413, 'body_too_large']);
  });

  it('that was replaced or taken away is no longer there', async () => {
    const { body } = await putLogo(png());
    const { url } = body.logo as { url: string };
    const { pathname } = new URL(url);
    equal((await fetch(`${service.url}${pathname}`)).status, 200);
    equal((await fetch(`${service.url}${pathname.replace('.png', '.jpg')}`)).status, 404);
    equal((await service.ask('DELETE', logoPlace())).body.logo, null);
    equal((await fetch(`${service.url}${pathname}`)).status, 404);
    ok(!(await page()).text.includes('<img class="logo"'));
    equal((await fetch(`${service.url}/pay/logos/${'0'.repeat(64)}.png`)).status, 404);
    equal((await fetch(`${service.url}/pay/colors/red.css`)).status, 404);
  });
});

describe('the audit trail', () => {
  it('knows who changed what', async () => {
    await set({ color: '#0a7d4b' });
    const rows = await service.app.store.db.query<{ action: string; detail: object }>(
      '',
      `select action, detail from audit_entries where target = $1 and action like any($2)
       order by number desc limit 40`,
      [`merchants/${shop.merchant_id}`, ['branding_%', 'logo_%']],
    );
    const [before, after] = [{ color: null }, { color: '#0a7d4b' }];
    deepEqual(rows[0]?.detail, { color: '#0a7d4b', before, after });
    deepEqual([...new Set(rows.map(({ action }) => action))].sort(), [
      'branding_changed',
      'logo_removed',
      'logo_set',
    ]);
  });
});
