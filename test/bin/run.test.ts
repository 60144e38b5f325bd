import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { type Project, pinNode, withProject } from './scratch-project.ts';

const GOOD = "import { test } from 'node:test';\ntest('good', () => undefined);\n";
/** What tells that a file compares answers with a golden file. */
const GOLDEN = '// t.assert.fileSnapshot()\n';
const BAD = "import { test } from 'node:test';\ntest('bad', () => { throw new Error('x'); });\n";

async function writeTests({ folder }: Project): Promise<void> {
  await writeFile(join(folder, 'test', 'good.test.ts'), GOOD);
  await writeFile(join(folder, 'test', 'bad.test.ts'), BAD);
}

test('every test file runs, the summary comes last, and a failure is told by the exit code', () =>
  withProject(async (project) => {
    await writeTests(project);
    for (const mode of ['test', 'check']) {
      const { code, stdout } = await project.run(['bin/run.mjs', mode]);
      assert.equal(code, 1);
      for (const line of [/tests 2\n/, /pass 1\n/, /fail 1\n/]) assert.match(stdout, line);
      assert.match(stdout, /\nDurations of the tests\n.*\n✖ failing tests:\n.*Error: x\n/s);
    }
  }));

test('the fast checks run pure tests and golden answers, and tell which of them failed', () =>
  withProject(async (project) => {
    const write = async (path: string, text: string) => {
      await mkdir(join(project.folder, dirname(path)), { recursive: true });
      await writeFile(join(project.folder, path), text);
    };
    await write('test/app/bad.test.ts', BAD);
    await write('test/tidy.test.ts', GOOD);
    await write('test/domain/deep/good.test.ts', GOOD);
    await write('test/domain/deep/undo-entries.test.ts', GOOD);
    await write('test/http/deep/refunds.test.ts', `${GOLDEN}${GOOD}`);
    const fast = () => project.run(['bin/run.mjs', 'check:fast']);
    const { code, stdout } = await fast();
    assert.equal(code, 0, stdout);
    await write('test/domain/deep/good.test.ts', BAD);
    const broken = await fast();
    assert.equal(broken.code, 1);
    assert.match(broken.stdout, /FAILED: pure tests \(see above\)/);
    await write('test/domain/deep/good.test.ts', GOOD);
    await write('test/http/deep/refunds.test.ts', `${GOLDEN}${BAD}`);
    assert.match((await fast()).stdout, /FAILED: golden answers \(see above\)/);
  }));

test('a test file that hangs is ended, and named with what it waits for', () =>
  withProject(async (project) => {
    const hangs = "import { createServer } from 'node:http';\ncreateServer().listen(0);\n";
    await writeFile(join(project.folder, 'test', 'hangs.test.ts'), hangs);
    const { code, stdout } = await project.run(['bin/run.mjs', 'test', 'test/hangs.test.ts'], {
      TEST_FILE_SECONDS: '1',
    });
    assert.equal(code, 1);
    assert.match(stdout, /hangs\.test\.ts has not ended after 1 s .* waits for: .*TCPServerWrap/);
  }));

test('files and folders that are given run alone, however deep a folder’s tests lie', () =>
  withProject(async (project) => {
    await writeTests(project);
    await mkdir(join(project.folder, 'test', 'deep', 'deeper'), { recursive: true });
    await writeFile(join(project.folder, 'test', 'deep', 'deeper', 'third.test.ts'), GOOD);
    for (const [paths, count] of [
      [['test/good.test.ts'], 1],
      [['test/deep'], 1],
      [['test/deep/', 'test/good.test.ts'], 2],
      [['test/**/{good,third}.test.ts'], 2],
    ] as const) {
      const { code, stdout } = await project.run(['bin/run.mjs', 'test', ...paths]);
      assert.equal(code, 0, paths.join(' '));
      assert.match(stdout, new RegExp(`tests ${count}\n`), paths.join(' '));
    }
    const { code } = await project.run(['bin/run.mjs', 'test', 'test/nothing']);
    assert.equal(code, 1);
  }));

test('the tests tell how long each folder, the longest files and the whole took', () =>
  withProject(async (project) => {
    const { folder } = project;
    await mkdir(join(folder, 'test', 'deep', 'deeper'), { recursive: true });
    for (const path of ['one', 'deep/two', 'deep/deeper/three']) {
      await writeFile(join(folder, 'test', `${path}.test.ts`), GOOD);
    }
    const { stdout } = await project.run(['bin/run.mjs', 'test']);
    for (const line of [
      /^ +\d+\.\d s {2}test \(1 file\)$/m,
      /^ +\d+\.\d s {2}test\/deep \(2 files\)$/m,
      /^ +\d+\.\d s {2}test\/deep\/deeper\/three\.test\.ts$/m,
      /^The whole took \d+\.\d s\.\n$/m,
    ]) {
      assert.match(stdout, line);
    }
  }));

