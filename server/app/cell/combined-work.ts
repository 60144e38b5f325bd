// What waits in several cells, and what happened in them, as one answer: each thing names its cell.
import { byUrgency } from '../../domain/alert/attention.ts';
import { SINCE_KINDS } from '../../domain/report/since.ts';
import { READINGS, type Reading } from '../../domain/search/search-text.ts';
import { toWireInteger } from '../../domain/values/money.ts';
import type { AttentionBody, AttentionList } from '../alert/list-attention.ts';
import { CHANGES_SHOWN, type SinceBody, type SinceRow } from '../alert/show-since.ts';
import { DEBTS_LISTED, type DebtBody, type OwedPage } from '../line/list-owed.ts';
import type { SuspenseGroup } from '../line/list-suspense.ts';
import { addExact, bigintOf } from '../request/exact-integer.ts';
import { MOST_FOUND } from '../search/look-up.ts';
import type { Matched, SearchBody } from '../search/search.ts';
import type { CellAnswer } from './ask-all.ts';
import { addCapped } from './combined-counts.ts';

type Answers<Body> = readonly [CellAnswer<Body>, ...CellAnswer<Body>[]];
type OfCell<Row> = Row & { cell: string };

const ofCells = <Body, Row extends object>(
  answers: readonly CellAnswer<Body>[],
  rowsOf: (body: Body) => readonly Row[],
): OfCell<Row>[] =>
  answers.flatMap(({ cell, answer }) => rowsOf(answer).map((row) => ({ ...row, cell })));

const urgencyOf = ({ is_over, severity, oldest_at }: AttentionBody) => ({
  ...{ is_over, severity },
  oldest_at: oldest_at === null ? null : Date.parse(oldest_at),
});

/** The command is run at one cell. */
const atCell = ({ command, ...row }: OfCell<AttentionBody>) => ({
  ...row,
  command: `${command} --cell ${row.cell}`,
});

export function joinAttention(answers: Answers<AttentionList>) {
  const rows = ofCells(answers, ({ data }) => data);
  return {
    data: rows.toSorted((a, b) => byUrgency(urgencyOf(a), urgencyOf(b))).map(atCell),
    over: answers.reduce((sum, { answer }) => sum + answer.over, 0),
    // What was read first may have changed since.
    measured_at: answers.map(({ answer }) => answer.measured_at).toSorted()[0] ?? '',
  };
}

const compareTexts = (one: string, other: string) => Number(one > other) - Number(one < other);

/** An account is in one cell, whose groups of it are in the order of their ages. */
export function joinSuspense(answers: Answers<{ data: SuspenseGroup[] }>) {
  const rows = ofCells(answers, ({ data }) => data);
  const account = ({ receiving_account_id }: SuspenseGroup) => receiving_account_id;
  return { data: rows.toSorted((a, b) => compareTexts(account(a), account(b))) };
}

/** The newest first, by ids that begin with their time. */
export function joinNewest(answers: Answers<{ data: readonly { id: string }[] }>) {
  const rows = ofCells(answers, ({ data }) => data);
  return { data: rows.toSorted((a, b) => compareTexts(b.id, a.id)) };
}

type OwedBeside = Pick<OwedPage, 'totals' | 'debts' | 'debt_totals'>;

/** The largest first, as in one cell. */
const byDebt = (one: DebtBody, other: DebtBody) =>
  Number(bigintOf(other.owed_cents) - bigintOf(one.owed_cents)) ||
  compareTexts(one.merchant_id, other.merchant_id);

/** What a page of what is owed tells beside its rows. */
export function joinOwed(answers: readonly CellAnswer<OwedBeside>[]): OwedBeside {
  const totals = answers.flatMap(({ answer }) => answer.debt_totals);
  return {
    totals: ofCells(answers, (body) => body.totals),
    debts: ofCells(answers, (body) => body.debts)
      .toSorted(byDebt)
      .slice(0, DEBTS_LISTED),
    debt_totals: [...Map.groupBy(totals, ({ currency }) => currency)].map(([currency, same]) => ({
      currency,
      merchants: same.reduce((sum, { merchants }) => sum + merchants, 0),
      owed_cents: addExact(same.map(({ owed_cents }) => owed_cents)),
    })),
  };
}

