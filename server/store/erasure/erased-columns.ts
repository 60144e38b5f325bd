// Where the data of a payer are: the encrypted columns of a trade and of what belongs to it, each
// with the condition that finds its rows.
import type { ErasedKind } from '../../domain/erasure/erase-payer.ts';
import { columnName, SEALED_COLUMNS, type SealedColumn } from '../encryption/sealed-columns.ts';

/** $1: the merchant, $2: the trade. */
const OF_TRADE = 't.merchant_id = $1::uuid and t.trade_id = $2::uuid';

const ATTEMPTS = 'payout_attempts a where a.merchant_id = $1::uuid and a.trade_id = $2::uuid';

/** Matched to the trade, or returned money of it; a debit only if it paid nobody else. */
const MATCHED = `
  select o.bank_line_id from bank_line_outcomes o
  where o.merchant_id = $1::uuid and o.trade_id = $2::uuid
  union select a.return_line_id from ${ATTEMPTS} and a.return_line_id is not null
  union select a.debit_line_id from ${ATTEMPTS} and a.debit_line_id is not null
    and not exists (select from payout_attempts b where b.debit_line_id = a.debit_line_id
      and (b.merchant_id, b.trade_id) <> ($1::uuid, $2::uuid))`;

/** A line that was split has the words of its parts, and they have its words. */
const WHOLES = `select l.parent_line_id from bank_lines l
  where l.bank_line_id in (${MATCHED}) and l.parent_line_id is not null`;

export const LINES_OF_TRADE = `${MATCHED} union ${WHOLES}
  union select p.bank_line_id from bank_lines p where p.parent_line_id in (${WHOLES})`;

export const BATCHES_OF_TRADE = `select a.payout_batch_id from ${ATTEMPTS}
  and a.payout_batch_id is not null`;

export const DISPUTES_OF_TRADE = `select d.dispute_id from disputes d
  where d.merchant_id = $1::uuid and d.trade_id = $2::uuid`;

const TARGET = `'trades/' || $1::uuid || '/' || $2::uuid`;

export const ABOUT_TRADE = `(t.target = ${TARGET} or t.target like ${TARGET} || '/%')`;

type Place = { kind: ErasedKind; where: string; columns: readonly string[] };

/** In the order in which their rows are locked. */
const PLACES: readonly Place[] = [
  {
    kind: 'proposals',
    where: `${ABOUT_TRADE} and t.state <> 'waiting'`,
    columns: ['proposals.content', 'proposals.secret'],
  },
  {
    kind: 'trade_fields',
    where: OF_TRADE,
    columns: [
      'trades.client_id',
      'trades.payee',
      'trades.callback_url',
      'trades.return_url',
      'trades.description',
      'trades.metadata',
    ],
  },
  // A trade is in one of the two tables: in this one if its month was removed.
  {
    kind: 'trade_fields',
    where: OF_TRADE,
    columns: [
      'past_trades.client_id',
      'past_trades.payee',
      'past_trades.callback_url',
      'past_trades.return_url',
      'past_trades.description',
      'past_trades.metadata',
    ],
  },
  { kind: 'bank_answers', where: OF_TRADE, columns: ['payout_attempts.bank_text'] },
  {
    kind: 'callback_attempts',
    where: OF_TRADE,
    columns: [
      'delivery_attempts.reply_head',
      'delivery_attempts.url',
      'deliveries.told_head',
      'deliveries.told_url',
    ],
  },
  { kind: 'notes', where: OF_TRADE, columns: ['events.note'] },
  {
    kind: 'bank_lines',
    where: `t.bank_line_id in (${LINES_OF_TRADE})`,
    columns: ['bank_lines.sealed'],
  },
  // Lines that waited for a person's decision: they became these lines, or were like them.
  {
    kind: 'bank_lines',
    where: `t.decided_at is not null and exists (
      select from (${LINES_OF_TRADE}) as own(bank_line_id)
      where t.bank_line_ids @> to_jsonb(own.bank_line_id::text)
        or strpos(t.beside::text, own.bank_line_id::text) > 0)`,
    columns: ['waiting_lines.sealed'],
  },
  {
    kind: 'dispute_messages',
    where: `t.merchant_id = $1::uuid and t.dispute_id in (${DISPUTES_OF_TRADE})`,
    columns: ['dispute_messages.content'],
  },
  {
    kind: 'payout_files',
    where: `t.payout_batch_id in (${BATCHES_OF_TRADE})`,
    columns: ['payout_files.content'],
  },
];

export type ErasedColumn = { kind: ErasedKind; where: string; column: SealedColumn };

function sealedColumn(name: string): SealedColumn {
  const column = SEALED_COLUMNS.find((known) => columnName(known) === name);
  if (column === undefined) throw new Error(`No encrypted column ${name}`);
  return column;
}

export const ERASED_COLUMNS: readonly ErasedColumn[] = PLACES.flatMap(({ kind, where, columns }) =>
  columns.map((name) => ({ kind, where, column: sealedColumn(name) })),
);

/** What may be null is; the others get a value that no encryption makes. */
const MAY_BE_NULL: ReadonlySet<string> = new Set([
  'proposals.secret',
  'trades.callback_url',
  'trades.return_url',
  'trades.description',
  'trades.metadata',
  'past_trades.callback_url',
  'past_trades.return_url',
  'past_trades.description',
  'past_trades.metadata',
  'payout_attempts.bank_text',
  'events.note',
]);

export function erasedSql(column: SealedColumn): string {
  if (MAY_BE_NULL.has(columnName(column))) return 'null';
  return column.form === 'text' ? `''` : `'\\x00'`;
}

/** A value stands there that was not erased. */
export const standsSql = ({ column, form }: SealedColumn): string =>
  form === 'text' ? `t.${column} <> ''` : `length(t.${column}) > 1`;
