// Prints how long each screen of the console takes until it can be used, in a real browser: on the
// demo data, or with `-- URL EMAIL PASSWORD` on any running service. Prints only: no limit fails.
import type { Page } from 'playwright-core';
import { launchBrowser } from '../support/browser/browser.ts';
import { openConsoleScene } from './console-scene.ts';
import { SCREENS } from './screens.ts';

const RUNS = 3;
const OWNER = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' } as const;

/** Interactive: the heading is there, nothing is loading any more, and the page answers a key. */
async function timeOf(page: Page, url: string): Promise<number> {
  const began_at = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({
    state: 'detached',
  });
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  return performance.now() - began_at;
}

async function print(page: Page, base: string, screens: readonly (readonly [string, string])[]) {
  for (const [name, address] of screens) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      times.push(await timeOf(page, `${base}/console${address}`));
    }
    const [best = 0, median = 0, worst = 0] = times.toSorted((a, b) => a - b);
    const row = [best, median, worst].map((ms) => `${Math.round(ms)} ms`.padStart(9)).join('');
    process.stdout.write(`${name.padEnd(24)}${row}\n`);
  }
}

const [url, email, password] = process.argv.slice(2);
process.stdout.write(`${'screen'.padEnd(24)}     best   median    worst\n`);
if (url === undefined) {
  const scene = await openConsoleScene();
  const { page } = await scene.signIn(OWNER);
  const screens = await Promise.all(
    SCREENS.map(
      async ({ path, name, address }) =>
        [name, address === undefined ? path : await address(scene.operator)] as const,
    ),
  );
  await print(page, scene.url, screens);
  await scene.stop();
} else {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(`${url}/console`);
  await page.getByLabel('E-mail address').fill(email ?? '');
  await page.locator('input[name=password]').fill(password ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').first().waitFor();
  const plain = SCREENS.filter(({ address }) => address === undefined);
  await print(
    page,
    url,
    plain.map(({ name, path }) => [name, path] as const),
  );
  await browser.close();
}
