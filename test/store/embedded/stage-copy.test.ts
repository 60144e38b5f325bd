import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { linkLibraries } from '../../../server/store/embedded/binaries.ts';
import { stageCopy } from '../../../server/store/embedded/stage-copy.ts';
import { scratchFolder } from './scratch.ts';

/** A package as npm leaves it if install scripts are off and the umask is strict. */
async function withPackage(work: (root: string, target: string) => Promise<void>): Promise<void> {
  const folder = await scratchFolder();
  try {
    const root = join(folder, 'package');
    await mkdir(join(root, 'native', 'bin'), { recursive: true, mode: 0o700 });
    await mkdir(join(root, 'native', 'lib'), { mode: 0o700 });
    await writeFile(join(root, 'native', 'bin', 'postgres'), 'program', { mode: 0o600 });
    await writeFile(join(root, 'native', 'lib', 'liba.so.1.2'), 'library', { mode: 0o600 });
    const links = [{ source: 'native/lib/liba.so.1.2', target: 'native/lib/liba.so.1' }];
    await writeFile(join(root, 'native', 'pg-symlinks.json'), JSON.stringify(links));
    await work(root, join(folder, 'target'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const stage = (root: string, target: string) =>
  stageCopy({ root, version: '18.0.0' }, target, linkLibraries);

test('a copy is open to every user, runs, and has its links', () =>
  withPackage(async (root, target) => {
    const staged = await stage(root, target);
    const modeOf = async (path: string) => (await stat(join(staged, path))).mode & 0o777;
    assert.equal(await modeOf('native/bin'), 0o755);
    assert.equal(await modeOf('native/bin/postgres'), 0o755);
    assert.equal(await modeOf('native/lib/liba.so.1'), 0o644);
    assert.equal(await readlink(join(staged, 'native/lib/liba.so.1')), 'liba.so.1.2');
  }));

test('starts at once make one copy and leave nothing else', () =>
  withPackage(async (root, target) => {
    const staged = await Promise.all([1, 2, 3, 4].map(() => stage(root, target)));
    assert.equal(new Set(staged).size, 1);
    assert.equal((await readdir(target)).length, 1);
    assert.equal(await readFile(join(staged[0] ?? '', 'native/bin/postgres'), 'utf8'), 'program');
  }));

test('half a copy under the right name is replaced', () =>
  withPackage(async (root, target) => {
    const staged = await stage(root, target);
    await rm(join(staged, 'native/lib/liba.so.1.2'));
    assert.equal(await stage(root, target), staged);
    assert.equal(await readFile(join(staged, 'native/lib/liba.so.1'), 'utf8'), 'library');
    assert.equal((await readdir(target)).length, 1);
  }));

test('a folder that others may write to is not used', () =>
  withPackage(async (root, target) => {
    await mkdir(target);
    await chmod(target, 0o777);
    await assert.rejects(stage(root, target), /open to other users/);
  }));

test('links are made once, however often', () =>
  withPackage(async (root) => {
    await Promise.all([linkLibraries(root), linkLibraries(root)]);
    await linkLibraries(root);
    assert.equal(await readFile(join(root, 'native/lib/liba.so.1'), 'utf8'), 'library');
  }));
