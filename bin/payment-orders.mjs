#!/usr/bin/env node
// The one command: `serve` runs the service; `people create-owner`, `demo reset`,
// `backup`, `restore`, `drill`, `archive`, `migrate` and `cells move` work on its machine; every
// other command is handled by the command line in cli/.

import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap, COMPILED, ROOT } from './bootstrap.mjs';
import { lacksTools } from './build-console.mjs';
import { runChild } from './child.mjs';

/** Below the service's priority: a machine with few processors has it ready first. */
function runBeside(program, parameters, stderr) {
  const child = spawn(program, [join(ROOT, 'bin', 'build-console.mjs'), ...parameters], {
    stdio: ['ignore', 'ignore', stderr],
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  // Nobody waits for it: a service that ends takes it along.
  child.unref();
  process.once('exit', () => child.kill());
  return child;
}

/** Only on a first start. If it fails, the build installs them again, and says why that fails. */
function installToolsBeside() {
  const tools = runBeside(process.execPath, ['--tools'], 'ignore');
  return new Promise((resolve) => {
    tools.once('error', resolve);
    tools.once('close', resolve);
  });
}

/** The service starts meanwhile, and serves the console as soon as it is there. */
async function buildConsoleBeside(node, tools) {
  await tools;
  runBeside(node, [], 'inherit').once('error', (error) => {
    process.stderr.write(`The console cannot be built: ${error.message}.\n`);
  });
}

// Without a command the command line shows what there is: nothing starts that nobody asked for.
const [command = 'help', ...rest] = process.argv.slice(2);
const is_serve = command === 'serve';
/** With the service's own settings; the command line needs only its address. */
function programOf() {
  const [act, ...others] = rest;
  if (is_serve) return ['server/main.ts', ...rest];
  if (command === 'people' && act === 'create-owner')
    return ['server/programs/create-owner.ts', ...others];
  if (command === 'cells' && act === 'move')
    return ['server/programs/cells/move-cell.ts', ...others];
  if (command === 'demo') return ['server/programs/reset-demo.ts', ...rest];
  if (['archive', 'backup', 'restore', 'drill', 'migrate'].includes(command))
    return [`server/programs/${command}.ts`, ...rest];
  return ['cli/main.ts', command, ...rest];
}

const program = programOf();
const [entry = '', ...parameters] = program;

const tools = is_serve && lacksTools() ? installToolsBeside() : undefined;
const node = await bootstrap({ with_development: false });
const preload = pathToFileURL(join(ROOT, 'bin', 'end-with-launcher.mjs')).href;
if (is_serve) void buildConsoleBeside(node, tools);
// A larger young generation for the garbage of several batches: fewer collections, a sixth more
// orders per second of processor time.
const memory = is_serve ? ['--max-semi-space-size=32'] : [];
const options = ['--import', preload, ...memory];
process.exitCode = await runChild(node, [...options, join(ROOT, entry), ...parameters], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { NODE_COMPILE_CACHE: COMPILED, ...process.env },
  // The service leaves the terminal's process group, so that one Ctrl-C reaches it once, through
  // the launcher.
  detached: is_serve,
});
