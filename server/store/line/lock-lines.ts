// Locks the bank lines that a batch may move, in one statement and in the order of their ids, so
// that two batches never deadlock.

import { MOST_LARGER, MOST_OPPOSITES } from '../../domain/matching/recall.ts';
import type { BankLine, LineRecord } from '../../domain/record/bank-line.ts';
import type { TradeKey } from '../../domain/record/trade.ts';
import type { Queryable } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { type LineRow, lineRecord, SELECT_LINES } from './bank-lines.ts';

type OppositeKey = Pick<BankLine, 'receiving_account_id' | 'utr' | 'amount_cents'>;

/** The lines that a batch may move, described by the facts known before anything is locked. */
export type WantedLines = {
  ids?: readonly string[];
  utrs?: readonly string[];
  /** The parts of these lines: a split is undone only while all its parts are in suspense. */
  parents?: readonly string[];
  /** The lines of which these are parts. */
  parents_of?: readonly string[];
  /** All lines matched to these trades. */
  trades?: readonly TradeKey[];
  /** The line that each of these pay-outs sends back, or was meant to send back. */
  returned_of?: readonly TradeKey[];
  /**
   * Lines of the same account and UTR with the opposite amount, one of which reverses the other.
   * For outgoing lines also some larger ones, of which a part may be taken back.
   */
  opposites?: readonly OppositeKey[];
  /** The same, for lines given by their ids. */
  opposites_of?: readonly string[];
  /** Lines sent back by a pay-out that an incoming line names. */
  returned_by?: { end_to_end_ids: readonly string[]; utrs: readonly string[] };
  /** Lines sent back by the pay-out that these lines are about. */
  returned_beside?: readonly string[];
};

/** One way to find line ids; left out of the query if it has nothing to look up. */
type Source = { text: string; values: readonly (readonly unknown[])[] };

/**
 * Looks up each line through the index; nearly always finds none. The nearest larger ones are read
 * in the order of the index, and sorted by their ids afterwards: PostgreSQL 15 reads all for both.
 */
const oppositesOf = (keys: string) => `
  select b.bank_line_id from (${keys}) as k
  cross join lateral (
    select l.bank_line_id from bank_lines l
    where l.utr = k.utr and l.receiving_account_id = k.account and l.amount_cents = -k.amount
    order by l.bank_line_id limit ${MOST_OPPOSITES}
  ) b
  union all
  select b.bank_line_id from (${keys}) as k
  cross join lateral (
    select n.bank_line_id from (
      select l.bank_line_id, l.amount_cents from bank_lines l
      where k.amount < 0 and l.utr = k.utr and l.receiving_account_id = k.account
        and l.amount_cents > -k.amount and l.parent_line_id is null
      order by l.amount_cents fetch first ${MOST_LARGER} rows with ties
    ) n
    order by n.amount_cents, n.bank_line_id limit ${MOST_LARGER}
  ) b`;

/**
 * The line that a pay-out was created to send back, whatever its present state. It changes together
 * with the pay-out, and the recorded act never changes, so it can be found before the pay-out is
 * locked.
 */
const returnedBy = (payouts: string) => `
  select r.bank_line_id from (${payouts}) a
  join bank_line_acts r on r.merchant_id = a.merchant_id and r.trade_id = a.trade_id
    and r.act = 'return'`;

