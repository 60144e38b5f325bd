// What stands behind `serve`: help is printed and nothing is started; what it does not know is
// wrong usage.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readWish } from '../../server/programs/serve-arguments.ts';
import { SETTINGS } from '../../server/settings/config.ts';

const LAUNCHER = fileURLToPath(new URL('../../bin/payment-orders.mjs', import.meta.url));

/** The real launcher and the real service, in an empty folder, with settings that are wrong. */
async function serve(parameters: readonly string[]) {
  const cwd = await mkdtemp(join(tmpdir(), 'serve-arguments-'));
  const env = { ...process.env, MODE: 'nonsense', DATA_DIR: cwd };
  try {
    const run = Promise.withResolvers<{ code: unknown; stdout: string; stderr: string }>();
    const command = [LAUNCHER, 'serve', ...parameters];
    execFile(process.execPath, command, { cwd, env }, (error, stdout, stderr) =>
      run.resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
    );
    return { ...(await run.promise), left: await readdir(cwd) };
  } finally {
    await rm(cwd, { recursive: true });
  }
}

test('nothing behind it starts the service', () => deepEqual(readWish([]), { start: true }));

test('help is printed and nothing is started, whatever the settings are', async () => {
  const { code, stdout, stderr, left } = await serve(['--help']);
  deepEqual({ code, stderr, left }, { code: 0, stderr: '', left: [] });
  match(stdout, /^Usage: payment-orders serve\n/);
  match(stdout, /docs\/operate\/settings\.md/);
  match(stdout, /Examples:\n {2}\$ payment-orders serve\n/);
  deepEqual(readWish(['-h']), readWish(['--help']));
});

test('the settings that help names are settings, with their defaults', () => {
  const wish = readWish(['--help']);
  ok(!wish.start);
  const named = [...wish.text.matchAll(/^ {2}([A-Z_]+) .+\n +\(default: (.+)\)$/gm)];
  equal(named.length, 9);
  for (const [, name, default_text] of named) {
    equal(SETTINGS.find((setting) => setting.name === name)?.default_text, default_text, name);
  }
});

test('an unknown option is wrong usage, and nothing is started', async () => {
  const { code, stdout, stderr, left } = await serve(['--verbose']);
  deepEqual({ code, stdout, left }, { code: 2, stdout: '', left: [] });
  match(stderr, /^error: unknown option '--verbose'\n/);
  match(stderr, /Add --help/);
});

const WRONG: readonly [what: string, parameters: readonly string[], words: RegExp][] = [
  ['a setting as an option', ['--port', '9000'], /'--port'\nPORT is set in the environment/],
  ['a secret as an option', ['--operator-token=s3cret'], /'--operator-token'\nOPERATOR_TOKEN is/],
  ['an argument', ['now'], /too many arguments/],
  ['an end of options', ['--', 'now'], /unknown option '--'/],
];
for (const [what, parameters, words] of WRONG) {
  test(`${what} is refused with what to do instead`, () => {
    const wish = readWish(parameters);
    ok(!wish.start);
    equal(wish.exit_code, 2);
    equal(wish.to, 'stderr');
    match(wish.text, words);
    ok(!wish.text.includes('s3cret'));
  });
}
