// Removes one page in one transaction: trades with everything that hangs on them, or bank lines
// without a trade. What is not equal to the files, or is still needed, stays and is counted.
import {
  addCounts,
  NO_COUNTS,
  NOTHING_REMOVED,
  type RemovalCounts,
  type StayReason,
} from '../../domain/archive/removal.ts';
import { moveTrades } from '../../store/archive/move-trades.ts';
import type { OpenColumns } from '../../store/archive/open-columns.ts';
import {
  lockFreeLines,
  lockOutcomesToRemove,
  lockTradesToRemove,
  type RemovalEnd,
  readLinesOf,
  readStayReasons,
  readUnsettled,
  type TradeToRemove,
} from '../../store/archive/removal-facts.ts';
import {
  deleteRows,
  type EntryNumber,
  type RemovalPage,
  readRecordsToRemove,
} from '../../store/archive/removal-rows.ts';
import type { Queryable, Transaction } from '../../store/connection/database.ts';
import { comparePage } from './compare-page.ts';
import type { OfOwner, Owners } from './file-records.ts';

export type PageWork = {
  readonly file: ReadonlyMap<string, OfOwner>;
  readonly owners: Owners;
  readonly columns: OpenColumns;
  readonly end: RemovalEnd;
  readonly now: number;
  /** In a plan: the trades that would be gone by then. */
  readonly gone: Set<string>;
};

class Staying {
  readonly #by_owner = new Map<string, StayReason>();

  add(owner: string, reason: StayReason): void {
    if (!this.#by_owner.has(owner)) this.#by_owner.set(owner, reason);
  }

  has(owner: string): boolean {
    return this.#by_owner.has(owner);
  }

  counts(): RemovalCounts['stays'] {
    const stays: Partial<Record<StayReason, number>> = {};
    for (const reason of this.#by_owner.values()) stays[reason] = (stays[reason] ?? 0) + 1;
    return stays;
  }
}

const keyOf = ({ book, number }: EntryNumber) => `${book} ${number}`;

/** What is equal and needed by nothing. */
async function selectEqual(
  tx: Queryable,
  looked_at: readonly string[],
  page: RemovalPage,
  staying: Staying,
  work: PageWork,
) {
  const { file, owners, columns } = work;
  const texts = await readRecordsToRemove(tx, page);
  const compared = comparePage(texts, file, { owners, looked_at }, columns);
  for (const owner of compared.tied) if (looked_at.includes(owner)) staying.add(owner, 'tied');
  const unsettled = new Set(
    (await readUnsettled(tx, [...compared.equal.values()].flat())).map(keyOf),
  );
  const equal = new Map(compared.equal);
  for (const [owner, entries] of compared.equal) {
    if (!entries.some((entry) => unsettled.has(keyOf(entry)))) continue;
    staying.add(owner, 'unsettled');
    equal.delete(owner);
  }
  return { equal, differs: compared.differs };
}

const entriesOf = (file: PageWork['file'], owners: readonly string[]) =>
  owners.flatMap((owner) => file.get(owner)?.entries ?? []);

const removeEqual = async (
  tx: Queryable,
  page: RemovalPage,
): Promise<RemovalCounts['removed']> => ({
  ...NOTHING_REMOVED,
  ...(await deleteRows(tx, page)),
  trades: page.trades.length,
});

/** Those that nothing among the trades needs, by the rule of whoever moves them. */
async function moveEqual(
  tx: Transaction,
  trades: readonly TradeToRemove[],
  staying: Staying,
  { now, gone }: PageWork,
): Promise<TradeToRemove[]> {
  const moved = new Set<string>();
  for (const [month, own] of Map.groupBy(trades, (one) => one.month)) {
    for (const { trade_id } of await moveTrades(tx, month, own, now)) moved.add(trade_id);
  }
  // In a plan its pay-in has not really gone.
  const goes = ({ trade_id, refund_of }: TradeToRemove) =>
    moved.has(trade_id) || gone.has(refund_of ?? '');
  for (const one of trades) if (!goes(one)) staying.add(one.trade_id, 'refund');
  return trades.filter(goes);
}

export async function removeTrades(
  tx: Transaction,
  trades: readonly TradeToRemove[],
  work: PageWork,
): Promise<RemovalCounts> {
  const { file, end, now, gone } = work;
  const staying = new Staying();
  const mine = await lockTradesToRemove(tx, trades);
  const lines = await readLinesOf(tx, trades);
  const my_lines = await lockOutcomesToRemove(
    tx,
    lines.map(({ bank_line_id }) => bank_line_id),
  );
  for (const { trade_id } of trades) if (!mine.has(trade_id)) staying.add(trade_id, 'locked');
  for (const line of lines) {
    if (!my_lines.has(line.bank_line_id)) staying.add(line.trade_id, 'locked');
  }
  const reasons = await readStayReasons(tx, trades, end, now);
  for (const { trade_id, refund_of } of trades) {
    const reason = reasons.get(trade_id);
    const is_after = reason === 'refund' && gone.has(refund_of ?? '');
    if (reason !== undefined && !is_after) staying.add(trade_id, reason);
  }
  const left = trades.filter(({ trade_id }) => !staying.has(trade_id));
  const looked_at = left.map(({ trade_id }) => trade_id);
  const linesOf = (owner: (trade_id: string) => boolean) =>
    lines.filter(({ trade_id }) => owner(trade_id)).map(({ bank_line_id }) => bank_line_id);
  const { equal, differs } = await selectEqual(
    tx,
    looked_at,
    {
      trades: left,
      line_ids: linesOf((trade_id) => !staying.has(trade_id)),
      entries: entriesOf(file, looked_at),
    },
    staying,
    work,
  );
  const same = left.filter(({ trade_id }) => equal.has(trade_id));
  // Before its lines go, because their UTRs go with the trade.
  const moved = await moveEqual(tx, same, staying, work);
  const ids = new Set(moved.map(({ trade_id }) => trade_id));
  const removed = await removeEqual(tx, {
    trades: moved,
    line_ids: linesOf((trade_id) => ids.has(trade_id)),
    entries: [...ids].flatMap((trade_id) => equal.get(trade_id) ?? []),
  });
  for (const trade_id of ids) gone.add(trade_id);
  return { removed, stays: staying.counts(), differs };
}

/** Lines that belong to no trade: fees, transfers between own accounts, credited ones. */
export async function removeFreeLines(
  tx: Transaction,
  line_ids: readonly string[],
  work: PageWork,
): Promise<RemovalCounts> {
  const staying = new Staying();
  const { free, others } = await lockFreeLines(tx, line_ids);
  for (const line_id of line_ids) {
    if (!free.has(line_id)) staying.add(line_id, others.has(line_id) ? 'decided' : 'locked');
  }
  const looked_at = line_ids.filter((line_id) => free.has(line_id));
  const page = { trades: [], line_ids: looked_at, entries: entriesOf(work.file, looked_at) };
  const { equal, differs } = await selectEqual(tx, looked_at, page, staying, work);
  const removed = await removeEqual(tx, {
    trades: [],
    line_ids: [...equal.keys()],
    entries: [...equal.values()].flat(),
  });
  return addCounts(NO_COUNTS, { removed, stays: staying.counts(), differs });
}
