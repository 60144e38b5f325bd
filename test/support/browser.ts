// Launches a Chromium for tests: the machine's own where there is one, else npm's.
import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url));

/** Fonts of the package and of the machine; the package's own file names folders of one cloud. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fonts-cache</cachedir>
</fontconfig>
`;

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function systemChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isRunnable);
}

/** It unpacks into the shared folder that TMPDIR names: hence a process and a folder of its own. */
const UNPACK = fileURLToPath(new URL('unpack-chromium.ts', import.meta.url));

/** Once per checkout. Several test files may come at once: each unpacks aside, the first stays. */
async function carriedChromium(): Promise<string> {
  const manifest = await readFile(`${MODULES}@sparticuz/chromium/package.json`, 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const home = join(MODULES, '.cache', `chromium-${version}`);
  if (existsSync(home)) return home;
  await mkdir(join(MODULES, '.cache'), { recursive: true });
  const aside = mkdtempSync(`${home}-`);
  // It unpacks the libraries that a bare machine lacks only where it believes to be in that cloud.
  const env = { ...process.env, TMPDIR: aside, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  await promisify(execFile)(process.execPath, [UNPACK], { env });
  await writeFile(join(aside, 'fonts.conf'), FONTS);
  try {
    await rename(aside, home);
  } catch (error) {
    if (!existsSync(home)) throw error;
    await rm(aside, { recursive: true });
  }
  return home;
}

/** Close it when done. No sandbox: tests run as root too, where Chromium has none. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const args = ['--font-render-hinting=none', ...more];
  const system = systemChromium();
  if (system !== undefined) return chromium.launch({ executablePath: system, args });
  const home = await carriedChromium();
  const env = {
    ...process.env,
    HOME: process.env.HOME ?? tmpdir(),
    LD_LIBRARY_PATH: join(home, 'al2023', 'lib'),
    FONTCONFIG_FILE: join(home, 'fonts.conf'),
    XDG_CACHE_HOME: home,
  };
  return chromium.launch({ executablePath: join(home, 'chromium'), args, env });
}
