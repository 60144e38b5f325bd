// Measures the service beside its yardsticks: npm run bench -- --help.
import { writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { type OpenBench, openBench } from './harness/open-bench.ts';
import { type BenchChoice, readOptions, usage, WrongUsage } from './read-options.ts';
import { tableOf } from './report.ts';
import { runBench, SCENARIOS } from './run-bench.ts';

const start_ms = performance.now();
let is_closing = false;

/** Reports progress on standard error, because standard output holds only the figures. */
function say(text: string): void {
  // Closing makes running work fail; those errors mean nothing.
  if (is_closing) return;
  const seconds = ((performance.now() - start_ms) / 1_000).toFixed(0).padStart(4);
  process.stderr.write(`${seconds} s  ${text}\n`);
}

/** Cleans up after a signal, even if the database is still being created. */
function closeAtSignal(opening: Promise<OpenBench>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const exit = () => process.exit(128 + constants.signals[signal]);
    process.on(signal, () => {
      // npm and the terminal may both send the signal; the bench closes only once.
      if (is_closing) return;
      say('closing');
      is_closing = true;
      opening.then((bench) => bench.close()).then(exit, exit);
    });
  }
}

async function run({ only, options, json_file }: BenchChoice): Promise<void> {
  const opening = openBench(options, say);
  closeAtSignal(opening);
  const bench = await opening;
  try {
    const report = await runBench(
      bench,
      SCENARIOS.filter((scenario) => only.includes(scenario.name)),
    );
    process.stdout.write(`\n${tableOf(report)}`);
    if (json_file !== null) await writeFile(json_file, `${JSON.stringify(report, null, 2)}\n`);
    process.exitCode = report.failures.length === 0 ? 0 : 1;
  } finally {
    await bench.close();
  }
}

function choose(): BenchChoice | null {
  try {
    const names = SCENARIOS.map((scenario) => scenario.name);
    return readOptions(process.argv.slice(2), names);
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error;
    process.stderr.write(`${error.message}\nSee npm run bench -- --help.\n`);
    process.exitCode = 2;
    return null;
  }
}

const choice = choose();
if (choice?.help === true) process.stdout.write(`${usage(SCENARIOS)}\n`);
else if (choice !== null) await run(choice);
