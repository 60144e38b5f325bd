// A payer without a UTR at hand, in a real browser: pastes the bank's message, says that they have
// paid, sends the receipt; with the page's script and without it, over the real use cases.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { createPayin } from '../../../server/app/trade/create-payin.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { bomb, exif, JPEG, png, SECRET, segment } from '../../support/browser/receipt-files.ts';
import { cleanup } from '../../support/cleanup.ts';
import { accepted, makeMerchant, raw, type TestMerchant } from '../../support/test-app.ts';
import {
  AUTHORIZATION,
  type OperatorService,
  openOperatorService,
} from '../operator/operator-service.ts';

let service: OperatorService;
let browser: TestBrowser;
let shop: TestMerchant;
let files: Record<'jpeg' | 'png' | 'webp', Buffer>;
let last = 0;

const atEnd = cleanup();
before(async () => {
  service = await openOperatorService();
  atEnd(() => deepEqual(service.faults, []));
  atEnd(() => service.stop());
  const { host } = new URL(service.app.public_url);
  const { host: listening } = new URL(service.url);
  browser = await launchBrowser([`--host-resolver-rules=MAP ${host} ${listening}`]);
  atEnd(() => browser.close());
  shop = await makeMerchant(service.app);
  files = await makeFiles();
});

/** 600 × 400 pixels of colours and a line of text, written by the browser itself. */
const DRAW = (type: string) => `(() => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [600, 400];
  const context = canvas.getContext('2d');
  const colors = context.createLinearGradient(0, 0, 600, 400);
  colors.addColorStop(0, 'red');
  colors.addColorStop(1, 'blue');
  context.fillStyle = colors;
  context.fillRect(0, 0, 600, 400);
  context.fillStyle = 'white';
  context.font = '32px sans-serif';
  context.fillText('500.00 INR paid', 40, 200);
  return canvas.toDataURL('${type}').split(',')[1];
})()`;

async function makeFiles() {
  const page = await browser.newPage();
  const draw = async (type: string) =>
    Buffer.from(await page.evaluate<string>(DRAW(type)), 'base64');
  const photo = await draw('image/jpeg');
  await page.setContent('<h1>Receipt</h1><p>500.00 INR paid to Demo Shop</p>');
  const made = {
    // As a phone writes it: with its place, and a film behind the picture.
    jpeg: Buffer.concat([
      photo.subarray(0, 2),
      segment(0xe1, exif(1)),
      photo.subarray(2),
      Buffer.from(`\0\0\0\x18ftypmp42${SECRET}`),
    ]),
    png: await draw('image/png'),
    webp: await draw('image/webp'),
  };
  await page.close();
  return made;
}

type Order = { url: string; id: string };

async function payin(type = 'account'): Promise<Order> {
  last += 1;
  const fields = {
    merchant_id: shop.merchant_id,
    order_id: `order-${last}`,
    amount_cents: 10_000 + last,
    amount_currency: 'INR',
    type,
    client_id: 'client-1',
  };
  const { trade } = accepted(await createPayin(service.app, shop.caller, raw(fields)));
  return { url: trade.url, id: trade.id };
}

async function receiptsOf({ id }: Order) {
  const path = `/receipts?merchant_id=${shop.merchant_id}&trade_id=${id}`;
  const { body } = await service.ask('GET', path);
  return body.data as { id: string; file_type: string }[];
}

async function download(id: string): Promise<Buffer> {
  const path = `/operator/v1/receipts/${shop.merchant_id}/${id}/file`;
  const answer = await fetch(`${service.url}${path}`, {
    headers: { authorization: AUTHORIZATION },
  });
  equal(answer.status, 200);
  return Buffer.from(await answer.arrayBuffer());
}

