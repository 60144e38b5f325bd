// SQL, HTML and look-alikes in every text that others give: stored as text, shown as text, compared
// in one form.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { payinFields, payoutFields, type Shop } from '../../bench/harness/shop.ts';
import {
  type AttackService,
  type Reply,
  startAttackService,
  told,
} from '../support/attack-service.ts';
import { launchBrowser, type TestBrowser } from '../support/browser/browser.ts';
import { cleanup } from '../support/cleanup.ts';

const HOSTILE = [
  "'; drop table trades; --",
  "' or '1'='1",
  '"; select pg_sleep(10); --',
  "\\'; commit; --",
  '$1 #{7*7} {{7*7}} <%= 7*7 %> %s %n %00',
  '<script>document.title="pwned"</script>',
  '"><img src=x onerror="document.title=\'pwned\'">',
  "'><svg/onload=document.title='pwned'>",
  '</title></textarea></script><script>document.title="pwned"</script>',
  '<!--<bdi>&lt;script&gt;&#x3c;',
  '=cmd|"/c calc"!A1',
  '@SUM(1+1)*cmd',
  '../../etc/passwd',
  '{"$ne":null}',
  '*)(uid=*))(|(uid=*',
  'тест 测试 😀 ﷽',
];

let service: AttackService;
let browser: TestBrowser;
let shop: Shop;
let account_id: string;

const atEnd = cleanup();
before(async () => {
  service = await startAttackService();
  atEnd(() => service.stop());
  atEnd(() => deepEqual(service.faults(), []));
  browser = await launchBrowser();
  atEnd(() => browser.close());
  const name = HOSTILE[6] ?? '';
  shop = await service.openShop({ name, funds_cents: 100_000_000 });
  const account = { type: 'account', currency: 'INR', number: '000111222333' };
  const hostile = { name: HOSTILE[7], bank_name: HOSTILE[8] };
  const fields = { ...account, ...hostile };
  account_id = (await told<{ id: string }>(service, '/receiving_accounts', fields)).id;
});

const post = (path: string, body: object): Promise<Reply> =>
  service.ask('POST', `/api/v1/orders/${path}`, { body, headers: { 'x-token': shop.token } });

let amount_cents = 1_000_000;
async function payin(fields: object, order_id: string): Promise<Reply['body']> {
  amount_cents += 1_000;
  const order = { ...payinFields(shop, order_id, amount_cents), ...fields };
  const { status, body, text } = await post('deposit/create', order);
  equal(status, 201, text);
  return body;
}

/** Opens the page and fails on any script, request or title that the text brought along. */
async function look(url: string, use: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage();
  const strange: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (!path.startsWith('/pay/')) strange.push(request.url());
  });
  page.on('dialog', (dialog) => strange.push(dialog.message()));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('422')) strange.push(message.text());
  });
  await page.goto(url);
  await use(page);
  equal(await page.locator('main img, main svg[onload], script:not([src]), iframe').count(), 0);
  ok(!(await page.title()).startsWith('pwned'));
  deepEqual(strange, []);
  await page.close();
}

