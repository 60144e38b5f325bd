// The lists that a service with several cells answers over all of them: by what the rows of each
// are in order, so that pages of several cells can be merged into one.
import { PROPOSALS_COUNTED_MOST, type ProposalPage } from '../../../app/approval/list-proposals.ts';
import type { CellAnswer } from '../../../app/cell/ask-all.ts';
import { joinOwed } from '../../../app/cell/combined-work.ts';
import { HOUSE_BOOK } from '../../../domain/ledger/ledger.ts';
import type { ListKey, ListOrder } from '../../../domain/service/merge-pages.ts';

type Query = Readonly<Record<string, string>>;

export type MergedList = {
  /** The query may choose the order. */
  orderOf(query: Query): ListOrder;
  /** What the page tells beside its rows. Written as a method, as the order is. */
  beside?(answers: readonly CellAnswer<object>[]): object;
  /** Members beside the rows that are lists, whose rows name their cell as well. */
  readonly rows?: readonly string[];
};

type Keyed<Row> = { key(row: Row): ListKey };

const shared = (is_descending: boolean, { key }: Keyed<object>): ListOrder => ({
  ...{ key, sort: key },
  is_descending,
  keys: 'shared',
});

const BY_ID = { key: ({ id }: { id: string }) => [id] };
const NEWEST_FIRST = shared(true, BY_ID);
const OLDEST_FIRST = shared(false, BY_ID);

/** Each cell counts by itself, so the rows are merged by their time. */
const byNumber = ({ key: sort }: Keyed<object>): ListOrder => ({
  key: ({ number }: { number: number }) => [number],
  sort,
  is_descending: true,
  keys: 'counted',
});

const AT = byNumber({ key: ({ at }: { at: string }) => [at] });

const always = (order: ListOrder): MergedList => ({ orderOf: () => order });

type OfTrade = { merchant_id: string; trade_id: string };
type Delivery = OfTrade & { sequence: number; endpoint: number | null };
type Hold = OfTrade & { release_at: string; kind: string };
type LedgerAccount = { book: string; account: string; currency: string };
type Waiting = { trade: { id: string; updated_at: string } };
type Work = { attempt: { id: string; updated_at: string } };

/** The database compares names of accounts, perhaps in another order than programs do. */
const ACCOUNTS: ListOrder = {
  key: ({ book, account, currency }: LedgerAccount) => [
    book === 'house' ? HOUSE_BOOK : book,
    account,
    currency,
  ],
  sort: ({ book }: LedgerAccount) => [book === 'house' ? HOUSE_BOOK : book],
  is_descending: false,
  keys: 'own',
};

const DELIVERIES = shared(true, {
  key: ({ merchant_id, trade_id, sequence, endpoint }: Delivery) => [
    ...[merchant_id, trade_id, sequence],
    endpoint ?? 0,
  ],
});

const OWED = shared(false, {
  key: ({ line }: { line: { booked_at: string; id: string } }) => [
    Date.parse(line.booked_at),
    line.id,
  ],
});

type Removed = { removed_before: string | null };

/** What one cell has removed is missing from the page. */
const latestRemoved = (answers: readonly CellAnswer<Removed>[]): Removed => ({
  removed_before:
    answers
      .flatMap(({ answer }) => answer.removed_before ?? [])
      .toSorted()
      .at(-1) ?? null,
});

type WaitingCounts = Pick<ProposalPage, 'waiting_count' | 'waiting_for_you_count'>;

const addWaiting = (answers: readonly CellAnswer<WaitingCounts>[]): WaitingCounts => {
  const sumOf = (name: keyof WaitingCounts) =>
    Math.min(
      answers.reduce((sum, { answer }) => sum + answer[name], 0),
      PROPOSALS_COUNTED_MOST,
    );
  return {
    waiting_count: sumOf('waiting_count'),
    waiting_for_you_count: sumOf('waiting_for_you_count'),
  };
};

type Archived = { archived_until?: string };

/** What any of the cells has removed may be missing from the page. */
function latestArchived(answers: readonly CellAnswer<Archived>[]): Archived {
  const months = answers.flatMap(({ answer }) => answer.archived_until ?? []).toSorted();
  const archived_until = months.at(-1);
  return archived_until === undefined ? {} : { archived_until };
}

const HOLDS = shared(false, {
  key: ({ release_at, merchant_id, trade_id, kind }: Hold) => [
    ...[release_at, merchant_id, trade_id, kind],
  ],
});

const WORK = {
  ended: shared(true, { key: ({ attempt }: Work) => [attempt.updated_at, attempt.id] }),
  open: shared(false, { key: ({ attempt }: Work) => [attempt.id] }),
};

/** Each is in the scope `merged` of cell-scopes.ts. */
export const MERGED_LISTS: ReadonlyMap<string, MergedList> = new Map(
  Object.entries({
    listAlerts: always(NEWEST_FIRST),
    listAllProofs: always(byNumber({ key: ({ made_at }: { made_at: string }) => [made_at] })),
    listApprovals: { ...always(NEWEST_FIRST), beside: addWaiting },
    listAudit: always(AT),
    listBankLines: always(NEWEST_FIRST),
    listDeliveries: { ...always(DELIVERIES), beside: latestRemoved },
    listDisputes: always(
      shared(true, {
        key: ({ opened_at, id }: { opened_at: string; id: string }) => [opened_at, id],
      }),
    ),
    listHolds: always(HOLDS),
    listLedgerAccounts: always(ACCOUNTS),
    listLedgerEntries: always(
      byNumber({ key: ({ entered_at }: { entered_at: string }) => [entered_at] }),
    ),
    listMerchants: always(OLDEST_FIRST),
    listOwnAudit: always(AT),
    listOwed: { ...always(OWED), beside: joinOwed, rows: ['totals', 'debts'] },
    listPaidNotices: always(
      shared(true, {
        key: ({ said_at, merchant_id, trade_id }: OfTrade & { said_at: string }) => [
          ...[Date.parse(said_at), merchant_id, trade_id],
        ],
      }),
    ),
    listPayoutBatches: always(NEWEST_FIRST),
    listPayoutQueue: always(OLDEST_FIRST),
    listPayoutWork: { orderOf: ({ stage }) => (stage === 'ended' ? WORK.ended : WORK.open) },
    listReceipts: always(NEWEST_FIRST),
    listReceivingAccounts: always(OLDEST_FIRST),
    listSettlements: always(NEWEST_FIRST),
    listStatements: always(NEWEST_FIRST),
    listTrades: {
      orderOf: ({ sort }) => (sort === 'oldest' ? OLDEST_FIRST : NEWEST_FIRST),
      beside: latestArchived,
    },
    listVerifyQueue: always(
      shared(false, {
        key: ({ trade }: Waiting) => [Date.parse(trade.updated_at), trade.id],
      }),
    ),
    listWaitingLines: always(NEWEST_FIRST),
  }),
);
