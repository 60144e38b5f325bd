import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { finished, type Project, pinNode, withProject } from './scratch-project.ts';

const LAUNCHER = 'bin/payment-orders.mjs';
const INSTALLING = 'Installing the locked dependencies; this happens once.\n';

function readSignals(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

/**
 * Starts the service and waits until it listens to signals, that is, until it has printed its
 * line.
 */
async function startService(project: Project, file: string) {
  const launcher = project.start([LAUNCHER, 'serve', 'wait', file]);
  const run = finished(launcher);
  if (launcher.stdout !== null) await once(launcher.stdout, 'data');
  return { launcher, run };
}

suite('dependencies', () => {
  test('are installed when missing, once, and again when the lock changes', () =>
    withProject(async ({ run, writeLock, folder }) => {
      assert.equal((await run([LAUNCHER])).stderr, INSTALLING);
      assert.ok((await stat(join(folder, 'node_modules', 'local'))).isDirectory());
      assert.equal((await run([LAUNCHER])).stderr, '');
      await writeLock('2.0.0');
      // npm's own record names no version of a linked folder: without it the lock has to decide.
      await rm(join(folder, 'node_modules', '.package-lock.json'));
      assert.equal((await run([LAUNCHER])).stderr, INSTALLING);
      assert.equal((await run([LAUNCHER])).stderr, '');
    }));

  test('are installed by one of many starts at once', () =>
    withProject(async ({ run, folder }) => {
      const runs = await Promise.all([1, 2, 3].map(() => run([LAUNCHER])));
      assert.deepEqual(
        runs.map(({ code }) => code),
        [0, 0, 0],
      );
      assert.equal(runs.filter(({ stderr }) => stderr.includes(INSTALLING)).length, 1);
      await assert.rejects(stat(join(folder, '.installing')), /ENOENT/);
    }));

  test('wait for an install that has not written yet which process it is', () =>
    withProject(async (project) => {
      const lock = join(project.folder, '.installing');
      await mkdir(lock);
      await writeFile(join(lock, 'process'), '');
      const run = project.run([LAUNCHER, 'serve', 'exit', '0']);
      await sleep(1_000);
      // Whoever took it for the lock of a dead process has removed it.
      assert.equal(await readFile(join(lock, 'process'), 'utf8'), '');
      await rm(lock, { recursive: true });
      assert.deepEqual(await run.then(({ code, stderr }) => [code, stderr]), [0, INSTALLING]);
    }));

  test('are installed after an install that was killed', () =>
    withProject(async ({ run, folder }) => {
      await mkdir(join(folder, '.installing'));
      await writeFile(join(folder, '.installing', 'process'), '4194304');
      assert.deepEqual(await run([LAUNCHER, 'serve', 'exit', '0']).then(({ code }) => code), 0);
    }));

  test('that cannot be installed end in one sentence below what npm says', () =>
    withProject(async ({ run, folder }) => {
      await writeFile(join(folder, 'package-lock.json'), '{"lockfileVersion": 3, "packages": {}}');
      const { code, stderr } = await run([LAUNCHER]);
      assert.equal(code, 1);
      assert.match(stderr, /npm could not install the dependencies \(code 1\).+\n$/);
      await assert.rejects(stat(join(folder, '.installing')), /ENOENT/);
    }));
});

suite('what is started', () => {
  test('the service by `serve`, the command line by every other command and by none', () =>
    withProject(async ({ run }) => {
      const cases: [string[], string, string[]][] = [
        [[], 'cli/main.ts', ['help']],
        [['serve'], 'server/main.ts', []],
        [['serve', '--x', 'y'], 'server/main.ts', ['--x', 'y']],
        [['trades', 'show', 'a b'], 'cli/main.ts', ['trades', 'show', 'a b']],
        [['--help'], 'cli/main.ts', ['--help']],
      ];
      for (const [args, entry, passed] of cases) {
        const { stdout } = await run([LAUNCHER, ...args]);
        assert.deepEqual(JSON.parse(stdout), { entry, args: passed, pinned: '' });
      }
    }));

  test('with what Node compiled before, kept beside the packages or where its setting says', () =>
    withProject(async ({ run, folder }) => {
      const NODE_COMPILE_CACHE = join(folder, 'elsewhere');
      await run([LAUNCHER, 'serve'], { NODE_COMPILE_CACHE });
      const kept = join(folder, 'node_modules', '.cache', 'compiled');
      await assert.rejects(stat(kept), /ENOENT/);
      assert.ok((await readdir(NODE_COMPILE_CACHE)).length > 0);
      await run([LAUNCHER, 'serve']);
      assert.ok((await readdir(kept)).length > 0);
    }));

  test('the exit code is passed on', () =>
    withProject(async ({ run }) => {
      for (const code of [0, 7]) {
        assert.equal((await run([LAUNCHER, 'serve', 'exit', String(code)])).code, code);
        assert.equal((await run([LAUNCHER, 'exit', String(code)])).code, code);
      }
    }));

  test('by the pinned Node, even if it lost its x bit; by this one if it does not run', () =>
    withProject(async (project) => {
      await project.run([LAUNCHER]);
      const pinned = await pinNode(project, 0o644);
      assert.match((await project.run([LAUNCHER])).stdout, /"pinned":"yes"/);
      assert.equal((await stat(pinned)).mode & 0o111, 0o111);
      await writeFile(pinned, 'not a program of this machine');
      assert.match((await project.run([LAUNCHER])).stdout, /"pinned":""/);
    }));
});

suite('signals', () => {
  test('each reaches the service once, however often it comes', () =>
    withProject(async (project) => {
      const file = join(project.folder, 'signals');
      const { launcher, run } = await startService(project, file);
      launcher.kill('SIGINT');
      launcher.kill('SIGINT');
      while (!(await readSignals(file)).includes('SIGINT')) await sleep(10);
      launcher.kill('SIGINT');
      launcher.kill('SIGTERM');
      assert.equal((await run).code, 3);
      assert.equal(await readSignals(file), 'SIGINT\nSIGTERM\n');
    }));

  test('a killed launcher leaves no service behind', () =>
    withProject(async (project) => {
      const file = join(project.folder, 'signals');
      const { launcher, run } = await startService(project, file);
      launcher.kill('SIGKILL');
      await run; // Its output ends when the last process that writes to it has ended.
      assert.equal(await readSignals(file), 'SIGTERM\n');
    }));
});
