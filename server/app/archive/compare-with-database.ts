// Compares an archive with what the database has of its month now, record by record: whether each
// record of the file is still there as it was, and nothing came between them.
import {
  ARCHIVE_KINDS,
  type ArchiveEnd,
  type ArchiveKind,
  type ArchivePart,
} from '../../domain/archive/archive-document.ts';
import {
  archivedContent,
  type RecordCounts,
  RecordMatcher,
  type RecordSide,
} from '../../domain/archive/record-matcher.ts';
import { isRecord } from '../../lib/is-record.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { fixForms } from '../../store/archive/archive-rows.ts';
import { openColumnsWith, openRecord } from '../../store/archive/open-columns.ts';
import { readArchiveKeys } from '../../store/archive/wrapped-keys.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { BEGINNING, type Boundary, readBoundaries } from '../proof/proof-boundaries.ts';
import { readSnapshot } from '../proof/verify-snapshot.ts';
import { monthTexts, rangeBetween } from './month-texts.ts';
import { type ArchiveRecord, openArchive, readPart } from './read-archive.ts';
import { verifyArchive } from './verify-archive.ts';

type KindComparison = RecordCounts & { readonly kind: ArchiveKind };

export type ArchiveComparison = {
  readonly ok: boolean;
  readonly month: string;
  /** Empty if the file itself is not right: then nothing was compared. */
  readonly kinds: readonly KindComparison[];
  readonly problems: readonly string[];
};

type Plain = Readonly<Record<string, unknown>>;
type ToPlain = (record: Plain) => Plain;

/** More than an order that differs by a page: then hardly anything is the same. */
const MOST_WAITING = 100_000;

const fieldOf = (value: unknown, name: string): string =>
  isRecord(value) ? String(value[name]) : '';

/** By what a record is known on both sides, in words. */
const NAMES: Readonly<Record<ArchiveKind, (record: Plain) => string>> = {
  proof: ({ number }) => `proof ${String(number)}`,
  book: ({ book }) => `book ${String(book)}`,
  entry: ({ book, number }) => `entry ${String(number)} of ${String(book)}`,
  adjustment: ({ adjustment_id }) => `adjustment ${String(adjustment_id)}`,
  event: ({ merchant_id, number }) => `event ${String(number)} of merchant ${String(merchant_id)}`,
  line: ({ line }) => `bank line ${fieldOf(line, 'bank_line_id')}`,
  trade: ({ trade }) => `trade ${fieldOf(trade, 'trade_id')}`,
};

/** The proof that the file names, if the database has the same one. */
function boundaryOf(boundaries: readonly Boundary[], end: ArchiveEnd | null): Boundary {
  if (end === null) return BEGINNING;
  const found = boundaries.find(({ number }) => Number(number) === end.proof);
  if (found?.hash === end.hash) return found;
  throw new StartupError(
    `The database has not the proof ${end.proof} of ${end.day} that the file has: it is the ` +
      'archive of another installation, or of another history (docs/operate/archive.md).',
  );
}

type Sides = {
  readonly file: AsyncIterator<readonly ArchiveRecord[]>;
  readonly database: AsyncIterator<readonly string[]>;
};
type Openers = { readonly file: ToPlain; readonly database: ToPlain };

async function nextPage<Row>(pages: AsyncIterator<readonly Row[]>): Promise<readonly Row[] | null> {
  const { done, value } = await pages.next();
  return done === true ? null : value;
}

/** Page by page from both sides in turn, so that little of either is kept. */
async function compareKind(kind: ArchiveKind, sides: Sides, open: Openers): Promise<RecordMatcher> {
  const matcher = new RecordMatcher();
  const take = (side: RecordSide, record: Plain) =>
    matcher.take(side, NAMES[kind](record), archivedContent(open[side](record)));
  for (;;) {
    const file = await nextPage(sides.file);
    const database = await nextPage(sides.database);
    if (file === null && database === null) return matcher;
    for (const record of file ?? []) take('file', record);
    for (const text of database ?? []) take('database', JSON.parse(text));
    if (matcher.waiting <= MOST_WAITING) continue;
    throw new StartupError(`More than ${MOST_WAITING} ${kind} records differ.`);
  }
}

/** Trades that were left out of the file may have become final since. */
const isExpected = ({ kind, changed, only_in_file, only_in_database }: KindComparison) =>
  changed === 0 && only_in_file === 0 && (kind === 'trade' || only_in_database === 0);

async function compareAll(app: App, file: string, master_key: Uint8Array) {
  const { manifest, lines } = await openArchive(file);
  const problems: string[] = [];
  const partOf = (kind: ArchiveKind): ArchivePart =>
    manifest.parts.find((part) => part.kind === kind) ?? { kind, records: 0, sha256: '' };
  const opener = (keys: typeof manifest.data_keys): ToPlain => {
    const open = openColumnsWith(master_key, keys);
    return (record) => openRecord(open, record);
  };
  try {
    return await readSnapshot(app, async (tx) => {
      await fixForms(tx);
      const boundaries = await readBoundaries(tx);
      const [after, to] = [manifest.after, manifest.to].map((end) => boundaryOf(boundaries, end));
      const range = rangeBetween(after ?? BEGINNING, to ?? BEGINNING);
      const texts = monthTexts(tx, range, serviceTime(app));
      const open = {
        file: opener(manifest.data_keys),
        database: opener(await readArchiveKeys(tx)),
      };
      const kinds: KindComparison[] = [];
      for (const kind of ARCHIVE_KINDS) {
        const from_file = readPart(lines, partOf(kind), problems);
        const matcher = await compareKind(kind, { file: from_file, database: texts[kind] }, open);
        const counts = { kind, ...matcher.counts() };
        kinds.push(counts);
        if (!isExpected(counts)) problems.push(...matcher.named());
      }
      return { kinds, problems };
    });
  } finally {
    await lines.return(undefined);
  }
}

/** A file that does not prove itself is not compared: it could say anything. */
export async function compareArchive(
  app: App,
  file: string,
  { master_key, public_keys }: { master_key: Uint8Array; public_keys: readonly string[] },
): Promise<ArchiveComparison> {
  const { manifest, ok, problems } = await verifyArchive(file, public_keys);
  if (!ok) return { ok, month: manifest.month, kinds: [], problems };
  const found = await compareAll(app, file, master_key);
  return { ok: found.problems.length === 0, month: manifest.month, ...found };
}
