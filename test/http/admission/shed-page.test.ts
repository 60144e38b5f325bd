// A busy service's answer to visitors of the payment page: words in their language, a way back, and
// no more work than for any other refusal.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createShedAnswer } from '../../../server/http/admission/shed-answer.ts';
import { ENGLISH } from '../../../server/pages/texts/english.ts';
import { LANGUAGES } from '../../../server/pages/texts/languages.ts';

const TOKEN = 'Ab_-'.repeat(16);
const PAGE = `/pay/${TOKEN}`;

let server: Server;
let url: string;
before(async () => {
  server = createServer(createShedAnswer('https://shop.test/pays'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

async function ask(path: string, init: RequestInit = {}) {
  const response = await fetch(`${url}${path}`, init);
  const { status, headers } = response;
  return { status, headers, text: await response.text() };
}

const typeOf = ({ headers }: { headers: Headers }) => headers.get('content-type');

describe('a visitor of the payment page', () => {
  it('reads what to do in the language of the browser, with a way back to the payment', async () => {
    for (const texts of LANGUAGES) {
      const answer = await ask(PAGE, { headers: { 'accept-language': `xx, ${texts.lang};q=0.9` } });
      equal(answer.status, 503);
      equal(typeOf(answer), 'text/html; charset=utf-8');
      match(answer.text, new RegExp(`<html lang="${texts.lang}" dir="${texts.dir}">`));
      ok(answer.text.includes(texts.errors.unavailable.heading));
      ok(answer.text.includes(texts.errors.unavailable.text));
      const back = `<a class="button primary wide" href="/pays${PAGE}">${texts.actions.back}</a>`;
      ok(answer.text.includes(back), answer.text);
      match(String(answer.headers.get('retry-after')), /^[1-3]$/);
      match(String(answer.headers.get('x-request-id')), /^[\da-f-]{36}$/);
    }
  });

  it('keeps the language that was chosen on the page', async () => {
    const headers = { 'accept-language': 'ru' };
    const chosen = await ask(`${PAGE}?lang=hi`, { headers });
    match(chosen.text, /<html lang="hi"/);
    ok(chosen.text.includes(`href="/pays${PAGE}?lang=hi"`));
    match((await ask(`${PAGE}?lang=xx"><b>`, { headers })).text, /<html lang="ru"/);
  });

  it('gets it for the forms, too, which the page’s script shows in place', async () => {
    for (const form of ['utr', 'paid', 'receipt', 'cancel', 'assign']) {
      const body = new URLSearchParams({ utr: '412345678901' });
      const answer = await ask(`${PAGE}/${form}`, { method: 'POST', body });
      deepEqual([answer.status, typeOf(answer)], [503, 'text/html; charset=utf-8'], form);
      ok(answer.text.includes(`href="/pays${PAGE}"`));
      match(answer.text, /<main[ >]/);
      ok(answer.text.includes(ENGLISH.errors.unsent.text));
      ok(!answer.text.includes('Nothing is lost'));
    }
  });

  it('gets the headers of a page: nothing is kept, framed or told to others', async () => {
    const { headers } = await ask(PAGE);
    equal(headers.get('cache-control'), 'no-store');
    equal(headers.get('x-frame-options'), 'DENY');
    equal(headers.get('vary'), 'accept-language');
    match(
      String(headers.get('content-security-policy')),
      /style-src 'sha256-[\w+/]{43}='; img-src data:; .*frame-ancestors 'none'/,
    );
    match(String(headers.get('strict-transport-security')), /^max-age=/);
  });

  it('closes the connection where a large receipt is on its way', async () => {
    const large = await ask(`${PAGE}/receipt`, { method: 'POST', body: 'x'.repeat(100_000) });
    equal(large.headers.get('connection'), 'close');
  });
});

describe('nobody else gets a page', () => {
  it('programs, scripts and files are told in JSON', async () => {
    const paths = [
      '/api/v1/orders/deposit/create',
      `${PAGE}/status`,
      `${PAGE}/live`,
      '/pay/assets/payment-page.css',
      '/operator/v1/verify',
      '/pay/',
      '/payments',
    ];
    for (const path of paths) {
      const answer = await ask(path);
      equal(typeOf(answer), 'application/json; charset=utf-8', path);
      const { code, request_id } = JSON.parse(answer.text);
      deepEqual([code, request_id], ['unavailable', answer.headers.get('x-request-id')]);
    }
  });

  it('and nothing of an address comes back that could mean something in HTML', async () => {
    for (const path of ['/pay/%22%3E%3Cscript%3E', `/pay/${'a'.repeat(129)}`, '/pay/a/b/c']) {
      const answer = await ask(path);
      equal(typeOf(answer), 'application/json; charset=utf-8', path);
      ok(!answer.text.includes('script'));
    }
  });
});
