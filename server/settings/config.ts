// Every setting of the service as data: name, default, check and one sentence; the reference page
// is made from it.

import { isIPv6 } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { SERVICE_MODES, type ServiceMode } from '../domain/service/service-mode.ts';
import { StartupError } from '../lib/startup-error.ts';
import { CALLBACK_ROWS, type CallbackSettings, callbackProblems } from './callback-settings.ts';
import { CELLS_ROW, type CellsSettings, cellsProblems, type ReadCells } from './cells-settings.ts';
import { LIMIT_ROWS, type LimitSettings } from './limit-settings.ts';
import { type LiveSettings, liveProblems } from './live-settings.ts';
import { MAIL_ROWS, type MailSettings, mailProblems } from './mail-settings.ts';
import { OPENID_ROWS, type OpenidSettings, openidProblems, readOpenid } from './openid-settings.ts';
import { PROCESS_ROWS, type ProcessSettings } from './process-settings.ts';
import { SANDBOX_ROWS, type SandboxSettings } from './sandbox-settings.ts';
import { withSecrets } from './secret-sources.ts';
import {
  type AnyRow,
  defaultOf,
  type Environment,
  isGiven,
  type Setting,
  type SettingRow,
  settingOf,
  textOf,
  type ValuedRow,
  wrong,
} from './setting-text.ts';
import {
  countOr,
  LEAST_TOKEN_LENGTH,
  oneOfValues,
  parseDatabaseUrl,
  parseHost,
  parseKey,
  parseNetworks,
  parsePublicUrl,
  parseToken,
  wholeNumber,
} from './setting-values.ts';
import { readTraces, TRACE_ROWS, type TraceSettings, traceProblems } from './trace-settings.ts';

export type Config = {
  mode: ServiceMode;
  /** The mode of a new database, if the database does not know its mode yet. */
  host: string;
  port: number;
  public_url: string;
  /** False: made from HOST and PORT, so with PORT=0 it is known only after listening. */
  public_url_given: boolean;
  data_dir: string;
  database_url: string | undefined;
  migration_database_url: string | undefined;
  operator_token: string | undefined;
  encryption_key: Uint8Array | undefined;
  encryption_key_previous: Uint8Array | undefined;
  trusted_proxies: readonly string[];
  metrics_port: number | undefined;
  workers: number;
} & CellsSettings &
  LimitSettings &
  ProcessSettings &
  CallbackSettings &
  SandboxSettings &
  MailSettings &
  OpenidSettings &
  TraceSettings;

const NO_CELLS: ReadCells = { places: [], problems: [] };
const MOST_WORKERS = 64;
/** The embedded PostgreSQL has 100 connections, and a process needs several. */
const MOST_WORKERS_EMBEDDED = 20;

