// The program `demo reset`: brings a sandbox's demo back to its first state, on the service's
// machine, with the service's settings. The service may be running.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { NO_SURROUNDINGS } from '../domain/service/installation.ts';
import { StartupError } from '../lib/startup-error.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { masterKey } from '../settings/master-key.ts';
import type { ResetCounts } from '../store/sandbox/reset-demo.ts';
import { requireOneDatabase } from './cells/one-database.ts';
import { createLog } from './log.ts';
import { requireDatabase } from './require-database.ts';
import { failProcess } from './run-process.ts';

const WHAT = `Removes all trades, events, callbacks, bank lines, statements, settlements, disputes,
receipts, balances and the audit trail of this sandbox, of all merchants, and makes the
demo's trades anew. What you have set up stays: merchants, tokens, callback endpoints,
receiving accounts, tariffs, people.
`;

const USAGE = `Usage: payment-orders demo reset --yes [--json]

${WHAT}
Runs on the machine of the service, with the same settings in the environment
(DATA_DIR, or DATABASE_URL and MIGRATION_DATABASE_URL, ENCRYPTION_KEY), whether it is
running or not. If anything fails, nothing is changed. Only for a sandbox.

Examples:
  $ payment-orders demo reset --yes
  $ DATA_DIR=/srv/payments payment-orders demo reset --yes --json

Exit codes:
  0  done
  1  not done: the message says why
  2  wrong usage, or --yes is missing
`;

type Wanted = { json: boolean };

/** Null after wrong usage or a request for help, which it has answered. */
function readWanted(parameters: readonly string[]): Wanted | null {
  const options = {
    yes: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    const args = [...parameters];
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const { yes = false, json = false, help = false } = values;
    const is_reset = positionals.length === 1 && positionals[0] === 'reset';
    if (is_reset && yes && !help) return { json };
    const unconfirmed = `${WHAT}\nNothing was changed. Add --yes if this is what you want.\n`;
    process[help ? 'stdout' : 'stderr'].write(is_reset && !help ? unconfirmed : USAGE);
    process.exitCode = help ? 0 : 2;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    process.stderr.write(USAGE);
    process.exitCode = 2;
  }
  return null;
}

async function requireSandboxThere(config: Config): Promise<void> {
  if (config.mode !== 'sandbox') {
    throw new StartupError('demo reset is for MODE=sandbox only: nothing was changed.');
  }
  await requireDatabase(config);
}

/** The service's hundreds of files are loaded only now: what is refused does not wait for them. */
const loadService = async () => ({
  ...(await import('../app/open-app.ts')),
  ...(await import('../app/seed/reseed-demo.ts')),
  ...(await import('../app/request/own-actors.ts')),
  ...(await import('../store/connection/database.ts')),
  ...(await import('../store/open/open-database.ts')),
  ...(await import('../store/sandbox/reset-demo.ts')),
});

async function reset(config: Config): Promise<ResetCounts> {
  await requireSandboxThere(config);
  const { openApp, openAsOwner, openDatabase, reseedDemo, resetDemo, SEEDER } = await loadService();
  const log = createLog('error');
  const master_key = await masterKey(config);
  const stopped = new AbortController().signal;
  const opened = await openAsOwner({ ...config, master_key }, log, stopped);
  try {
    return await resetDemo({
      connection: opened.connection,
      folder: join(import.meta.dirname, '../../migrations'),
      seeder_id: SEEDER.operator_token_id ?? '',
      async seed(aside, ids) {
        const onIdleError = (error: Error) => log.warn({ err: error }, 'a connection broke');
        const db = openDatabase({ connection: aside, max_connections: 8, onIdleError });
        const app = await openApp({
          ...config,
          // A schema beside the sandbox's: nothing is sent from it.
          around: NO_SURROUNDINGS,
          allow_local_callbacks: config.callback_allow_local,
          log,
          count: () => undefined,
          db,
          master_key,
          operator_token: undefined,
        });
        await reseedDemo(app, ids).finally(() => app.close());
      },
    });
  } finally {
    await opened.stop();
  }
}

async function run({ json }: Wanted): Promise<void> {
  const counts = await reset(requireOneDatabase(readConfig(process.env), 'reset-demo'));
  const { trades_before, trades_after } = counts;
  const words =
    `The demo is as at the first start: ${trades_before} trades are gone, ${trades_after} are ` +
    'there.\nTokens and merchants are the same. Event numbers begin at 1: whoever follows the\n' +
    'events begins at 0 again.\n';
  process.stdout.write(json ? `${JSON.stringify(counts)}\n` : words);
}

const wanted = readWanted(process.argv.slice(2));
if (wanted !== null) run(wanted).catch(failProcess);
