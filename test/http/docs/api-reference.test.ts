// The API reference: every operation of both documents, with members, answers and a curl that runs.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { findSections } from '../../../server/http/docs/find-sections.ts';
import { searchIndex } from '../../../server/http/docs/search-index.ts';
import { unescapeHtml } from '../../../server/pages/parts/html.ts';
import { launchBrowser } from '../../support/browser/browser.ts';
import { axeFindings, IS_WIDER_THAN_WINDOW, visitPage } from '../../support/browser/page-visit.ts';
import { openScene, type Scene } from '../service-scene.ts';

type Operation = { operationId: string; summary: string; responses: object };
type Paths = Record<string, Record<string, Operation>>;

const documentOf = (kind: string): { paths: Paths } =>
  JSON.parse(readFileSync(new URL(`../../../openapi/${kind}.json`, import.meta.url), 'utf8'));

let scene: Scene;
let browser: Browser;
let url = '';
before(async () => {
  scene = await openScene();
  url = await scene.server.listen({ host: '127.0.0.1', port: 0 });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await scene?.stop();
});

const pageOf = async (path: string) => (await scene.server.inject(`/docs/${path}`)).body;

/** The part of its page that shows an operation. */
async function sectionOf(overview: string, kind: string, id: string): Promise<string> {
  const [, path = ''] = new RegExp(`href="/docs/(api/${kind}/[^"#]+)#${id}"`).exec(overview) ?? [];
  const section = (await pageOf(path)).split(`<h2 id="${id}">`)[1] ?? '';
  return section.split('</section>')[0] ?? '';
}

/** The text of the first block of code. */
function codeIn(section: string): string {
  const code = /<code>(?=<span|curl)([\s\S]*?)\n<\/code>/.exec(section)?.[1] ?? '';
  return unescapeHtml(code.replace(/<[^>]*>/g, ''));
}

describe('the API reference', () => {
  for (const kind of ['merchant', 'operator']) {
    it(`shows every operation of the ${kind} document`, async () => {
      const overview = await pageOf('api/');
      for (const [path, methods] of Object.entries(documentOf(kind).paths)) {
        for (const [method, { operationId, responses }] of Object.entries(methods)) {
          const section = await sectionOf(overview, kind, operationId);
          ok(section.includes(`<span class="method">${method.toUpperCase()}</span>`), operationId);
          ok(section.includes(`<code>${path}</code>`), operationId);
          for (const status of Object.keys(responses)) {
            ok(section.includes(`<summary><code>${status}</code>`), `${operationId} ${status}`);
          }
          const curl = codeIn(section);
          match(curl, /^curl "\$BASE_URL\//);
          execFileSync('sh', ['-n'], { input: curl });
        }
      }
    });
  }

  it('shows members with their rules, headers of answers, and how to send a request', async () => {
    const section = await sectionOf(await pageOf('api/'), 'merchant', 'createPayin');
    for (const part of ['amount_cents', 'at least 1', 'required', 'Idempotent-Replayed', '422']) {
      ok(section.includes(part), part);
    }
    match(codeIn(section), /-H "X-Token: \$TOKEN"[\s\S]*"order_id":"order-1001"/);
  });

  it('is found by the search', () => {
    const [first] = findSections(searchIndex(), 'createPayin', 5);
    equal(first?.at, 'api/merchant/pay-ins#createPayin');
    ok(findSections(searchIndex(), '/api/v1/orders/compare', 5).length > 0);
  });

  it('has no page for what is no tag', async () => {
    for (const path of ['api/merchant/nothing', 'api/x', 'api/merchant/', 'api/__proto__']) {
      equal((await scene.server.inject(`/docs/${path}`)).statusCode, 404, path);
    }
  });

  const looks = [
    { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
    { viewport: { width: 320, height: 640 }, colorScheme: 'dark' },
  ] as const;
  for (const path of ['api/', 'api/merchant/pay-ins', 'api/operator/bank']) {
    it(`loads nothing from elsewhere, is clean and fits: /docs/${path}`, async () => {
      for (const look of looks) {
        await visitPage(browser, { at: `${url}/docs/${path}`, ...look }, async (visit) => {
          const { page, complaints, strangers } = visit;
          deepEqual(await axeFindings(page), []);
          equal(await page.evaluate(IS_WIDER_THAN_WINDOW), false);
          deepEqual([complaints, strangers], [[], []]);
        });
      }
    });
  }
});
