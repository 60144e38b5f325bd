// The documents as pages, the page of every error, the OpenAPI documents and the API reference.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { REFUSAL_CODES } from '../../../server/domain/service/refusal.ts';
import { API_KINDS, apiPages } from '../../../server/http/docs/api-document.ts';
import { documents } from '../../../server/http/docs/library.ts';
import { renderMarkdown } from '../../../server/http/docs/render-markdown.ts';
import { ERROR_CATALOGUE } from '../../../server/http/error/error-catalogue.ts';
import { renderOpenApi } from '../../../server/http/openapi/render-openapi.ts';
import { openScene, type Scene } from '../service-scene.ts';

describe('a document', () => {
  const RENDERED: readonly [what: string, markdown: string, html: RegExp][] = [
    ['shows HTML as text', 'a <script>alert(1)</script> b', /&lt;script&gt;alert/],
    ['shows blocks of HTML as text', '<div onclick="x()">y</div>', /&lt;div onclick=&quot;/],
    ['leaves comments out', '<!-- made by a tool -->\n\nText', /^<p>Text<\/p>/],
    ['drops links that run something', '[a](javascript:alert(1))', /<a href="#">a<\/a>/],
    ['drops links to other schemes', '[a](data:text/html,x)', /<a href="#">a<\/a>/],
    ['drops links to other hosts in disguise', '[a](//evil.example)', /<a href="#">a<\/a>/],
    ['keeps links to the web', '[a](https://example.com/x)', /<a href="https:\/\/example.com\/x">/],
    ['links to pages, not files', '[a](../guide/start.md#b)', /<a href="..\/guide\/start#b">/],
    ['escapes what stands in a link', '[a](<x"onclick=">)', /<a href="x&quot;onclick=&quot;">/],
    [
      'names its headings',
      '## Two `words`',
      /<h2 id="two-words"><a class="anchor" href="#two-words">/,
    ],
    ['names equal headings apart', '## A\n\n## A', /<h2 id="a">[\s\S]*<h2 id="a-1">/],
    ['escapes code', '```\n<b>\n```', /<code>&lt;b&gt;/],
    ['escapes coloured code', '```json\n"<b>"\n```', /<span class="string">&quot;&lt;b&gt;&quot;/],
    ['takes no language that is markup', '```"><b>\n1\n```', /data-language=""/],
    ['shows its own pictures', '![a](images/b.png)', /<img src="images\/b.png" alt="a"/],
    ['shows no pictures of others', '![a](https://example.com/b.png)', /^<p>a<\/p>/],
    ['lets wide tables scroll', '| a |\n|---|\n| b |', /<div class="table" tabindex="0"><table>/],
  ];
  for (const [what, markdown, html] of RENDERED) {
    it(what, () => match(renderMarkdown(markdown), html));
  }
});

const OWN_SCRIPT = '<script type="module" src="/docs/assets/docs.js">';

