// What the service and its reading threads say to each other.
import type { ReadingName, Readings } from './readers.ts';

/** From the service. One work at a time; `piece` answers each `more`, null: there are no more. */
export type ToThread<Name extends ReadingName> =
  | { kind: 'work'; name: Name; input: Readings[Name]['input'] }
  | { kind: 'piece'; bytes: Uint8Array | null }
  /** Answers each `part`: a long result never holds up the service as a whole. */
  | { kind: 'taken' }
  /** Whoever sends the file has gone. */
  | { kind: 'broken_off' };

/** From a thread: `part`s first, where a result is long, and one of the others last. */
export type FromThread<Name extends ReadingName> =
  /** Once, when it is loaded. */
  | { kind: 'ready' }
  | { kind: 'more' }
  | { kind: 'part'; value: Readings[Name]['part'] }
  | { kind: 'done'; value: Readings[Name]['value'] }
  | { kind: 'broken_off' }
  /** A bug: the work threw what nobody expects of it. */
  | { kind: 'failed'; error: { name: string; message: string; stack: string } };

/** Why a work has no result. `busy`: too many wait already. */
export type Stopped = { stopped: 'time' | 'memory' | 'busy' };

export const isStopped = (result: object): result is Stopped => 'stopped' in result;
