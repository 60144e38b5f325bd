// The settings of where callbacks may go beside public addresses, and the file of an authority.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { StartupError } from '../../server/lib/startup-error.ts';
import { readConfig } from '../../server/settings/config.ts';
import { privatePlaces, privatePlacesText } from '../../server/settings/private-places.ts';

const LIVE = {
  MODE: 'live',
  DATA_DIR: '/srv/money',
  ENCRYPTION_KEY: createHash('sha256').update('a key of tests').digest('hex'),
  PUBLIC_URL: 'https://pay.example.com',
};

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    assert.ok(error instanceof StartupError);
    return error.message.split('\n');
  }
  return [];
}

const fixture = (name: string) => new URL(`../jobs/${name}`, import.meta.url).pathname;
const CA_FILE = fixture('private-ca.pem');

const REFUSED: readonly (readonly [string, string])[] = [
  ['CALLBACK_ALLOW_NETWORKS', 'corp.internal'],
  ['CALLBACK_ALLOW_NETWORKS', '10.0.0.0/8,'],
  ['CALLBACK_ALLOW_NETWORKS', '10.0.0.0/33'],
  ['CALLBACK_ALLOW_NETWORKS', Array(65).fill('10.0.0.1').join()],
  ['CALLBACK_ALLOW_NETWORKS', '0.0.0.0/0'],
  ['CALLBACK_ALLOW_NETWORKS', '::ffff:0.0.0.0/96'],
  ['CALLBACK_ALLOW_NETWORKS', '169.254.0.0/16'],
  ['CALLBACK_ALLOW_NETWORKS', '169.254.169.254'],
  ['CALLBACK_ALLOW_NETWORKS', '::ffff:169.254.169.254'],
  ['CALLBACK_ALLOW_NETWORKS', 'fe80::/64'],
  ['CALLBACK_ALLOW_NETWORKS', 'fd00:ec2::254'],
  ['CALLBACK_ALLOW_NETWORKS', '0.0.0.0'],
  ['CALLBACK_ALLOW_NETWORKS', '::'],
  ['CALLBACK_ALLOW_NETWORKS', '224.0.0.0/8'],
  ['CALLBACK_ALLOW_NETWORKS', 'ff00::/8'],
  ['CALLBACK_ALLOW_NETWORKS', '64:ff9b::/96'],
  ['CALLBACK_ALLOW_NETWORKS', '127.0.0.0/8'],
  ['CALLBACK_ALLOW_HOSTS', 'https://hooks.internal'],
  ['CALLBACK_ALLOW_HOSTS', '*.internal'],
  ['CALLBACK_ALLOW_HOSTS', '10.0.0.1'],
  ['CALLBACK_ALLOW_HOSTS', '.'],
  ['CALLBACK_ALLOW_HOSTS', 'a,,b'],
  ['CALLBACK_CA_FILE', 'a\0b'],
];

describe('private places in the settings', () => {
  for (const [name, text] of REFUSED) {
    test(`${name}=${text.slice(0, 40)} is refused by name`, () => {
      const [problem] = problemsOf({ CALLBACK_ALLOW_NETWORKS: '10.0.0.0/8', [name]: text });
      assert.match(problem ?? '', new RegExp(`^${name} must (?:be|not have) .+\\.$`));
    });
  }

  test('private places are read, in live mode too', () => {
    const networks = '10.1.0.0/16, fd12:3456::/48, 127.0.0.1';
    const config = readConfig({
      ...LIVE,
      CALLBACK_ALLOW_NETWORKS: networks,
      CALLBACK_ALLOW_HOSTS: 'Hooks.Internal, .corp.example',
      CALLBACK_CA_FILE: CA_FILE,
    });
    assert.deepEqual(config.callback_allow_networks, networks.split(', '));
    assert.deepEqual(config.callback_allow_hosts, ['hooks.internal', '.corp.example']);
    assert.equal(privatePlacesText(config), `${networks} by hooks.internal, .corp.example`);
    assert.equal(privatePlacesText(readConfig(LIVE)), null);
  });

  test('hosts and certificates of private places need their networks', () => {
    const problems = problemsOf({ CALLBACK_ALLOW_HOSTS: 'a.b', CALLBACK_CA_FILE: CA_FILE });
    assert.deepEqual(
      problems.map((problem) => problem.split(':')[0]),
      [
        'CALLBACK_ALLOW_HOSTS needs CALLBACK_ALLOW_NETWORKS',
        'CALLBACK_CA_FILE needs CALLBACK_ALLOW_NETWORKS',
      ],
    );
  });

  test('a network that is never allowed is refused with its reason', () => {
    const env = { CALLBACK_ALLOW_NETWORKS: '10.0.0.0/8,169.254.1.0/24,127.0.0.0/16,::/0' };
    assert.deepEqual(
      problemsOf(env).map((problem) =>
        problem.replace('CALLBACK_ALLOW_NETWORKS must not have ', ''),
      ),
      [
        '169.254.1.0/24: link-local addresses, where clouds tell their machines secrets.',
        '127.0.0.0/16: name each loopback address by itself, like 127.0.0.1.',
        '::/0: it is wider than 10.0.0.0/8 or fc00::/7.',
      ],
    );
  });

  test('a file of certificates is checked at the start, with all other settings', () => {
    const env = { CALLBACK_ALLOW_NETWORKS: '10.1.0.0/16' };
    const { ca } = privatePlaces(readConfig({ ...env, CALLBACK_CA_FILE: CA_FILE }));
    assert.match(ca ?? '', /^-----BEGIN CERTIFICATE-----/);
    const damaged = join(mkdtempSync(join(tmpdir(), 'certificates-')), 'damaged.pem');
    writeFileSync(damaged, (ca ?? '').replace(/\n.{20}/, '\n'));
    const table: [file: string, why: string][] = [
      [fixture('private-key.pem'), 'has no certificate (PEM).'],
      [fixture('nothing.pem'), 'cannot be read (ENOENT).'],
      [fixture(''), 'cannot be read (EISDIR).'],
      [damaged, 'certificate 1 cannot be read.'],
    ];
    for (const [file, why] of table) {
      for (const name of ['CALLBACK_CA_FILE', 'SMTP_CA_FILE']) {
        const problems = problemsOf({ ...env, PORT: 'x', [name]: file });
        assert.equal(problems.length, 2);
        assert.ok(problems[1]?.startsWith(name) && problems[1].endsWith(why), problems.join());
      }
    }
    rmSync(dirname(damaged), { recursive: true });
  });
});
