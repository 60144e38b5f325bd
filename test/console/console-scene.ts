// The console as people use it: a running sandbox, a real browser, and persons who are signed in.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { acceptedBody, type HttpClient, operatorClient } from '../../bench/harness/http-client.ts';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import { type ServiceProcess, spawnService } from '../../bench/harness/service-process.ts';
import { BENCH_OPERATOR_TOKEN } from '../../bench/harness/shop.ts';
import { launchBrowser } from '../support/browser/browser.ts';

type Role = 'owner' | 'operator' | 'finance' | 'viewer';

export type Person = { name: string; email: string; role: Role };

const PASSWORD = 'correct horse battery';

type Invited = { link: { url: string } };

/** A page on which somebody is signed in; `complaints` are its errors and warnings. */
export type Desk = { page: Page; complaints: string[]; close(): Promise<void> };

export type ConsoleScene = {
  url: string;
  operator: HttpClient;
  /** Not signed in. */
  open(options?: BrowserContextOptions): Promise<Desk>;
  /** Invites the person the first time, and signs them in. */
  signIn(person: Person, options?: BrowserContextOptions): Promise<Desk>;
  invite(person: Person): Promise<string>;
  stop(): Promise<void>;
};

const START_MS = 60_000;

function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A browser reports each refused request, among them the first look at who is signed in.
    const is_refusal = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !is_refusal) {
      complaints.push(message.text());
    }
  });
  return complaints;
}

async function deskIn(context: BrowserContext): Promise<Desk> {
  const page = await context.newPage();
  return { page, complaints: listen(page), close: () => context.close() };
}

async function enter({ page }: Desk, url: string, { email }: Person): Promise<void> {
  await page.goto(`${url}/console`);
  await page.getByLabel('E-mail address').fill(email);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').first().waitFor();
}

/** With the demo data of the sandbox. */
export async function openConsoleScene(): Promise<ConsoleScene> {
  const folder = await scratchFolder();
  const service: ServiceProcess = spawnService({
    DATA_DIR: folder,
    OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
  });
  const url = await service.ready;
  const operator = operatorClient(url, BENCH_OPERATOR_TOKEN);
  const browser: Browser = await launchBrowser();
  const invited = new Set<string>();

  const open = async (options: BrowserContextOptions = {}) =>
    deskIn(await browser.newContext({ reducedMotion: 'reduce', ...options }));

  async function invite(person: Person): Promise<string> {
    const { link } = acceptedBody(await operator.post<Invited>('/people', person));
    invited.add(person.email);
    return link.url;
  }

  return {
    url,
    operator,
    open,
    invite,
    async signIn(person, options) {
      if (!invited.has(person.email)) {
        const link = await invite(person);
        const [, secret = ''] = link.split('#');
        const body = { link: secret, password: PASSWORD };
        acceptedBody(await operator.post('/session/link', body));
      }
      const desk = await open(options);
      await enter(desk, url, person);
      return desk;
    },
    async stop() {
      await browser.close();
      await service.stop();
      await removeFolder(folder);
    },
  };
}

/** The console is read by the service when it is built; a test waits for that, not for a time. */
export async function waitForConsole(page: Page, url: string): Promise<void> {
  const end_ms = performance.now() + START_MS;
  while (performance.now() < end_ms) {
    const answer = await page.goto(`${url}/console`);
    if (answer?.status() === 200) return;
    await page.waitForTimeout(500);
  }
  throw new Error('The console was not built in time');
}
