import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { StartupError } from '../../../server/lib/startup-error.ts';
import { withFileErrors } from '../../../server/store/embedded/file-errors.ts';
import { findUser } from '../../../server/store/embedded/postgres-user.ts';
import { programError } from '../../../server/store/embedded/program-errors.ts';

suite('what the file system says', () => {
  const cases = [
    ['ENOSPC', /^Data directory \/d: the disk is full: .+\.$/],
    ['EDQUOT', /quota/],
    ['EACCES', /permission denied: .+DATA_DIR/],
    ['EPERM', /permission denied: .+DATA_DIR/],
    ['EROFS', /read-only disk/],
    ['EIO', /check the disk/],
  ] as const;
  for (const [code, expected] of cases) {
    test(`${code} is one sentence that keeps its cause`, async () => {
      const cause = Object.assign(new Error('low level'), { code });
      const error = await withFileErrors('/d', () => Promise.reject(cause)).catch(
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof StartupError);
      assert.match(error.message, expected);
      assert.equal(error.cause, cause);
    });
  }

  test('anything else stays what it is', async () => {
    const bug = new TypeError('a bug');
    await assert.rejects(
      withFileErrors('/d', () => Promise.reject(bug)),
      bug,
    );
  });
});

suite('what PostgreSQL says', () => {
  const cases: [string, RegExp][] = [
    [
      '2026-01-01 UTC [7] FATAL:  could not write lock file "postmaster.pid": No space left on device',
      /^PostgreSQL could not serve \/d: the disk is full: .+\(FATAL: {2}could not write .+\)\.$/,
    ],
    ['initdb: error: could not look up effective user ID 7: user does not exist', /\/etc\/passwd/],
    ['PANIC:  could not open file: Permission denied', /permission denied/],
    ['[7] LOG:  starting\n[7] FATAL:  odd thing\n[7] LOG:  bye', /: FATAL: {2}odd thing\.$/],
    ['just words', /: just words\.$/],
    ['', /it said nothing/],
  ];
  for (const [output, expected] of cases) {
    test(`"${output.slice(0, 50)}"`, () => {
      assert.match(programError('serve', '/d', output).message, expected);
    });
  }
});

suite('the user of PostgreSQL', () => {
  const passwd = [
    'root:x:0:0:root:/root:/bin/sh',
    'nobody:x:65534:65533:nobody:/:/bin/false',
    'postgres:x:101:104::/:/bin/sh',
    'fake:x:0:0::/:/bin/sh',
    'broken:x:y:z',
  ].join('\n');
  test('the first that exists', () => {
    assert.deepEqual(findUser(passwd, ['absent', 'postgres', 'nobody']), { uid: 101, gid: 104 });
    assert.deepEqual(findUser(passwd, ['nobody']), { uid: 65_534, gid: 65_533 });
  });
  test('never root, by whatever name, and never a broken line', () => {
    assert.equal(findUser(passwd, ['root', 'fake', 'broken', 'absent']), undefined);
  });
});