const ROWS = {
  mode: {
    name: 'MODE',
    default_value: 'sandbox',
    takes: 'sandbox or live',
    sentence: 'sandbox: demo data and a simulated bank; live: real money.',
    parse: oneOfValues(SERVICE_MODES),
  },
  host: {
    name: 'HOST',
    default_value: '127.0.0.1',
    takes: 'a host name or an address',
    sentence: 'The address to listen on; 0.0.0.0 means all networks of the machine.',
    parse: parseHost,
  },
  port: {
    name: 'PORT',
    default_value: '8080',
    takes: 'a whole number from 0 to 65535',
    sentence: 'The port to listen on; 0 means any free one.',
    parse: wholeNumber(0, 65_535),
  },
  public_url: {
    name: 'PUBLIC_URL',
    default_words: 'http://HOST:PORT',
    takes: 'an http or https address without user, query and fragment',
    sentence: 'The address under which payers and merchants reach the service; https in live mode.',
    parse: parsePublicUrl,
  },
  data_dir: {
    name: 'DATA_DIR',
    default_value: './data',
    takes: 'a folder',
    sentence: 'The folder of the embedded PostgreSQL and of generated keys; back it up.',
    parse: (text: string) => (text.includes('\0') ? undefined : resolve(text)),
  },
  database_url: {
    name: 'DATABASE_URL',
    default_words: 'none: embedded PostgreSQL',
    takes: 'an address like postgres://user:password@host:5432/database, or with several hosts',
    sentence: 'A PostgreSQL of version 15 or later to use instead of the embedded one.',
    is_secret: true,
    parse: parseDatabaseUrl,
  },
  migration_database_url: {
    name: 'MIGRATION_DATABASE_URL',
    default_words: 'none: the role of DATABASE_URL migrates, too',
    takes: 'an address like that of DATABASE_URL, with the role that owns the tables',
    sentence:
      'The role that migrates and owns the tables, so that the service cannot change history.',
    is_secret: true,
    parse: parseDatabaseUrl,
  },
  cells: CELLS_ROW,
  installation: PROCESS_ROWS.installation,
  archive_dir: PROCESS_ROWS.archive_dir,
  operator_token: {
    name: 'OPERATOR_TOKEN',
    default_words: 'none',
    takes: `at least ${LEAST_TOKEN_LENGTH} printable characters without spaces`,
    sentence: 'A first token for the operator API, for automation.',
    is_secret: true,
    parse: parseToken,
  },
  encryption_key: {
    name: 'ENCRYPTION_KEY',
    default_words: 'sandbox: generated in DATA_DIR; live: none',
    takes: '32 bytes as base64 or hexadecimal (openssl rand -base64 32)',
    sentence: 'The key that encrypts card numbers and secrets; if it is lost, so are they.',
    is_secret: true,
    parse: parseKey,
  },
  encryption_key_previous: {
    name: 'ENCRYPTION_KEY_PREVIOUS',
    default_words: 'none',
    takes: 'a key like ENCRYPTION_KEY',
    sentence: 'The previous ENCRYPTION_KEY, for the one start that changes to a new key.',
    is_secret: true,
    parse: parseKey,
  },
  ...CALLBACK_ROWS,
  trusted_proxies: {
    name: 'TRUSTED_PROXIES',
    default_words: 'none',
    takes: 'addresses or networks separated by commas, none wider than 10.0.0.0/8 or fc00::/7',
    sentence: 'The proxies whose X-Forwarded-For decides the client address.',
    parse: parseNetworks,
  },
  ...LIMIT_ROWS,
  metrics_port: {
    name: 'METRICS_PORT',
    default_words: 'sandbox: /metrics on PORT; live: none',
    takes: 'a whole number from 1 to 65535 other than PORT',
    sentence: 'A separate port for /metrics.',
    parse: wholeNumber(1, 65_535),
  },
  log_level: PROCESS_ROWS.log_level,
  workers: {
    name: 'WORKERS',
    default_value: '1',
    takes: `auto (one for each core; with the embedded PostgreSQL for two) or a whole number from 1 to ${MOST_WORKERS}`,
    sentence: 'How many processes of this machine share the port and the database.',
    parse: countOr(MOST_WORKERS, availableParallelism),
  },
  drain_seconds: PROCESS_ROWS.drain_seconds,
  stop_seconds: PROCESS_ROWS.stop_seconds,
  ...SANDBOX_ROWS,
  ...MAIL_ROWS,
  ...OPENID_ROWS,
  ...TRACE_ROWS,
} satisfies Record<string, AnyRow>;

/** In the order in which an operator needs them, for the reference page. */
export const SETTINGS: readonly Setting[] = Object.values(ROWS).map(settingOf);

const SECRET_NAMES = SETTINGS.filter(({ is_secret }) => is_secret === true).map(({ name }) => name);

/**
 * Beside the embedded PostgreSQL `auto` is half of the cores, because PostgreSQL does nearly as
 * much for an order as the service; a number that is too large is reported.
 */
function limitWorkers(env: Environment, config: Config): string[] {
  if (config.database_url !== undefined || isGiven(env, ROWS.cells)) return [];
  if (textOf(env, ROWS.workers) === 'auto') {
    const half = Math.floor(availableParallelism() / 2);
    config.workers = Math.min(MOST_WORKERS_EMBEDDED, Math.max(1, half));
  }
  if (config.workers <= MOST_WORKERS_EMBEDDED) return [];
  return [`WORKERS must be at most ${MOST_WORKERS_EMBEDDED} without DATABASE_URL.`];
}

