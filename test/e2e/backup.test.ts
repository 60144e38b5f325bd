// `backup`, `restore` and `drill` as an operator runs them, while the service serves; and a service
// that starts on what was restored.
import { deepEqual, equal, match } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { machineEnvironment } from '../../bench/harness/machine-environment.ts';
import { type Service, startService } from '../../server/service.ts';
import { readConfig } from '../../server/settings/config.ts';
import { cleanup } from '../support/cleanup.ts';

const silent = () => undefined;
const LOG = { debug: silent, info: silent, warn: silent, error: silent };
const OPERATOR_TOKEN = 'operator-token-for-backups-0123456789';
const ENCRYPTION_KEY = randomBytes(32).toString('base64');

let folder: string;
let service: Service;
const at = (name: string) => join(folder, name);
const envOf = (data_dir: string) => ({
  ...{ DATA_DIR: at(data_dir), ENCRYPTION_KEY, OPERATOR_TOKEN, PORT: '0' },
});

async function start(data_dir: string): Promise<Service> {
  const started = await startService(
    readConfig(envOf(data_dir)),
    LOG,
    new AbortController().signal,
  );
  return started;
}

const close = cleanup();
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-e2e-'));
  close(() => rm(folder, { recursive: true }));
  service = await start('original');
  close(() => service.stop());
  await writeFile(at('passphrase'), 'a passphrase in a file, long enough\n', { mode: 0o600 });
});

type Ran = { code: string | number | null | undefined; out: string; err: string };

const program = (args: readonly string[], env: NodeJS.ProcessEnv) =>
  new Promise<Ran>((resolve) => {
    const options = { env: { ...machineEnvironment(), ...env } };
    execFile(process.execPath, ['bin/payment-orders.mjs', ...args], options, (error, out, err) =>
      resolve({ code: error === null ? 0 : error.code, out, err }),
    );
  });

async function ask(of: Service, method: string, path: string, body?: object) {
  const answer = await fetch(`${of.listening}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${OPERATOR_TOKEN}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: Object(await answer.json()) };
}

const MERCHANT = { name: 'Made after the restore', balance_currency: 'INR' };

describe('a backup of a service that serves', () => {
  it('is restored, verified, and quiet until an owner adopts it', async () => {
    const sealed = ['--passphrase-file', at('passphrase'), '--json'];
    const made = await program(['backup', at('one'), ...sealed], envOf('original'));
    equal(made.code, 0, made.err);
    const told = JSON.parse(made.out);
    deepEqual([told.is_encrypted, told.needs], [true, ['ENCRYPTION_KEY']]);

    const restored = await program(['restore', at('one'), ...sealed], envOf('restored'));
    equal(restored.code, 0, restored.err);
    const found = JSON.parse(restored.out);
    deepEqual([found.check.ok, found.has_last_order, found.rows], [true, true, told.rows]);
    deepEqual(found.last_order, told.last_order);
    const again = await program(['restore', at('one'), ...sealed], envOf('restored'));
    deepEqual([again.code, again.out], [1, '']);
    match(again.err, /^The database is not empty/);

    const copy = await start('restored');
    try {
      const { copy: said } = (await ask(copy, 'GET', '/readyz')).body.checks;
      match(said, /^This is a copy of the database of another installation: it was restored/);
      equal((await ask(copy, 'POST', '/operator/v1/merchants', MERCHANT)).status, 503);
      const reason = { reason: 'The original is lost' };
      const adopted = await ask(copy, 'POST', '/operator/v1/service/adopt', reason);
      equal(adopted.body.outcome, 'adopted');
      equal((await ask(copy, 'POST', '/operator/v1/merchants', MERCHANT)).status, 201);
    } finally {
      await copy.stop();
    }
    const later = await start('restored');
    equal((await ask(later, 'GET', '/readyz')).body.checks.copy, undefined);
    await later.stop();
    await cp(at('restored'), at('copied'), { recursive: true });
    const copied = await start('copied');
    match((await ask(copied, 'GET', '/readyz')).body.checks.copy, /: DATA_DIR is a copy\.$/);
    await copied.stop();
    equal((await ask(service, 'GET', '/readyz')).body.checks.copy, undefined);
  });

  it('is tried by a drill, which leaves nothing', async () => {
    await cp(at('passphrase'), at('drills/passphrase'), { recursive: true });
    const drilled = await program(['drill', at('drills')], envOf('original'));
    equal(drilled.code, 0, drilled.err);
    match(
      drilled.out,
      /^Backup: \d+ tables, \d+ rows, .* s\.\nRestored and verified in .* s\.\nThe books there are/,
    );
    deepEqual(await readdir(at('drills')), ['passphrase']);
  });

  it('is refused with one sentence where nothing can be backed up or restored', async () => {
    const nowhere = await program(['backup', at('two')], envOf('mistyped'));
    deepEqual([nowhere.code, nowhere.out], [1, '']);
    match(nowhere.err, /^There is no database in .*mistyped: nothing was changed\. Set DATA_DIR/);
    const { ENCRYPTION_KEY: _, ...without } = envOf('keyless');
    const args = ['restore', at('one'), '--passphrase-file', at('passphrase')];
    const keyless = await program(args, without);
    equal(keyless.code, 1);
    match(keyless.err, /^ENCRYPTION_KEY is missing/);
    await writeFile(at('short'), 'short');
    const short = await program(['drill', '--passphrase-file', at('short')], envOf('original'));
    match(short.err, /must be a passphrase of 16 to 1024 characters/);
    const names = await readdir(folder);
    deepEqual(
      names.filter((name) => /mistyped|keyless|two/.test(name)),
      [],
    );
    for (const command of ['backup', 'restore', 'drill']) {
      const wrong = await program([command, '--wrong'], envOf('original'));
      deepEqual([wrong.code, wrong.out], [2, '']);
      equal((await program([command, '--help'], {})).code, 0);
    }
  });
});
