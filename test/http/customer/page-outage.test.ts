// While the database is away: a page that was asked for is asked for again, but what was sent may
// have been written, and nobody claims to know.
import { equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { LANGUAGES } from '../../../server/pages/texts/languages.ts';
import { Outage, pageServer } from './customer-page-server.ts';

const { server, views } = pageServer('https://pay.example/orders');

before(() => {
  views.set('away', () => {
    throw new Outage();
  });
});
after(() => server.close());

const BOUNDARY = 'boundary';
const FILE = `--${BOUNDARY}\r
content-disposition: form-data; name="receipt"; filename="a.png"\r
\r
bytes\r
--${BOUNDARY}--\r
`;
const PLAIN = 'application/x-www-form-urlencoded';
const FORMS: readonly [form: string, content_type: string, payload: string][] = [
  ['utr', PLAIN, 'utr=123456789012'],
  ['paid', PLAIN, ''],
  ['cancel', PLAIN, ''],
  ['assign', PLAIN, ''],
  ['receipt', `multipart/form-data; boundary=${BOUNDARY}`, FILE],
];

describe('while the database is away', () => {
  for (const [form, content_type, payload] of FORMS) {
    it(`the form ${form} says that nobody knows, and leads back to the payment`, async () => {
      for (const { lang, errors } of LANGUAGES) {
        const url = `/pay/away/${form}?lang=${lang}`;
        const headers = { 'sec-fetch-site': 'same-origin', 'content-type': content_type };
        const answer = await server.inject({ method: 'POST', url, payload, headers });
        equal(answer.statusCode, 503);
        ok(answer.headers['retry-after'] !== undefined);
        ok(answer.body.includes(errors.unconfirmed.text), lang);
        ok(!answer.body.includes(errors.unavailable.text), lang);
        match(answer.body, new RegExp(`href="/orders/pay/away\\?lang=${lang}"`));
      }
    });
  }

  it('the page itself says that it is to be loaded again', async () => {
    for (const { lang, errors } of LANGUAGES) {
      const answer = await server.inject({ method: 'GET', url: `/pay/away?lang=${lang}` });
      equal(answer.statusCode, 503);
      ok(answer.body.includes(errors.unavailable.text), lang);
    }
  });
});
