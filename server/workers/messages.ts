// What the primary and its workers tell each other.
import type { Rendered, Snapshot } from '../metrics.ts';
import type { Connection } from '../store/open/open-database.ts';

/** Requests of each token since the last message. */
export type TokenCounts = readonly (readonly [token_id: string, count: number])[];

export type ToWorker =
  /** The database is ready; get ready too, and say so. */
  | { kind: 'open'; connection: Connection; port: number }
  /** The port is free for the workers: take connections. */
  | { kind: 'listen' }
  /** From now on you do the jobs of which one process is enough. */
  | { kind: 'do_chores' }
  | { kind: 'stop' }
  | { kind: 'measure'; id: number }
  | { kind: 'rendered'; id: number; metrics: Rendered }
  /** Settings have changed: look, and say so. */
  | { kind: 'look'; id: number }
  | { kind: 'all_looked'; id: number }
  | { kind: 'requests_elsewhere'; counts: TokenCounts };

export type FromWorker =
  | { kind: 'opened' }
  | { kind: 'listening' }
  /** It cannot start, nor can another: a sentence for the operator. */
  | { kind: 'failed'; sentence: string }
  /** It has changed settings: the others are to know before it answers. */
  | { kind: 'changed'; id: number }
  | { kind: 'looked'; id: number }
  | { kind: 'measured'; id: number; snapshot: Snapshot }
  /** Somebody asked this worker for the metrics of the whole service. */
  | { kind: 'render'; id: number }
  | { kind: 'requests'; counts: TokenCounts };
