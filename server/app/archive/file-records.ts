// What the archives have of some trades and bank lines: the key and the content of each record, by
// the trade or the line that it belongs to.

import type { ArchiveKind } from '../../domain/archive/archive-document.ts';
import { archivedContent } from '../../domain/archive/record-matcher.ts';
import { isRecord } from '../../lib/is-record.ts';
import { openColumnsWith, openRecord } from '../../store/archive/open-columns.ts';
import type { EntryNumber } from '../../store/archive/removal-rows.ts';
import { sha256Hex } from '../process/ids.ts';
import { type ArchiveRecord, openArchive, readPart } from './read-archive.ts';

type Plain = Readonly<Record<string, unknown>>;

/** A record's hash by its key. */
export type RecordHashes = Map<string, string>;

export type OfOwner = { readonly hashes: RecordHashes; readonly entries: EntryNumber[] };

/** Trades by their id, and lines without a trade by theirs. */
export type Owners = {
  readonly trade_ids: ReadonlySet<string>;
  /** The trade of a line, or the line itself if it belongs to none. */
  readonly owner_of_line: ReadonlyMap<string, string>;
};

const textOf = (value: unknown, name: string): string =>
  isRecord(value) && value[name] !== null && value[name] !== undefined ? String(value[name]) : '';

/** By what a record is known on both sides. */
export function recordKey(record: ArchiveRecord): string {
  const { kind } = record;
  if (kind === 'entry') return `entry ${String(record.book)} ${String(record.number)}`;
  if (kind === 'event') return `event ${String(record.merchant_id)} ${String(record.number)}`;
  if (kind === 'line') return `line ${textOf(record.line, 'bank_line_id')}`;
  return `${kind} ${textOf(record.trade, 'trade_id')}`;
}

/** The trade or line that a record belongs to; undefined: none of these. */
export function ownerOf(record: ArchiveRecord, owners: Owners): string | undefined {
  if (record.kind === 'line') {
    // By what the record itself says: a line that became another's is missing from its trade.
    const matched_to = textOf(record.outcome, 'trade_id');
    if (owners.trade_ids.has(matched_to)) return matched_to;
    return owners.owner_of_line.get(textOf(record.line, 'bank_line_id'));
  }
  const trade_id =
    record.kind === 'trade' ? textOf(record.trade, 'trade_id') : textOf(record, 'trade_id');
  if (owners.trade_ids.has(trade_id)) return trade_id;
  return record.kind === 'entry'
    ? owners.owner_of_line.get(textOf(record, 'bank_line_id'))
    : undefined;
}

export const contentHash = (record: Plain): string => sha256Hex(archivedContent(record));

export const entryNumberOf = (record: ArchiveRecord): EntryNumber => ({
  book: String(record.book),
  number: BigInt(String(record.number)),
});

const READ: ReadonlySet<ArchiveKind> = new Set(['entry', 'event', 'line', 'trade']);

/** Every record of these kinds, file by file, opened with the keys that its file has. */
export async function* recordsOf(
  files: readonly string[],
  master_key: Uint8Array,
  kinds: ReadonlySet<ArchiveKind> = READ,
): AsyncGenerator<{ records: ArchiveRecord[]; month: string; open: (record: Plain) => Plain }> {
  for (const file of files) {
    const { manifest, lines } = await openArchive(file);
    const columns = openColumnsWith(master_key, manifest.data_keys);
    const open = (record: Plain) => openRecord(columns, record);
    const problems: string[] = [];
    try {
      for (const part of manifest.parts) {
        for await (const records of readPart(lines, part, problems)) {
          if (kinds.has(part.kind)) yield { records, month: manifest.month, open };
        }
      }
    } finally {
      await lines.return(undefined);
    }
    if (problems.length > 0) throw new Error(`${file} was changed: ${problems.join('; ')}`);
  }
}

/** What the files have of these owners: one walk through all of them. */
export async function readOwners(
  files: readonly string[],
  master_key: Uint8Array,
  owners: Owners,
): Promise<ReadonlyMap<string, OfOwner>> {
  const found = new Map<string, OfOwner>();
  for await (const { records, open } of recordsOf(files, master_key)) {
    for (const record of records) {
      const owner = ownerOf(record, owners);
      if (owner === undefined) continue;
      const own: OfOwner = found.get(owner) ?? { hashes: new Map(), entries: [] };
      found.set(owner, own);
      own.hashes.set(recordKey(record), contentHash(open(record)));
      if (record.kind === 'entry') own.entries.push(entryNumberOf(record));
    }
  }
  return found;
}
