// Lays the picture that another commit has of each screen beside the one of this checkout:
// `node test/console/compare-screens.ts COMMIT [FOLDER]`. Each commit has its pictures among the
// documents, taken by its own test of every screen, so that the other one is not started.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../support/browser/browser.ts';
import { SCREENS } from './screens.ts';
import { DESKTOP } from './steps/screen-steps.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PICTURES = 'docs/operate/images/console/';
/** Between the two, and above each for its title. */
const SPACE = 24;

type Pair = { readonly name: string; readonly before: Buffer | null; readonly after: Buffer };

const git = (...words: string[]) =>
  execFileSync('git', ['-C', ROOT, ...words], { maxBuffer: 16_000_000 });

/** In the order of the list of screens; those that only the other commit has are not among them. */
function pairsWith(commit: string): Pair[] {
  const listed = git('ls-tree', '--name-only', commit, PICTURES).toString().split('\n');
  return SCREENS.map(({ name }) => {
    const path = `${PICTURES}${name}.png`;
    return {
      name,
      before: listed.includes(path) ? git('show', `${commit}:${path}`) : null,
      after: readFileSync(join(ROOT, path)),
    };
  });
}

const image = (png: Buffer | null) =>
  png === null
    ? '<p>This screen did not exist.</p>'
    : `<img src="data:image/png;base64,${png.toString('base64')}">`;

const sheetOf = (titles: readonly [string, string], { name, before, after }: Pair) => `
  <style>
    body { margin: 0; font: 16px sans-serif; display: grid; gap: 0 ${SPACE}px;
      grid-template-columns: repeat(2, ${DESKTOP.width}px); background: #888 }
    h1 { margin: 0; font-size: 16px; line-height: ${SPACE}px }
    img { display: block }
    p { height: ${DESKTOP.height}px; margin: 0; background: white; padding: ${SPACE}px }
  </style>
  <h1>${name}, ${titles[0]}</h1><h1>${name}, ${titles[1]}</h1>${image(before)}${image(after)}`;

async function drawPair(page: Page, titles: readonly [string, string], pair: Pair, folder: string) {
  await page.setContent(sheetOf(titles, pair));
  const drawn =
    '[...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth)';
  await page.waitForFunction(drawn);
  await page.screenshot({ path: join(folder, `${pair.name}.png`) });
}

const shown = ({ name }: Pair) =>
  `<h2>${name}</h2>\n<a href="${name}.png"><img src="${name}.png" loading="lazy"></a>`;

const contactSheet = (commit: string, pairs: readonly Pair[]) => `<!doctype html>
<meta charset="utf-8"><title>The console before and after</title>
<style>body { font: 14px sans-serif; margin: 16px } img { max-width: 100% }</style>
<h1>The console at ${commit} and now</h1>
${pairs.map(shown).join('\n')}
`;

const [asked, folder = join(ROOT, 'node_modules', '.cache', 'compared-screens')] =
  process.argv.slice(2);
if (asked === undefined) {
  process.stderr.write('Usage: node test/console/compare-screens.ts COMMIT [FOLDER]\n');
  process.exit(2);
}
const commit = git('rev-parse', '--short', '--verify', '--end-of-options', `${asked}^{commit}`)
  .toString()
  .trim();
const into = resolve(folder);
const pairs = pairsWith(commit);
mkdirSync(into, { recursive: true });
const browser = await launchBrowser();
try {
  const width = 2 * DESKTOP.width + SPACE;
  const page = await browser.newPage({ viewport: { width, height: DESKTOP.height + SPACE } });
  for (const pair of pairs) await drawPair(page, [commit, 'now'], pair, into);
} finally {
  await browser.close();
}
const sheet = join(into, 'index.html');
writeFileSync(sheet, contactSheet(commit, pairs));
const made = pairs.filter(({ before }) => before === null).map(({ name }) => name);
process.stdout.write(`${pairs.length} screens: ${pathToFileURL(sheet)}\n`);
process.stdout.write(`Not at ${commit}: ${made.join(', ') || 'none'}\n`);