describe('SQL and HTML', () => {
  it('in every text of an order are kept and found as they are', async () => {
    for (const [index, text] of HOSTILE.entries()) {
      const order_id = `${text} ${index}`;
      const metadata = { [`key ${index}`]: text };
      const created = await payin({ client_id: text, metadata }, order_id);
      deepEqual(created.metadata, metadata);
      deepEqual([created.order_id, created.client_id], [order_id, text]);
      const found = await post('search', { merchant_id: shop.merchant_id, order_id });
      deepEqual([found.status, found.body.id], [200, created.id]);
      const fields = { name: text, payment_data_bank_name: text, client_id: text, metadata };
      const paid = { ...payoutFields(shop, `${order_id} out`, 100), ...fields };
      const { status, body } = await post('withdrawal/create', paid);
      deepEqual([status, Object(body.payment_data).name], [201, text]);
      for (const filter of ['order_id', 'client_id', `metadata[key ${index}]`]) {
        const value = encodeURIComponent(filter === 'order_id' ? order_id : text);
        const list = await service.operator.get<{ data: { id: string }[] }>(
          `/trades?${encodeURIComponent(filter)}=${value}`,
        );
        ok(list.body.data.some(({ id }) => id === created.id));
        equal(list.body.data.length, filter === 'order_id' ? 1 : 2);
      }
    }
    const { body } = await service.operator.get<{ ok: boolean }>('/verify');
    equal(body.ok, true);
  });

  it('in a name, an order id and a bank’s name are shown by the page as text', async () => {
    for (const text of HOSTILE.slice(5, 10)) {
      const created = await payin(
        { return_url: 'https://shop.example/?q=1#a', description: text },
        `page ${text}`,
      );
      await look(String(created.url), async (page) => {
        const main = await page.innerText('main');
        for (const shown of [text, HOSTILE[6] ?? '', HOSTILE[7] ?? '', HOSTILE[8] ?? '']) {
          ok(main.includes(shown), shown);
        }
        ok((await page.content()).includes('&lt;'));
      });
      const paid = { ...payoutFields(shop, `receipt ${text}`, 100), name: text };
      const { body } = await post('withdrawal/create', paid);
      await look(String(body.url), async (page) => {
        ok((await page.innerText('main')).includes(text), text);
      });
    }
  });

  it('in the UTR are shown in the field as they were typed, and never run', async () => {
    // One of them is a UTR once its separators are gone: etcpasswd.
    for (const [index, text] of HOSTILE.filter((one) => !one.startsWith('../')).entries()) {
      // Each on a page of its own: a page takes few tries.
      const { url } = await payin({}, `utr-html-${index}`);
      await look(String(url), async (page) => {
        await page.fill('#utr', text);
        await page.click('text=Send UTR');
        await page.locator('#utr-error').waitFor();
        equal(await page.inputValue('#utr'), text);
      });
    }
  });

  it('in the link back stay inside of it', async () => {
    const hostile = `https://shop.example/"><script>'onclick=x?q=<b>&"#'><i>`.replaceAll(' ', '');
    const { url } = await payin({ return_url: hostile }, '"><script>&state=completed&x=');
    await look(String(url), async (page) => {
      const link = new URL((await page.getAttribute('a[data-return]', 'href')) ?? '');
      equal(link.host, 'shop.example');
      equal(link.searchParams.get('state'), 'pending');
      equal(link.searchParams.getAll('state').length, 1);
      equal(link.searchParams.get('order_id'), '"><script>&state=completed&x=');
    });
  });

  it('in bank lines wait in suspense as text', async () => {
    const lines = HOSTILE.map((text, index) => ({
      amount_cents: 5 + index,
      booked_at: new Date().toISOString(),
      text,
      bank_id: `${index} ${text}`.slice(0, 60),
    }));
    const fields = { receiving_account_id: account_id, lines };
    type Taken = { lines: { status: string }[] };
    const taken = await told<Taken>(service, '/bank_lines', fields);
    ok(
      taken.lines.every(({ status }) => status === 'suspense'),
      JSON.stringify(taken),
    );
    const again = await told<Taken>(service, '/bank_lines', fields);
    ok(again.lines.every(({ status }) => status === 'duplicate'));
    type Lines = { data: { text: string }[] };
    const { body } = await service.operator.get<Lines>('/bank_lines?status=suspense&limit=200');
    deepEqual(new Set(body.data.map(({ text }) => text)), new Set(HOSTILE));
  });
});

