// Receipts and "I have paid" over HTTP: forms of browsers, and what others send to their addresses.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { createPayin } from '../../../server/app/trade/create-payin.ts';
import { LIMITS } from '../../../server/domain/service/limits.ts';
import { JPEG, PHONE_JPEG, pdf, png } from '../../support/browser/receipt-files.ts';
import { accepted, makeMerchant, raw, type TestMerchant } from '../../support/test-app.ts';
import { AUTHORIZATION, type OperatorService, openOperatorService } from './operator-service.ts';

let service: OperatorService;
let shop: TestMerchant;
let last = 0;

before(async () => {
  service = await openOperatorService();
  shop = await makeMerchant(service.app);
});
after(async () => {
  await service.stop();
  deepEqual(service.faults, []);
});

type Page = { token: string; id: string };

async function payin(): Promise<Page> {
  last += 1;
  const fields = {
    merchant_id: shop.merchant_id,
    order_id: `order-${last}`,
    amount_cents: 10_000 + last,
    amount_currency: 'INR',
    type: 'account',
    client_id: 'client-1',
  };
  const { trade } = accepted(await createPayin(service.app, shop.caller, raw(fields)));
  return { token: trade.url.split('/').at(-1) ?? '', id: trade.id };
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const OWN = { 'sec-fetch-site': 'same-origin' };

type Sent = { status: number; text: string; headers: Headers };

async function post(
  path: string,
  body: FormData | string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const address = `${service.url}/pay/${path}`;
  const init = { method: 'POST', body, headers: { ...OWN, ...headers } };
  const response = await fetch(address, { ...init, redirect: 'manual' });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

function form(bytes: Uint8Array<ArrayBuffer>, name = 'receipt', type = 'image/jpeg'): FormData {
  const data = new FormData();
  data.set(name, new Blob([bytes], { type }), '../../<b>asha".jpg');
  return data;
}

const plain = (bytes: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
const send = ({ token }: Page, bytes: Buffer) => post(`${token}/receipt`, form(plain(bytes)));
const receiptsOf = async ({ id }: Page) => {
  const path = `/receipts?merchant_id=${shop.merchant_id}&trade_id=${id}`;
  const { body } = await service.ask('GET', path);
  return body.data as { id: string; file_type: string; size_bytes: number }[];
};

describe('a receipt by the form of the page', () => {
  it('is taken, shown as taken, and downloaded as a file and nothing else', async () => {
    const page = await payin();
    const sent = await send(page, PHONE_JPEG);
    equal(sent.status, 303);
    match(sent.headers.get('location') ?? '', new RegExp(`/pay/${page.token}$`));
    const shown = await (await fetch(`${service.url}/pay/${page.token}`)).text();
    match(shown, /class="given"/);
    ok(!shown.includes('asha'), 'the name of the file is nobody’s business');
    const [receipt] = await receiptsOf(page);
    const path = `/operator/v1/receipts/${shop.merchant_id}/${receipt?.id}/file`;
    const file = await fetch(`${service.url}${path}`, {
      headers: { authorization: AUTHORIZATION },
    });
    equal(file.status, 200);
    equal(file.headers.get('content-type'), 'image/jpeg');
    equal(file.headers.get('x-content-type-options'), 'nosniff');
    equal(file.headers.get('cache-control'), 'no-store');
    match(file.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
    match(
      file.headers.get('content-disposition') ?? '',
      /^attachment; filename="receipt-[\w-]+\.jpg"$/,
    );
    equal((await file.arrayBuffer()).byteLength, receipt?.size_bytes);
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { 'x-token': shop.token }]) {
      equal((await fetch(`${service.url}${path}`, { headers })).status, 401);
    }
    equal((await fetch(`${service.url}/pay/${page.token}/receipt/${receipt?.id}`)).status, 404);
  });

  it('is judged by its content, whatever the browser calls it', async () => {
    const page = await payin();
    const data = form(plain(png()), 'receipt', 'application/pdf');
    equal((await post(`${page.token}/receipt`, data)).status, 303);
    const [receipt] = await receiptsOf(page);
    equal(receipt?.file_type, 'png');
  });

  it('that is none is refused in place, by name', async () => {
    const refused: [bytes: Buffer, words: RegExp][] = [
      [Buffer.from('<svg onload="x()"/>'), /This is a SVG file/],
      [Buffer.from('<!doctype html><script>x()</script>'), /This is a HTML file/],
      [Buffer.from('GIF89a....'), /This is a GIF file/],
      [Buffer.from('anything'), /can’t read this kind of file/],
      [Buffer.alloc(0), /choose a file/],
      [JPEG.subarray(0, 200), /damaged or incomplete/],
      [Buffer.concat([JPEG, Buffer.from('<script>x()</script>')]), /hidden in this file/],
      [pdf(), /can’t take PDF files/],
      [Buffer.alloc(LIMITS.receipt_max_bytes + 1), /larger than 10 MB/],
    ];
    // Of one page only some may be sent.
    for (const [bytes, words] of refused) {
      const page = await payin();
      const { status, text } = await send(page, bytes);
      equal(status, 422);
      match(/<p class="error" id="receipt-error">([^<]+)</.exec(text)?.[1] ?? text, words);
      match(text, /<details open>/);
      match(text, /aria-invalid="true" autofocus/);
      deepEqual(await receiptsOf(page), []);
    }
  });

  it('that is none is refused in place five times, and then no file is read', async () => {
    const page = await payin();
    for (let count = 0; count < LIMITS.page_receipt_tries_max; count += 1) {
      match((await send(page, JPEG.subarray(0, 200 + count))).text, /damaged or incomplete/);
    }
    const { status, text } = await send(page, png());
    equal(status, 422);
    match(text, /couldn’t read several of your files/);
    deepEqual(await receiptsOf(page), []);
  });
});

describe('the address of receipts', () => {
  it('takes one file by one name, in a form, from its own page', async () => {
    const page = await payin();
    const at = `${page.token}/receipt`;
    const two = form(plain(png()));
    two.append('receipt', new Blob([plain(png())]), 'b.png');
    const more = form(plain(png()));
    more.set('other', 'x');
    const odd: [what: string, sent: Promise<Sent>, status: number][] = [
      ['another name', post(at, form(plain(png()), 'file')), 422],
      ['no file', post(at, new FormData(), {}), 422],
      ['no form', post(at, plain(png()), { 'content-type': 'image/png' }), 415],
      [
        'a plain form',
        post(at, 'receipt=x', { 'content-type': 'application/x-www-form-urlencoded' }),
        406,
      ],
      ['no boundary', post(at, 'x', { 'content-type': 'multipart/form-data' }), 400],
      [
        'a broken form',
        post(at, '--x\r\nbroken', { 'content-type': 'multipart/form-data; boundary=x' }),
        400,
      ],
      ['another site', post(at, form(plain(png())), { 'sec-fetch-site': 'cross-site' }), 403],
      ['no page', post(`${'A'.repeat(64)}/receipt`, form(plain(png()))), 404],
    ];
    for (const [what, sent, status] of odd) {
      const answer = await sent;
      equal(answer.status, status, `${what}: ${answer.text.slice(0, 300)}`);
      match(answer.headers.get('content-type') ?? '', /^text\/html/, what);
    }
    deepEqual(await receiptsOf(page), []);
    for (const data of [two, more]) await post(at, data);
    ok((await receiptsOf(page)).length <= 1);
  });

  it('is left by those who break off, and takes the next', async () => {
    const page = await payin();
    for (let count = 0; count < 12; count += 1) {
      const { hostname, port } = new URL(service.url);
      const sent = request({
        hostname,
        port,
        method: 'POST',
        path: `/pay/${page.token}/receipt`,
        headers: {
          ...OWN,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 1_000_000,
        },
      });
      const closed = new Promise((resolve) => sent.once('close', resolve));
      sent.on('error', () => undefined);
      sent.write(
        '--x\r\ncontent-disposition: form-data; name="receipt"; filename="a"\r\n\r\nabc',
        () => sent.destroy(),
      );
      await closed;
    }
    // Places are given back as the service learns of it.
    let status = 0;
    while (status !== 303) status = (await send(page, png())).status;
    equal((await receiptsOf(page)).length, 1);
  });
});

describe('"I have paid" by the form of the page', () => {
  it('leads back to the page, which says so; and is no link', async () => {
    const page = await payin();
    equal(
      (await fetch(`${service.url}/pay/${page.token}/paid`, { redirect: 'manual' })).status,
      303,
    );
    const before_it = await (await fetch(`${service.url}/pay/${page.token}`)).text();
    ok(!before_it.includes('You told us: <time'));
    equal((await post(`${page.token}/paid`, '', FORM)).status, 303);
    const shown = await (await fetch(`${service.url}/pay/${page.token}`)).text();
    match(shown, /You told us: <time/);
    match(shown, /Your payment shows up here as soon as we find it/);
    const { body } = await service.ask('GET', `/paid_notices?merchant_id=${shop.merchant_id}`);
    equal(
      (body.data as { trade_id: string }[]).some(({ trade_id }) => trade_id === page.id),
      true,
    );
    equal((await post(`${page.token}/paid`, '', { 'sec-fetch-site': 'cross-site' })).status, 403);
  });
});