const TEXTS = {
  ids: 'select unnest($1::uuid[])',
  utrs: 'select bank_line_id from bank_lines where utr = any($1::text[])',
  parents: 'select bank_line_id from bank_lines where parent_line_id = any($1::uuid[])',
  parents_of: `select parent_line_id from bank_lines
    where bank_line_id = any($1::uuid[]) and parent_line_id is not null`,
  trades: `select bank_line_id from bank_line_outcomes
    where (merchant_id, trade_id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
  returned_of: returnedBy(
    'select * from unnest($1::uuid[], $2::uuid[]) as k(merchant_id, trade_id)',
  ),
  opposites: oppositesOf(`select distinct *
    from unnest($1::uuid[], $2::text[], $3::bigint[]) as d(account, utr, amount)`),
  opposites_of: oppositesOf(`
    select receiving_account_id as account, utr, amount_cents as amount from bank_lines
    where bank_line_id = any($1::uuid[]) and utr is not null`),
  returned_by: returnedBy(`
    select merchant_id, trade_id from payout_attempts where end_to_end_id = any($1::text[])
    union
    select merchant_id, trade_id from payout_attempts where utr = any($2::text[])`),
  // An early return has one candidate: the pay-out that it returns.
  returned_beside: returnedBy(`
    select coalesce(merchant_id, (candidates -> 0 ->> 'merchant_id')::uuid) as merchant_id,
      coalesce(trade_id, (candidates -> 0 ->> 'trade_id')::uuid) as trade_id
    from bank_line_outcomes where bank_line_id = any($1::uuid[])`),
} as const;

const columnsOf = (keys: readonly TradeKey[]) => [
  keys.map((key) => key.merchant_id),
  keys.map((key) => key.trade_id),
];

/** In a fixed order: the statement's name is made from the positions. */
function sourcesOf(wanted: WantedLines): Source[] {
  const { ids = [], utrs = [], parents = [], trades = [], opposites_of = [] } = wanted;
  const { returned_by = { end_to_end_ids: [], utrs: [] }, returned_beside = [] } = wanted;
  const opposites = (wanted.opposites ?? []).filter((line) => line.utr !== null);
  const amounts = opposites.map((line) => line.amount_cents);
  const accounts = opposites.map((line) => line.receiving_account_id);
  return [
    { text: TEXTS.ids, values: [ids] },
    { text: TEXTS.utrs, values: [[...new Set(utrs)]] },
    { text: TEXTS.parents, values: [parents] },
    { text: TEXTS.trades, values: columnsOf(trades) },
    { text: TEXTS.returned_of, values: columnsOf(wanted.returned_of ?? []) },
    { text: TEXTS.opposites, values: [accounts, opposites.map((line) => line.utr), amounts] },
    { text: TEXTS.opposites_of, values: [opposites_of] },
    { text: TEXTS.returned_by, values: [returned_by.end_to_end_ids, returned_by.utrs] },
    { text: TEXTS.returned_beside, values: [returned_beside] },
    { text: TEXTS.parents_of, values: [wanted.parents_of ?? []] },
  ];
}

/** The ids that these sources find, as one query with the parameters of all. */
function union(sources: readonly (Source & { at: number })[]) {
  const values: unknown[] = [];
  const texts = sources.map((source) => {
    const before = values.length;
    values.push(...source.values);
    return source.text.replaceAll(/\$(\d)/g, (_, number) => `$${before + Number(number)}`);
  });
  return { text: texts.join(' union all '), values, name: sources.map(({ at }) => at).join('') };
}

function queryOf(wanted: WantedLines) {
  const sources = sourcesOf(wanted)
    .map((source, at) => ({ ...source, at }))
    .filter(({ values }) => values.some((list) => list.length > 0));
  return sources.length === 0 ? null : union(sources);
}

/** All lines are found first, then locked: lines that appear while this waits are not included. */
export async function lockLines(
  tx: Queryable,
  cipher: Cipher,
  wanted: WantedLines,
): Promise<LineRecord[]> {
  const query = queryOf(wanted);
  if (query === null) return [];
  const rows = await tx.query<LineRow>(
    `lock-lines-${query.name}`,
    `${SELECT_LINES} where o.bank_line_id = any(array(${query.text}))
     order by o.bank_line_id for update of o`,
    query.values,
  );
  return rows.map((row) => lineRecord(cipher, row));
}

/** The ids of such lines, read without locks. */
export async function findLines(tx: Queryable, wanted: WantedLines): Promise<string[]> {
  const query = queryOf(wanted);
  if (query === null) return [];
  const rows = await tx.query<{ bank_line_id: string }>(
    `find-lines-${query.name}`,
    `select distinct f.bank_line_id from (${query.text}) as f(bank_line_id)`,
    query.values,
  );
  return rows.map((row) => row.bank_line_id);
}
