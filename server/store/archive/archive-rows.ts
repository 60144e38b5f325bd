// Reads a month for its archive: everything between two proofs, one JSON text per record, in an
// order that is always the same.
import type { Entry } from '../../domain/ledger/ledger.ts';
import { HOUSE_BOOK } from '../../domain/ledger/ledger.ts';
import { standingJson } from '../callback/event-standing.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import { streamRows } from '../proof/proof-entries.ts';

export type MonthRange = {
  /** Of the proofs; 0: from the first on. */
  readonly after_proof: bigint;
  readonly to_proof: bigint;
  /** Of the digests that these proofs have signed: they say up to which event. */
  readonly after_group: bigint;
  readonly to_group: bigint;
};

/** The form of values in JSON is the same whatever the server's and the role's settings are. */
export async function fixForms(tx: Queryable): Promise<void> {
  await tx.query('archive-utc', `set local timezone = 'UTC'`, []);
  await tx.query('archive-hex', `set local bytea_output = 'hex'`, []);
}

type JsonRow = { json: string };

async function* texts(tx: Queryable, cursor: string, text: string): AsyncGenerator<string[]> {
  for await (const rows of streamRows<JsonRow>(tx, cursor, text)) {
    yield rows.map(({ json }) => json);
  }
}

export const kinded = (kind: string, row: string) =>
  `'{"kind":"${kind}",' || substring(row_to_json(${row})::text from 2) as json`;

/** Every proof of the range, and the one that it begins after. */
export const proofTexts = (tx: Queryable, { after_proof, to_proof }: MonthRange) =>
  texts(
    tx,
    'archive_proofs',
    `select ${kinded('proof', 'p')} from (
       select proof_number as number, day, key_id, statement, totals,
         encode(signature, 'hex') as signature, encode(leaves, 'hex') as leaves
       from proofs where proof_number between ${after_proof} and ${to_proof}
       order by proof_number
     ) p`,
  );

/** Each book with its signed head at the end, and at the beginning if it was there. */
export const bookTexts = (tx: Queryable, { after_proof, to_proof }: MonthRange) =>
  texts(
    tx,
    'archive_books',
    `select ${kinded('book', 'b')} from (
       select h.merchant_id as book, h.position, h.head,
         a.position as position_before, a.head as head_before
       from proof_heads h left join proof_heads a on a.merchant_id = h.merchant_id
         and a.proof_number = ${after_proof}
       where h.proof_number = ${to_proof} order by h.merchant_id
     ) b`,
  );

/** Amounts are texts, because JSON has no exact large numbers. */
export const entryText = ({ postings, number, at, ...entry }: Entry): string =>
  JSON.stringify({
    kind: 'entry',
    book: entry.book,
    number: number.toString(),
    at,
    act: entry.act,
    trade_id: entry.trade_id,
    bank_line_id: entry.bank_line_id,
    adjustment_id: entry.adjustment_id,
    postings: postings.map(({ account, currency, amount_cents }) => ({
      account,
      currency,
      amount_cents: amount_cents.toString(),
    })),
    hash: entry.hash,
  });

/** The entries of the range that this condition is about, by book and number. */
const entriesOf = ({ after_proof, to_proof }: MonthRange, where: string) => `
  select e.* from (
    select h.merchant_id, h.book_number, coalesce(a.book_number, 0) as after_number
    from proof_heads h left join proof_heads a on a.merchant_id = h.merchant_id
      and a.proof_number = ${after_proof}
    where h.proof_number = ${to_proof}
  ) h join ledger_entries e on e.merchant_id = h.merchant_id
    and e.entry_number > h.after_number and e.entry_number <= h.book_number
  where ${where}`;

export const adjustmentTexts = (tx: Queryable, range: MonthRange) =>
  texts(
    tx,
    'archive_adjustments',
    `select ${kinded('adjustment', 'a')} from adjustments a
     join (${entriesOf(range, 'e.adjustment_id is not null')}) e
       using (merchant_id, adjustment_id)
     order by a.merchant_id, e.entry_number`,
  );

