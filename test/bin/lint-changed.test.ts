// The quick check lints what has changed since it passed: every change counts, and none twice.
import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { withProject } from './scratch-project.ts';

const BIOME = 'node_modules/@biomejs/biome';
/** Tells what it was given, and finds something in a file with the word BAD. */
const STAND_IN = `const { readFileSync } = require('node:fs');
const files = process.argv.slice(2).filter((word) => /\\.\\w+$/.test(word));
console.log('looked at', files.toSorted().join(' '));
process.exitCode = files.some((file) => readFileSync(file, 'utf8').includes('BAD')) ? 1 : 0;
`;

test('what passed is looked at again once it, the rules or their program change', () =>
  withProject(async (project) => {
    const write = async (path: string, text: string) => {
      await mkdir(join(project.folder, dirname(path)), { recursive: true });
      await writeFile(join(project.folder, path), text);
    };
    const lint = async () => {
      const { code, stdout } = await project.run(['bin/lint-changed.mjs']);
      const [, files = ''] = /looked at (.*)/.exec(stdout) ?? [];
      // The project has its launcher, too.
      const own = files.split(' ').filter((file) => file.startsWith('sdk/'));
      return { code, own };
    };
    await write(`${BIOME}/package.json`, '{"version":"1"}');
    await write(`${BIOME}/bin/biome`, STAND_IN);
    await write('biome.json', '{}');
    await write('sdk/domain/one.ts', 'one');
    await write('sdk/two.mjs', 'two');
    await write('sdk/note.md', 'no program');
    await write('sdk/node_modules/other.ts', 'not ours');
    const both = ['sdk/domain/one.ts', 'sdk/two.mjs'];
    assert.deepEqual(await lint(), { code: 0, own: both });
    assert.deepEqual(await lint(), { code: 0, own: [] });
    await write('sdk/domain/one.ts', 'BAD');
    await write('sdk/new.ts', 'new');
    const found = { code: 1, own: ['sdk/domain/one.ts', 'sdk/new.ts'] };
    assert.deepEqual(await lint(), found);
    assert.deepEqual(await lint(), found);
    await write('sdk/domain/one.ts', 'one more');
    await rm(join(project.folder, 'sdk/new.ts'));
    assert.deepEqual(await lint(), { code: 0, own: ['sdk/domain/one.ts'] });
    await write('biome.json', '{"more":true}');
    assert.deepEqual(await lint(), { code: 0, own: both });
    await write(`${BIOME}/package.json`, '{"version":"2"}');
    assert.deepEqual(await lint(), { code: 0, own: both });
    assert.deepEqual(await lint(), { code: 0, own: [] });
  }));
