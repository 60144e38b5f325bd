// What the programs of the service's machine print into a pipe or a log has none of its secrets.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { machineEnvironment } from '../../bench/harness/machine-environment.ts';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import { spawnService } from '../../bench/harness/service-process.ts';
import { fillFromTemplate } from '../../bench/harness/template-directory.ts';
import { openPseudoTerminal, TERMINAL_PROGRAM } from '../cli/pseudo-terminal.ts';
import { testUnder } from '../support/checkout/machine-programs.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CTRL_C = '\x03';
const OPERATOR_TOKEN = 'op_a-token-of-the-environment-0123456789abcdef';

let folder: string;
let settings: Record<string, string>;
/** By what they are: the tokens of the sandbox, its owner's link and password, and the settings. */
const secrets = new Map<string, string>();
before(async () => {
  folder = await scratchFolder();
  settings = { DATA_DIR: join(folder, 'data'), OPERATOR_TOKEN };
  await fillFromTemplate(settings.DATA_DIR ?? '', true);
});
after(() => removeFolder(folder));

async function run(args: readonly string[], more: Record<string, string> = {}) {
  const env = { ...machineEnvironment(), ...settings, ...more };
  return await new Promise<{ code: number; told: string }>((resolve) => {
    const options = { cwd: ROOT, env };
    execFile(process.execPath, ['bin/payment-orders.mjs', ...args], options, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), told: `${out}${err}` });
    });
  });
}

const found = (text: string) =>
  [...secrets].flatMap(([name, secret]) => (text.includes(secret) ? [name] : []));

it('serve logs none of the secrets that it shows on a terminal', async () => {
  const service = spawnService(settings);
  await service.ready;
  const notes = await readFile(join(folder, 'data', 'sandbox.json'), 'utf8');
  for (const [name, value] of Object.entries<unknown>(JSON.parse(notes))) {
    if (/token|password|secret|link/.test(name)) secrets.set(name, String(value));
  }
  const key = await readFile(join(folder, 'data', 'encryption.key'), 'utf8');
  secrets.set('ENCRYPTION_KEY', key.trim()).set('OPERATOR_TOKEN', OPERATOR_TOKEN);
  equal(await service.stop(), 0);
  const told = `${JSON.stringify(service.log)}${service.told()}`;
  ok(told.includes('"ready"'));
  deepEqual(found(told), []);
  ok(secrets.size >= 6, [...secrets.keys()].join(' '));
});

testUnder(TERMINAL_PROGRAM, 'a terminal is shown the link of the sandbox’s owner', async () => {
  const env = { ...machineEnvironment(), ...settings, HOST: '127.0.0.1', PORT: '0' };
  const command = `cd '${ROOT}'; exec ${process.execPath} bin/payment-orders.mjs serve`;
  const terminal = openPseudoTerminal(command, { columns: 200, env });
  const shown = await terminal.until(/Stop with Ctrl-C/);
  terminal.type(CTRL_C);
  equal((await terminal.ended).code, 0);
  const notes = JSON.parse(await readFile(join(folder, 'data', 'sandbox.json'), 'utf8'));
  for (const secret of [notes.token, notes.owner_link]) ok(shown.includes(secret), shown);
  const key = secrets.get('ENCRYPTION_KEY') ?? '';
  ok(!(shown.includes(key) || shown.includes(OPERATOR_TOKEN)), shown);
});

it('nor do the programs', async () => {
  const backup = join(folder, 'backup');
  const ENCRYPTION_KEY = secrets.get('ENCRYPTION_KEY') ?? '';
  const restored = { DATA_DIR: join(folder, 'restored'), ENCRYPTION_KEY };
  const runs: [args: string[], more?: Record<string, string>][] = [
    [['migrate', '--plan']],
    [['demo', 'reset', '--yes']],
    [['archive', 'list'], { ARCHIVE_DIR: join(folder, 'archive') }],
    [['backup', backup]],
    [['restore', backup], restored],
    [['drill', folder]],
  ];
  for (const [args, more = {}] of runs) {
    for (const json of [[], ['--json']]) {
      // A backup is not written twice.
      if (json.length > 0 && ['backup', 'restore'].includes(args[0] ?? '')) continue;
      const { code, told } = await run([...args, ...json], more);
      equal(code, 0, `${args.join(' ')}: ${told}`);
      ok(told !== '', args.join(' '));
      deepEqual(found(told), [], args.join(' '));
    }
  }
});