describe('the documents of the service', () => {
  let scene: Scene;
  let server: FastifyInstance;
  before(async () => {
    scene = await openScene();
    server = scene.server;
  });
  after(() => scene.stop());

  it('has a page for every document, with a strict policy', async () => {
    ok(documents().size > 0);
    for (const path of documents().keys()) {
      const { statusCode, headers, body } = await server.inject(`/docs/${path}`);
      equal(statusCode, 200, path);
      match(String(headers['content-security-policy']), /^default-src 'none'; style-src 'self'/);
      deepEqual([...body.matchAll(/<script\b[^>]*>/gi)].map(String), [OWN_SCRIPT], path);
    }
  });

  it('marks the page in its area, and leads to the pages before and after it', async () => {
    const { body } = await server.inject('/docs/guide/pay-ins');
    match(body, /<a href="\/docs\/guide\/pay-ins" aria-current="page">/);
    match(body, /<a href="\/docs\/guide\/quick-start" aria-current="true">Guide</);
    match(body, /rel="next" href="\/docs\/guide\/payment-page"/);
    match(body, /aria-label="On this page">.*<a href="#states">/);
    const error = await server.inject('/docs/errors/not_found');
    match(error.body, /<a href="\/docs\/reference\/errors" aria-current="page">/);
  });

  it('serves its style, scripts and drawings with their own types', async () => {
    for (const [path, type] of [
      ['assets/docs.css', 'text/css; charset=utf-8'],
      ['assets/docs.js', 'text/javascript; charset=utf-8'],
      ['assets/icon.svg', 'image/svg+xml'],
      ['assets/find-sections.js', 'text/javascript; charset=utf-8'],
      ['assets/search.json', 'application/json; charset=utf-8'],
      ['reference/images/states-payin.svg', 'image/svg+xml'],
    ]) {
      const { statusCode, headers } = await server.inject(`/docs/${path}`);
      deepEqual([statusCode, headers['content-type']], [200, type]);
    }
  });

  it('leads from the root, from folders and from file names to pages', async () => {
    const to = async (url: string) => (await server.inject(url)).headers.location;
    deepEqual(await to('/'), '/docs/');
    deepEqual(await to('/docs'), '/docs/');
    equal((await server.inject('/docs/')).statusCode, 200);
    equal((await server.inject('/docs/assets/docs.css')).statusCode, 200);
  });

  it('has the Markdown of every document and of every error for programs', async () => {
    const errors = REFUSAL_CODES.map((code) => `errors/${code}`);
    const reference = API_KINDS.flatMap(apiPages).map(({ path }) => path);
    for (const path of [...documents().keys(), ...errors, ...reference]) {
      const { statusCode, headers, body } = await server.inject(`/docs/${path}.md`);
      deepEqual([statusCode, headers['content-type']], [200, 'text/markdown; charset=utf-8'], path);
      match(body, /^(?:<!--.*-->\s+)?# /, path);
    }
    for (const path of ['none.md', '.md', 'errors/none.md', 'errors/.md', 'README.md.md']) {
      equal((await server.inject(`/docs/${path}`)).statusCode, 404, path);
    }
  });

  it('lists all of them in llms.txt, and each of its addresses answers', async () => {
    const { statusCode, headers, body } = await server.inject('/llms.txt');
    deepEqual([statusCode, headers['content-type']], [200, 'text/plain; charset=utf-8']);
    match(body, /^# Payment Orders\n\n> [^\n]+\n/);
    const listed = [...body.matchAll(/\]\((\S+)\)/g)].map(([, address]) => String(address));
    const at = new URL(server.public_url).origin;
    for (const address of listed) {
      ok(address.startsWith(`${at}/`), address);
      equal((await server.inject(address.slice(at.length))).statusCode, 200, address);
    }
    const unlisted = [...documents().keys()].filter((path) => !body.includes(`/docs/${path}.md`));
    deepEqual(
      unlisted.filter((path) => !/^(?:README$|adr\/|reference\/errors\/)/.test(path)),
      [],
    );
    const create = await server.inject('/docs/api/merchant/pay-ins.md');
    match(create.body, /^`POST \/api\/v1\/orders\/deposit\/create`$/m);
    match(create.body, /^- `amount_cents` \(integer \(int64\), required\): \S/m);
    match(body, /\[Quick start\]\(\S+\/docs\/guide\/quick-start\.md\): \S/);
  });

  it('has a page for every error code', async () => {
    for (const code of REFUSAL_CODES) {
      const { statusCode, body } = await server.inject(`/docs/errors/${code}`);
      equal(statusCode, 200, code);
      ok(body.includes(code));
    }
    equal((await server.inject('/docs/errors/constructor')).statusCode, 404);
  });

  it('shows nothing that is no document', async () => {
    for (const path of [
      '../package.json',
      '..%2fpackage.json',
      '%2e%2e/%2e%2e/package.json',
      '....//package.json',
      'glossary.md%00',
      '/etc/passwd',
      '__proto__',
      'guide',
    ]) {
      const { statusCode, headers } = await server.inject(`/docs/${path}`);
      equal(statusCode, 404, path);
      match(String(headers['content-type']), /^application\/json/);
    }
  });

  it('leads browsers from an address without a page to those that are like it', async () => {
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const missing = (path: string) => server.inject({ url: `/docs/${path}`, headers: browser });
    for (const [path, wanted] of [
      ['guide/refund', '/docs/guide/refunds'],
      ['webhook-signature.html', '/docs/reference/callbacks'],
      ['api/merchant/settlement', '/docs/guide/settlements'],
      ['errors/order_id', '/docs/'],
      ['errors/%3Cscript%3Ealert(1)', '/docs/'],
      ['....//', '/docs/'],
    ] as const) {
      const { statusCode, headers, body } = await missing(path);
      deepEqual([statusCode, headers['content-type']], [404, 'text/html; charset=utf-8'], path);
      equal(headers.vary, 'Accept');
      const article = /<article>(.*)<\/article>/s.exec(body)?.[1] ?? '';
      ok(article.includes(`href="${wanted}`), `${path}: ${article}`);
      ok(!body.includes('<script>'), path);
    }
  });

  it('names every status of an error in the guide', () => {
    const table = documents().get('guide/errors')?.markdown.split('## Statuses')[1] ?? '';
    const rows = [...table.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, cell = '']) =>
      cell.split(', '),
    );
    const all = REFUSAL_CODES.map((code) => String(ERROR_CATALOGUE[code].status));
    deepEqual(rows.toSorted(), [...new Set(all)].toSorted());
  });

  it('makes an OpenAPI document once, and sends it to those who have not got it', async () => {
    for (const url of ['/openapi.json', '/operator/openapi.json']) {
      const [first, again] = [await server.inject(url), await server.inject(url)];
      const { etag } = first.headers;
      match(String(etag), /^W\/"[\w-]{22}"$/);
      deepEqual([again.headers.etag, again.body], [etag, first.body]);
      const known = await server.inject({ url, headers: { 'if-none-match': String(etag) } });
      deepEqual([known.statusCode, known.body], [304, '']);
      const other = await server.inject({ url, headers: { 'if-none-match': '"x"' } });
      equal(other.statusCode, 200);
    }
  });

  it('serves the OpenAPI documents that are committed, but for the address', async () => {
    for (const [url, kind] of [
      ['/openapi.json', 'merchant'],
      ['/operator/openapi.json', 'operator'],
    ] as const) {
      const served = (await server.inject(url)).json();
      const is_internal = kind === 'operator';
      deepEqual(served.servers, [{ url: scene.app.public_url, 'x-internal': is_internal }]);
      const rendered = JSON.parse(JSON.stringify(await renderOpenApi(kind)));
      deepEqual({ ...served, servers: [] }, { ...rendered, servers: [] });
    }
  });
});