test('what a test file compiles is kept for the next, and a named scratch folder is used', () =>
  withProject(async (project) => {
    const program =
      'const { env } = process;\nconsole.log(env.TEST_SCRATCH_DIR, env.NODE_COMPILE_CACHE);';
    await writeFile(join(project.folder, 'test', 'told.test.ts'), `${GOOD}${program}\n`);
    const cache = join(project.folder, 'node_modules', '.cache', 'compiled');
    for (const parameters of [['test'], ['test:one', 'test/told.test.ts']]) {
      const { stdout } = await project.run(['bin/run.mjs', ...parameters], {
        TEST_SCRATCH_DIR: '/a',
      });
      assert.ok(stdout.includes(`/a ${cache}\n`), stdout);
    }
    assert.ok((await readdir(cache)).length > 0);
  }));

test('one test file runs with options of Node’s test runner, wherever they stand', () =>
  withProject(async (project) => {
    const two = `${GOOD}test('other', () => undefined);\n`;
    await writeFile(join(project.folder, 'test', 'two.test.ts'), two);
    for (const parameters of [
      ['test/two.test.ts', '--test-name-pattern=other'],
      ['--test-name-pattern=other', 'test/two.test.ts'],
    ]) {
      const { code, stdout } = await project.run(['bin/run.mjs', 'test:one', ...parameters]);
      assert.equal(code, 0);
      assert.match(stdout, /tests 1\n/);
    }
    await writeTests(project);
    assert.equal((await project.run(['bin/run.mjs', 'test:one', 'test/bad.test.ts'])).code, 1);
    for (const parameters of [[], ['test/good.test.ts', 'test/bad.test.ts']]) {
      const { code, stderr } = await project.run(['bin/run.mjs', 'test:one', ...parameters]);
      assert.equal(code, 1);
      assert.match(stderr, /^Usage: npm run test:one -- FILE/);
    }
  }));

test('a failed check is named before the tests, which run all the same, and fails the whole', () =>
  withProject(async (project) => {
    await writeFile(join(project.folder, 'test', 'good.test.ts'), GOOD);
    const { folder } = project;
    await mkdir(join(folder, 'tools'));
    const tool = "console.log('this is stale');\nprocess.exitCode = 1;\n";
    await writeFile(join(folder, 'tools', 'generate.ts'), tool);
    const { code, stdout } = await project.run(['bin/run.mjs', 'check']);
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^FAILED {2}generated files +\d+\.\d s\nthis is stale\nFAILED: generated/m,
    );
    assert.ok(stdout.indexOf('FAILED: generated files') < stdout.indexOf('pass 1'));
  }));

test('an unknown word is told how it is used', () =>
  withProject(async ({ run }) => {
    for (const parameters of [[], ['tests'], ['check', 'test/good.test.ts']]) {
      const { code, stderr } = await run(['bin/run.mjs', ...parameters]);
      assert.equal(code, 1);
      assert.match(stderr, /^Usage: /);
    }
  }));

test('each tool runs under the pinned Node, with its words and its exit code', () =>
  withProject(async (project) => {
    const { folder, run } = project;
    await run(['bin/run.mjs', 'map']); // Installs, which empties node_modules.
    await pinNode(project, 0o755);
    const program =
      'console.log([process.env.PINNED, ...process.argv.slice(2)].join());\nprocess.exitCode = 7;\n';
    for (const [mode, file, given, told] of [
      ['bench', 'bench/bench.ts', ['--only', 'reads'], 'yes,--only,reads'],
      ['torture', 'bench/torture.ts', ['--only', 'reads'], 'yes,--only,reads'],
      ['generate', 'tools/generate.ts', ['--check'], 'yes,--check'],
      ['map', 'tools/map.ts', [], 'yes'],
      ['format', 'node_modules/@biomejs/biome/bin/biome', ['cli'], 'yes,check,--write,cli'],
      ['test:one', 'test/one.ts', ['test/one.ts'], 'yes'],
    ] as const) {
      await mkdir(join(folder, dirname(file)), { recursive: true });
      await writeFile(join(folder, file), program);
      const { code, stdout } = await run(['bin/run.mjs', mode, ...given]);
      assert.equal(code, 7, mode);
      assert.equal(stdout, `${told}\n`);
    }
  }));

test('without a file the whole project is formatted', () =>
  withProject(async ({ folder, run }) => {
    await run(['bin/run.mjs', 'format']); // Installs, which empties node_modules.
    const biome = join(folder, 'node_modules/@biomejs/biome/bin');
    await mkdir(biome, { recursive: true });
    await writeFile(join(biome, 'biome'), 'console.log(process.argv.slice(2).join());\n');
    const { stdout } = await run(['bin/run.mjs', 'format']);
    assert.equal(stdout, `check,--write,${folder}\n`);
  }));
