// The archive of a month as a document: its manifest, the parts that follow it, and the proofs that
// it lies between.
import { DAY_MS } from '../../lib/durations.ts';
import type { KeyPurpose } from '../service/encryption-key.ts';
import type { ServiceMode } from '../service/service-mode.ts';
import { dayOf, dayStart } from '../values/day.ts';

export const ARCHIVE_DOCUMENT = 'payment-orders/archive';
export const ARCHIVE_VERSION = 1;

/** In the order of the file; each line has its kind. */
export const ARCHIVE_KINDS = [
  'proof',
  'book',
  'entry',
  'adjustment',
  'event',
  'line',
  'trade',
] as const;
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number];

/** The hash is of the part's lines, each with its line feed, as they are when unpacked. */
export type ArchivePart = { kind: ArchiveKind; records: number; sha256: string };

/** The signed proof that a range begins after, or ends with. */
export type ArchiveEnd = { proof: number; day: string; hash: string };

export type ArchiveProofKey = {
  key_id: number;
  /** 32 bytes as base64url. */
  public_key: string;
  created_at: string;
  ended_at: string | null;
};

/** A key under which columns of the archive are encrypted, itself encrypted by ENCRYPTION_KEY. */
export type ArchiveDataKey = { key_id: number; purpose: KeyPurpose; wrapped: string };

export type ArchiveManifest = {
  document: typeof ARCHIVE_DOCUMENT;
  version: typeof ARCHIVE_VERSION;
  month: string;
  mode: ServiceMode;
  installation: string | null;
  /** Null: there was nothing before. */
  after: ArchiveEnd | null;
  to: ArchiveEnd;
  /** What was written on these days is covered by the proof of a later day. */
  days_without_proof: string[];
  trades: {
    /** They ended in this month, and cannot change any more. */
    archived: number;
    /** They had their last event in this month, but may change: they are not in the file. */
    left_open: number;
  };
  parts: ArchivePart[];
  proof_keys: ArchiveProofKey[];
  data_keys: ArchiveDataKey[];
};

/** The second line, below the manifest: over the first, exactly as it is. */
export type ArchiveSignature = { key_id: number; signature: string };

const MONTH = /^\d{4}-\d{2}$/;

/** The days of a month; null if the text is none. */
export function daysOfMonth(month: string): string[] | null {
  const first = MONTH.test(month) ? dayStart(`${month}-01`) : null;
  if (first === null) return null;
  const days: string[] = [];
  for (let at = first; dayOf(at).startsWith(month); at += DAY_MS) days.push(dayOf(at));
  return days;
}

export const archiveName = (month: string): string => `archive-${month}.jsonl.gz`;

const NAME = /^archive-(\d{4}-\d{2})\.jsonl\.gz$/;

/** The month that a file's name tells; null if it is no archive. */
export const monthOfArchive = (name: string): string | null => NAME.exec(name)?.[1] ?? null;

function monthAfter(month: string): string | null {
  const last_day = dayStart(daysOfMonth(month)?.at(-1) ?? '');
  return last_day === null ? null : dayOf(last_day + DAY_MS).slice(0, 7);
}

/** The months after the one, and before the other; none if one of the texts is no month. */
export function monthsBetween(after: string, before: string): string[] {
  const months: string[] = [];
  if (daysOfMonth(before) === null) return months;
  for (let at = monthAfter(after); at !== null && at < before; at = monthAfter(at)) months.push(at);
  return months;
}

type DayOfProof = { readonly day: string | null };

export type MonthProofs<Proof> = {
  /** The last proof of a day before the month; null if there is none. */
  readonly before: Proof | null;
  /** The last proof of a day of the month. */
  readonly last: Proof;
  /** A proof of a later day has what was written on them, because a proof covers all before it. */
  readonly days_without_proof: string[];
};

/**
 * A proof belongs to the month of its day. `proofs` are in order; the beginning of all has no day.
 * A text says why the month cannot be archived.
 */
export function proofsOfMonth<Proof extends DayOfProof>(
  month: string,
  proofs: readonly Proof[],
): MonthProofs<Proof> | string {
  const days = daysOfMonth(month);
  if (days === null) return `${month} is no month: give it as 2026-01`;
  const [first_day = '', last_day = ''] = [days[0], days.at(-1)];
  const known = proofs.filter(({ day }) => day !== null);
  const has = (wanted: string) => known.some(({ day }) => day === wanted);
  const inside = known.filter(({ day }) => day !== null && day >= first_day && day <= last_day);
  const last = inside.at(-1);
  if (last === undefined) return `there is no signed proof of a day of ${month}`;
  if (!known.some(({ day }) => day !== null && day >= last_day)) {
    return `the last signed proof is of ${last.day}: ${month} has to be over, and its end proven`;
  }
  const before = known.findLast(({ day }) => day !== null && day < first_day) ?? null;
  const begin = before === null ? (inside[0]?.day ?? '') : first_day;
  return {
    before,
    last,
    days_without_proof: days.filter((day) => day >= begin && !has(day)),
  };
}
