import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { suite, test } from 'node:test';
import { StartupError } from '../../server/lib/startup-error.ts';
import { listenUrl, readConfig, SETTINGS } from '../../server/settings/config.ts';

const CORES = availableParallelism();
const HEX_KEY = createHash('sha256').update('a key of tests').digest('hex');
const KEY = new Uint8Array(Buffer.from(HEX_KEY, 'hex'));
const LIVE = {
  MODE: 'live',
  DATA_DIR: '/srv/money',
  ENCRYPTION_KEY: HEX_KEY,
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

suite('defaults', () => {
  test('an empty environment is a sandbox on this machine', () => {
    assert.deepEqual(readConfig({}), {
      alert_mail_from: undefined,
      mode: 'sandbox',
      host: '127.0.0.1',
      port: 8080,
      public_url: 'http://127.0.0.1:8080',
      public_url_given: false,
      data_dir: resolve('data'),
      database_url: undefined,
      migration_database_url: undefined,
      operator_token: undefined,
      encryption_key: undefined,
      encryption_key_previous: undefined,
      callback_allow_local: true,
      callback_allow_networks: [],
      callback_allow_hosts: [],
      callback_ca_file: undefined,
      cells: [],
      trusted_proxies: [],
      rate_limit_per_second: 1_000,
      page_rate_limit_per_second: 100,
      page_streams_max: 20_000,
      metrics_port: undefined,
      installation: undefined,
      archive_dir: undefined,
      log_level: 'info',
      seed: true,
      sandbox_bank: 'magic',
      sandbox_bank_seconds: 3,
      oidc_ca_file: undefined,
      oidc_client_id: undefined,
      oidc_client_secret: undefined,
      oidc_issuer: undefined,
      oidc_name: 'single sign-on',
      otel_endpoint: undefined,
      otel_headers: {},
      otel_resource_attributes: {},
      otel_sampler: 'parentbased_always_on',
      otel_sampler_ratio: 1,
      otel_service_name: undefined,
      otel_traces_endpoint: undefined,
      smtp_ca_file: undefined,
      smtp_url: undefined,
      drain_seconds: 0,
      stop_seconds: 10,
      workers: 1,
    });
  });

  test('blank text counts as not given', () => {
    const blank = Object.fromEntries(SETTINGS.map(({ name }) => [name, ' ']));
    assert.deepEqual(readConfig(blank), readConfig({}));
  });

  test('what the page shows as a default is what holds', () => {
    // Words such as “none: …” are no value, though they would do as the name of a file.
    const shown = SETTINGS.filter(
      ({ name, default_text }) =>
        !default_text.startsWith('none') && problemsOf({ [name]: default_text }).length === 0,
    );
    for (const { name, default_text } of shown) {
      assert.deepEqual(readConfig({ [name]: default_text }), readConfig({}), name);
    }
    const names = shown.map(({ name }) => name);
    const rates = ['RATE_LIMIT_PER_SECOND', 'PAGE_RATE_LIMIT_PER_SECOND', 'PAGE_STREAMS_MAX'];
    const fixed = [
      'MODE',
      'HOST',
      'PORT',
      'DATA_DIR',
      ...rates,
      'LOG_LEVEL',
      'WORKERS',
      'DRAIN_SECONDS',
      'STOP_SECONDS',
    ];
    const traces = ['OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG'];
    assert.deepEqual(names, [...fixed, 'SANDBOX_BANK_SECONDS', 'OIDC_NAME', ...traces]);
  });

  test('live mode has neither demo data nor local callbacks', () => {
    const config = readConfig(LIVE);
    assert.equal(config.seed, false);
    assert.equal(config.callback_allow_local, false);
    assert.equal(config.sandbox_bank, 'off');
    assert.equal(config.data_dir, '/srv/money');
  });
});

suite('values', () => {
  const accepted: [string, string, keyof ReturnType<typeof readConfig>, unknown][] = [
    ['PORT', '0', 'port', 0],
    ['PORT', '65535', 'port', 65_535],
    ['HOST', '::', 'host', '::'],
    ['PUBLIC_URL', 'https://pay.example.com/', 'public_url', 'https://pay.example.com'],
    ['PUBLIC_URL', 'http://localhost:9/a/', 'public_url', 'http://localhost:9/a'],
    ['DATA_DIR', 'somewhere', 'data_dir', resolve('somewhere')],
    ['DATABASE_URL', 'postgresql://u@h/d', 'database_url', 'postgresql://u@h/d'],
    ['ENCRYPTION_KEY', HEX_KEY, 'encryption_key', KEY],
    ['ENCRYPTION_KEY', Buffer.from(KEY).toString('base64'), 'encryption_key', KEY],
    ['ENCRYPTION_KEY', Buffer.from(KEY).toString('base64url'), 'encryption_key', KEY],
    ['OPERATOR_TOKEN', 't'.repeat(32), 'operator_token', 't'.repeat(32)],
    ['CALLBACK_ALLOW_LOCAL', 'false', 'callback_allow_local', false],
    ['TRUSTED_PROXIES', '10.0.0.1, fd00::/8', 'trusted_proxies', ['10.0.0.1', 'fd00::/8']],
    ['RATE_LIMIT_PER_SECOND', '0', 'rate_limit_per_second', 0],
    ['METRICS_PORT', '9100', 'metrics_port', 9_100],
    ['LOG_LEVEL', 'debug', 'log_level', 'debug'],
    ['SEED', 'false', 'seed', false],
    ['DRAIN_SECONDS', '300', 'drain_seconds', 300],
    ['STOP_SECONDS', '600', 'stop_seconds', 600],
    ['WORKERS', '20', 'workers', 20],
    ['WORKERS', 'auto', 'workers', Math.min(20, Math.max(1, Math.floor(CORES / 2)))],
  ];
  test('WORKERS=auto is a process for each core beside a PostgreSQL of your own', () => {
    const env = { WORKERS: 'auto', DATABASE_URL: 'postgres://db/orders' };
    assert.equal(readConfig(env).workers, Math.min(64, CORES));
  });

  for (const [name, text, field, value] of accepted) {
    test(`${name}=${text} is taken`, () => {
      assert.deepEqual(readConfig({ [name]: text })[field], value);
    });
  }

  const refused: [string, string][] = [
    ['MODE', 'Live'],
    ['HOST', 'a b'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PUBLIC_URL', 'pay.example.com'],
    ['PUBLIC_URL', 'ftp://pay.example.com'],
    ['PUBLIC_URL', 'https://user@pay.example.com'],
    ['PUBLIC_URL', 'https://pay.example.com/?a=b'],
    ['DATABASE_URL', 'mysql://h/d'],
    ['OPERATOR_TOKEN', 't'.repeat(31)],
    ['OPERATOR_TOKEN', `${'t'.repeat(32)} t`],
    ['ENCRYPTION_KEY', HEX_KEY.slice(2)],
    ['ENCRYPTION_KEY', 'x'.repeat(64)],
    ['CALLBACK_ALLOW_LOCAL', 'yes'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.1, ::/0'],
    ['TRUSTED_PROXIES', '::ffff:0.0.0.0/96'],
    ['TRUSTED_PROXIES', '::ffff:8.0.0.0/103'],
    ['TRUSTED_PROXIES', '8.0.0.0/7'],
    ['TRUSTED_PROXIES', '10.0.0.1,,10.0.0.2'],
    ['TRUSTED_PROXIES', 'proxy.example.com'],
    ['RATE_LIMIT_PER_SECOND', '-1'],
    ['METRICS_PORT', '0'],
    ['METRICS_PORT', '8080'],
    ['LOG_LEVEL', 'loud'],
    ['SEED', '1'],
    ['DRAIN_SECONDS', '301'],
    ['STOP_SECONDS', '0'],
    ['STOP_SECONDS', '601'],
    ['WORKERS', '0'],
    ['WORKERS', '65'],
    ['WORKERS', 'all'],
    ['WORKERS', '21'],
  ];
  test('a role for migrations belongs to the database that DATABASE_URL names', () => {
    const url = 'postgres://owner@h/d';
    assert.match(problemsOf({ MIGRATION_DATABASE_URL: url }).join(), /needs DATABASE_URL/);
    const both = { DATABASE_URL: 'postgres://u@h/d', MIGRATION_DATABASE_URL: url };
    assert.equal(readConfig(both).migration_database_url, url);
  });
  for (const [name, text] of refused) {
    test(`${name}=${text} is refused by name`, () => {
      const problems = problemsOf({ [name]: text });
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', new RegExp(`^${name} must be .+\\.$`));
    });
  }

  test('a database of its own takes more workers than the embedded one', () => {
    const env = { DATABASE_URL: 'postgres://u@h/d', WORKERS: '64' };
    assert.equal(readConfig(env).workers, 64);
  });

  test('a secret is never shown, other values are', () => {
    assert.doesNotMatch(problemsOf({ OPERATOR_TOKEN: 'hunter2' }).join(), /hunter2/);
    assert.doesNotMatch(problemsOf({ DATABASE_URL: 'http://u:hunter2@h' }).join(), /hunter2/);
    assert.match(problemsOf({ PORT: 'http' }).join(), /"http"/);
  });
});

suite('all problems are told at once', () => {
  test('live mode without anything names everything that it lacks', () => {
    const problems = problemsOf({ MODE: 'live', SEED: 'true', SANDBOX_BANK: 'all', PORT: 'x' });
    const missing = ['PORT', 'DATABASE_URL or DATA_DIR', 'ENCRYPTION_KEY', 'PUBLIC_URL'];
    const names = [...missing, 'SEED', 'SANDBOX_BANK'];
    assert.equal(problems.length, names.length);
    for (const [index, name] of names.entries()) assert.ok(problems[index]?.includes(name), name);
  });

  test('live mode takes https only', () => {
    const problems = problemsOf({ ...LIVE, PUBLIC_URL: 'http://pay.example.com' });
    assert.deepEqual(problems, [
      'PUBLIC_URL must be an https address in live mode, not "http://pay.example.com".',
    ]);
  });

  test('live mode takes no secret that can be guessed, and no callback to this machine', () => {
    const problems = problemsOf({
      ...LIVE,
      CALLBACK_ALLOW_LOCAL: 'true',
      OPERATOR_TOKEN: 'operator-token-please-change-me-0123456789',
      ENCRYPTION_KEY: '0'.repeat(64),
    });
    assert.deepEqual(
      problems.map((problem) => problem.split(/ (?:must|looks) /)[0]),
      ['CALLBACK_ALLOW_LOCAL', 'OPERATOR_TOKEN', 'ENCRYPTION_KEY'],
    );
    assert.doesNotMatch(problems.join(), /please-change-me|000/);
    const drawn = Buffer.from(HEX_KEY, 'hex').toString('base64url');
    assert.deepEqual(problemsOf({ ...LIVE, OPERATOR_TOKEN: drawn }), []);
  });

  test('what live mode refuses, a sandbox takes', () => {
    const env = { CALLBACK_ALLOW_LOCAL: 'true', OPERATOR_TOKEN: 't'.repeat(32) };
    assert.deepEqual(problemsOf({ ...env, ENCRYPTION_KEY: '0'.repeat(64) }), []);
  });

  test('DATABASE_URL alone says where live money is kept', () => {
    const { DATA_DIR: _, ...rest } = LIVE;
    assert.deepEqual(problemsOf({ ...rest, DATABASE_URL: 'postgres://u@h/d' }), []);
  });
});

test('the listening address becomes one that a browser takes', () => {
  assert.equal(listenUrl('0.0.0.0', 1), 'http://127.0.0.1:1');
  assert.equal(listenUrl('::', 1), 'http://127.0.0.1:1');
  assert.equal(listenUrl('::1', 1), 'http://[::1]:1');
  assert.equal(listenUrl('pay.local', 1), 'http://pay.local:1');
});
