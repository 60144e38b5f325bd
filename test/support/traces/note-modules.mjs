// Preloaded into a process (`--import`): writes the packages that it loads into the folder that
// LOADED_PACKAGES names, one empty file for each.
import { mkdirSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';

const folder = process.env['LOADED_PACKAGES'];

registerHooks({
  load(url, context, nextLoad) {
    const name = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
    if (folder !== undefined && name !== undefined) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, name.replace('/', '+')), '');
    }
    return nextLoad(url, context);
  },
});
