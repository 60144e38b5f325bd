// The API reference: every operation of both documents, with members, answers and a curl that runs.
import { equal, match, ok, rejects } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { signWebhook } from '../../../server/app/process/standard-webhook.ts';
import { findSections } from '../../../server/http/docs/find-sections.ts';
import { searchIndex } from '../../../server/http/docs/search-index.ts';
import { unescapeHtml } from '../../../server/pages/parts/html.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { checkLooks } from '../../support/browser/page-visit.ts';
import { openScene, type Scene } from '../service-scene.ts';

type Operation = { operationId: string; summary: string; responses: object };
type Paths = Record<string, Record<string, Operation>>;
type Hook = {
  parameters: { name: string }[];
  responses: object;
  requestBody: {
    content: Record<'application/json', { schema: { properties: object }; example: object }>;
  };
};
type Document = { paths: Paths; webhooks: Record<string, { post: Hook }> };

const SDK = new URL('../../../sdk/payment-orders.ts', import.meta.url).href;

const documentOf = (kind: string): Document =>
  JSON.parse(readFileSync(new URL(`../../../openapi/${kind}.json`, import.meta.url), 'utf8'));

let scene: Scene;
let browser: TestBrowser;
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

/** Made once: every operation of a page is looked for on it. */
const pages = new Map<string, Promise<string>>();

function pageOf(path: string): Promise<string> {
  const page =
    pages.get(path) ?? scene.server.inject(`/docs/${path}`).then((answer) => answer.body);
  pages.set(path, page);
  return page;
}

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

  it('has a page for every callback: headers, body, example, retries, in the navigation', async () => {
    const overview = await pageOf('api/callbacks');
    for (const [type, { post }] of Object.entries(documentOf('merchant').webhooks)) {
      ok(overview.includes(`href="/docs/api/callbacks/${type}"`), type);
      const page = await pageOf(`api/callbacks/${type}`);
      ok(page.includes(`<a href="/docs/api/callbacks/${type}" aria-current="page">`), type);
      const { parameters, responses, requestBody } = post;
      const { schema } = requestBody.content['application/json'];
      const members = [...Object.keys(schema.properties), ...parameters.map(({ name }) => name)];
      for (const name of members) ok(page.includes(`"member">${name}</code>`), `${type} ${name}`);
      ok(page.includes(`&quot;${type}&quot;`), `${type} has no example`);
      for (const status of Object.keys(responses).filter((one) => one !== 'default')) {
        ok(page.includes(`<code>${status.toLowerCase()}</code>`), `${type} ${status}`);
      }
    }
    match(await pageOf('api/callbacks/deposit.completed'), /after 5 s, 30 s, [\s\S]* and 30 h/);
    match(await pageOf('api/'), /href="\/docs\/api\/callbacks\/dispute.closed"/);
  });

  it('verifies every callback with the code of its page', async () => {
    const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
    for (const [type, { post }] of Object.entries(documentOf('merchant').webhooks)) {
      const section = (await pageOf(`api/callbacks/${type}`)).split('id="verify"')[1] ?? '';
      const code = /<code>([\s\S]*?)\n<\/code>/.exec(section)?.[1] ?? '';
      const source = unescapeHtml(code.replace(/<[^>]*>/g, '')).replace('payment-orders-sdk', SDK);
      const { receive } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
      const sent = (example: object, sequence: number) => {
        const [id, body] = [`one_${sequence}`, JSON.stringify(example)];
        const timestamp_s = Math.floor(Date.now() / 1_000);
        const signature = signWebhook({ secrets: [secret], id, timestamp_s, body });
        const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp_s) };
        return [body, { ...headers, 'webhook-signature': signature }, secret] as const;
      };
      const { example } = post.requestBody.content['application/json'];
      const shown: unknown[] = await receive(...sent(example, 1));
      ok(shown.length > 0 && shown.every((one) => one !== undefined), type);
      equal(await receive(...sent({ ...example, type: 'other.type' }, 2)), null);
      const [body, headers] = sent(example, 3);
      await rejects(receive(`${body} `, headers, secret), { name: 'WebhookError' });
    }
  });

  it('is found by the search', () => {
    for (const type of Object.keys(documentOf('merchant').webhooks)) {
      equal(findSections(searchIndex(), type, 1)[0]?.at, `api/callbacks/${type}`);
    }
    ok(findSections(searchIndex(), 'webhook', 20).some(({ at }) => at === 'api/callbacks'));
    const [first] = findSections(searchIndex(), 'createPayin', 5);
    equal(first?.at, 'api/merchant/pay-ins#createPayin');
    ok(findSections(searchIndex(), '/api/v1/orders/compare', 5).length > 0);
  });

  it('has no page for what is no tag', async () => {
    for (const path of [
      'api/merchant/nothing',
      'api/x',
      'api/merchant/',
      'api/__proto__',
      'api/callbacks/x',
      'api/callbacks/',
    ]) {
      equal((await scene.server.inject(`/docs/${path}`)).statusCode, 404, path);
    }
  });

  for (const path of [
    'api/',
    'api/merchant/pay-ins',
    'api/callbacks',
    'api/callbacks/deposit.completed',
    'api/operator/bank',
  ]) {
    it(`loads nothing from elsewhere, is clean and fits: /docs/${path}`, () =>
      checkLooks(browser, `${url}/docs/${path}`));
  }
});
