// One of several processes that answer requests: opens the service over a database that the primary
// has prepared.
import type { Log } from '../app/process/log-words.ts';
import { isOutage } from '../app/process/outage.ts';
import { StartupError } from '../lib/startup-error.ts';
import { createMetrics } from '../programs/metrics.ts';
import { runProcess, type Started, stopOf, tellFailure } from '../programs/run-process.ts';
import { errorText } from '../programs/told-error.ts';
import { type Service, startWorkerService } from '../service.ts';
import type { Config } from '../settings/config.ts';
import { type Link, linkToPrimary } from './link.ts';

async function start(config: Config, log: Log, link: Link, started: Started): Promise<Service> {
  void link.told_to_stop.then(() => started.stop({ told_by: 'primary' }));
  const { connection, port } = await link.opening;
  const metrics = createMetrics();
  link.measureWith(metrics.snapshot);
  const { requests_elsewhere, single_jobs, render, settings_elsewhere } = link;
  const shared = {
    connection,
    metrics: { ...metrics, render },
    requests_elsewhere,
    settings_elsewhere,
    single_jobs,
    async readyToListen() {
      await link.send({ kind: 'opened' });
      await link.listening;
    },
  };
  return await startWorkerService({ ...config, port }, log, started.stopped, shared);
}

/**
 * The primary tells the operator, once for all workers; a bug is logged here. If the database
 * became unreachable meanwhile, the next worker waits for it.
 */
async function endUnstarted(log: Log, link: Link, error: unknown): Promise<never> {
  if (isOutage(error)) log.warn({ err: error }, 'the database is away');
  else {
    if (!(error instanceof StartupError)) tellFailure(error);
    const sentence = error instanceof StartupError ? error.message : errorText(error);
    await link.send({ kind: 'failed', sentence });
  }
  return process.exit(1);
}

export async function runWorker(config: Config, log: Log): Promise<void> {
  const link = linkToPrimary();
  try {
    await runProcess(stopOf(config, log), (started) => start(config, log, link, started));
  } catch (error) {
    await endUnstarted(log, link, error);
  }
  await link.send({ kind: 'listening' });
}
