// Walks through everything of archived months that may be removed, page by page: the files say what
// there was, and the database what is still there.
import { addCounts, NO_COUNTS, type RemovalCounts } from '../../domain/archive/removal.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { OpenColumns } from '../../store/archive/open-columns.ts';
import {
  FREE_STATUSES,
  type RemovalEnd,
  readLinesOf,
  selectLinesThere,
  selectThere,
  type TradeToRemove,
} from '../../store/archive/removal-facts.ts';
import type { Database, Transaction } from '../../store/connection/database.ts';
import { type Owners, readOwners, recordsOf } from './file-records.ts';
import type { ArchiveRecord } from './read-archive.ts';
import { type PageWork, removeFreeLines, removeTrades } from './remove-page.ts';

const PAGE = 500;
/** Of these the files' records are kept in memory at once: each chunk reads the files again. */
const CHUNK_PAGES = 40;

export type RemovalWalk = {
  /** Of all months up to the one that is removed, oldest first. */
  readonly files: readonly string[];
  readonly master_key: Uint8Array;
  /** Opens what the database has. */
  readonly columns: OpenColumns;
  readonly end: RemovalEnd;
  readonly now: number;
  /** Trades, or lines, of one transaction; a test passes a small number. */
  readonly page_rows?: number;
  /** Runs a page in its transaction. */
  readonly inPage: (work: (tx: Transaction) => Promise<RemovalCounts>) => Promise<RemovalCounts>;
};

const textOf = (value: unknown, name: string): string | null => {
  const found = isRecord(value) ? value[name] : null;
  return typeof found === 'string' ? found : null;
};

const tradeOf = ({ trade }: ArchiveRecord, month: string): TradeToRemove => ({
  merchant_id: textOf(trade, 'merchant_id') ?? '',
  trade_id: textOf(trade, 'trade_id') ?? '',
  refund_of: textOf(trade, 'refund_of'),
  month,
});

function* pagesOf<Item>(items: readonly Item[], rows: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += rows) yield items.slice(at, at + rows);
}

const isFree = ({ line, outcome }: ArchiveRecord): boolean =>
  FREE_STATUSES.some((status) => status === textOf(outcome, 'status')) &&
  textOf(outcome, 'trade_id') === null &&
  textOf(line, 'parent_line_id') === null;

type Left = { trades: TradeToRemove[]; refunds: TradeToRemove[]; line_ids: string[] };

/** What of the files is still there: refunds apart, because each goes after its pay-in. */
async function findLeft(db: Database, { files, master_key }: RemovalWalk): Promise<Left> {
  const trades: TradeToRemove[] = [];
  const line_ids: string[] = [];
  for await (const { records, month } of recordsOf(files, master_key, new Set(['line', 'trade']))) {
    const of_trades = records.filter(({ kind }) => kind === 'trade');
    const lines = records.filter((record) => record.kind === 'line' && isFree(record));
    if (of_trades.length > 0) {
      trades.push(
        ...(await selectThere(
          db,
          of_trades.map((record) => tradeOf(record, month)),
        )),
      );
    }
    const ids = lines.flatMap(({ line }) => textOf(line, 'bank_line_id') ?? []);
    if (ids.length > 0) line_ids.push(...(await selectLinesThere(db, ids)));
  }
  const isRefund = ({ refund_of }: TradeToRemove) => refund_of !== null;
  return {
    trades: trades.filter((one) => !isRefund(one)),
    refunds: trades.filter(isRefund),
    line_ids,
  };
}

async function ownersOf(db: Database, trades: readonly TradeToRemove[]): Promise<Owners> {
  const owner_of_line = new Map<string, string>();
  for (const page of pagesOf(trades, PAGE)) {
    for (const line of await readLinesOf(db, page)) {
      owner_of_line.set(line.bank_line_id, line.trade_id);
    }
  }
  return { trade_ids: new Set(trades.map(({ trade_id }) => trade_id)), owner_of_line };
}

/** `tell` is called after each page with the counts so far. */
export async function walkRemoval(
  db: Database,
  walk: RemovalWalk,
  tell: (counts: RemovalCounts, of: number) => void,
): Promise<RemovalCounts> {
  const left = await findLeft(db, walk);
  const of = left.trades.length + left.refunds.length + left.line_ids.length;
  const gone = new Set<string>();
  let counts = NO_COUNTS;
  const add = (more: RemovalCounts) => {
    counts = addCounts(counts, more);
    tell(counts, of);
  };
  const { files, master_key, columns, end, now, inPage, page_rows = PAGE } = walk;
  const workOn = async (owners: Owners): Promise<PageWork> => {
    const file = await readOwners(files, master_key, owners);
    return { file, owners, columns, end, now, gone };
  };
  // No page has both: a refund on the page of its pay-in would stay.
  for (const chunk of [left.trades, left.refunds].flatMap((trades) => [
    ...pagesOf(trades, page_rows * CHUNK_PAGES),
  ])) {
    const work = await workOn(await ownersOf(db, chunk));
    for (const page of pagesOf(chunk, page_rows))
      add(await inPage((tx) => removeTrades(tx, page, work)));
  }
  for (const chunk of pagesOf(left.line_ids, page_rows * CHUNK_PAGES)) {
    const owner_of_line = new Map(chunk.map((line_id) => [line_id, line_id]));
    const work = await workOn({ trade_ids: new Set(), owner_of_line });
    for (const page of pagesOf(chunk, page_rows))
      add(await inPage((tx) => removeFreeLines(tx, page, work)));
  }
  return counts;
}
