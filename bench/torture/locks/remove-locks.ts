// Removes each lock of the store in turn, in a copy of the project, and runs the tests that must
// notice: a lock that no test misses could be lost by any change.
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type FoundLock, findLocks } from './find-locks.ts';
import { LOCK_TESTS } from './lock-tests.ts';

export type Removal = {
  lock: string;
  file: string;
  clause: string;
  /** Why nothing goes wrong without it; null if a test must fail. */
  harmless: string | null;
  /** The first test that failed without the lock; null: none did. */
  failed: string | null;
};

const ROOT = join(import.meta.dirname, '../../..');
const LEFT_OUT = new Set(['node_modules', '.git', 'console/node_modules', 'console/dist']);

async function copyProject(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'payment-orders-locks-'));
  await cp(ROOT, copy, {
    recursive: true,
    filter: (source) => !LEFT_OUT.has(relative(ROOT, source)),
  });
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** `file: test` of the first failure; null if all tests of the file passed. */
async function firstFailure(copy: string, file: string): Promise<string | null> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['--test', '--test-reporter=tap', file];
  const child = spawn(process.execPath, args, {
    cwd: copy,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let told = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code === 0) return null;
  // The innermost test is reported first.
  const name = /^\s*not ok \d+ - (.*)$/m.exec(told)?.[1] ?? 'ended by itself';
  return `${file}: ${name}`;
}

async function removeOne(
  copy: string,
  { name, file, clause, without }: FoundLock,
): Promise<Removal> {
  const expected = LOCK_TESTS[name];
  if (expected === undefined) throw new Error(`${name} (${file}) is not in lock-tests.ts`);
  const row = { lock: name, file, clause };
  if ('harmless' in expected) return { ...row, harmless: expected.harmless, failed: null };
  const path = join(copy, file);
  const text = await readFile(path, 'utf8');
  await writeFile(path, without);
  try {
    for (const test of expected.tests) {
      const failed = await firstFailure(copy, test);
      if (failed !== null) return { ...row, harmless: null, failed };
    }
    return { ...row, harmless: null, failed: null };
  } finally {
    await writeFile(path, text);
  }
}

/** `wanted`: only locks whose name or file contains one of these words; none: all. */
export async function removeLocks(
  wanted: readonly string[],
  tell: (removal: Removal) => void,
): Promise<readonly Removal[]> {
  const locks = (await findLocks(ROOT)).filter(
    ({ name, file }) =>
      wanted.length === 0 || wanted.some((word) => name.includes(word) || file.includes(word)),
  );
  const copy = await copyProject();
  const removals: Removal[] = [];
  try {
    const needed = locks.flatMap(({ name }) => {
      const expected = LOCK_TESTS[name];
      return expected !== undefined && 'tests' in expected ? expected.tests : [];
    });
    // A test that fails anyway would hide that nobody misses the lock.
    for (const test of new Set(needed)) {
      const failed = await firstFailure(copy, test);
      if (failed !== null) throw new Error(`Fails with all locks: ${failed}`);
    }
    for (const lock of locks) {
      const removal = await removeOne(copy, lock);
      tell(removal);
      removals.push(removal);
    }
  } finally {
    await rm(copy, { recursive: true });
  }
  return removals;
}