/** Settings that contradict each other. */
function clashes(env: Environment, config: Config): string[] {
  if (isGiven(env, ROWS.cells)) {
    const has_database =
      isGiven(env, ROWS.database_url) || isGiven(env, ROWS.migration_database_url);
    return cellsProblems({ has_database, workers: config.workers });
  }
  if (config.migration_database_url === undefined || config.database_url !== undefined) return [];
  return ['MIGRATION_DATABASE_URL needs DATABASE_URL: the embedded PostgreSQL has its own roles.'];
}

/** A setting that cannot be read is reported already: here it counts as given, without a value. */
function judgedInLive(env: Environment, config: Config): LiveSettings {
  return {
    ...config,
    has_place: [ROWS.database_url, ROWS.data_dir, ROWS.cells].some((row) => isGiven(env, row)),
    has_key: isGiven(env, ROWS.encryption_key),
    has_public_url: config.public_url_given,
    public_url: parsePublicUrl(textOf(env, ROWS.public_url)),
  };
}

/** Reports all problems at once, each in a sentence that names its setting. */
export function readConfig(environment: Environment): Config {
  const { env, problems } = withSecrets(environment, SECRET_NAMES);
  function given<T>(row: ValuedRow<T> | SettingRow<T>): T | undefined {
    const text = textOf(env, row);
    if (text === '') return undefined;
    const value = row.parse(text);
    if (value === undefined) problems.push(wrong(row, text));
    return value;
  }
  const mode = given(ROWS.mode) ?? defaultOf(ROWS.mode, 'sandbox');
  const read = <T>(row: ValuedRow<T>): T => given(row) ?? defaultOf(row, mode);

  const host = read(ROWS.host);
  const port = read(ROWS.port);
  const { places: cells, problems: cell_problems } = given(ROWS.cells) ?? NO_CELLS;
  const config: Config = {
    mode,
    host,
    port,
    public_url: given(ROWS.public_url) ?? listenUrl(host, port),
    public_url_given: isGiven(env, ROWS.public_url),
    data_dir: read(ROWS.data_dir),
    // All that works on one database works on that of the control cell.
    database_url: given(ROWS.database_url) ?? cells[0]?.url,
    migration_database_url: given(ROWS.migration_database_url) ?? cells[0]?.migration_url,
    cells,
    installation: given(ROWS.installation),
    archive_dir: given(ROWS.archive_dir),
    operator_token: given(ROWS.operator_token),
    encryption_key: given(ROWS.encryption_key),
    encryption_key_previous: given(ROWS.encryption_key_previous),
    callback_allow_local: read(ROWS.callback_allow_local),
    callback_allow_networks: given(ROWS.callback_allow_networks) ?? [],
    callback_allow_hosts: given(ROWS.callback_allow_hosts) ?? [],
    callback_ca_file: given(ROWS.callback_ca_file),
    trusted_proxies: given(ROWS.trusted_proxies) ?? [],
    rate_limit_per_second: read(ROWS.rate_limit_per_second),
    page_rate_limit_per_second: read(ROWS.page_rate_limit_per_second),
    page_streams_max: read(ROWS.page_streams_max),
    metrics_port: given(ROWS.metrics_port),
    log_level: read(ROWS.log_level),
    seed: read(ROWS.seed),
    sandbox_bank: read(ROWS.sandbox_bank),
    sandbox_bank_seconds: read(ROWS.sandbox_bank_seconds),
    workers: read(ROWS.workers),
    drain_seconds: read(ROWS.drain_seconds),
    stop_seconds: read(ROWS.stop_seconds),
    smtp_url: given(ROWS.smtp_url),
    alert_mail_from: given(ROWS.alert_mail_from),
    smtp_ca_file: given(ROWS.smtp_ca_file),
    ...readOpenid(given, read),
    ...readTraces(given, read),
  };
  problems.push(...limitWorkers(env, config), ...clashes(env, config), ...cell_problems);
  problems.push(...mailProblems(config), ...callbackProblems(config));
  problems.push(...openidProblems(mode, config), ...traceProblems(mode, config));
  if (config.metrics_port !== undefined && config.metrics_port === config.port) {
    problems.push(wrong(ROWS.metrics_port, String(config.metrics_port)));
  }
  if (mode === 'live') problems.push(...liveProblems(judgedInLive(env, config)));
  if (problems.length > 0) throw new StartupError(problems);
  return config;
}

/** A URL that a browser accepts; a socket that listens on all networks is reached at localhost. */
export function listenUrl(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return isIPv6(host) ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}
