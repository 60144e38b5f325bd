// Launches a Chromium for tests: the one from npm on every machine, so that they see the same
// pages; another one only if TEST_BROWSER names it.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const MODULES = fileURLToPath(new URL('../../../node_modules/', import.meta.url));

const CARRIED_FONTS = [
  import.meta.resolve('@expo-google-fonts/noto-sans-arabic/package.json'),
  import.meta.resolve('@expo-google-fonts/noto-sans-devanagari/package.json'),
]
  .flatMap((at) => ['400Regular', '600SemiBold', '700Bold'].map((face) => new URL(face, at)))
  .map((folder) => `  <dir>${fileURLToPath(folder)}</dir>`);

const familyOrder = (family: string) => `  <alias binding="strong">
    <family>${family}</family>
    <prefer>
      <family>Open Sans</family>
      <family>Noto Sans Arabic</family>
      <family>Noto Sans Devanagari</family>
    </prefer>
  </alias>`;

/** Fonts for every script used on the pages, so that no machine shows boxes in place of letters. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
${CARRIED_FONTS.join('\n')}
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fonts-cache</cachedir>
${familyOrder('system-ui')}
${familyOrder('sans-serif')}
</fontconfig>
`;

/** It unpacks into the shared folder that TMPDIR names: hence a process and a folder of its own. */
const UNPACK = fileURLToPath(new URL('unpack-chromium.ts', import.meta.url));

/**
 * Runs once per checkout. Test files may run at once: each unpacks separately, the first one stays.
 */
async function carriedChromium(): Promise<string> {
  const manifest = await readFile(`${MODULES}@sparticuz/chromium/package.json`, 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const home = join(MODULES, '.cache', `chromium-${version}`);
  if (existsSync(home)) return home;
  await mkdir(join(MODULES, '.cache'), { recursive: true });
  const aside = mkdtempSync(`${home}-`);
  // It unpacks the libraries missing on a bare machine only if it believes that it runs in that
  // cloud.
  const env = { ...process.env, TMPDIR: aside, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  await promisify(execFile)(process.execPath, [UNPACK], { env });
  try {
    await rename(aside, home);
  } catch (error) {
    if (!existsSync(home)) throw error;
    await rm(aside, { recursive: true });
  }
  return home;
}

/** Named by its content, so that checkouts before and after a change do not disturb each other. */
async function fontSettings(home: string): Promise<string> {
  const hash = createHash('sha256').update(FONTS).digest('hex').slice(0, 8);
  const path = join(home, `fonts-${hash}.conf`);
  if (existsSync(path)) return path;
  await writeFile(`${path}.${process.pid}`, FONTS);
  await rename(`${path}.${process.pid}`, path);
  return path;
}

/** It has no sandbox: tests also run as root, and Chromium has no sandbox there. */
async function launch(more: readonly string[]): Promise<Browser> {
  const args = ['--font-render-hinting=none', ...more];
  const other = process.env.TEST_BROWSER;
  const home = await carriedChromium();
  const carried = { LD_LIBRARY_PATH: join(home, 'al2023', 'lib') };
  const env = {
    ...process.env,
    ...(other === undefined ? carried : {}),
    HOME: process.env.HOME ?? tmpdir(),
    FONTCONFIG_FILE: await fontSettings(home),
    XDG_CACHE_HOME: home,
  };
  return chromium.launch({ executablePath: other ?? join(home, 'chromium'), args, env });
}

/** What a test may do with a browser that others use too. */
export type TestBrowser = Pick<Browser, 'newContext' | 'newPage' | 'close'>;

let shared: Promise<Browser> | null = null;
let users = 0;

/**
 * Keeps the browser until the result is called; the last one closes it.
 * @public bin/test-groups.mjs names it in the programs that it writes.
 */
export function keepSharedBrowser(): () => Promise<void> {
  users += 1;
  return async () => {
    users -= 1;
    if (users > 0 || shared === null) return;
    const closing = shared;
    shared = null;
    await (await closing).close();
  };
}

/** Close it when done: that closes its contexts, and the browser if nobody else uses it. */
function shareOf(browser: Browser, release: () => Promise<void>): TestBrowser {
  const closes: (() => Promise<void>)[] = [];
  return {
    async newContext(options) {
      const context = await browser.newContext(options);
      closes.push(() => context.close());
      return context;
    },
    async newPage(options) {
      const page = await browser.newPage(options);
      closes.push(() => page.context().close());
      return page;
    },
    async close() {
      for (const close of closes) await close();
      await release();
    },
  };
}

/** With arguments of its own it is a browser of its own; otherwise files of a process share one. */
export async function launchBrowser(more: readonly string[] = []): Promise<TestBrowser> {
  if (more.length > 0) return launch(more);
  const release = keepSharedBrowser();
  try {
    shared ??= launch([]);
    return shareOf(await shared, release);
  } catch (error) {
    shared = null;
    await release();
    throw error;
  }
}
