// What is installed for whom: the service alone for `start`, the developers' tools beside it for
// `test`, by the real npm from packages in local files.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { type Project, withProject } from './scratch-project.ts';

const INSTALLING = 'Installing the locked dependencies; this happens once.\n';
const ADDING = 'Installing the tools for development and tests; this happens once.\n';
const LAUNCHER = ['bin/payment-orders.mjs'];
const MACHINE_NODE = `node-${process.platform}-${process.arch}`;

/** A package as a registry has it: a tarball, and its digest in the lock. */
async function pack(
  folder: string,
  name: string,
  files: Record<string, string>,
  source_name = 'source',
) {
  const source = join(folder, `${source_name}-${name}`);
  await mkdir(source);
  await writeFile(join(source, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(join(source, file, '..'), { recursive: true });
    await writeFile(join(source, file), text);
  }
  await promisify(execFile)('npm', ['pack', '--pack-destination', folder], { cwd: source });
  const bytes = await readFile(join(folder, `${name}-1.0.0.tgz`));
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  return { version: '1.0.0', resolved: `file:${name}-1.0.0.tgz`, integrity };
}

/** One package for the service, the pinned Node's with headers, and one for developers. */
async function writePackages({ folder }: Project): Promise<void> {
  const needed = await pack(folder, 'needed', { 'index.js': '' });
  const node = await pack(folder, MACHINE_NODE, { 'include/node/node.h': '', 'README.md': '' });
  const tool = await pack(folder, 'tool', { 'index.js': '' });
  const base = {
    name: 'scratch',
    version: '1.0.0',
    dependencies: { needed: needed.resolved, [MACHINE_NODE]: node.resolved },
    devDependencies: { tool: tool.resolved },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...base, type: 'module' }));
  const packages = {
    '': base,
    'node_modules/needed': needed,
    [`node_modules/${MACHINE_NODE}`]: node,
    'node_modules/tool': { ...tool, dev: true },
  };
  const lock = { name: 'scratch', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
  await writeFile(
    join(folder, 'test', 'good.test.ts'),
    "import { test } from 'node:test';\ntest('good', () => undefined);\n",
  );
}

const fileOf = ({ folder }: Project, ...path: string[]) => join(folder, 'node_modules', ...path);

test('the service is installed without the tools, which the tests add beside it', () =>
  withProject(async (project) => {
    await writePackages(project);
    assert.equal((await project.run(LAUNCHER)).stderr, INSTALLING);
    const before = await stat(fileOf(project, 'needed', 'index.js'));
    await assert.rejects(stat(fileOf(project, 'tool')), /ENOENT/);

    const tested = await project.run(['bin/run.mjs', 'test', 'test/good.test.ts']);
    assert.equal(tested.code, 0, tested.stderr);
    assert.equal(tested.stderr, ADDING);
    assert.ok((await stat(fileOf(project, 'tool', 'index.js'))).isFile());
    // A service that runs from here has its files open: they are the same ones as before.
    assert.equal((await stat(fileOf(project, 'needed', 'index.js'))).ino, before.ino);
    assert.equal((await project.run(LAUNCHER)).stderr, '');
  }));

test('tests on an empty checkout install everything at once', () =>
  withProject(async (project) => {
    await writePackages(project);
    const tested = await project.run(['bin/run.mjs', 'test', 'test/good.test.ts']);
    assert.equal(tested.stderr, INSTALLING);
    assert.ok((await stat(fileOf(project, 'tool', 'index.js'))).isFile());
    assert.equal((await project.run(LAUNCHER)).stderr, '');
  }));

/** Fails where packages are added, and is the real npm for all else. */
const NPM_WITHOUT_ADDITIONS = `
import { spawnSync } from 'node:child_process';
if (process.argv.includes('install')) process.exit(1);
process.exitCode = spawnSync('npm', process.argv.slice(2), { stdio: 'inherit' }).status;
`;

test('an addition that fails ends in a whole installation', () =>
  withProject(async (project) => {
    await writePackages(project);
    await project.run(LAUNCHER);
    const npm = join(project.folder, 'npm-cli.js');
    await writeFile(npm, NPM_WITHOUT_ADDITIONS);
    const parameters = ['bin/run.mjs', 'test', 'test/good.test.ts'];
    const tested = await project.run(parameters, { npm_execpath: npm });
    assert.equal(tested.code, 0);
    assert.ok(tested.stderr.startsWith(`${ADDING}${INSTALLING}`), tested.stderr);
    assert.ok((await stat(fileOf(project, 'tool', 'index.js'))).isFile());
  }));

