// Compares the rows of a page, as the database has them under its locks, with the records of the
// files: what is not equal, column by column, or is on one side only, stays.
import type { Differing } from '../../domain/archive/removal.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { OpenColumns } from '../../store/archive/open-columns.ts';
import { openRecord } from '../../store/archive/open-columns.ts';
import type { EntryNumber } from '../../store/archive/removal-rows.ts';
import {
  contentHash,
  entryNumberOf,
  type OfOwner,
  type Owners,
  ownerOf,
  type RecordHashes,
  recordKey,
} from './file-records.ts';
import type { ArchiveRecord } from './read-archive.ts';

export type ComparedPage = {
  /** Owners of which everything is equal, with their entries. */
  readonly equal: ReadonlyMap<string, readonly EntryNumber[]>;
  readonly differs: Differing;
  /** An entry of it belongs to another trade or line, too. */
  readonly tied: ReadonlySet<string>;
};

type Side = { readonly hashes: RecordHashes; readonly entries: EntryNumber[] };

function readRecord(text: string): ArchiveRecord {
  const record: unknown = JSON.parse(text);
  if (!isRecord(record) || typeof record.kind !== 'string') throw new Error('Not a record');
  return { ...record, kind: record.kind };
}

/** An entry of a trade may be of a line that belongs to another. */
function isTied(record: ArchiveRecord, owner: string, { trade_ids, owner_of_line }: Owners) {
  if (record.kind !== 'entry') return false;
  const { trade_id, bank_line_id } = record;
  const of_line = typeof bank_line_id === 'string' ? owner_of_line.get(bank_line_id) : owner;
  const of_trade = typeof trade_id === 'string' ? trade_id : owner;
  const is_known = typeof trade_id !== 'string' || trade_ids.has(trade_id);
  return of_line !== owner || of_trade !== owner || !is_known;
}

function differingKinds(file: RecordHashes, database: RecordHashes): string[] {
  const keys = new Set([...file.keys(), ...database.keys()]);
  return [...keys]
    .filter((key) => file.get(key) !== database.get(key))
    .map((key) => key.slice(0, key.indexOf(' ')));
}

type Sides = { readonly of: Map<string, Side>; readonly tied: Set<string> };

function readSides(texts: readonly string[], owners: Owners, columns: OpenColumns): Sides {
  const of = new Map<string, Side>();
  const tied = new Set<string>();
  for (const text of texts) {
    const record = readRecord(text);
    const owner = ownerOf(record, owners);
    if (owner === undefined) continue;
    const side: Side = of.get(owner) ?? { hashes: new Map(), entries: [] };
    of.set(owner, side);
    side.hashes.set(recordKey(record), contentHash(openRecord(columns, record)));
    if (record.kind === 'entry') side.entries.push(entryNumberOf(record));
    if (isTied(record, owner, owners)) tied.add(owner);
  }
  return { of, tied };
}

const NOTHING: RecordHashes = new Map();

/** `texts`: the rows of the owners that are looked at; `owners` may be more. */
export function comparePage(
  texts: readonly string[],
  file: ReadonlyMap<string, OfOwner>,
  { owners, looked_at }: { owners: Owners; looked_at: readonly string[] },
  columns: OpenColumns,
): ComparedPage {
  const { of, tied } = readSides(texts, owners, columns);
  const equal = new Map<string, readonly EntryNumber[]>();
  const differs: Record<string, number> = {};
  for (const owner of looked_at) {
    const side = of.get(owner);
    const kinds = differingKinds(file.get(owner)?.hashes ?? NOTHING, side?.hashes ?? NOTHING);
    for (const kind of kinds) differs[kind] = (differs[kind] ?? 0) + 1;
    if (kinds.length === 0 && side !== undefined && !tied.has(owner)) {
      equal.set(owner, side.entries);
    }
  }
  return { equal, differs, tied };
}
