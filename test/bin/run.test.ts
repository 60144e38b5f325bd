import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Project, withProject } from './scratch-project.ts';

const GOOD = "import { test } from 'node:test';\ntest('good', () => undefined);\n";
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
    }
  }));

test('files that are given run alone', () =>
  withProject(async (project) => {
    await writeTests(project);
    const { code, stdout } = await project.run(['bin/run.mjs', 'test', 'test/good.test.ts']);
    assert.equal(code, 0);
    assert.match(stdout, /tests 1\n/);
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

test('bench and torture run under the pinned Node, with their words and their exit code', () =>
  withProject(async ({ folder, run }) => {
    await mkdir(join(folder, 'bench'));
    const program = 'console.log(process.argv.slice(2).join());\nprocess.exitCode = 7;\n';
    for (const mode of ['bench', 'torture']) {
      await writeFile(join(folder, 'bench', `${mode}.ts`), `const typed: string = '';\n${program}`);
      const { code, stdout } = await run(['bin/run.mjs', mode, '--only', 'reads']);
      assert.equal(code, 7);
      assert.match(stdout, /--only,reads\n/);
    }
  }));
