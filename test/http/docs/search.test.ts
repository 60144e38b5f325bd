// The search over the documents: what it finds, its page without scripts, and its box in a browser.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { findSections } from '../../../server/http/docs/find-sections.ts';
import { searchIndex, searchModule } from '../../../server/http/docs/search-index.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { axeFindings, visitPage } from '../../support/browser/page-visit.ts';
import { openScene, type Scene } from '../service-scene.ts';

const find = (query: string) => findSections(searchIndex(), query, 10);

describe('the search', () => {
  const FIRST: readonly [query: string, at: string][] = [
    ['quick start', 'guide/quick-start'],
    ['attach utr', 'guide/pay-ins#attach-a-utr'],
    ['ATTACH a UTR', 'guide/pay-ins#attach-a-utr'],
    ['order_id_taken', 'reference/errors/order-id-taken'],
    ['concepts', 'guide/concepts'],
  ];
  for (const [query, at] of FIRST) {
    it(`finds ${at} first for "${query}"`, () => equal(find(query)[0]?.at, at));
  }

  it('needs every word, and answers nothing to nothing', () => {
    ok(find('utr').length > 0);
    for (const query of ['utr xyzzy', '', '  ', '/?!', '…']) deepEqual(find(query), [], query);
  });

  it('shows an excerpt around the word, not whole sections', () => {
    for (const { excerpt } of find('idempotency')) ok(excerpt.length <= 170, excerpt);
    match(find('idempotency key')[0]?.excerpt ?? '', /idempotency/i);
  });

  it('cuts a query that is too long', () => {
    equal(find(`quick${' '.repeat(200)}nothing-like-this`)[0]?.at, find('quick')[0]?.at);
  });

  it('leads to headings that there are', async () => {
    const { renderMarkdown } = await import('../../../server/http/docs/render-markdown.ts');
    const { documents } = await import('../../../server/http/docs/library.ts');
    for (const { at } of searchIndex().filter((one) => !one.at.startsWith('api/'))) {
      const [path = '', anchor] = at.split('#');
      const page = renderMarkdown(documents().get(path)?.markdown ?? '');
      if (anchor !== undefined) ok(page.includes(`id="${anchor}"`), at);
    }
  });

  it('is the same function in the browser', async () => {
    const source = `data:text/javascript,${encodeURIComponent(searchModule())}`;
    const browsers: { findSections: typeof findSections } = await import(source);
    for (const query of ['utr', 'go live', 'Retry-After']) {
      deepEqual(browsers.findSections(searchIndex(), query, 10), find(query));
    }
  });

  it('shows headings as they are read', () => {
    const marked = searchIndex().filter(({ heading }) => /&#?\w+;|[`*]|\]\(/.test(heading));
    deepEqual(marked, []);
  });

  it('has an index that loads quickly', async () => {
    const { brotliCompressSync } = await import('node:zlib');
    // Asked for when somebody begins to type, once per release; as browsers get it.
    ok(brotliCompressSync(JSON.stringify(searchIndex())).length < 150_000);
  });
});

describe('the search in a browser', () => {
  let scene: Scene;
  let server: FastifyInstance;
  let browser: TestBrowser;
  let url = '';
  before(async () => {
    scene = await openScene();
    server = scene.server;
    url = await server.listen({ host: '127.0.0.1', port: 0 });
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await scene?.stop();
  });

  it('opens by /, is used with arrows, and leads to the section', async () => {
    await visitPage(browser, { at: `${url}/docs/` }, async ({ page, complaints, strangers }) => {
      await page.keyboard.press('/');
      await page.keyboard.type('attach utr');
      await page.locator('.hits li').first().waitFor();
      deepEqual(await axeFindings(page), []);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/guide/pay-ins#attach-a-utr');
      deepEqual([complaints, strangers], [[], []]);
    });
  });

  it('searches without the network, once its index is loaded', async () => {
    await visitPage(browser, { at: `${url}/docs/` }, async ({ page }) => {
      const loaded = page.waitForEvent('requestfinished', (request) =>
        request.url().endsWith('/search.json'),
      );
      await page.keyboard.press('/');
      await loaded;
      await page.context().setOffline(true);
      await page.keyboard.type('balance');
      await page.locator('.hits li').first().waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.hits').waitFor({ state: 'hidden' });
    });
  });

  it('works without scripts, as a form', async () => {
    const at = `${url}/docs/guide/pay-ins`;
    await visitPage(browser, { at, javaScriptEnabled: false }, async ({ page }) => {
      await page.getByLabel('Search the documents').fill('signature');
      await page.getByLabel('Search the documents').press('Enter');
      await page.waitForURL('**/docs/search?q=signature');
      ok((await page.locator('.results li').count()) > 3);
    });
  });

  it('escapes what was searched for, and takes it once only', async () => {
    const { body } = await server.inject('/docs/search?q=%3Cscript%3Ealert(1)%3C/script%3E');
    ok(body.includes('“&lt;script&gt;alert(1)&lt;/script&gt;”'));
    const twice = await server.inject('/docs/search?q=a&q=b');
    equal(twice.statusCode, 200);
    ok(twice.body.includes('<ol class="results"></ol>'));
    const long = await server.inject(`/docs/search?q=${'a'.repeat(5_000)}`);
    ok(!long.body.includes('a'.repeat(101)));
  });
});
