// Kills the service and its database under load, again and again, and proves that no acknowledged
// order is lost: npm run torture -- --rounds 20.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Removal, removeLocks } from './torture/locks/remove-locks.ts';
import { type Report, type Round, runTorture } from './torture/run-torture.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const RUN = join(ROOT, 'bin/run.mjs');

const USAGE = `Usage: npm run torture -- [--rounds 20] [--services 2] [--clients 64] [--seconds 3]
  --services 1 uses the embedded PostgreSQL; several services share one database.
  --locks removes each lock of the store in turn and says which test fails without it;
  with words behind it (--locks deliveries) only locks with one of them in name or file.
  --properties runs the tests with long random histories with all of them.
  --json prints only the report.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    locks: { type: 'boolean', default: false },
    properties: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '20' },
    services: { type: 'string', default: '2' },
    clients: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '3' },
    project: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const COLUMNS = [
  'round',
  'killed',
  'after_ms',
  'away_ms',
  'orders',
  'acknowledged',
  'unanswered',
  'entries',
  'violations',
] as const satisfies (keyof Round)[];

const WIDTH = 13;

function printLine(cells: readonly (string | number)[]): void {
  if (!values.json) console.log(cells.map((cell) => String(cell).padStart(WIDTH)).join(''));
}

function printReport(report: Report): void {
  const { ok, trades, events, callbacks, violations } = report;
  if (values.json) console.log(JSON.stringify(report));
  else {
    console.log(`\n${trades} trades, ${events} events, ${callbacks} callbacks received`);
    for (const violation of violations.slice(0, 50)) console.log(`VIOLATION  ${violation}`);
    console.log(JSON.stringify(report));
    console.log(ok ? 'Nothing was lost.' : `${violations.length} violations.`);
  }
}

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`Not a count: ${text}\n${USAGE}`);
  return count;
}

function printRemoval({ lock, file, harmless, failed }: Removal): void {
  const told = failed ?? (harmless === null ? 'NO TEST MISSES IT' : `harmless: ${harmless}`);
  console.log(`${lock} (${file}) -> ${told}`);
}

async function tryLocks(): Promise<void> {
  const removals = await removeLocks(positionals, printRemoval);
  const survived = removals.filter(({ harmless, failed }) => harmless === null && failed === null);
  console.log(`${removals.length} locks, ${survived.length} that no test misses.`);
  process.exitCode = survived.length === 0 ? 0 : 1;
}

async function testProperties(): Promise<number> {
  const env = { ...process.env, PROPERTY_SHARE: '1' };
  const long = globSync('test/**/*.test.ts', { cwd: ROOT }).filter((path) =>
    readFileSync(join(ROOT, path), 'utf8').includes('longRuns('),
  );
  const child = spawn(process.execPath, [RUN, 'test', ...long], { env, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return Number(code ?? 1);
}

if (values.help) console.log(USAGE);
else if (values.locks) await tryLocks();
else if (values.properties) process.exitCode = await testProperties();
else {
  printLine(COLUMNS);
  const report = await runTorture({
    rounds: readCount(values.rounds),
    services: readCount(values.services),
    clients: readCount(values.clients),
    seconds: readCount(values.seconds),
    ...(values.project === undefined ? {} : { project: values.project }),
    tell: (round) => printLine(COLUMNS.map((column) => round[column])),
  });
  printReport(report);
  process.exitCode = report.ok ? 0 : 1;
}
