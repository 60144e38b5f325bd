// `people create-owner` as an operator runs it: beside a running service, and without one.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { machineEnvironment } from '../../bench/harness/machine-environment.ts';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import { spawnService } from '../../bench/harness/service-process.ts';
import { fillFromTemplate } from '../../bench/harness/template-directory.ts';
import { openPseudoTerminal, TERMINAL_PROGRAM } from '../cli/pseudo-terminal.ts';
import { testUnder } from '../support/checkout/machine-programs.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PASSWORD = 'five quiet geese by the river';
const ADA = ['--name', 'Ada', '--email', 'ada@example.com'];
/** These tests read the link from a pipe. */
const SHOWN = [...ADA, '--secret-file', '-'];

type Outcome = { code: number; out: string; err: string };

let folder: string;
before(async () => {
  folder = await scratchFolder();
});
after(() => removeFolder(folder));

/** With these settings alone. */
function run(settings: Record<string, string>, args: readonly string[]): Promise<Outcome> {
  const env = { ...machineEnvironment(), ...settings };
  const parameters = ['bin/payment-orders.mjs', 'people', 'create-owner', ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, parameters, { cwd: ROOT, env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

async function post(url: string, path: string, body: object) {
  return await fetch(`${url}/operator/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

describe('people create-owner', () => {
  it('makes an owner who signs in to the service that runs there', async (context) => {
    const settings = { DATA_DIR: join(folder, 'one'), SEED: 'false' };
    await fillFromTemplate(settings.DATA_DIR, true);
    const service = spawnService(settings);
    context.after(() => service.stop());
    const url = await service.ready;
    const early = await post(url, '/session', { email: 'ada@example.com', password: PASSWORD });
    equal(early.status, 401);
    const { code, out, err } = await run(settings, [...SHOWN, '--json']);
    equal(code, 0, err);
    const { link, is_new } = JSON.parse(out) as { link: { url: string }; is_new: boolean };
    equal(is_new, true);
    equal((await post(url, '/session/link', { link: link.url, password: PASSWORD })).status, 200);
    const entered = await post(url, '/session', { email: 'ada@example.com', password: PASSWORD });
    equal(entered.status, 200);
    const [cookie = ''] = entered.headers.getSetCookie()[0]?.split(';') ?? [];
    const me = await fetch(`${url}/operator/v1/session`, { headers: { cookie } });
    equal(Object(await me.json()).role, 'owner');
    equal(service.told(), '');
  });

  it('waits for a service that has only begun to start', async (context) => {
    const settings = { DATA_DIR: join(folder, 'early'), SEED: 'false' };
    const service = spawnService(settings);
    context.after(() => service.stop());
    // From when the folder is taken until the tables are there, and a little longer.
    const outcomes = await Promise.all(
      [0, 200, 400, 600, 800, 1_200].map(async (late_ms) => {
        await sleep(late_ms);
        await stat(join(settings.DATA_DIR, 'service.pid')).catch(() => service.ready);
        return await run(settings, SHOWN);
      }),
    );
    deepEqual(
      outcomes.map(({ code, err }) => ({ code, err })),
      outcomes.map(() => ({ code: 0, err: '' })),
    );
  });

  it('works without a running service, again and again', async () => {
    const settings = { DATA_DIR: join(folder, 'two'), PUBLIC_URL: 'https://pay.example.com' };
    const first = await run(settings, SHOWN);
    equal(first.code, 0, first.err);
    match(first.out, /The owner was made\..*https:\/\/pay\.example\.com\/console\/link#/s);
    const again = await run(settings, SHOWN);
    match(again.out, /The owner exists; this is a new link\./);
  });

  it('puts no link into a pipe: it makes none, or writes it into a new file of its own', async () => {
    const settings = { DATA_DIR: join(folder, 'four') };
    const piped = await run(settings, [...ADA, '--json']);
    deepEqual([piped.code, piped.out], [1, '']);
    match(piped.err, /^It makes a link .* Nothing was done: .* --secret-file\.\n$/);
    await rejects(stat(settings.DATA_DIR), { code: 'ENOENT' });
    const file = join(folder, 'ada.txt');
    const kept = await run(settings, [...ADA, '--secret-file', file]);
    equal(kept.code, 0, kept.err);
    ok(kept.out.includes(`(in ${file})`) && !kept.out.includes('/console/link#'), kept.out);
    const link = await readFile(file, 'utf8');
    match(link, /^http\S+\/console\/link#\S+\n$/);
    equal((await stat(file)).mode & 0o777, 0o600);
    const taken = await run(settings, [...ADA, '--secret-file', file]);
    equal(taken.code, 1);
    match(taken.err, /Nothing was done: \S+ exists already and was not changed/);
    equal(await readFile(file, 'utf8'), link);
  });

  testUnder(TERMINAL_PROGRAM, 'shows the link at a terminal', async () => {
    const env = { ...machineEnvironment(), DATA_DIR: join(folder, 'five') };
    const words = ['bin/payment-orders.mjs', 'people', 'create-owner', ...ADA].join(' ');
    const command = `cd '${ROOT}'; exec ${process.execPath} ${words}`;
    const { code, shown } = await openPseudoTerminal(command, { columns: 80, env }).ended;
    equal(code, 0, shown);
    match(shown, /The owner was made\..*\/console\/link#\S+/s);
  });

  it('answers wrong usage and wrong fields with a sentence and its exit code', async () => {
    const settings = { DATA_DIR: join(folder, 'three') };
    for (const args of [[], ['--name', 'Ada'], ['--password', 'x'], [...SHOWN, 'more']]) {
      const { code, err } = await run(settings, args);
      equal(code, 2);
      match(err, /^Usage: payment-orders people create-owner/);
    }
    const help = await run(settings, ['--help']);
    equal(help.code, 0);
    ok(help.out.startsWith('Usage:'));
    const file = join(folder, 'unused.txt');
    const nobody = ['--name', 'Ada', '--email', 'nothing', '--secret-file', file];
    const wrong = await run(settings, nobody);
    equal(wrong.code, 1);
    match(wrong.err, /email must be an e-mail address/);
    await rejects(stat(file), { code: 'ENOENT' });
  });
});