describe('a UTR', () => {
  const attach = (id: unknown, utr: unknown) =>
    post('deposit/utr', { merchant_id: shop.merchant_id, id, utr });

  it('has one form, whatever case, blanks and separators it is typed with', async () => {
    const { id } = await payin({}, 'utr-forms');
    const forms = [
      'SBIN0R52024010112',
      'sbin0r52024010112',
      ' sbin0r5 2024 0101 12 ',
      'SBIN-0R5-2024/0101.12',
      'SBIN0R5\u00a02024\u202f010112',
      '\ufeffSBIN0R5\u200b2024\u00ad010112\u202c',
      'SBIN0R5٢٠٢٤०१०११२',
      'SBIN０R5２０２４010112',
      '\tSBIN0R52024010112\r\n',
    ];
    for (const form of forms) {
      const { status, body, text } = await attach(id, form);
      if (form.startsWith('\t')) {
        equal(status, 422, 'control characters are no blanks in JSON');
        continue;
      }
      deepEqual([status, body.utr, body.sequence], [201, 'SBIN0R52024010112', 2], text);
    }
  });

  it('is not made of look-alikes', async () => {
    const { id } = await payin({}, 'utr-lookalikes');
    const wrong = [
      'ЅBIN0R52024010112',
      'SBІN0R52024010112',
      'SBıN0R52024010112',
      'ſBIN0R52024010112',
      'SBIN0R5\u03012024010112',
      'SBIN0R5_2024010112',
      '1234567',
      '1'.repeat(36),
      "1234' or 1=1--",
      '',
    ];
    for (const utr of wrong) {
      const { status, body } = await attach(id, utr);
      deepEqual([status, Object(body.errors)[0]?.field], [422, 'utr'], JSON.stringify(utr));
    }
    for (const utr of [412_345_678_901, null, ['412345678901'], { a: 1 }, true]) {
      equal((await attach(id, utr)).status, 422);
    }
    const path = `/api/v1/orders/${shop.merchant_id}/${id}`;
    const { body } = await service.ask('GET', path, { headers: { 'x-token': shop.token } });
    deepEqual([body.state, body.utr], ['pending', null]);
  });

  it('never credits by itself, and one that paid an order pays no other in any form', async () => {
    const first = await payin({}, 'utr-first');
    const second = await payin({}, 'utr-second');
    const balance = `/api/v1/merchant/account_balance/${shop.merchant_id}`;
    const money = async () =>
      (await service.ask('GET', balance, { headers: { 'x-token': shop.token } })).body;
    const before = await money();
    for (const { id } of [first, second]) {
      const { status, body } = await attach(id, '612345678901');
      deepEqual([status, body.state], [201, 'verifying']);
    }
    deepEqual(await money(), before);
    const line = {
      amount_cents: first.amount_cents,
      booked_at: new Date().toISOString(),
      utr: '6123 4567 8901',
    };
    type Taken = { lines: { trade_id: string }[] };
    const given = { receiving_account_id: account_id, lines: [line] };
    const taken = await told<Taken>(service, '/bank_lines', given);
    equal(taken.lines[0]?.trade_id, first.id);
    const third = await payin({}, 'utr-third');
    for (const form of ['612345678901', '6123-4567-8901', ' 612345678901 ']) {
      const reply = await attach(third.id, form);
      deepEqual([reply.status, reply.body.code], [422, 'utr_already_used'], form);
    }
  });
});

describe('an order id', () => {
  it('has no invisible twin', async () => {
    await payin({}, 'twin');
    const twins = [
      'twin\u200b',
      '\u200btwin',
      'tw\u00adin',
      'twin ',
      ' twin',
      'twin\u2060',
      '\ufefftwin',
    ];
    for (const order_id of [...twins, 'tw\u202ein', 'twin\u0000', 'twin\n', '\u3164', ' ', '']) {
      const order = payinFields(shop, order_id, 100);
      const { status, body } = await post('deposit/create', order);
      deepEqual(
        [status, Object(body.errors)[0]?.field],
        [422, 'order_id'],
        JSON.stringify(order_id),
      );
    }
    const long = await post('deposit/create', payinFields(shop, 'x'.repeat(129), 100));
    equal(long.status, 422);
  });
});
