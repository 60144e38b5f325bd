// Runs scenarios one after the other on one database; a failed one does not stop the others.
import type { OpenBench } from './harness/open-bench.ts';
import {
  type BenchReport,
  type Failure,
  type JudgedFigure,
  judge,
  machineOfHere,
} from './report.ts';
import { CALLBACKS } from './scenario/callbacks.ts';
import { CREATES } from './scenario/creates.ts';
import { FAIRNESS } from './scenario/fairness.ts';
import { GROWTH } from './scenario/growth.ts';
import { LISTS } from './scenario/lists.ts';
import { MATCHING } from './scenario/matching.ts';
import { MEMORY } from './scenario/memory.ts';
import { MIXED } from './scenario/mixed.ts';
import { OVERLOAD } from './scenario/overload.ts';
import { PAGES } from './scenario/pages.ts';
import { PAYOUTS } from './scenario/payouts.ts';
import { READS } from './scenario/reads.ts';
import type { Scenario } from './scenario/scenario.ts';
import { STARTS } from './scenario/starts.ts';
import { UTR } from './scenario/utr.ts';
import { VERIFY } from './scenario/verify.ts';
import { WORKERS } from './scenario/workers.ts';
import { STORAGE } from './storage/measure-storage.ts';

export const SCENARIOS: readonly Scenario[] = [
  CREATES,
  WORKERS,
  PAYOUTS,
  READS,
  MIXED,
  UTR,
  OVERLOAD,
  PAGES,
  CALLBACKS,
  FAIRNESS,
  MATCHING,
  VERIFY,
  GROWTH,
  LISTS,
  STORAGE,
  STARTS,
  MEMORY,
];

async function runScenario(bench: OpenBench, scenario: Scenario): Promise<JudgedFigure[]> {
  try {
    return (await scenario.run(bench)).map(judge);
  } finally {
    await bench.stopServices();
  }
}

export async function runBench(
  bench: OpenBench,
  scenarios: readonly Scenario[],
): Promise<BenchReport> {
  const { seconds, rounds, trades } = bench;
  const started_at = new Date().toISOString();
  const start_ms = performance.now();
  const figures: JudgedFigure[] = [];
  const failures: Failure[] = [];
  for (const scenario of scenarios) {
    bench.say(`${scenario.name}: ${scenario.what}`);
    try {
      figures.push(...(await runScenario(bench, scenario)));
    } catch (error) {
      // The table and the exit code report the failure too.
      failures.push({ scenario: scenario.name, error: String(error) });
      bench.say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }
  return {
    started_at,
    seconds: Math.round((performance.now() - start_ms) / 1_000),
    machine: machineOfHere(),
    options: { seconds, rounds, trades },
    figures,
    failures,
  };
}
