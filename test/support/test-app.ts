// The service for tests without HTTP and jobs: a real PostgreSQL database for itself, and the real
// use cases.
import pg from 'pg';
import {
  openPreparedDatabase,
  openScratchServer,
  type ScratchDatabase,
} from '../../bench/harness/scratch-database.ts';
import { authenticateToken } from '../../server/app/access/authenticate-merchant.ts';
import { updateCallbackEndpoint } from '../../server/app/merchant/callback-endpoints.ts';
import { createMerchant } from '../../server/app/merchant/merchants.ts';
import { issueToken } from '../../server/app/merchant/tokens.ts';
import { type OpenApp, openApp } from '../../server/app/open-app.ts';
import type { App } from '../../server/app/process/app.ts';
import type { SandboxBankOptions } from '../../server/app/process/sandbox-bank.ts';
import type { OpenidProvider } from '../../server/app/provider/openid-provider.ts';
import type { Caller, OperatorCaller } from '../../server/app/request/caller.ts';
import type { Tracer } from '../../server/app/trace/tracer.ts';
import {
  type CallbackEndpoint,
  DEFAULT_ENDPOINT,
} from '../../server/domain/record/callback-endpoint.ts';
import { NO_SURROUNDINGS } from '../../server/domain/service/installation.ts';
import { isRefusal, type Refusal } from '../../server/domain/service/refusal.ts';
import { openDatabase } from '../../server/store/connection/database.ts';
import { prepareDatabase } from '../../server/store/open/prepare-database.ts';
import { setBandsOfAll } from './set-bands.ts';

export const OPERATOR: OperatorCaller & { operator_token_id: string } = {
  person_id: null,
  operator_token_id: '00000000-0000-8000-8000-000000000001',
  session_id: null,
  name: 'test operator',
  role: 'owner',
  scopes: null,
  merchant_id: null,
  confirmed_at: null,
  origin: null,
};

export const OPERATOR_TOKEN = 'operator-token-for-tests-0123456789';

/** As many connections as a service has. */
const POOL = 16;

const silent = () => undefined;
const SILENT_LOG = { info: silent, warn: silent, error: silent };

export type TestApp = {
  app: OpenApp;
  /** Acts as another process on the same database, as far as the use cases can tell. */
  another(): Promise<OpenApp>;
  database: ScratchDatabase;
  master_key: Uint8Array;
  /** Runs a statement as the role that owns the tables. */
  asOwner(text: string): Promise<void>;
  /** Lets the service's role change these tables from now on; only their owner can allow it. */
  allowChanges(...tables: string[]): Promise<void>;
  stop(): Promise<void>;
};

export type TestOptions = {
  /** One of several cells, and the control cell's store if it is another one. */
  cell?: App['cell'];
  people?: App['people'];
  mode?: 'sandbox' | 'live';
  /** The bands of the mode. Otherwise one person does everything, also in live mode. */
  has_default_bands?: true;
  bank_answers?: SandboxBankOptions;
  openid?: OpenidProvider;
  tracer?: Tracer;
  /** More than a service has, for a test that lets transactions wait for one another. */
  max_connections?: number;
};

/** Opens the use cases on a new database; `stop` ends and removes everything. */
export async function openTestApp(options: TestOptions = {}): Promise<TestApp> {
  const mode = options.mode ?? 'sandbox';
  const database = await openPreparedDatabase(mode, (made) => prepareAs(mode, made));
  return await openOver(database, options);
}

export type KillableApp = TestApp & {
  /** PostgreSQL's process id; undefined between its end and its next start. */
  postgresId(): number | undefined;
};

