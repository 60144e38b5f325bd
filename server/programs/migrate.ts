// The program `migrate`: brings the schema of the service's database up to this release, or says
// what is missing.
import { parseArgs } from 'node:util';
import type { CellIdentity } from '../domain/service/cell-identity.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { masterKey } from '../settings/master-key.ts';
import { joinServer, prepareServer } from '../store/open/open-database.ts';
import { type PlannedMigration, planMigrations } from '../store/open/prepare-database.ts';
import type { MigrationStep } from '../store/schema/migrate.ts';
import { type CellWork, eachCell } from './cells/each-cell.ts';
import { createLog } from './log.ts';
import { requireDatabase } from './require-database.ts';
import { failProcess } from './run-process.ts';

const USAGE = `Usage: payment-orders migrate [--plan] [--json]

Run the migrations of this release that the database lacks, and grant the service's
role its rights. Runs on the machine of the service, with the same settings in the
environment (DATA_DIR, or DATABASE_URL and MIGRATION_DATABASE_URL, or CELLS;
ENCRYPTION_KEY, MODE), while the service serves or not. A start of the service does
the same. With CELLS each cell is migrated, the control cell first; one that is away
is named at the end, and does not keep the others from it.

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

const OTHERS_GO_ON = 'The processes that run now may go on meanwhile and afterwards.';

const WAYS = {
  create: 'builds an index concurrently, in no transaction',
  drop: 'drops an index concurrently, in no transaction',
  none: 'in a transaction',
} as const;

/** What has to be done with the processes that run now, if there can be any. */
function othersText(planned: readonly PlannedMigration[]): string[] {
  const last = planned.find(({ others_go_on }) => others_go_on === false);
  if (last !== undefined) {
    return [`Stop all processes of the service first: they do not go on after ${last.file}.`];
  }
  return planned.some(({ others_go_on }) => others_go_on) ? [OTHERS_GO_ON] : [];
}

/** With CELLS it names the cell. */
type Of<Value> = Value & { cell?: string };

const named = ({ cell }: { cell?: string }) => (cell === undefined ? '' : `${cell}  `);

function planText(planned: readonly Of<PlannedMigration>[]): string {
  if (planned.length === 0) return NOTHING;
  const lines = planned.map((one) => `${named(one)}${one.file}  ${WAYS[one.change ?? 'none']}`);
  const would = `${countOf(planned.length)} would run; nothing was changed.`;
  return `${[...lines, would, ...othersText(planned)].join('\n')}\n`;
}

async function planOf(config: Config, work?: CellWork): Promise<Of<PlannedMigration>[]> {
  const log = openErrorLog();
  const server = await joinServer(config, log);
  try {
    const { signal } = new AbortController();
    const { stopped = signal, away, cell } = work ?? {};
    // What another cell is compared with is only known once the control cell is migrated.
    const control = work?.is_control === true ? cell : undefined;
    const opening = { ...server, mode: config.mode, log, stopped, away, cell: control };
    const pending = await planMigrations(opening);
    return pending.map((one) => (cell === undefined ? one : { cell: cell.name, ...one }));
  } finally {
    await server.stop();
  }
}

async function plan(config: Config, json: boolean): Promise<void> {
  const pending: Of<PlannedMigration>[] = [];
  if (config.cells.length === 0) pending.push(...(await planOf(config)));
  else {
    await eachCell(config, async (work) => {
      pending.push(...(await planOf(work.config, work)));
      return null;
    });
  }
  process.stdout.write(json ? `${JSON.stringify({ pending })}\n` : planText(pending));
  if (pending.length > 0) process.exitCode = MISSING;
}

const secondsOf = (ms: number) => Number((ms / 1_000).toFixed(2));

type Applied = Of<{ file: string; seconds: number }>;

async function applyTo(
  config: Config,
  tell: (done: Applied) => void,
  work?: CellWork,
): Promise<CellIdentity | null> {
  const log = openErrorLog();
  const master_key = await masterKey(config);
  const cell = work === undefined ? {} : { cell: work.cell.name };
  const hear = (step: MigrationStep) => {
    if (step.kind === 'applied') tell({ ...cell, file: step.file, seconds: secondsOf(step.ms) });
  };
  const server = await joinServer(config, log);
  try {
    const options = { ...config, master_key, away: work?.away, cell: work?.cell };
    return await prepareServer(options, server, log, hear, work?.stopped);
  } finally {
    await server.stop();
  }
}

async function apply(config: Config, json: boolean): Promise<void> {
  const applied: Applied[] = [];
  const tell = (done: Applied) => {
    applied.push(done);
    if (!json) process.stdout.write(`${named(done)}${done.file}  ${done.seconds} s\n`);
  };
  if (config.cells.length === 0) await applyTo(config, tell);
  else await eachCell(config, (work) => applyTo(work.config, tell, work));
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