/** The pixels as the browser shows them. */
async function pixelsOf(page: Page, bytes: Buffer, type: string): Promise<string> {
  const address = `data:image/${type};base64,${bytes.toString('base64')}`;
  return await page.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = '${address}';
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const sum = data.reduce((hash, byte) => Math.imul(hash ^ byte, 16777619) >>> 0, 2166136261);
    return canvas.width + '×' + canvas.height + ' ' + sum;
  })()`);
}

async function choose(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.setInputFiles('#receipt', { name, mimeType, buffer });
  await page.click('text=Send receipt');
}

const HOSTILE: readonly [name: string, type: string, bytes: Buffer, words: RegExp][] = [
  ['receipt.jpg', 'image/jpeg', Buffer.from('<svg onload="x()"/>'), /SVG file/],
  ['receipt.png', 'image/png', Buffer.from('<html><script>x()</script>'), /HTML file/],
  ['receipt.pdf', 'application/pdf', Buffer.from('%PDF-1.4\n'), /can’t take PDF files/],
  ['receipt.jpg', 'image/jpeg', JPEG.subarray(0, 300), /damaged or incomplete/],
  ['receipt.png', 'image/png', png({ data: bomb(32) }), /picture is too large/],
  [
    'receipt.jpg',
    'image/jpeg',
    Buffer.concat([JPEG, Buffer.from('<script>x()</script>')]),
    /hidden in this file/,
  ],
  ['big.jpg', 'image/jpeg', Buffer.alloc(10 * 1_024 * 1_024 + 1), /larger than 10 MB/],
];

const MESSAGE =
  'Dear Customer, your a/c no. XX1234 is debited for Rs.100.01 on 21-11-26\n' +
  'and a/c XX4321 credited (IMPS Ref no 632512345678). Call 18002586161';

for (const javaScriptEnabled of [true, false]) {
  const visit = async (order: Order, use: (page: Page) => Promise<void>) => {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    try {
      await page.goto(order.url);
      if (javaScriptEnabled) await page.evaluate('window.same = true');
      await use(page);
      // With the script nothing was left and loaded anew.
      if (javaScriptEnabled) equal(await page.evaluate('window.same'), true);
      deepEqual(complaints, []);
    } finally {
      await context.close();
    }
  };

  describe(`a payer ${javaScriptEnabled ? 'with' : 'without'} the page’s script`, () => {
    it('pastes the whole message of the bank, and the UTR in it is taken', async () => {
      await visit(await payin(), async (page) => {
        await page.fill('#utr', MESSAGE);
        await page.click('text=Send UTR');
        await page.locator('h1', { hasText: 'We’re checking your payment' }).waitFor();
        match(await page.innerText('.utr'), /Your UTR: 632512345678/);
        match(await page.innerText('.utr'), /correct it 3 more times/);
      });
    });

    it('chooses, where two numbers may be it', async () => {
      await visit(await payin(), async (page) => {
        await page.fill('#utr', 'UTR 632512345671 or UTR 632512345672');
        await page.click('text=Send UTR');
        await page.locator('#utr-error', { hasText: 'not sure which number' }).waitFor();
        equal(await page.locator('[aria-labelledby=utr-choice] button').count(), 2);
        await page.locator('[aria-labelledby=utr-choice] button:focus').waitFor();
        await page.click('[aria-labelledby=utr-choice] >> text=632512345672');
        await page.locator('h1', { hasText: 'We’re checking your payment' }).waitFor();
        match(await page.innerText('.receipt'), /632512345672/);
      });
    });

    it('is told in place what is wrong with a number, in the same words', async () => {
      const wrong: [type: string, text: string, words: RegExp][] = [
        ['upi', '41234567890', /exactly 12 digits/],
        ['account', '21.11.2026', /an amount or a date/],
        ['account', '4111 1111 1111 1111', /a card or a phone/],
        ['account', 'I paid you five hundred', /couldn’t find a UTR in this text/],
        ['account', ' ', /enter the UTR/],
      ];
      for (const [type, text, words] of wrong) {
        await visit(await payin(type), async (page) => {
          await page.fill('#utr', text);
          await page.click('text=Send UTR');
          await page.locator('#utr-error').waitFor();
          match(await page.innerText('#utr-error'), words);
          equal(await page.inputValue('#utr'), text === ' ' ? '' : text);
          await page.locator('#utr:focus').waitFor();
          match(await page.title(), /^Problem: /);
        });
      }
    });

    it('says that they have paid; the page says what happens now, and the timer goes on', async () => {
      const order = await payin();
      await visit(order, async (page) => {
        await page.click('text=Paid, but no UTR?');
        await page.click('text=I have paid');
        await page.locator('h1', { hasText: 'We’re looking for your payment' }).waitFor();
        match(
          await page.innerText('.state'),
          /told us that you paid\. Please don’t pay again[\s\S]*You told us:\s+\w{3} \d+, \d{4}/,
        );
        // What happens now, and not how to pay; the details are there for who has not paid.
        const text = await page.innerText('main');
        deepEqual(/exact amount|minutes? left|I have paid/.exec(text), null);
        equal(await page.isVisible('.account'), false);
        await page.click('text=Haven’t paid after all?');
        await page.locator('.account').waitFor();
      });
      const { body } = await service.ask('GET', `/trades/${shop.merchant_id}/${order.id}`);
      equal(Object(body.trade).state, 'pending');
      ok(Object(body.evidence).said_paid_at !== null);
    });

    it('sends real pictures; what operators get shows the same, and no more', async () => {
      const order = await payin();
      await visit(order, async (page) => {
        await page.click('text=Paid, but no UTR?');
        for (const [count, [type, bytes]] of Object.entries(files).entries()) {
          await choose(page, `IMG_0001.${type}`, 'application/octet-stream', bytes);
          await page.locator(`.given li:nth-child(${count + 1})`).waitFor();
        }
        const lines = await page.locator('.given li').allInnerTexts();
        deepEqual(
          lines.map((line) => /JPG|PNG|WEBP/.exec(line)?.[0]),
          ['JPG', 'PNG', 'WEBP'],
        );
      });
      const receipts = (await receiptsOf(order)).toReversed();
      deepEqual(
        receipts.map(({ file_type }) => file_type),
        Object.keys(files),
      );
      const viewer = await browser.newPage();
      for (const { id, file_type } of receipts) {
        const kept = await download(id);
        ok(!kept.includes(SECRET) && !kept.includes('Exif'));
        const sent = files[file_type as keyof typeof files];
        equal(await pixelsOf(viewer, kept, file_type), await pixelsOf(viewer, sent, file_type));
      }
      await viewer.close();
    });

    it('cannot send what is no receipt, and is told what it is', async () => {
      // Of one page only some may be sent.
      for (const files_of_one of [HOSTILE.slice(0, 4), HOSTILE.slice(4)]) {
        const order = await payin();
        await visit(order, async (page) => {
          await page.click('text=Paid, but no UTR?');
          await page.click('text=Send receipt');
          await page.locator('#receipt-error', { hasText: 'choose a file' }).waitFor();
          for (const [name, type, bytes, words] of files_of_one) {
            await choose(page, name, type, bytes);
            await page.locator('#receipt-error', { hasText: words }).waitFor();
            equal(await page.getAttribute('#receipt', 'aria-invalid'), 'true');
          }
        });
        deepEqual(await receiptsOf(order), []);
      }
    });
  });
}

describe('a picture that cannot be sent as it is', () => {
  const filling = Array<Buffer>(170).fill(segment(0xfe, Buffer.alloc(65_000)));
  const gif = 'R0lGODdhAQABAIAAAP///////ywAAAAAAQABAAACAkQBADs=';
  const large = () => [files.jpeg.subarray(0, 2), ...filling, files.jpeg.subarray(2)];
  for (const [what, make, size] of [
    ['jpeg', large, '600×400'],
    ['gif', () => [Buffer.from(gif, 'base64')], '1×1'],
  ] as const) {
    it(`(too large, or of another kind: ${what}) is sent as a small JPEG`, async () => {
      const order = await payin();
      const page = await browser.newPage();
      await page.goto(order.url);
      await page.click('text=Paid, but no UTR?');
      await choose(page, 'photo', `image/${what}`, Buffer.concat(make()));
      await page.locator('.given li', { hasText: 'JPG' }).waitFor();
      const kept = await download((await receiptsOf(order))[0]?.id ?? '');
      await page.goto('about:blank');
      ok((await pixelsOf(page, kept, 'jpeg')).startsWith(`${size} `) && kept.length < 1_000_000);
      await page.close();
    });
  }
});
