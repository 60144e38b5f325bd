// Installs what production needs, as the user who owns the files, so that the service itself can
// run as one who may not write there. `--outside-database`: without the embedded PostgreSQL and the
// pinned Node, and without what only developers read.

import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, COMPILED, installForOutsideDatabase, ROOT } from './bootstrap.mjs';

const ONLY_READ = /\.(?:d\.[cm]?ts|map|md|flow)$/;

/** Types, source maps and read-me files: two fifths of what is installed. */
function dropWhatIsOnlyRead(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && ONLY_READ.test(entry.name)) rmSync(join(entry.parentPath, entry.name));
  }
}

if (process.argv.includes('--outside-database')) {
  await installForOutsideDatabase();
  dropWhatIsOnlyRead(join(ROOT, 'node_modules'));
} else {
  const node = await bootstrap({ with_development: false });
  // Loads what the service loads, and ends: whoever runs the service may not write here.
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED };
  execFileSync(node, [join(ROOT, 'server', 'main.ts'), '--help'], { env, stdio: 'pipe' });
}
