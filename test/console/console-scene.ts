// The console as people use it: a running sandbox, a real browser, and persons who are signed in.
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { acceptedBody, type HttpClient, operatorClient } from '../../bench/harness/http-client.ts';
import type { ServiceEnvironment } from '../../bench/harness/service-process.ts';
import { BENCH_OPERATOR_TOKEN } from '../../bench/harness/shop.ts';
import { launchBrowser } from '../support/browser/browser.ts';
import { startDemoService } from '../support/demo-service.ts';
import { buildConsole } from './build-console.ts';
import { type Desk, deskIn } from './desk.ts';

type Role = 'owner' | 'operator' | 'finance' | 'viewer' | 'merchant_admin' | 'merchant_viewer';

/** `merchant_id`: of people of a merchant. */
export type Person = { name: string; email: string; role: Role; merchant_id?: string };

const PASSWORD = 'correct horse battery';

type Invited = { link: { url: string } };

export type ConsoleScene = {
  url: string;
  operator: HttpClient;
  /** Not signed in. */
  open(options?: BrowserContextOptions): Promise<Desk>;
  /** Invites the person the first time, and signs them in. */
  signIn(person: Person, options?: BrowserContextOptions): Promise<Desk>;
  invite(person: Person): Promise<string>;
  /** Invites the person the first time, and gives them their password. */
  welcome(person: Person): Promise<{ password: string }>;
  /** As another owner would: everybody counts as a person of their own. */
  untie(): Promise<void>;
  stop(): Promise<void>;
};

const START_MS = 180_000;

async function enter({ page }: Desk, url: string, { email }: Person): Promise<void> {
  await page.goto(`${url}/console`);
  await page.getByLabel('E-mail address').fill(email);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation').first().waitFor();
}

/** The console of a running service, which `stopService` ends after the browser. */
export async function openDesks(
  url: string,
  operator: HttpClient,
  stopService: () => Promise<void>,
  untie: () => Promise<void> = () => Promise.resolve(),
): Promise<ConsoleScene> {
  const browser = await launchBrowser();
  const invited = new Set<string>();

  const open = async (options: BrowserContextOptions = {}) =>
    deskIn(await browser.newContext({ reducedMotion: 'reduce', ...options }));

  async function invite(person: Person): Promise<string> {
    const { link } = acceptedBody(await operator.post<Invited>('/people', person));
    invited.add(person.email);
    return link.url;
  }

  async function welcome(person: Person): Promise<{ password: string }> {
    if (!invited.has(person.email)) {
      const link = await invite(person);
      const [, secret = ''] = link.split('#');
      const body = { link: secret, password: PASSWORD };
      acceptedBody(await operator.post('/session/link', body));
      await untie();
    }
    return { password: PASSWORD };
  }

  return {
    url,
    operator,
    open,
    invite,
    welcome,
    untie,
    async signIn(person, options) {
      await welcome(person);
      const desk = await open(options);
      await enter(desk, url, person);
      return desk;
    },
    async stop() {
      await browser.close();
      await stopService();
    },
  };
}

/** With the demo data of the sandbox. */
export async function openConsoleScene(settings: ServiceEnvironment = {}): Promise<ConsoleScene> {
  // A start builds beside the service, which shows the console of the last build until then.
  await buildConsole();
  const { url, asOwner, stop } = await startDemoService(settings);
  // As if two owners had said of everybody that they are people of their own.
  const untie = () => asOwner('delete from person_ties');
  return await openDesks(url, operatorClient(url, BENCH_OPERATOR_TOKEN), stop, untie);
}

/** The console is read by the service when it is built; a test waits for that, not for a time. */
export async function waitForConsole(page: Page, url: string): Promise<void> {
  const end_ms = performance.now() + START_MS;
  while (performance.now() < end_ms) {
    const answer = await page.goto(`${url}/console`);
    if (answer?.status() === 200) return;
    await sleep(500);
  }
  throw new Error('The console was not built in time');
}
