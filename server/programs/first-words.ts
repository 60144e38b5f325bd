// What the service prints once it is ready: its addresses, and a request to try.

import type { Log } from '../app/process/log-words.ts';
import type { SandboxNotes } from '../app/seed/seed-sandbox.ts';
import type { Config } from '../settings/config.ts';
import { privatePlacesText } from '../settings/private-places.ts';
import { readNotes } from './sandbox-notes.ts';

/** The facts about a service that is ready. */
export type ReadyService = {
  url: string;
  /** Where it listens, which differs from PUBLIC_URL behind a proxy. */
  listening: string;
  has_operator: boolean;
  /** What one person alone may do because rules for two people are off; null: nothing. */
  one_person: string | null;
  /** Set if the database is a copy that nobody has adopted. */
  copy: string | null;
};

const quietCopy = (copy: string) =>
  `${copy} It answers requests that read; it sends nothing and changes nothing before an owner ` +
  'has adopted it, once the original is stopped for good: payment-orders adopt (/docs/operate/backup)';

type Row = readonly [label: string, value: string];

const BOLD = '\u001b[1m';
const PLAIN = '\u001b[0m';

function places(config: Config, url: string): Row[] {
  const metrics = config.metrics_port === undefined ? '' : `:${config.metrics_port}`;
  const rows: Row[] = [
    ['API', `${url}/api/v1`],
    ['Operator API', `${url}/operator/v1`],
    ['API reference', `${url}/docs/api`],
    ['Guide', `${url}/docs`],
  ];
  if (metrics !== '') rows.push(['Metrics', `http://${config.host}${metrics}/metrics`]);
  else if (config.mode === 'sandbox') rows.push(['Metrics', `${url}/metrics`]);
  const store = config.database_url === undefined ? config.data_dir : 'DATABASE_URL';
  return [...rows, ['Data', store]];
}

/** The shell inserts random digits, so that each call is a new order, also within a second. */
const NEW_ORDER = `order-'$(od -An -N5 -tx1 /dev/urandom | tr -d ' ')'`;

/** A request that creates a pay-in, for any POSIX shell. */
export function curlOf(url: string, { merchant_id, token }: SandboxNotes): string {
  const body = {
    merchant_id,
    order_id: NEW_ORDER,
    amount_cents: 150000,
    amount_currency: 'INR',
    type: 'upi',
    client_id: 'customer-1',
  };
  return [
    `curl -s -w '\\n' ${url}/api/v1/orders/deposit/create \\`,
    `  -H 'X-Token: ${token}' -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n');
}

/** The console's link works once; address and password are for signing in after that. */
function ownerRows({ owner_link, owner_email, owner_password }: SandboxNotes): Row[] {
  const rows: Row[] = [];
  if (owner_link !== null) rows.push(['Console', `${owner_link}  (signs you in, once)`]);
  if (owner_email !== null && owner_password !== null) {
    rows.push(['Later sign-ins', `${owner_email} ${owner_password}`]);
  }
  return rows;
}

/** What happens by itself, and how to change it. */
function bankRow({ sandbox_bank, sandbox_bank_seconds }: Config): Row {
  const does = {
    magic: `answers magic amounts after ${sandbox_bank_seconds} s, for example 9001`,
    all: `pays every order after ${sandbox_bank_seconds} s`,
    off: 'answers nothing by itself',
  }[sandbox_bank];
  return ['Simulated bank', `${does} (SANDBOX_BANK=${sandbox_bank})`];
}

/** Aligned text for a terminal; `colour` is false under NO_COLOR. */
async function textOf(config: Config, service: ReadyService, colour: boolean): Promise<string> {
  const { url, listening } = service;
  const strong = (text: string) => (colour ? `${BOLD}${text}${PLAIN}` : text);
  const notes = config.mode === 'sandbox' ? await readNotes(config.data_dir) : null;
  const rows = [...places(config, url)];
  if (listening !== url) rows.push(['Listening on', listening]);
  if (notes !== null) {
    rows.push(['Demo merchant', notes.merchant_id]);
    rows.push(['X-Token', notes.token]);
    rows.push(['OPERATOR_TOKEN', notes.operator_token]);
    rows.push(...ownerRows(notes));
  }
  const private_places = privatePlacesText(config);
  if (private_places !== null)
    rows.push(['Callbacks to', `public addresses, and ${private_places}`]);
  if (config.mode === 'sandbox') rows.push(bankRow(config));
  const lines = rows.map(([label, value]) => `  ${label.padEnd(16)}${value}`);
  const head = `${strong('Payment Orders')} is ready: ${strong(config.mode.toUpperCase())}`;
  const tryIt =
    notes === null
      ? []
      : [
          '',
          'Create a pay-in, a new one each time:',
          '',
          curlOf(url, notes),
          '',
          'Open the "url" of its answer in a browser: at the end of the page you play the bank.',
        ];
  return [head, '', ...lines, ...tryIt, '', 'Stop with Ctrl-C.', ''].join('\n');
}

/** Text on a terminal; otherwise one JSON line without tokens. */
export async function firstWords(config: Config, service: ReadyService, log: Log): Promise<void> {
  const { url, listening } = service;
  if (!service.has_operator) {
    const ways = 'set OPERATOR_TOKEN, or run payment-orders people create-owner';
    log.warn({}, `nobody can use the operator API: ${ways}`);
  }
  if (service.one_person !== null) log.warn({}, service.one_person);
  if (service.copy !== null) log.warn({}, quietCopy(service.copy));
  if (process.stdout.isTTY !== true) {
    const { mode, data_dir, workers } = config;
    const places = privatePlacesText(config);
    if (places !== null) log.info({ private_places: places }, 'callbacks also go there');
    log.info({ url, listening, mode, data_dir, workers, process: process.pid }, 'ready');
    return;
  }
  const { NO_COLOR } = process.env;
  const colour = NO_COLOR === undefined || NO_COLOR === '';
  process.stdout.write(`\n${await textOf(config, service, colour)}\n`);
}
