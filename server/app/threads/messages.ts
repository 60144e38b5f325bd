// The messages between the service and its reading threads.
import type { ReadingName, Readings } from './readers.ts';

/**
 * To a thread, which does one piece of work at a time. `piece` answers each `more`; null: no more.
 */
export type ToThread<Name extends ReadingName> =
  | { kind: 'work'; name: Name; input: Readings[Name]['input'] }
  | { kind: 'piece'; bytes: Uint8Array | null }
  /** Answers each `part`, so that a long result does not block the service. */
  | { kind: 'taken' }
  /** The sender of the file has disconnected. */
  | { kind: 'broken_off' };

/** From a thread: first `part`s if the result is long, and one of the others at the end. */
export type FromThread<Name extends ReadingName> =
  /** Sent once, after loading. */
  | { kind: 'ready' }
  | { kind: 'more' }
  | { kind: 'part'; value: Readings[Name]['part'] }
  | { kind: 'done'; value: Readings[Name]['value'] }
  | { kind: 'broken_off' }
  /** A bug: the work threw an unexpected error. */
  | { kind: 'failed'; error: { name: string; message: string; stack: string } };

/** Why a work has no result. `busy`: too many others wait already. */
export type Stopped = { stopped: 'time' | 'memory' | 'busy' };

export const isStopped = (result: object): result is Stopped => 'stopped' in result;