test('headers of the pinned Node are not kept: nothing here is compiled', () =>
  withProject(async (project) => {
    await writePackages(project);
    await project.run(LAUNCHER);
    assert.ok((await stat(fileOf(project, MACHINE_NODE, 'README.md'))).isFile());
    await assert.rejects(stat(fileOf(project, MACHINE_NODE, 'include')), /ENOENT/);
  }));

/** The pinned Node as the real lock has it: npm chooses it by the machine. */
async function lockForThisMachine(project: Project): Promise<void> {
  await writePackages(project);
  const lock_file = join(project.folder, 'package-lock.json');
  const lock = JSON.parse(await readFile(lock_file, 'utf8'));
  const { [MACHINE_NODE]: node, ...dependencies } = lock.packages[''].dependencies;
  const base = {
    ...lock.packages[''],
    dependencies,
    optionalDependencies: { [MACHINE_NODE]: node },
  };
  const { platform: os, arch: cpu } = process;
  const entry = lock.packages[`node_modules/${MACHINE_NODE}`];
  Object.assign(lock.packages, {
    '': base,
    [`node_modules/${MACHINE_NODE}`]: { ...entry, optional: true, os: [os], cpu: [cpu] },
  });
  await writeFile(lock_file, JSON.stringify(lock));
  await writeFile(
    join(project.folder, 'package.json'),
    JSON.stringify({ ...base, type: 'module' }),
  );
}

const described = (project: Project) => stat(fileOf(project, MACHINE_NODE, 'package.json'));
/** Of what npm itself installed. */
const npmInstalled = async (project: Project) =>
  Object.keys(
    JSON.parse(await readFile(fileOf(project, '.package-lock.json'), 'utf8')).packages,
  ).includes(`node_modules/${MACHINE_NODE}`);

test('packages for this machine are unpacked beside the others, and stay as tools are added', () =>
  withProject(async (project) => {
    await lockForThisMachine(project);
    assert.equal((await project.run(LAUNCHER)).stderr, INSTALLING);
    const before = await described(project);
    assert.ok((await stat(fileOf(project, MACHINE_NODE, 'README.md'))).isFile());
    await assert.rejects(stat(fileOf(project, MACHINE_NODE, 'include')), /ENOENT/);
    assert.equal(await npmInstalled(project), false);
    await rm(fileOf(project, '.installed-from'));
    assert.equal((await project.run(LAUNCHER)).stderr, '');
    const tested = await project.run(['bin/run.mjs', 'test', 'test/good.test.ts']);
    assert.deepEqual([tested.code, tested.stderr], [0, ADDING]);
    assert.equal((await described(project)).ino, before.ino);
    assert.equal((await project.run(LAUNCHER)).stderr, '');
  }));

test('without tar npm unpacks them too', () =>
  withProject(async (project) => {
    await lockForThisMachine(project);
    const programs = join(project.folder, 'programs');
    await mkdir(programs);
    for (const name of ['npm', 'sh', 'node']) {
      const { stdout } = await promisify(execFile)('which', [name]);
      await symlink(await realpath(stdout.trim()), join(programs, name));
    }
    const { stderr } = await project.run(LAUNCHER, { PATH: programs });
    assert.equal(stderr, INSTALLING);
    assert.ok((await described(project)).isFile());
    assert.equal(await npmInstalled(project), true);
  }));

test('a package that is not as the lock says is not kept', () =>
  withProject(async (project) => {
    await lockForThisMachine(project);
    await pack(project.folder, MACHINE_NODE, { 'changed.js': '' }, 'again');
    await project.run(LAUNCHER);
    await assert.rejects(stat(fileOf(project, MACHINE_NODE, 'changed.js')), /ENOENT/);
  }));

/** Prints what the progress of two packages of five looks like until it is first shown. */
const SHOW_PROGRESS = `
import { showProgress } from './bin/install.mjs';
let written = '';
const write = (text) => {
  written += text;
  if (text.includes('packages')) setImmediate(finish);
};
const progress = showProgress(5, { isTTY: process.argv[2] === 'terminal', write }, 1);
progress.add(2);
function finish() {
  progress.end();
  console.log(JSON.stringify(written));
  process.exit();
}
`;

test('an installation shows how far it is: one line on a terminal, several in a log', () =>
  withProject(async (project) => {
    await writeFile(join(project.folder, 'show.mjs'), SHOW_PROGRESS);
    const shown = async (where: string) => (await project.run(['show.mjs', where])).stdout.trim();
    assert.equal(await shown('terminal'), String.raw`"\r  2 of 5 packages, 0 s\r\u001b[K"`);
    assert.equal(await shown('log'), String.raw`"  2 of 5 packages, 0 s\n"`);
  }));