/** Runs on a server of its own, which may be killed. */
export async function openKillableApp(options: TestOptions = {}): Promise<KillableApp> {
  const server = await openScratchServer(true);
  try {
    await prepareAs(options.mode ?? 'sandbox', server);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { ...(await openOver(server, options)), postgresId: server.processId };
}

/** One for all, because prepared databases are copied with the keys that it wraps. */
const MASTER_KEY = Buffer.alloc(32, 'a key for tests');

/** As the service's start does; that is tested in test/store and test/e2e. */
async function prepareAs(
  mode: 'sandbox' | 'live',
  { url, serving_url }: Pick<ScratchDatabase, 'url' | 'serving_url'>,
): Promise<void> {
  await prepareDatabase({
    connection: { connectionString: serving_url },
    owner: { connectionString: url },
    master_key: MASTER_KEY,
    mode,
    log: SILENT_LOG,
    stopped: new AbortController().signal,
  });
}

async function openOver(database: ScratchDatabase, options: TestOptions): Promise<TestApp> {
  try {
    return await openUseCases(database, options);
  } catch (error) {
    // If it kept running, the test's process would not end.
    await database.stop();
    throw error;
  }
}

async function openUseCases(database: ScratchDatabase, options: TestOptions): Promise<TestApp> {
  const master_key = MASTER_KEY;
  const mode = options.mode ?? 'sandbox';
  const openPool = (max_connections: number) =>
    openDatabase({
      connection: { connectionString: database.serving_url },
      max_connections,
      onIdleError: silent,
    });
  const db = openPool(options.max_connections ?? POOL);
  if (mode === 'live' && options.has_default_bands !== true) await setBandsOfAll(db, null);
  const open = (pool: typeof db) =>
    openApp({
      mode,
      public_url: 'http://pay.test',
      allow_local_callbacks: options.mode !== 'live',
      around: NO_SURROUNDINGS,
      rate_limit_per_second: 0,
      log: SILENT_LOG,
      count: silent,
      db: pool,
      master_key,
      operator_token: OPERATOR_TOKEN,
      ...(options.cell === undefined ? {} : { cell: options.cell }),
      ...(options.people === undefined ? {} : { people: options.people }),
      ...(options.openid === undefined ? {} : { openid: options.openid }),
      ...(options.tracer === undefined ? {} : { tracer: options.tracer }),
      ...(options.bank_answers === undefined ? {} : { bank_answers: options.bank_answers }),
    });
  const opened = [await open(db)];
  const asOwner = async (text: string) => {
    const client = new pg.Client(database.connection);
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  };
  return {
    app: first(opened),
    database,
    master_key,
    asOwner,
    async allowChanges(...tables) {
      const [row] = await db.query<{ role: string }>(
        '',
        'select quote_ident(current_user) as role',
        [],
      );
      await asOwner(`grant update, delete on ${tables.join(', ')} to ${row?.role}`);
    },
    async another() {
      const app = await open(openPool(POOL / 2));
      opened.push(app);
      return app;
    },
    async stop() {
      for (const app of opened) await app.close();
      await database.stop();
    },
  };
}

function first<Value>(values: readonly Value[]): Value {
  const [value] = values;
  if (value === undefined) throw new Error('Nothing there');
  return value;
}

/** The value; throws with the refusal if there is one. */
export function accepted<Value>(value: Value | Refusal): Exclude<Value, Refusal> {
  if (isRefusal(value)) throw new Error(`Refused: ${JSON.stringify(value)}`);
  return value as Exclude<Value, Refusal>;
}

/** The refusal; throws with the value if there is one. */
export function refusedWith(value: unknown): Refusal {
  if (isRefusal(value)) return value;
  throw new Error(`Not refused: ${JSON.stringify(value)}`);
}

export const raw = (fields: Record<string, unknown>) => ({ fields, errors: [] });

export async function defaultEndpoint(app: App, merchant_id: string): Promise<CallbackEndpoint> {
  const { endpoints } = await app.settings.refresh();
  return first(endpoints.get(merchant_id) ?? []);
}

/** Sets where callbacks go by default. The answer of the service does not have the secret. */
export async function setDefaultEndpoint(app: App, merchant_id: string, url: string | null) {
  const path = { merchant: merchant_id, endpoint: String(DEFAULT_ENDPOINT) };
  accepted(await updateCallbackEndpoint(app, OPERATOR, path, raw({ url })));
  return await defaultEndpoint(app, merchant_id);
}

export type TestMerchant = { caller: Caller; merchant_id: string; token: string };

export async function makeMerchant(
  app: App,
  fields: Record<string, unknown> = {},
): Promise<TestMerchant> {
  const merchant = accepted(
    await createMerchant(app, OPERATOR, raw({ name: 'Shop', balance_currency: 'INR', ...fields })),
  );
  // As one of its own people, so that no band asks for a second person.
  const own = { ...OPERATOR, merchant_id: merchant.id };
  const issued = accepted(await issueToken(app, own, merchant.id, raw({ mode: 'token' })));
  const token = issued.token ?? '';
  const caller = accepted(await authenticateToken(app, { x_token: token, address: '127.0.0.1' }));
  if (caller === 'signature') throw new Error('A token was taken for a signature');
  return { caller, merchant_id: merchant.id, token };
}
