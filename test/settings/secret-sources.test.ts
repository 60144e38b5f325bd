// Secrets from files and commands are read like values of the environment. A problem is one
// sentence that shows no part of a secret; a device or a command that never stops is refused.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import { StartupError } from '../../server/lib/startup-error.ts';
import { readConfig, SETTINGS } from '../../server/settings/config.ts';
import { SECRET_SOURCES } from '../../server/settings/setting-text.ts';

const TOKEN = 'a-token-of-tests-with-enough-characters';
const SECRETS = SETTINGS.filter(({ is_secret }) => is_secret === true).map(({ name }) => name);

let folder: string;
before(async () => {
  folder = await scratchFolder();
});
after(() => removeFolder(folder));

function fileWith(text: string, name = 'secret'): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    ok(error instanceof StartupError);
    return error.message.split('\n');
  }
  return [];
}

describe('a secret setting', () => {
  it('is read from a file, without the line end that editors add', () => {
    const OPERATOR_TOKEN_FILE = fileWith(`${TOKEN}\n`);
    equal(readConfig({ OPERATOR_TOKEN_FILE }).operator_token, TOKEN);
  });

  it('is read from what a command prints', () => {
    const OPERATOR_TOKEN_COMMAND = `cat ${fileWith(`${TOKEN}\n`)}`;
    equal(readConfig({ OPERATOR_TOKEN_COMMAND }).operator_token, TOKEN);
  });

  it('may stand elsewhere whichever it is', () => {
    ok(SECRETS.length >= 5);
    for (const name of SECRETS) {
      for (const source of SECRET_SOURCES) {
        const [problem = ''] = problemsOf({ [`${name}_${source}`]: '/nothing/is/here' });
        ok(problem.startsWith(`${name}: `), `${name}_${source}: ${problem}`);
      }
    }
  });

  it('of live mode may stand in a file', () => {
    const key = createHash('sha256').update(TOKEN).digest();
    const env = {
      MODE: 'live',
      DATA_DIR: '/srv/money',
      PUBLIC_URL: 'https://pay.example.com',
      ENCRYPTION_KEY_FILE: fileWith(key.toString('hex')),
    };
    deepEqual(readConfig(env).encryption_key, new Uint8Array(key));
    deepEqual(problemsOf({ ...env, ENCRYPTION_KEY_FILE: '/nothing/is/here' }), [
      'ENCRYPTION_KEY: /nothing/is/here cannot be read (ENOENT).',
    ]);
  });

  const file = () => fileWith(TOKEN);
  const CASES: readonly [why: string, env: () => Record<string, string>, problem: RegExp][] = [
    [
      'given twice',
      () => ({ OPERATOR_TOKEN: TOKEN, OPERATOR_TOKEN_FILE: file() }),
      /^OPERATOR_TOKEN: only one of OPERATOR_TOKEN, OPERATOR_TOKEN_FILE may be given\.$/,
    ],
    [
      'in an empty file',
      () => ({ OPERATOR_TOKEN_FILE: fileWith(' \n') }),
      /^OPERATOR_TOKEN: OPERATOR_TOKEN_FILE gives nothing\.$/,
    ],
    [
      'in a folder',
      () => ({ OPERATOR_TOKEN_FILE: folder }),
      /^OPERATOR_TOKEN: .+ is not a file\.$/,
    ],
    [
      'in a file without an end',
      () => ({ OPERATOR_TOKEN_FILE: '/dev/zero' }),
      /^OPERATOR_TOKEN: \/dev\/zero is not a file\.$/,
    ],
    [
      'in a file that is too large',
      () => ({ OPERATOR_TOKEN_FILE: fileWith('x'.repeat(65_537)) }),
      /^OPERATOR_TOKEN: .+ has more than 65536 bytes\.$/,
    ],
    [
      'of a command that fails',
      () => ({ OPERATOR_TOKEN_COMMAND: `echo ${TOKEN}; exit 3` }),
      /^OPERATOR_TOKEN: the command failed \(code 3\)\.$/,
    ],
    [
      'of a command that prints without an end',
      () => ({ OPERATOR_TOKEN_COMMAND: 'yes' }),
      /^OPERATOR_TOKEN: the command failed \(ENOBUFS\)\.$/,
    ],
    [
      'that is none',
      () => ({ OPERATOR_TOKEN_FILE: fileWith('too short') }),
      /^OPERATOR_TOKEN must be at least 32 printable characters without spaces\.$/,
    ],
  ];
  for (const [why, env, problem] of CASES) {
    it(`${why} is refused in one sentence`, () => {
      const told = problemsOf(env());
      equal(told.length, 1, told.join('\n'));
      ok(problem.test(told[0] ?? ''), told[0]);
      ok(!told.join('').includes(TOKEN), 'a secret is shown');
    });
  }
});
