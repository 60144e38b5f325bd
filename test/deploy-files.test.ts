// Holds the files of deploy/ against the service: what they set exists, and what they allow is
// neither less nor more than it does. `deploy/check` runs them with the real programs.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { STATEMENT_MAX_BYTES } from '../server/domain/line/statement-requests.ts';
import { SETTINGS } from '../server/settings/config.ts';
import { namesOfSecret } from '../server/settings/setting-text.ts';

const textOf = (name: string) =>
  readFileSync(new URL(`../deploy/${name}`, import.meta.url), 'utf8');
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

const KNOWN = new Set(
  SETTINGS.flatMap(({ name, is_secret }) => (is_secret === true ? namesOfSecret(name) : [name])),
);

/** Of other programs, or of the files themselves. */
const OF_OTHERS = new Set([
  ...['POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB'],
  ...['SITE', 'UPSTREAMS', 'DATABASE_PASSWORD', 'HOME'],
]);

const SET: Readonly<Record<string, RegExp>> = {
  Dockerfile: /\b([A-Z_]{3,})=(?!\$|docker|gcr)/g,
  'compose.yaml': /^\s+([A-Z_]{3,}):/gm,
  'example.env': /^([A-Z_]{3,})=/gm,
  'kubernetes/payment-orders.yaml': /^\s+([A-Z_]{3,}):/gm,
  'payment-orders.service': /\b([A-Z_]{3,})="?[^"=]/g,
};

/** Of Docker and systemd, which look like settings. */
const NOT_SET = new Set(['NODE_IMAGE', 'BASE', 'EMBEDDED_BASE']);

describe('the files of deploy/', () => {
  for (const [name, pattern] of Object.entries(SET)) {
    it(`${name} sets only what is read`, () => {
      const set = all(textOf(name), pattern).filter((one) => !NOT_SET.has(one));
      ok(set.length > 0, 'nothing is set');
      deepEqual(
        set.filter((one) => !KNOWN.has(one) && !OF_OTHERS.has(one)),
        [],
      );
    });
  }

  it('live mode has all that it needs in compose and in Kubernetes', () => {
    for (const needed of ['MODE', 'PUBLIC_URL', 'DATABASE_URL', 'ENCRYPTION_KEY']) {
      match(textOf('compose.yaml'), new RegExp(`^ +${needed}:`, 'm'));
    }
    const kubernetes = textOf('kubernetes/payment-orders.yaml');
    for (const needed of ['MODE', 'PUBLIC_URL', 'DATABASE_URL', 'ENCRYPTION_KEY']) {
      ok(kubernetes.includes(needed), needed);
    }
  });

  it('proxies take the largest statement', () => {
    equal(all(textOf('nginx.conf'), /client_max_body_size +(\d+)m;/g)[0], mebibytes());
    equal(all(textOf('Caddyfile'), /max_size (\d+)MiB/g)[0], mebibytes());
  });

  it('whoever stops the service waits until it has drained and finished', () => {
    const finish_s = 10;
    const drains = (name: string) =>
      Number(all(textOf(name), /DRAIN_SECONDS"?[:=] *"?(\d+)/g)[0] ?? 0);
    const compose = Number(all(textOf('compose.yaml'), /stop_grace_period: (\d+)s/g)[0]);
    ok(compose > drains('compose.yaml') + finish_s);
    const kubernetes = textOf('kubernetes/payment-orders.yaml');
    const grace = Number(all(kubernetes, /terminationGracePeriodSeconds: (\d+)/g)[0]);
    ok(grace > drains('kubernetes/payment-orders.yaml') + finish_s);
  });

  it('no file has a secret', () => {
    deepEqual(all(textOf('example.env'), /^(?:DATABASE_PASSWORD|\w+_KEY|\w+_TOKEN)=(.+)$/gm), []);
  });
});

const mebibytes = () => String(STATEMENT_MAX_BYTES / 2 ** 20);
