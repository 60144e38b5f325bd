// Finds everything that an archive has about one trade, order or bank line, in one pass per step
// and in bounded memory.
import { isRecord } from '../../lib/is-record.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { type ArchiveRecord, openArchive, readPart } from './read-archive.ts';

export const FOUND_BY = ['trade', 'order', 'line'] as const;
export type FoundBy = (typeof FOUND_BY)[number];

const fieldsOf = (value: unknown) => (isRecord(value) ? value : {});

/** More than any trade has; an order id may be that of several merchants. */
const MOST_FOUND = 10_000;

async function eachRecord(file: string, look: (record: ArchiveRecord) => void): Promise<void> {
  const { manifest, lines } = await openArchive(file);
  const damaged: string[] = [];
  try {
    for (const part of manifest.parts) {
      for await (const page of readPart(lines, part, damaged)) page.forEach(look);
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new StartupError(`${file} is damaged: ${error.message}`, { cause: error });
  } finally {
    await lines.return(undefined);
  }
  if (damaged.length === 0) return;
  throw new StartupError(`${file} is damaged: ${damaged.join('; ')}.`);
}

/** The trades that are meant, and the bank lines that lie with them. */
type Meant = { readonly trades: Set<string>; readonly lines: Set<string> };

function noteMeant(meant: Meant, by: FoundBy, id: string, record: ArchiveRecord): void {
  const { kind } = record;
  if (by === 'order' && kind === 'trade') {
    const { order_id, order_id_as_sent, trade_id } = fieldsOf(record.trade);
    if (order_id === id || order_id_as_sent === id) meant.trades.add(String(trade_id));
  }
  if (by === 'trade') meant.trades.add(id);
  if (by === 'line') meant.lines.add(id);
}

function noteLines(meant: Meant, record: ArchiveRecord): void {
  if (record.kind !== 'line') return;
  const { trade_id } = fieldsOf(record.outcome);
  if (!meant.trades.has(String(trade_id))) return;
  meant.lines.add(String(fieldsOf(record.line).bank_line_id));
}

function isMeant({ trades, lines }: Meant, record: ArchiveRecord): boolean {
  const has = (ids: Set<string>, id: unknown) => typeof id === 'string' && ids.has(id);
  const line = fieldsOf(record.line);
  return (
    has(trades, record.trade_id) ||
    has(trades, fieldsOf(record.trade).trade_id) ||
    has(lines, record.bank_line_id) ||
    has(lines, line.bank_line_id) ||
    has(lines, line.parent_line_id)
  );
}

/** In the order of the file: entries, events, lines, the trade. */
export async function findInArchive(
  file: string,
  by: FoundBy,
  id: string,
): Promise<ArchiveRecord[]> {
  const meant: Meant = { trades: new Set(), lines: new Set() };
  // Entries stand before the trades and lines that tell which of them are meant.
  await eachRecord(file, (record) => {
    noteMeant(meant, by, id, record);
    noteLines(meant, record);
  });
  if (by === 'order') await eachRecord(file, (record) => noteLines(meant, record));
  const found: ArchiveRecord[] = [];
  await eachRecord(file, (record) => {
    if (found.length < MOST_FOUND && isMeant(meant, record)) found.push(record);
  });
  return found;
}
