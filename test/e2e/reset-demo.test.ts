// `demo reset` run by mistake: where no sandbox is, nothing is made or changed.
import { deepEqual, equal, match } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { machineEnvironment } from '../../bench/harness/machine-environment.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reset-demo-'));
});
after(() => rm(folder, { recursive: true }));

type Ran = { code: string | number | null | undefined; out: string; err: string };

const demo = (args: readonly string[], env: NodeJS.ProcessEnv) =>
  new Promise<Ran>((resolve) => {
    const program = ['bin/payment-orders.mjs', 'demo', ...args];
    const options = { env: { ...machineEnvironment(), ...env } };
    execFile(process.execPath, program, options, (error, out, err) =>
      resolve({ code: error === null ? 0 : error.code, out, err }),
    );
  });

const reset = (args: readonly string[], env: NodeJS.ProcessEnv) => demo(['reset', ...args], env);

const LIVE = {
  MODE: 'live',
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  PUBLIC_URL: 'https://pay.example',
};

describe('demo reset', () => {
  it('is refused in live mode, and touches nothing', async () => {
    const { code, out, err } = await reset(['--yes'], { ...LIVE, DATA_DIR: folder });
    equal(code, 1);
    equal(out, '');
    equal(err, 'demo reset is for MODE=sandbox only: nothing was changed.\n');
    deepEqual(await readdir(folder), []);
  });

  it('makes no sandbox where none is', async () => {
    const { code, err } = await reset(['--yes'], { DATA_DIR: join(folder, 'mistyped') });
    equal(code, 1);
    match(err, /^There is no database in .*mistyped: nothing was changed\. Set DATA_DIR/);
    deepEqual(await readdir(folder), []);
  });

  it('says what goes and what stays, and does nothing without --yes', async () => {
    const unconfirmed = await reset([], { DATA_DIR: folder });
    equal(unconfirmed.code, 2);
    match(
      unconfirmed.err,
      /^Removes all trades, .* What you have set up stays: merchants, tokens/s,
    );
    match(unconfirmed.err, /Nothing was changed\. Add --yes/);
    const help = await reset(['--help'], { DATA_DIR: folder });
    equal(help.code, 0);
    match(help.out, /^Usage: payment-orders demo reset --yes/);
    const wrong = await reset(['--force'], { DATA_DIR: folder });
    equal(wrong.code, 2);
    match(wrong.err, /^Usage: payment-orders demo reset --yes/);
    deepEqual(await readdir(folder), []);
  });

  it('is the only act of demo', async () => {
    for (const act of [[], ['rest'], ['reset', 'all']]) {
      const { code, err } = await demo([...act, '--yes'], { DATA_DIR: folder });
      equal(code, 2);
      match(err, /^Usage: payment-orders demo reset --yes/);
    }
    deepEqual(await readdir(folder), []);
  });
});