/** Without a most if none of the cells has one. */
function addSinceRows(kind: SinceRow['kind'], rows: readonly SinceRow[]): SinceRow {
  const sums = rows.flatMap((row) => row.sums);
  const by_currency = [...Map.groupBy(sums, ({ currency }) => currency)];
  const is_exact = sums.length > 0;
  const count = rows.reduce((all, row) => all + row.count, 0);
  return {
    kind,
    ...(is_exact ? { count, has_more: false } : addCapped(rows)),
    sums: by_currency
      .map(([currency, same]) => ({
        currency,
        amount_cents: toWireInteger(
          same.reduce((sum, { amount_cents }) => sum + BigInt(amount_cents), 0n),
        ),
      }))
      .toSorted((a, b) => compareTexts(a.currency, b.currency)),
  };
}

export function joinSince(answers: Answers<SinceBody>) {
  const rows = answers.flatMap(({ answer }) => answer.data);
  const data = SINCE_KINDS.flatMap((kind) => {
    const same = rows.filter((row) => row.kind === kind);
    return same.length === 0 ? [] : [addSinceRows(kind, same)];
  });
  const changes = ofCells(answers, (body) => body.changes)
    .toSorted((a, b) => compareTexts(b.at, a.at))
    .slice(0, CHANGES_SHOWN);
  return { since: answers[0].answer.since, data, changes };
}

const firstReading = ({ matched }: { matched: readonly Reading[] }) =>
  Math.min(...matched.map((reading) => READINGS.indexOf(reading)));

type Found<Item> = readonly [shown: OfCell<Matched<Item>>[], cut: ReadonlySet<Reading>];

/**
 * Of each reading as many as one cell shows of it. The newest are not known to be better found than
 * others, so the cells take turns: the first of each, then the second of each.
 */
function joinFound<Item>(
  answers: Answers<SearchBody>,
  listOf: (body: SearchBody) => readonly Matched<Item>[],
): Found<Item> {
  const rows = answers
    .flatMap(({ cell, answer }) => listOf(answer).map((row, turn) => ({ turn, cell, row })))
    .toSorted((a, b) => firstReading(a.row) - firstReading(b.row) || a.turn - b.turn);
  const taken = new Map<Reading, number>();
  const cut = new Set<Reading>();
  const shown = rows.flatMap(({ cell, row }) => {
    const has_room = row.matched.some((reading) => (taken.get(reading) ?? 0) < MOST_FOUND);
    for (const reading of row.matched) {
      if (has_room) taken.set(reading, (taken.get(reading) ?? 0) + 1);
      else cut.add(reading);
    }
    return has_room ? [{ ...row, cell }] : [];
  });
  return [shown, cut];
}

export function joinSearches(answers: Answers<SearchBody>) {
  const trades = joinFound(answers, (body) => body.trades);
  const lines = joinFound(answers, (body) => body.lines);
  const settlements = joinFound(answers, (body) => body.settlements);
  const merchants = joinFound(answers, (body) => body.merchants);
  const accounts = joinFound(answers, (body) => body.receiving_accounts);
  const lists = [trades, lines, settlements, merchants, accounts];
  const all = answers.flatMap(({ answer }) => answer.readings);
  const readings = READINGS.flatMap((as) => {
    const same = all.filter((one) => one.as === as);
    if (same.length === 0) return [];
    const found = lists.flatMap(([shown]) => shown.filter((row) => row.matched.includes(as)));
    return {
      as,
      found: found.length,
      more: same.some(({ more }) => more) || lists.some(([, cut]) => cut.has(as)),
      complete: same.every(({ complete }) => complete),
    };
  });
  return {
    readings,
    trades: trades[0],
    lines: lines[0],
    settlements: settlements[0],
    merchants: merchants[0],
    receiving_accounts: accounts[0],
  };
}
