// The primary's view of its workers: handles their messages, and assigns the jobs that one of them
// does for all.
import type { Log } from '../app/process/log-words.ts';
import { StartupError } from '../lib/startup-error.ts';
import type { Metrics, Rendered } from '../programs/metrics.ts';
import type { Config } from '../settings/config.ts';
import type { Connection } from '../store/open/open-database.ts';
import { type Asked, createQuestions } from './ask-all.ts';
import { createGathering } from './gather-metrics.ts';
import { type KeptWorker, keepWorkers, type WorkerEvents } from './keep-workers.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import type { Port } from './port.ts';
import { createCountShare } from './share-counts.ts';

export type WorkerGroupParts = {
  log: Log;
  config: Config;
  port: Port;
  metrics: Metrics;
  database: Promise<Connection>;
  /** Resolved when all serve for the first time; rejected when one reports that none can. */
  first: PromiseWithResolvers<void>;
};

export type WorkerGroup = {
  /** The metrics of the whole service. */
  render(): Promise<Rendered>;
  /** False if a worker had to be killed. */
  stop(): Promise<boolean>;
};

type Workers = () => readonly KeptWorker[];

const SHARE_EVERY_MS = 100;
/** Longer than re-reading settings takes; a worker that misses it finds the change by polling. */
const LOOK_PATIENCE_MS = 500;

const serves = ({ serving_since_ms }: KeptWorker) => serving_since_ms !== null;

function askedWith(workers: readonly KeptWorker[], message: (id: number) => ToWorker): Asked[] {
  return workers.map((worker) => ({
    id: worker.id,
    ask: (question) => worker.send(message(question)),
  }));
}

/** Assigns the jobs that one process does for all to one worker at a time. */
function createSingleJobs(serving: Workers) {
  let doer: number | null = null;
  return {
    give() {
      const [next] = serving();
      if (doer !== null || next === undefined) return;
      doer = next.id;
      next.send({ kind: 'do_single_jobs' });
    },
    gone(worker_id: number) {
      if (doer === worker_id) doer = null;
    },
  };
}

function createChanges(workers: Workers) {
  const questions = createQuestions();
  return {
    /** Asks workers that are starting too: they may have read the settings already. */
    async tell(changer: KeptWorker, id: number): Promise<void> {
      const others = workers().filter((worker) => worker !== changer);
      const asked = askedWith(others, (question) => ({ kind: 'look', id: question }));
      await questions.askAll(asked, LOOK_PATIENCE_MS);
      changer.send({ kind: 'all_looked', id });
    },
    answered: questions.answered,
    gone: questions.gone,
  };
}

/** Once all have served, a worker that cannot start is no reason to end the others. */
function createStart({ first, log, config }: WorkerGroupParts) {
  let is_complete = false;
  return {
    serving(count: number) {
      if (count < config.workers) return;
      is_complete = true;
      first.resolve();
    },
    failed(sentence: string) {
      if (is_complete) log.error({ reason: sentence }, 'a worker could not start');
      else first.reject(new StartupError(sentence));
    },
  };
}

/** The state that the primary keeps for its workers. */
function createCoordination(parts: WorkerGroupParts, workers: Workers) {
  const { log, port, metrics } = parts;
  const serving = () => workers().filter(serves);
  const shares = createCountShare();
  const gathering = createGathering(metrics.snapshot);
  const changes = createChanges(workers);
  const single_jobs = createSingleJobs(serving);
  const start = createStart(parts);

  const render = () =>
    gathering.render(askedWith(serving(), (question) => ({ kind: 'measure', id: question })));
  const giveMetrics = async (worker: KeptWorker, id: number) => {
    try {
      worker.send({ kind: 'rendered', id, metrics: await render() });
    } catch (error) {
      // Only logged: the process on which all others depend must not end for this.
      log.error({ err: error }, 'the metrics could not be added up');
    }
  };
  const letListen = async (worker: KeptWorker) => {
    await port.give();
    worker.send({ kind: 'listen' });
  };
  const noteServing = (worker: KeptWorker) => {
    worker.serving_since_ms = performance.now();
    log.info({ worker: worker.process_id }, 'worker ready');
    shares.join(worker.id, (counts) => worker.send({ kind: 'requests_elsewhere', counts }));
    single_jobs.give();
    start.serving(serving().length);
  };
  const noteEnd = (worker: KeptWorker) => {
    shares.leave(worker.id);
    gathering.gone(worker.id);
    changes.gone(worker.id);
    single_jobs.gone(worker.id);
  };
  return {
    serving,
    shares,
    gathering,
    changes,
    single_jobs,
    start,
    render,
    giveMetrics,
    letListen,
    noteServing,
    noteEnd,
  };
}

type Coordination = ReturnType<typeof createCoordination>;

function handleMessage(coordination: Coordination, worker: KeptWorker, message: FromWorker) {
  switch (message.kind) {
    case 'opened':
      return void coordination.letListen(worker);
    case 'listening':
      return coordination.noteServing(worker);
    case 'failed':
      return coordination.start.failed(message.sentence);
    case 'measured':
      return coordination.gathering.answered(worker.id, message.id, message.snapshot);
    case 'render':
      return void coordination.giveMetrics(worker, message.id);
    case 'requests':
      return coordination.shares.counted(worker.id, message.counts);
    case 'changed':
      return void coordination.changes.tell(worker, message.id);
    case 'looked':
      return coordination.changes.answered(worker.id, message.id);
  }
}

export function createWorkerGroup(parts: WorkerGroupParts): WorkerGroup {
  const { log, config, port, metrics } = parts;
  let is_stopping = false;
  const coordination = createCoordination(parts, () => keeper.workers());
  const events: WorkerEvents = {
    started(worker) {
      const tell = (connection: Connection) =>
        worker.send({ kind: 'open', connection, port: port.number });
      // Without a database the start has failed, and is reported there.
      void parts.database.then(tell, () => undefined);
    },
    said: (worker, message) => handleMessage(coordination, worker, message),
    ended(worker) {
      coordination.noteEnd(worker);
      if (is_stopping) return;
      metrics.count('worker_ends');
      coordination.single_jobs.give();
      if (coordination.serving().length > 0) return;
      port
        .take()
        .catch((error: unknown) =>
          log.error({ err: error }, 'the primary could not take the port back'),
        );
    },
  };
  const keeper = keepWorkers(config.workers, log, events);
  const sharing = setInterval(coordination.shares.flush, SHARE_EVERY_MS);
  metrics.watch('workers', () => coordination.serving().length);
  return {
    render: coordination.render,
    async stop() {
      is_stopping = true;
      clearInterval(sharing);
      return await keeper.stop();
    },
  };
}
