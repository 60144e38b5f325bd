// The language of the payment page on the wire: asked for, chosen, kept from form to form.
import { equal, match, ok } from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { LANGUAGES } from '../../../server/pages/texts/languages.ts';
import { PAYIN } from '../../pages/payment/page-views.ts';
import { pageServer } from './customer-page-server.ts';

const { server, views } = pageServer('https://pay.example/orders');
const FORM = {
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-site': 'same-origin',
};

beforeEach(() => views.set('token', PAYIN));
after(() => server.close());

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });
const langOf = (body: string) => /<html lang="(\w+)"/.exec(body)?.[1];

describe('the language of a page', () => {
  for (const { lang, dir } of LANGUAGES) {
    it(`is ${lang} where the browser asks for it, and where it was chosen`, async () => {
      const asked = await get('/pay/token', { 'accept-language': `${lang}-XX;q=0.8, xx` });
      match(asked.body, new RegExp(`<html lang="${lang}" dir="${dir}">`));
      ok(!asked.body.includes('?lang=xx') && asked.body.includes('action="/orders/pay/token/utr"'));
      const chosen = await get(`/pay/token?lang=${lang}`, { 'accept-language': 'xx' });
      equal(langOf(chosen.body), lang);
    });
  }

  it('stays as chosen in every form, in its answer and in the status', async () => {
    const page = await get('/pay/token?lang=ru', { 'accept-language': 'en' });
    const actions = [...page.body.matchAll(/action="([^"]+)"/g)].map(([, action = '']) => action);
    ok(actions.length >= 2);
    for (const action of actions) match(action, /\?lang=ru$/);
    const payload = 'utr=412345678901';
    const form = { method: 'POST', url: '/pay/token/utr?lang=ru', headers: FORM, payload } as const;
    equal((await server.inject(form)).headers.location, '/orders/pay/token?lang=ru');
    views.set('token', PAYIN);
    const status = (await get('/pay/token/status?lang=ru')).json<{ time_left: string }>();
    equal(status.time_left, 'На оплату осталось 14 минут');
    const wrong = await server.inject({ ...form, payload: 'utr=' });
    equal(langOf(wrong.body), 'ru');
    match(wrong.body, /Пожалуйста, введите UTR/);
    const again = await get('/pay/token/utr?lang=ru');
    equal(again.headers.location, '/orders/pay/token?lang=ru');
  });

  for (const value of ['xx', 'EN', '', 'en&lang=ru', '%22%3E%3Cscript%3E']) {
    it(`is what the browser asks for where ${JSON.stringify(value)} was chosen`, async () => {
      const page = await get(`/pay/token?lang=${value}`, { 'accept-language': 'es' });
      equal(langOf(page.body), 'es');
      ok(!page.body.includes('script>"'));
      match(page.body, /data-page-url="\/orders\/pay\/token"/);
    });
  }

  it('is the visitor’s too where nothing is found', async () => {
    const page = await get('/pay/other', { 'accept-language': 'ar' });
    equal(page.statusCode, 404);
    match(page.body, /<html lang="ar" dir="rtl">/);
  });

  it('tells caches what the answer depends on', async () => {
    const page = await get('/pay/token', { 'accept-encoding': 'gzip' });
    equal(page.headers.vary, 'accept-encoding, accept-language');
    equal(page.headers['content-encoding'], 'gzip');
    match(gunzipSync(page.rawPayload).toString(), /<html lang="en"/);
  });
});

describe('coding', () => {
  const CODINGS: readonly [string | undefined, string | undefined, string | undefined][] = [
    [undefined, undefined, undefined],
    ['gzip, deflate, br, zstd', 'gzip', 'br'],
    ['gzip;q=0.5', 'gzip', 'gzip'],
    ['gzip;q=0, br;q=0.0', undefined, undefined],
    ['BR', undefined, 'br'],
    ['xgzip, brotli', undefined, undefined],
  ];
  for (const [accepted, page_coding, file_coding] of CODINGS) {
    it(`is ${page_coding} and ${file_coding} by ${accepted}`, async () => {
      const headers: Record<string, string> = {};
      if (accepted !== undefined) headers['accept-encoding'] = accepted;
      equal((await get('/pay/token', headers)).headers['content-encoding'], page_coding);
      const { body } = await get('/pay/token');
      const path = /href="\/orders(\/pay\/assets\/[^"]+\.css)"/.exec(body)?.[1] ?? '';
      equal((await get(path, headers)).headers['content-encoding'], file_coding);
    });
  }
});
