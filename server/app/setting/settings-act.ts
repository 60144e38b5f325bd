// A settings act: one thing that somebody changes about how the service works, as one row.

import type { AuditAction } from '../../domain/record/audit.ts';
import type { ApprovalAct } from '../../domain/record/proposal.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import type { ServiceMode } from '../../domain/service/service-mode.ts';
import type {
  Asker,
  SettingsDecision,
  SettingsVerdict,
} from '../../domain/setting/settings-decision.ts';
import type { ControlPlace } from '../../store/approval/act-sums.ts';
import type { Transaction } from '../../store/connection/database.ts';
import type { KeyedCipher } from '../../store/encryption/encryption.ts';

/** Where an act is carried out: its transaction, and the moment. */
export type At = {
  readonly tx: Transaction;
  readonly cipher: KeyedCipher;
  /** Where people and their ties are; null: in the same database. */
  readonly control: ControlPlace | null;
  readonly mode: ServiceMode;
  /** The service's time, in the sandbox as far ahead as its clock. */
  readonly now: number;
};

/**
 * How every process hears of it: `lock`: the version of the settings is what the act locks;
 * `save`: it is incremented after the act was saved; null: no process keeps this in memory.
 */
export type VersionStep = 'lock' | 'save' | null;

/** What only the write knows: the audit trail and whoever asked are told of it. */
export type Findings = Readonly<Record<string, unknown>>;

/** For acts on a setting that two people may edit at once. */
export type Seen<Facts, Request> = {
  /** As answers show it. */
  version(at: At, facts: Facts, request: Request): string;
  /** The acts that change it, as the audit trail calls them. */
  readonly by: readonly AuditAction[];
};

type Steps<Request, Facts, Saved, Found extends Findings> = {
  /** What the audit trail calls it; null: it is of no interest there. */
  readonly action: AuditAction | null;
  /** The tables whose rows `lock` locks, in the order of locks.ts. */
  readonly locks: readonly string[];
  readonly version: VersionStep;
  /** Null: what the request names is not there. */
  lock(at: At, request: Request): Promise<Facts | null>;
  /** What only the write knows; null: somebody else was faster. */
  save(
    at: At,
    decision: SettingsDecision<Saved>,
    facts: Facts,
    request: Request,
  ): Promise<Found | null>;
  /** Without it a request cannot name the version on which it was decided. */
  readonly seen?: Seen<Facts, Request>;
  /** The answer if somebody else was faster; without it, what they did is the answer. */
  readonly overtaken?: Refusal;
  /** The answer if there was nothing to write; without it, that of a write. */
  nothingWritten?(saved: Saved): Saved;
};

export type ActOfTwo<Request, Facts, Saved, Found extends Findings> = Steps<
  Request,
  Facts,
  Saved,
  Found
> & {
  /** The act of the bands, which say whether a second person has to approve. */
  readonly gate: ApprovalAct;
  decide(facts: Facts, request: Request, asker: Asker): SettingsVerdict<Saved>;
};

export type ActOfOne<Request, Facts, Saved, Found extends Findings> = Steps<
  Request,
  Facts,
  Saved,
  Found
> & {
  /** One person is enough, whatever the bands say. */
  readonly gate: null;
  decide(facts: Facts, request: Request, asker: Asker): SettingsVerdict<Saved, null>;
};

export type SettingsAct<Request, Facts, Saved, Found extends Findings = Findings> =
  | ActOfTwo<Request, Facts, Saved, Found>
  | ActOfOne<Request, Facts, Saved, Found>;

/** A row whose steps fit each other: the compiler infers their types. */
export const actOfTwo = <Request, Facts, Saved, Found extends Findings>(
  row: ActOfTwo<Request, Facts, Saved, Found>,
): ActOfTwo<Request, Facts, Saved, Found> => row;

export const actOfOne = <Request, Facts, Saved, Found extends Findings>(
  row: ActOfOne<Request, Facts, Saved, Found>,
): ActOfOne<Request, Facts, Saved, Found> => row;

export const NOTHING_MORE: Findings = {};

/** What is new has no row yet that could be locked. */
export const noFacts = <Request>(_at: At, _request: Request): Promise<object> =>
  Promise.resolve({});
