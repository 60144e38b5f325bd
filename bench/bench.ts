// Measures the service beside its yardsticks: npm run bench -- --help.
import { writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { costsAbove } from './against/compare.ts';
import { compareTableOf } from './against/compare-table.ts';
import { COMPARED_LOADS, COMPARED_SCENARIOS } from './against/loads.ts';
import { openAgainst } from './against/open-against.ts';
import { MANY_SHOPS, runAgainst } from './against/run-against.ts';
import { openBench } from './harness/open-bench.ts';
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
function closeAtSignal(close: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const exit = () => process.exit(128 + constants.signals[signal]);
    process.on(signal, () => {
      // npm and the terminal may both send the signal; the bench closes only once.
      if (is_closing) return;
      say('closing');
      is_closing = true;
      close().then(exit, exit);
    });
  }
}

async function tell(
  report: { readonly failures: readonly unknown[] },
  table: string,
  json_file: string | null,
): Promise<void> {
  process.stdout.write(`\n${table}`);
  if (json_file !== null) await writeFile(json_file, `${JSON.stringify(report, null, 2)}\n`);
  process.exitCode = report.failures.length === 0 ? 0 : 1;
}

async function runComparison(commit: string, choice: BenchChoice): Promise<void> {
  const { opened, close } = openAgainst({ commit, say });
  closeAtSignal(close);
  try {
    const { seconds, rounds } = choice.options;
    const loads = COMPARED_LOADS.filter(({ scenario }) => choice.only.includes(scenario));
    const plan = { seconds, rounds, loads, counts: MANY_SHOPS };
    const report = await runAgainst(await opened, plan);
    await tell(report, compareTableOf(report), choice.json_file);
    const above = costsAbove(report.comparisons, choice.at_most ?? Number.POSITIVE_INFINITY);
    for (const { name } of above) say(`${name}: above ${choice.at_most} in every round`);
    if (above.length > 0) process.exitCode = 1;
  } catch (error) {
    // Says what the other commit lacks; a stack trace would hide it.
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    await close();
  }
}

async function runScenarios({ only, options, json_file }: BenchChoice): Promise<void> {
  const opening = openBench(options, say);
  closeAtSignal(() => opening.then((bench) => bench.close()));
  const bench = await opening;
  try {
    const report = await runBench(
      bench,
      SCENARIOS.filter((scenario) => only.includes(scenario.name)),
    );
    await tell(report, tableOf(report), json_file);
  } finally {
    await bench.close();
  }
}

function choose(): BenchChoice | null {
  try {
    const names = SCENARIOS.map((scenario) => scenario.name);
    return readOptions(process.argv.slice(2), { known: names, comparable: COMPARED_SCENARIOS });
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error;
    process.stderr.write(`${error.message}\nSee npm run bench -- --help.\n`);
    process.exitCode = 2;
    return null;
  }
}

const choice = choose();
if (choice?.help === true) process.stdout.write(`${usage(SCENARIOS, COMPARED_SCENARIOS)}\n`);
else if (choice !== null && choice.against !== null) await runComparison(choice.against, choice);
else if (choice !== null) await runScenarios(choice);
