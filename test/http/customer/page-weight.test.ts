// What a visit of the payment page weighs on the wire.
import { equal, ok } from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { LANGUAGES } from '../../../server/pages/texts/languages.ts';
import { PAGE_VIEWS } from '../../pages/payment/page-views.ts';
import { pageServer } from './customer-page-server.ts';

const MOST_BYTES = 20 * 1_024;
const headers = { 'accept-encoding': 'gzip, deflate, br' };

const { server, views } = pageServer('http://pay.test');
after(() => server.close());

async function weightOf(path: string): Promise<number> {
  const { statusCode, rawPayload } = await server.inject({ url: path, headers });
  equal(statusCode, 200, path);
  return rawPayload.length;
}

describe('the page, its style, its script and its QR code', () => {
  for (const { lang } of LANGUAGES) {
    it(`weigh at most 20 KB in ${lang}, whatever the state`, async () => {
      for (const [name, view] of Object.entries(PAGE_VIEWS)) {
        views.set('token', view);
        const path = `/pay/token?lang=${lang}`;
        const { body } = await server.inject(path);
        const files = [...body.matchAll(/(?:href|src)="(\/pay\/assets\/[^"]+)"/g)];
        equal(files.length, 3);
        const weights = await Promise.all(
          [path, ...files.map(([, file = '']) => file)].map(weightOf),
        );
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        ok(total <= MOST_BYTES, `${name} weighs ${total} bytes`);
      }
    });
  }
});
