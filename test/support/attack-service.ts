// Starts the whole service as an operator would, and captures its log, so that tests can attack it.
import {
  acceptedBody,
  type Fields,
  type HttpClient,
  operatorClient,
} from '../../bench/harness/http-client.ts';
import { openScratchDatabase } from '../../bench/harness/scratch-database.ts';
import {
  addAccount,
  BENCH_OPERATOR_TOKEN,
  openShop,
  type Shop,
  type ShopOptions,
} from '../../bench/harness/shop.ts';
import type { OpenApp } from '../../server/app/open-app.ts';
import { createLog } from '../../server/programs/log.ts';
import { startService } from '../../server/service.ts';
import { readConfig } from '../../server/settings/config.ts';
import type { Environment } from '../../server/settings/setting-text.ts';
import { setBandsOfAll } from './set-bands.ts';

export type Reply = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Empty if the answer is not a JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
};

export type Ask = {
  readonly headers?: Readonly<Record<string, string>>;
  /** Texts and bytes are sent as they are, everything else as JSON. */
  readonly body?: unknown;
};

export type AttackService = {
  /** The address on which it listens. */
  readonly url: string;
  readonly app: OpenApp;
  readonly operator: HttpClient;
  /** Every line logged so far, at every level. */
  log(): string;
  /** The service's own errors in its log: there must be none, whatever is requested. */
  faults(): string[];
  ask(method: string, path: string, ask?: Ask): Promise<Reply>;
  openShop(options?: ShopOptions): Promise<Shop>;
  /** A receiving account of type `account` in INR. */
  addAccount(number: string): Promise<string>;
  stop(): Promise<void>;
};

const ERROR_LEVEL = 50;

function isFault(line: string): boolean {
  const { level }: { level: number } = JSON.parse(line);
  return level >= ERROR_LEVEL;
}

async function send(url: string, method: string, { headers = {}, body }: Ask): Promise<Reply> {
  const is_raw = typeof body === 'string' || body instanceof Uint8Array;
  const typed = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...typed, ...headers },
    ...(body === undefined ? {} : { body: is_raw ? Buffer.from(body) : JSON.stringify(body) }),
  });
  const text = await response.text();
  const is_json = /^application\/json(?:;|$)/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: is_json && text !== '' ? Object(JSON.parse(text)) : {},
  };
}

/** Takes settings as an operator would set them; no demo data and no rate limit by default. */
export async function startAttackService(settings: Environment = {}): Promise<AttackService> {
  const database = await openScratchDatabase(true);
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const config = readConfig({
    PORT: '0',
    SEED: 'false',
    SANDBOX_BANK: 'off',
    DATABASE_URL: database.serving_url,
    MIGRATION_DATABASE_URL: database.url,
    OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
    RATE_LIMIT_PER_SECOND: '0',
    PAGE_RATE_LIMIT_PER_SECOND: '0',
    ...settings,
  });
  const service = await startService(config, log, new AbortController().signal);
  // One token sets everything up: the approval of a second person has tests of its own.
  if (config.mode === 'live') {
    await setBandsOfAll(service.app.store.db, null);
    await service.app.settings.refresh();
  }
  const url = service.listening;
  const operator = operatorClient(url, BENCH_OPERATOR_TOKEN);
  return {
    url,
    app: service.app,
    operator,
    log: () => lines.join(''),
    faults: () => lines.filter(isFault),
    ask: (method, path, ask = {}) => send(`${url}${path}`, method, ask),
    openShop: (options) => openShop(operator, options),
    addAccount: (number) => addAccount(operator, number),
    async stop() {
      await service.stop();
      await database.stop();
    },
  };
}

/** The answer to an operator's call that must succeed. */
export async function told<Body>(
  service: AttackService,
  path: string,
  fields: Fields,
): Promise<Body> {
  return acceptedBody(await service.operator.post<Body>(path, fields));
}

/**
 * Whether a connection stays open depends on whether the body arrived before the answer was sent.
 */
const ITS_OWN: readonly string[] = ['date', 'x-request-id', 'connection', 'keep-alive'];

/** Everything an attacker can see, except for values that differ between any two requests. */
export function visible({ status, headers, body, text }: Reply): object {
  const { request_id: _, ...rest } = body;
  const seen = [...headers].filter(([name]) => !ITS_OWN.includes(name));
  return { status, headers: seen, body: Object.keys(body).length === 0 ? text : rest };
}

/** A UUID of version 7 that the service has never issued. */
export const NOBODY = '01890000-0000-7000-8000-000000000000';
