// Runs a load in this process: connects, warms up, measures, and waits for the last answers.
import { setTimeout as sleep } from 'node:timers/promises';
import { openLines } from './lines.ts';
import type { LoadPlan, LoadResult } from './load-plan.ts';
import { createTally, type LoadTally } from './load-tally.ts';
import { closedLoop, type Loop, openLoop } from './loops.ts';
import { createRequestSource } from './request-source.ts';

type Run = { readonly tally: LoadTally; readonly loop: Loop };

const LOOK_EVERY_MS = 20;

/** Ends early if the requests run out. */
async function untilEnd(tally: LoadTally): Promise<void> {
  for (;;) {
    const left_ms = tally.end_ms() - performance.now();
    if (left_ms <= 0) return;
    await sleep(Math.min(LOOK_EVERY_MS, left_ms));
  }
}

function cpuSpent(since?: NodeJS.CpuUsage): NodeJS.CpuUsage {
  return process.cpuUsage(since);
}

export async function drive(plan: LoadPlan): Promise<LoadResult> {
  const { host, hostname, port } = new URL(plan.url);
  const source = createRequestSource(host, plan.requests);
  let run: Run | null = null;
  const lines = await openLines({ host: hostname, port: Number(port) }, plan.connections, {
    answered: (head, since_ms, now_ms) => run?.tally.answered(head, since_ms, now_ms),
    unanswered: (since_ms, now_ms) => run?.tally.unanswered(since_ms, now_ms),
    free: (index, now_ms) => run?.loop.free(index, now_ms),
    lost: (index) => run?.loop.lost(index),
  });
  const start_ms = performance.now();
  const begin_ms = start_ms + plan.warmup_seconds * 1_000;
  const tally = createTally(begin_ms, plan.seconds, plan.least_answers);
  const parts = { lines: lines.count(), source, tally, ask: lines.ask };
  const { rate_per_second } = plan;
  const loop = rate_per_second === undefined ? closedLoop(parts) : openLoop(parts, rate_per_second);
  run = { tally, loop };
  loop.start(start_ms);
  await sleep(plan.warmup_seconds * 1_000);
  const before = cpuSpent();
  await untilEnd(tally);
  const { user, system } = cpuSpent(before);
  loop.end(performance.now());
  await lines.end();
  return tally.result(user + system);
}
