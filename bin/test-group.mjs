// Runs several test files in this process, one after the other, each as a suite with the name of
// the file.

import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from './bootstrap.mjs';
import { startLimit } from './file-limit.mjs';

const TESTS = pathToFileURL(join(ROOT, 'test/')).href;

const fileNumber = (url) => (url === undefined ? null : new URL(url).searchParams.get('file'));

/**
 * Each test file gets the modules of test/ anew, with their counters, scenes and hooks, as in a
 * process of its own; it shares the service's modules, which keep nothing between two services.
 */
function separateScenes(shared) {
  const kept = new Set(shared.map((path) => pathToFileURL(path).href));
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const number = fileNumber(context.parentURL);
      const is_own = number !== null && found.url.startsWith(TESTS) && !kept.has(found.url);
      return is_own ? { ...found, url: `${found.url}?file=${number}` } : found;
    },
  });
}

/** What the keepers keep stays from file to file; the modules at these paths are there once. */
export function runGroup(paths, keepers, shared) {
  separateScenes(shared);
  const releases = keepers.map((keep) => keep());
  after(async () => {
    for (const release of releases) await release();
  });
  for (const [index, path] of paths.entries()) {
    describe(path, async () => {
      let clear;
      before(() => {
        clear = startLimit(path);
      });
      after(() => clear());
      await import(`${pathToFileURL(join(ROOT, path)).href}?file=${index + 1}`);
    });
  }
}
