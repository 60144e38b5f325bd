// The identity of a DATA_DIR: the same where it stays, another in every copy of the folder.
import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readPlace } from '../../../server/store/embedded/place-file.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'place-'));
});
after(() => rm(folder, { recursive: true }));

async function made(name: string): Promise<string> {
  const data_dir = join(folder, name);
  await cp(await mkdtemp(join(folder, 'new-')), data_dir, { recursive: true });
  return data_dir;
}

test('it stays the same at every start, and if the folder is renamed', async () => {
  const data_dir = await made('first');
  const place = await readPlace(data_dir);
  match(place ?? '', /^[0-9a-f-]{36}$/);
  equal(await readPlace(data_dir), place);
  await rename(data_dir, join(folder, 'renamed'));
  equal(await readPlace(join(folder, 'renamed')), place);
});

test('first starts at once agree', async () => {
  const data_dir = await made('at-once');
  const places = await Promise.all(Array.from({ length: 50 }, () => readPlace(data_dir)));
  match(places[0] ?? '', /^[0-9a-f-]{36}$/);
  deepEqual([...new Set(places)], [places[0]]);
  deepEqual(await readdir(data_dir), ['installation.json']);
});

test('a start on a full disk leaves no file that the next one could not read', async () => {
  const data_dir = await made('full');
  const module = fileURLToPath(
    new URL('../../../server/store/embedded/place-file.ts', import.meta.url),
  );
  const script = `import { readPlace } from ${JSON.stringify(module)};
    await readPlace(${JSON.stringify(data_dir)});`;
  // No file may have a byte: what a full disk does.
  const shell = 'ulimit -f 0; exec "$0" --input-type=module --eval "$1"';
  const { status } = spawnSync('sh', ['-c', shell, process.execPath, script]);
  notEqual(status, 0);
  match((await readPlace(data_dir)) ?? '', /^[0-9a-f-]{36}$/);
});

test('a copy of the folder is another place, always the same one', async () => {
  const original = await made('original');
  const place = await readPlace(original);
  const copies = [join(folder, 'copy-1'), join(folder, 'copy-2')];
  for (const copy of copies) {
    await cp(original, copy, { recursive: true, preserveTimestamps: true });
  }
  const [one, two] = await Promise.all(copies.map(readPlace));
  notEqual(one, place);
  notEqual(one, two);
  equal(await readPlace(copies[0] ?? ''), one);
  equal(await readPlace(original), place);
});

test('a file that is none of it tells nothing', async () => {
  for (const content of ['', 'null', '{"id":1}', '{']) {
    const data_dir = await made(`damaged-${content.length}`);
    await writeFile(join(data_dir, 'installation.json'), content);
    equal(await readPlace(data_dir), null);
  }
});
