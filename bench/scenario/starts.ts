// Measures the time from the start of a service with its embedded PostgreSQL to its first answer.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, type ServiceProcess, spawnService } from '../harness/service-process.ts';
import { figureOf } from './figures.ts';
import type { Bench, Figure, Scenario } from './scenario.ts';

const TARGET_S = 3;
const LOOK_EVERY_MS = 5;

type Start = {
  /** The first answer of the process. */
  readonly alive_s: number;
  /** The first answer that needs the database. */
  readonly ready_s: number;
};

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok;
  } catch (error) {
    if (error instanceof TypeError) return false; // fetch throws this if nobody listens.
    throw error;
  }
}

/** Also ends, by throwing, if the service ends. */
async function untilAnswered(address: string, service: ServiceProcess): Promise<void> {
  let is_over = false;
  const over = service.ended.then(() => {
    is_over = true;
  });
  while (!(await answers(address))) {
    await Promise.race([sleep(LOOK_EVERY_MS), over]);
    if (is_over) throw new Error(`The service did not start: ${service.told()}`);
  }
}

/** Starts the service as `npm start` does, with only its address and folder set. */
async function startOnce(data_dir: string): Promise<Start> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started_ms = performance.now();
  const service = spawnService({ DATA_DIR: data_dir, PORT: String(port) });
  const seconds = () => (performance.now() - started_ms) / 1000;
  try {
    await untilAnswered(`${url}/healthz`, service);
    const alive_s = seconds();
    await untilAnswered(`${url}/readyz`, service);
    return { alive_s, ready_s: seconds() };
  } finally {
    await service.stop();
  }
}

export async function measureStarts(bench: Bench): Promise<Figure[]> {
  const data_dir = join(bench.folder, 'starts');
  await mkdir(data_dir, { recursive: true });
  const cold = await startOnce(data_dir);
  bench.say(`starts: cold ${cold.ready_s.toFixed(1)} s`);
  const warm: Start[] = [];
  while (warm.length < bench.rounds) {
    warm.push(await startOnce(data_dir));
    bench.say(`starts: warm ${warm.at(-1)?.ready_s.toFixed(1)} s`);
  }
  const scenario = 'starts';
  const unit = 's';
  return [
    figureOf(
      { scenario, name: 'warm start to the first answer of /readyz', unit, at_most: TARGET_S },
      warm.map((start) => start.ready_s),
    ),
    figureOf(
      { scenario, name: 'warm start to the first answer of /healthz', unit },
      warm.map((start) => start.alive_s),
    ),
    { scenario, name: 'cold start (no data yet) to /healthz', unit, value: cold.alive_s },
    { scenario, name: 'cold start, demo data and all, to /readyz', unit, value: cold.ready_s },
  ];
}

export const STARTS: Scenario = {
  name: 'starts',
  what: 'seconds to the first answer, cold and warm',
  run: measureStarts,
};
