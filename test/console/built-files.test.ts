// What the build makes of the console: small enough to start from, with every style that it uses.
import { deepEqual, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { buildConsole } from './build-console.ts';

const CONSOLE = join(import.meta.dirname, '..', '..', 'console');
const DIST = join(CONSOLE, 'dist');
const STYLES = join(CONSOLE, 'node_modules', '@mantine', 'core', 'styles.css');
const FIRST_LOAD_BYTES = 200_000;
/** With the page itself and its styles. Verify shows a trade, whose page shows bank lines. */
const FILES_OF_A_SCREEN = 12;

const read = (file: string) => readFileSync(join(DIST, file), 'utf8');
/** Mantine's names of classes, as its scripts set them and its styles define them. */
const classesIn = (text: string) => text.match(/\bm[_-][0-9a-f]{6,8}\b/g) ?? [];

/** What a browser has to have before this script can run, itself among them. */
function neededBy(script: string, found = new Set<string>()): Set<string> {
  if (found.has(script)) return found;
  found.add(script);
  const imports = read(`assets/${script}`).matchAll(/from\s*["']\.\/([^"']+\.js)["']/g);
  for (const [, name = ''] of imports) neededBy(name, found);
  return found;
}

before(buildConsole);

describe('the built console', () => {
  it(`starts from at most ${FIRST_LOAD_BYTES} bytes, compressed`, () => {
    const [...named] = read('index.html').matchAll(/(?:src|href)="\/console\/(assets\/[^"]+)"/g);
    ok(named.length > 1);
    const sizes = named.map(([, file = '']) => readFileSync(join(DIST, `${file}.br`)).length);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    ok(bytes <= FIRST_LOAD_BYTES, `${bytes} bytes`);
  });

  it(`loads at most ${FILES_OF_A_SCREEN} files until any screen stands`, () => {
    const scripts = readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith('.js'));
    ok(scripts.length > 10);
    const many = scripts
      .map((script) => [script, neededBy(script).size + 2] as const)
      .filter(([, files]) => files > FILES_OF_A_SCREEN);
    deepEqual(many, []);
    const trades = scripts.find((name) => name.startsWith('trades-')) ?? '';
    ok(neededBy(trades).size > 2);
  });

  it('has the styles of every part of Mantine that its scripts use', () => {
    const files = readdirSync(join(DIST, 'assets')).map((name) => join('assets', name));
    const all = (suffix: string) =>
      classesIn(
        files
          .filter((name) => name.endsWith(suffix))
          .map(read)
          .join('\n'),
      );
    const styled = new Set(all('.css'));
    const known = new Set(classesIn(readFileSync(STYLES, 'utf8')));
    const missing = new Set(all('.js').filter((name) => known.has(name) && !styled.has(name)));
    deepEqual([...missing], []);
    ok(styled.size > 100);
  });
});
