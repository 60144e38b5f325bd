// The console as people use it: a running sandbox, a real browser, and persons who are signed in.
import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
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
  /** Invites the person the first time, and signs them in; their page is still empty. */
  signIn(person: Person, options?: BrowserContextOptions): Promise<Desk>;
  /** The same, and their page shows Home. */
  signInAtHome(person: Person, options?: BrowserContextOptions): Promise<Desk>;
  invite(person: Person): Promise<string>;
  /** Invites the person the first time, and gives them their password. */
  welcome(person: Person): Promise<{ password: string }>;
  /** As another owner would: everybody counts as a person of their own. */
  untie(): Promise<void>;
  stop(): Promise<void>;
};

/** What the form of the sign-in sends: access/first-steps.test.ts fills it in. */
async function enter(context: BrowserContext, url: string, { email }: Person): Promise<void> {
  const data = { email, password: PASSWORD };
  await context.request.post(`${url}/operator/v1/session`, { data, failOnStatusCode: true });
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

  const contextOf = (options: BrowserContextOptions = {}) =>
    browser.newContext({ reducedMotion: 'reduce', ...options });

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

  async function signIn(person: Person, options?: BrowserContextOptions): Promise<Desk> {
    await welcome(person);
    const context = await contextOf(options);
    await enter(context, url, person);
    return await deskIn(context);
  }

  return {
    url,
    operator,
    open: async (options) => deskIn(await contextOf(options)),
    invite,
    welcome,
    untie,
    signIn,
    async signInAtHome(person, options) {
      const desk = await signIn(person, options);
      await desk.page.goto(`${url}/console`);
      await desk.page.getByRole('navigation').first().waitFor();
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
  // The service reads the built console when it is first asked for it.
  await buildConsole();
  const { url, asOwner, stop } = await startDemoService(settings);
  // As if two owners had said of everybody that they are people of their own.
  const untie = () => asOwner('delete from person_ties');
  return await openDesks(url, operatorClient(url, BENCH_OPERATOR_TOKEN), stop, untie);
}
