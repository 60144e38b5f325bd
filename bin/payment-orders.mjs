#!/usr/bin/env node
// The one command: `serve` (the default) runs the service; `people create-owner`, `demo reset`,
// `backup`, `restore`, `drill` and `migrate` work on its machine; every other command is handled by
// the command line in cli/.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap, COMPILED, ROOT } from './bootstrap.mjs';
import { runChild } from './child.mjs';

/** The service starts meanwhile, and serves the console as soon as it is there. */
function buildConsoleBeside(node) {
  const builder = spawn(node, [join(ROOT, 'bin', 'build-console.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  builder.once('error', (error) => {
    process.stderr.write(`The console cannot be built: ${error.message}.\n`);
  });
  // Nobody waits for it: a service that ends takes it along.
  builder.unref();
  process.once('exit', () => builder.kill());
}

const [command = 'serve', ...rest] = process.argv.slice(2);
const is_serve = command === 'serve';
/** With the service's own settings; the command line needs only its address. */
function programOf() {
  const [act, ...others] = rest;
  if (is_serve) return ['server/main.ts', ...rest];
  if (command === 'people' && act === 'create-owner')
    return ['server/programs/create-owner.ts', ...others];
  if (command === 'demo') return ['server/programs/reset-demo.ts', ...rest];
  if (['backup', 'restore', 'drill', 'migrate'].includes(command))
    return [`server/programs/${command}.ts`, ...rest];
  return ['cli/main.ts', command, ...rest];
}

const program = programOf();
const [entry = '', ...parameters] = program;

const node = await bootstrap({ with_development: false });
const preload = pathToFileURL(join(ROOT, 'bin', 'end-with-launcher.mjs')).href;
if (is_serve) buildConsoleBeside(node);
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