/** The events of each merchant between those that the two proofs have recorded. */
const eventRuns = ({ after_group, to_group }: MonthRange) => `
  select merchant_id, coalesce(max(to_number) filter (where group_number <= ${after_group}), 0)
      as after_number, max(to_number) as to_number
  from (
    select book as merchant_id, group_number, to_number from proof_digests
    where stream = 'events' and group_number <= ${to_group}
  ) d group by 1`;

/** The standing is JSON whichever form the row has, so that a month gives the same bytes again. */
export const EVENT_RECORD = `e.merchant_id, e.trade_id, e.sequence, e.number, e.type, e.act,
  e.actor_role, e.actor_id, e.note, ${standingJson('e')} as standing, e.happened_at`;

export const eventTexts = (tx: Queryable, range: MonthRange) =>
  texts(
    tx,
    'archive_events',
    `select ${kinded('event', 'e')}
     from (select * from (${eventRuns(range)}) r order by merchant_id) r
     cross join lateral (
       select ${EVENT_RECORD} from events e where e.merchant_id = r.merchant_id
         and e.number > r.after_number and e.number <= r.to_number order by e.number
     ) e`,
  );

/** Of the bank line `b`: itself, what became of it, and who decided so. */
export const LINE_RECORD = `
  select row_to_json(b) as line,
    (select row_to_json(o) from bank_line_outcomes o where o.bank_line_id = b.bank_line_id)
      as outcome,
    (select coalesce(json_agg(a order by a.acted_at, a.command_id), '[]')
     from bank_line_acts a where a.bank_line_id = b.bank_line_id) as acts`;

/** A bank line with the parts of a split one, what became of each, and who decided so. */
export const bankLineTexts = (tx: Queryable, range: MonthRange) =>
  texts(
    tx,
    'archive_lines',
    `with recursive lines as (
       select e.entry_number, e.bank_line_id from (
         ${entriesOf(range, `e.act = 'bank_line' and e.merchant_id = '${HOUSE_BOOK}'`)}
       ) e
       union all
       select l.entry_number, b.bank_line_id
       from lines l join bank_lines b on b.parent_line_id = l.bank_line_id
     )
     select ${kinded('line', 'x')} from lines l
     join bank_lines b using (bank_line_id)
     cross join lateral (${LINE_RECORD}) x
     order by l.entry_number, l.bank_line_id`,
  );

/** Trades whose last event is in the range. */
const endedTrades = (range: MonthRange) => `
  select t.* from (${eventRuns(range)}) r
  join events e on e.merchant_id = r.merchant_id
    and e.number > r.after_number and e.number <= r.to_number
  join trades t on t.merchant_id = e.merchant_id and t.trade_id = e.trade_id
    and t.sequence = e.sequence`;

const finalAt = (now: number) => `t.final_at <= '${timestamp(now)}'`;

const ofTrade = (table: string, order: string) => `(
  select coalesce(json_agg(x order by ${order}), '[]') from ${table} x
  where x.merchant_id = t.merchant_id and x.trade_id = t.trade_id)`;

/** Of the trade `t`: itself, and what hangs on it. */
export const TRADE_RECORD = `
  select row_to_json(t) as trade, ${ofTrade('holds', 'x.kind')} as holds,
    ${ofTrade('payout_attempts', 'x.payout_attempt_id')} as attempts,
    ${ofTrade('utr_claims', 'x.utr')} as claims,
    ${ofTrade('disputes', 'x.dispute_id')} as disputes`;

/** Those that cannot change any more, with what hangs on them. */
export const tradeTexts = (tx: Queryable, range: MonthRange, now: number) =>
  texts(
    tx,
    'archive_trades',
    `select ${kinded('trade', 'x')} from (
       select * from (${endedTrades(range)}) t where ${finalAt(now)}
     ) t cross join lateral (${TRADE_RECORD}) x
     order by t.merchant_id, t.trade_id`,
  );

/** The others: they stay in the database, and come into no file yet. */
export async function countOpenTrades(
  tx: Queryable,
  range: MonthRange,
  now: number,
): Promise<number> {
  const [row] = await tx.query<{ trades: number }>(
    '',
    `select count(*)::int as trades from (${endedTrades(range)}) t
     where not coalesce(${finalAt(now)}, false)`,
    [],
  );
  return row?.trades ?? 0;
}
