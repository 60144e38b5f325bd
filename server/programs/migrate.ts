// The program `migrate`: brings the schema of the service's database up to this release, or says
// what is missing.
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../settings/config.ts';
import { masterKey } from '../settings/master-key.ts';
import { joinServer, prepareServer } from '../store/open/open-database.ts';
import { type PlannedMigration, planMigrations } from '../store/open/prepare-database.ts';
import type { MigrationStep } from '../store/schema/migrate.ts';
import { createLog } from './log.ts';
import { requireDatabase } from './require-database.ts';
import { failProcess } from './run-process.ts';

const USAGE = `Usage: payment-orders migrate [--plan] [--json]

Run the migrations of this release that the database lacks, and grant the service's
role its rights. Runs on the machine of the service, with the same settings in the
environment (DATA_DIR, or DATABASE_URL and MIGRATION_DATABASE_URL; ENCRYPTION_KEY,
MODE), while the service serves or not. A start of the service does the same.

A migration waits 2 s for a lock, so that requests do not queue behind it for longer,
and is tried 8 times in about two minutes.

Options:
  --plan  say which migrations are missing; nothing is changed
  --json  one line of JSON

Examples:
  $ payment-orders migrate --plan
  $ payment-orders migrate

Exit codes:
  0  done, or there is nothing to do
  1  not done: the message says why; migrations that were printed stay
  2  wrong usage
  3  --plan: migrations are missing
`;

const MISSING = 3;

type Wanted = { plan: boolean; json: boolean };

/** Null after wrong usage or a request for help, which it has answered. */
function readWanted(parameters: readonly string[]): Wanted | null {
  const options = {
    plan: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    const { values } = parseArgs({ args: [...parameters], options, strict: true });
    const { plan = false, json = false, help = false } = values;
    if (!help) return { plan, json };
    process.stdout.write(USAGE);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    process.stderr.write(USAGE);
    process.exitCode = 2;
  }
  return null;
}

/** Standard output has the answer alone. */
const openErrorLog = () => createLog('warn', { write: (line) => void process.stderr.write(line) });

const countOf = (number: number) => `${number} ${number === 1 ? 'migration' : 'migrations'}`;

const NOTHING = 'Nothing to do: the database has all migrations of this release.\n';

const WAYS = {
  create: 'builds an index concurrently, in no transaction',
  drop: 'drops an index concurrently, in no transaction',
  none: 'in a transaction',
} as const;

function planText(planned: readonly PlannedMigration[]): string {
  if (planned.length === 0) return NOTHING;
  const lines = planned.map(({ file, change }) => `${file}  ${WAYS[change ?? 'none']}`);
  const would = `${countOf(planned.length)} would run; nothing was changed.`;
  return `${[...lines, would].join('\n')}\n`;
}

async function plan(config: Config, json: boolean): Promise<void> {
  const log = openErrorLog();
  const server = await joinServer(config, log);
  try {
    const { signal: stopped } = new AbortController();
    const pending = await planMigrations({ ...server, mode: config.mode, log, stopped });
    process.stdout.write(json ? `${JSON.stringify({ pending })}\n` : planText(pending));
    if (pending.length > 0) process.exitCode = MISSING;
  } finally {
    await server.stop();
  }
}

const secondsOf = (ms: number) => Number((ms / 1_000).toFixed(2));

async function apply(config: Config, json: boolean): Promise<void> {
  const log = openErrorLog();
  const master_key = await masterKey(config);
  const applied: { file: string; seconds: number }[] = [];
  const tell = (step: MigrationStep) => {
    if (step.kind !== 'applied') return;
    const done = { file: step.file, seconds: secondsOf(step.ms) };
    applied.push(done);
    if (!json) process.stdout.write(`${done.file}  ${done.seconds} s\n`);
  };
  const server = await joinServer(config, log);
  try {
    await prepareServer({ ...config, master_key }, server, log, tell);
  } finally {
    await server.stop();
  }
  const seconds = secondsOf(applied.reduce((sum, one) => sum + one.seconds * 1_000, 0));
  const words = applied.length === 0 ? NOTHING : `${countOf(applied.length)} in ${seconds} s.\n`;
  process.stdout.write(json ? `${JSON.stringify({ applied, seconds })}\n` : words);
}

async function run({ plan: is_plan, json }: Wanted): Promise<void> {
  const config = readConfig(process.env);
  await requireDatabase(config);
  await (is_plan ? plan : apply)(config, json);
}

const wanted = readWanted(process.argv.slice(2));
if (wanted !== null) run(wanted).catch(failProcess);
