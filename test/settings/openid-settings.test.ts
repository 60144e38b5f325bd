// The settings of sign-in at an OpenID provider.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { StartupError } from '../../server/lib/startup-error.ts';
import { readConfig } from '../../server/settings/config.ts';
import { openidOptions } from '../../server/settings/openid-settings.ts';

const LIVE = {
  MODE: 'live',
  DATA_DIR: '/srv/money',
  ENCRYPTION_KEY: createHash('sha256').update('a key of tests').digest('hex'),
  PUBLIC_URL: 'https://pay.example.com',
};
const PROVIDER = { OIDC_ISSUER: 'https://id.example/realms/staff', OIDC_CLIENT_ID: 'orders' };

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    ok(error instanceof StartupError);
    return error.message.split('\n');
  }
  return [];
}

const CA_FILE = new URL('../jobs/private-ca.pem', import.meta.url).pathname;

const REFUSED: readonly (readonly [string, string])[] = [
  ['OIDC_ISSUER', 'id.example'],
  ['OIDC_ISSUER', 'http://id.example'],
  ['OIDC_ISSUER', 'http://10.0.0.1'],
  ['OIDC_ISSUER', 'https://user:word@id.example'],
  ['OIDC_ISSUER', 'https://id.example/?a=b'],
  ['OIDC_ISSUER', 'https://id.example/#a'],
  ['OIDC_ISSUER', `https://id.example/${'a'.repeat(512)}`],
  ['OIDC_CLIENT_ID', 'two words'],
  ['OIDC_CLIENT_SECRET', 'a\tb'],
  ['OIDC_NAME', 'x'.repeat(41)],
  ['OIDC_NAME', 'a\u0007b'],
  ['OIDC_CA_FILE', 'a\0b'],
];

describe('an OpenID provider in the settings', () => {
  for (const [name, text] of REFUSED) {
    test(`${name}=${JSON.stringify(text.slice(0, 40))} is refused by name`, () => {
      const problems = problemsOf({ ...PROVIDER, [name]: text });
      ok(
        problems.some((one) => new RegExp(`^${name} must be .+\\.$`).test(one)),
        String(problems),
      );
    });
  }

  test('is none without OIDC_ISSUER', () => {
    equal(openidOptions(readConfig({})), null);
  });

  test('is read in live mode, with its secret from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'payment-orders-openid-'));
    try {
      const file = join(folder, 'secret');
      writeFileSync(file, 'a-secret-of-the-client\n');
      const env = { ...LIVE, ...PROVIDER, OIDC_CLIENT_SECRET_FILE: file, OIDC_NAME: 'Corp ID' };
      deepEqual(openidOptions(readConfig(env)), {
        issuer: 'https://id.example/realms/staff',
        client_id: 'orders',
        client_secret: 'a-secret-of-the-client',
        name: 'Corp ID',
        ca: null,
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('may have an authority of its own, whose file has to be readable', () => {
    const { ca } = openidOptions(readConfig({ ...PROVIDER, OIDC_CA_FILE: CA_FILE })) ?? {};
    match(String(ca), /^-----BEGIN CERTIFICATE-----/);
    const [problem] = problemsOf({ ...PROVIDER, OIDC_CA_FILE: '/nowhere' });
    match(problem ?? '', /^OIDC_CA_FILE cannot be read/);
  });

  test('needs both issuer and client, and https in live mode', () => {
    const { OIDC_ISSUER, OIDC_CLIENT_ID } = PROVIDER;
    match(problemsOf({ OIDC_ISSUER })[0] ?? '', /^OIDC_ISSUER needs OIDC_CLIENT_ID/);
    match(problemsOf({ OIDC_CLIENT_ID })[0] ?? '', /^OIDC_CLIENT_ID needs OIDC_ISSUER/);
    const secret = { OIDC_CLIENT_SECRET: 'a-secret' };
    match(problemsOf(secret)[0] ?? '', /^OIDC_CLIENT_SECRET needs OIDC_ISSUER/);
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
      const here = { ...PROVIDER, OIDC_ISSUER: `http://${host}` };
      deepEqual(problemsOf(here), []);
      match(problemsOf({ ...LIVE, ...here })[0] ?? '', /^OIDC_ISSUER must be an https address/);
    }
  });
});
