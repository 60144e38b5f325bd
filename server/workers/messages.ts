// The messages between the primary and its workers.
import type { Rendered, Snapshot } from '../programs/metrics.ts';
import type { Connection } from '../store/open/open-database.ts';

/** Requests of each token since the last message. */
export type TokenCounts = readonly (readonly [token_id: string, count: number])[];

export type ToWorker =
  /** The database is ready: prepare to serve, then report it. */
  | { kind: 'open'; connection: Connection; port: number }
  /** The workers may listen on the port: accept connections. */
  | { kind: 'listen' }
  /** From now on run the jobs that one process does for all. */
  | { kind: 'do_single_jobs' }
  | { kind: 'stop' }
  | { kind: 'measure'; id: number }
  | { kind: 'rendered'; id: number; metrics: Rendered }
  /** Settings have changed: re-read them, then report it. */
  | { kind: 'look'; id: number }
  | { kind: 'all_looked'; id: number }
  | { kind: 'requests_elsewhere'; counts: TokenCounts };

export type FromWorker =
  | { kind: 'opened' }
  | { kind: 'listening' }
  /** It cannot start, nor could another worker: a sentence for the operator. */
  | { kind: 'failed'; sentence: string }
  /** It has changed settings: the others must re-read them before it answers. */
  | { kind: 'changed'; id: number }
  | { kind: 'looked'; id: number }
  | { kind: 'measured'; id: number; snapshot: Snapshot }
  /** Somebody asked this worker for the metrics of the whole service. */
  | { kind: 'render'; id: number }
  | { kind: 'requests'; counts: TokenCounts };
