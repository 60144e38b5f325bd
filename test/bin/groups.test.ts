// Test files that share a process: each as if it were alone, and a failure of one is its own.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { withProject } from './scratch-project.ts';

const COUNTER = `import { after, before } from 'node:test';
let count = 0;
export const next = () => { count += 1; return count; };
export let is_open = false;
before(() => { is_open = true; });
after(() => { is_open = false; });
`;
const COUNTS = `import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { is_open, next } from './counter.ts';
globalThis.looks = (globalThis.looks ?? 0) + 1;
let tests = 0;
beforeEach(() => { tests += 1; });
test('counts alone', () => {
  assert.deepEqual([next(), is_open, tests], [1, true, 1]);
  console.log('files in this process: ' + globalThis.looks);
});
`;
const BAD = `import { test } from 'node:test';
test('bad', () => { throw new Error('x'); });
`;

test('files of a folder share a process and no module of theirs', () =>
  withProject(async ({ folder, run }) => {
    const write = async (name: string, text: string) => {
      const path = join(folder, 'test/domain', name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    };
    await write('counter.ts', COUNTER);
    await write('first.test.ts', COUNTS);
    await write('second.test.ts', COUNTS);
    const good = await run(['bin/run.mjs', 'test', 'test/domain']);
    assert.equal(good.code, 0, good.stdout);
    assert.match(good.stdout, /files in this process: 2/);
    assert.match(good.stdout, /tests 2\n/);
    assert.match(good.stdout, /test\/domain \(2 files\)/);
    await write('third.test.ts', BAD);
    await write('fourth.test.ts', "import './nowhere.ts';\n");
    const bad = await run(['bin/run.mjs', 'test', 'test/domain']);
    assert.equal(bad.code, 1);
    for (const name of ['third', 'fourth']) {
      assert.match(bad.stdout, new RegExp(`✖ test/domain/${name}.test.ts`));
    }
    assert.match(bad.stdout, /pass 2\n/);
  }));
