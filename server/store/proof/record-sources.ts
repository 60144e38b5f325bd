// Reads the records beside the ledger that hang on a run of entries, events or audit entries.
import type { RecordKind, RecordStream } from '../../domain/proof/record-digest.ts';
import type { AuditAction } from '../../domain/record/audit.ts';
import type { Act } from '../../domain/record/trade.ts';
import type { Queryable } from '../connection/database.ts';
import { oneOf } from '../connection/word-list.ts';
import { messagePlace } from '../dispute/dispute-messages.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { eventNotePlace } from '../encryption/sealed-text.ts';
import { tellPlace } from '../line/sealed-lines.ts';
import { payoutFilePlace } from '../payout/payout-batches.ts';
import { settlementPayeePlace } from '../settlement/settlement-accounts.ts';
import { AUDIT, DECISION_SOURCES, hashed } from './decision-sources.ts';
import { hashesText, readErasedValues } from './erased-values.ts';
import { type HashedValue, hashedBytes, hashedColumn, hashedTrade } from './open-record.ts';
import { contentSql } from './record-columns.ts';

/** A content that no row has: the record is gone. */
export const GONE = 'gone';

type Row = {
  number: bigint;
  name: string;
  /** The SHA-256 of the fixed columns as hex; null if the row is gone. */
  content: string | null;
  client_id?: Buffer | null;
  sealed: Buffer | null;
  callback_url?: string | null;
  return_url?: string | null;
  description?: string | null;
  metadata?: string | null;
  format?: string | null;
  is_replaced?: boolean;
  dispute_id?: string;
  trade_id?: string;
  sequence?: number;
  note?: string | null;
  message_number?: number;
};

export type FoundRecord = {
  number: bigint;
  kind: RecordKind;
  name: string;
  content: string;
  is_replaced: boolean;
};

type Source = {
  stream: RecordStream;
  /** $1: the book, $2: after this number, $3: up to this number. */
  text: string;
  /** The values of the encrypted columns. */
  open?: (cipher: Cipher, row: Row) => HashedValue[];
};

const listed = (table: Parameters<typeof contentSql>[0], alias: string, order: string) =>
  hashed(`jsonb_agg(${contentSql(table, alias)} order by ${order})`);

/** The acts on a pay-out that add an attempt, and the actions that make the files of a batch. */
const ADDS_ATTEMPT: readonly Act[] = ['take', 'charge'];
const TELLS_OF_DISPUTE: readonly Act[] = ['update_dispute'];
const MAKES_FILES: readonly AuditAction[] = ['payout_batch_exported', 'payout_file_read'];

const EVENTS = 'e.merchant_id = $1 and e.number > $2 and e.number <= $3';
const ENTRIES = 'e.merchant_id = $1 and e.entry_number > $2 and e.entry_number <= $3';

const hashedMessage = (cipher: Cipher, { sealed, dispute_id = '', message_number = 0 }: Row) => [
  hashedBytes(cipher, sealed, messagePlace({ dispute_id, number: message_number })),
];

/** One message, which is gone if there is no row `m`. */
const MESSAGE = `m.content as sealed,
  case when m.dispute_id is not null then ${hashed(contentSql('dispute_messages', 'm'))} end
    as content`;

const SOURCES: Readonly<Record<RecordKind, Source>> = {
  event: {
    stream: 'events',
    text: `select e.number, e.number || ' of merchant ' || e.merchant_id as name,
        ${hashed(contentSql('events', 'e'))} as content, null::bytea as sealed,
        e.trade_id, e.sequence, e.note
      from events e where ${EVENTS} order by e.number`,
    open: (cipher, { trade_id = '', sequence = 0, note }) => [
      hashedColumn(cipher, note, eventNotePlace({ trade_id, sequence })),
    ],
  },
  trade: {
    stream: 'events',
    text: `select e.number, e.trade_id::text as name, t.client_id, t.payee as sealed,
        t.callback_url, t.return_url, t.description, t.metadata, case when t.trade_id is not null
          then ${hashed(contentSql('trades', 't'))} end as content
      from events e left join trades t using (merchant_id, trade_id)
      where ${EVENTS} and e.sequence = 1 order by e.number`,
    open: hashedTrade,
  },
  // An act that adds an attempt has the attempt's time.
  attempts: {
    stream: 'events',
    text: `select e.number, 'of pay-out ' || e.trade_id as name, null::bytea as sealed, (
        select ${listed('payout_attempts', 'a', 'a.payout_attempt_id')} from payout_attempts a
        where a.merchant_id = e.merchant_id and a.trade_id = e.trade_id
          and a.created_at <= e.happened_at) as content
      from events e where ${EVENTS} and e.act in ${oneOf(ADDS_ATTEMPT)} order by e.number`,
  },
  // The terms of a dispute hang on the event that told of its opening.
  dispute: {
    stream: 'events',
    text: `select e.number, 'of trade ' || e.trade_id as name, null::bytea as sealed,
        case when d.dispute_id is not null
          then ${hashed(contentSql('disputes', 'd'))} end as content
      from events e
      left join dispute_events x using (merchant_id, trade_id, sequence)
      left join disputes d on d.merchant_id = x.merchant_id and d.dispute_id = x.dispute_id
      where ${EVENTS} and e.type = 'dispute.opened' order by e.number`,
  },
  'event of dispute': {
    stream: 'events',
    text: `select e.number, e.number || ' of merchant ' || e.merchant_id as name,
        null::bytea as sealed, case when d.dispute_id is not null
          then ${hashed(contentSql('dispute_events', 'd'))} end as content
      from events e left join dispute_events d using (merchant_id, trade_id, sequence)
      where ${EVENTS} and e.act in ${oneOf(TELLS_OF_DISPUTE)} order by e.number`,
  },
  // What was written since the event before, and notes of operators among it. An event tells how
  // many messages its dispute had then.
  'message of dispute': {
    stream: 'events',
    text: `select e.number, n.number || ' of ' || d.dispute_id as name, d.dispute_id,
        n.number as message_number, ${MESSAGE}
      from events e join dispute_events d using (merchant_id, trade_id, sequence)
      cross join lateral generate_series(1 + coalesce((
          select (b.dispute ->> 'messages')::int from dispute_events b
          where b.merchant_id = d.merchant_id and b.dispute_id = d.dispute_id
            and b.sequence < d.sequence order by b.sequence desc limit 1), 0),
        (d.dispute ->> 'messages')::int) as n(number)
      left join dispute_messages m on m.merchant_id = d.merchant_id
        and m.dispute_id = d.dispute_id and m.number = n.number
      where ${EVENTS} and e.act in ${oneOf(TELLS_OF_DISPUTE)} order by e.number, n.number`,
    open: hashedMessage,
  },
  // No event tells of a note. Later notes of the same dispute are no difference.
  'note of dispute': {
    stream: 'audit',
    text: `select e.number, m.number || ' of ' || m.dispute_id as name, m.dispute_id,
        m.number as message_number, ${MESSAGE}
      from audit_entries e join dispute_messages m
        on m.merchant_id = split_part(e.target, '/', 2)::uuid
        and m.dispute_id = split_part(e.target, '/', 3)::uuid and m.visibility = 'internal'
      where ${AUDIT} and e.action = 'dispute_message_sent'
        and e.detail ->> 'visibility' = 'internal' order by e.number, m.number`,
    open: hashedMessage,
  },
  // A part of a line has no entry of its own for its arrival: it hangs on what became of it.
  'bank line': {
    stream: 'entries',
    text: `select e.entry_number as number, e.bank_line_id::text as name, b.sealed,
        case when b.bank_line_id is not null
          then ${hashed(contentSql('bank_lines', 'b'))} end as content
      from ledger_entries e left join bank_lines b using (bank_line_id)
      where ${ENTRIES} and e.bank_line_id is not null
        and (e.act = 'bank_line' or b.parent_line_id is not null) order by e.entry_number`,
    open: (cipher, { name, sealed }) => [hashedBytes(cipher, sealed, tellPlace(name))],
  },
  holds: {
    stream: 'entries',
    text: `select e.entry_number as number, 'of trade ' || e.trade_id as name,
        null::bytea as sealed, (
          select ${listed('holds', 'h', 'h.kind')} from holds h
          where h.merchant_id = e.merchant_id and h.trade_id = e.trade_id
            and h.placed_at <= e.entered_at) as content
      from ledger_entries e where ${ENTRIES} and e.act = 'hold_placed' order by e.entry_number`,
  },
  adjustment: {
    stream: 'entries',
    text: `select e.entry_number as number, e.adjustment_id::text as name, null::bytea as sealed,
        case when a.adjustment_id is not null
          then ${hashed(contentSql('adjustments', 'a'))} end as content
      from ledger_entries e left join adjustments a using (merchant_id, adjustment_id)
      where ${ENTRIES} and e.adjustment_id is not null order by e.entry_number`,
  },
  // All acts up to this one.
  'acts on bank line': {
    stream: 'audit',
    text: `select e.number, substring(e.target from 12) as name, null::bytea as sealed, (
        select ${listed('bank_line_acts', 'a', 'a.acted_at, a.command_id')} from bank_line_acts a
        where a.bank_line_id = substring(e.target from 12)::uuid and a.acted_at <= e.at) as content
      from audit_entries e
      where ${AUDIT} and e.action like 'bank\\_line\\_%' and e.target like 'bank\\_lines/%'
      order by e.number`,
  },
  statement: {
    stream: 'audit',
    text: `select e.number, i.statement_id as name, null::bytea as sealed,
        case when s.statement_id is not null then ${hashed(`${contentSql('statements', 's')} || (
          select coalesce(jsonb_agg(${contentSql('statement_balances', 'b')} order by b.day), '[]')
          from statement_balances b where b.statement_id = s.statement_id)`)} end as content
      from audit_entries e
      cross join lateral jsonb_array_elements_text(e.detail -> 'statements') with ordinality
        as i(statement_id, place)
      left join statements s on s.statement_id = i.statement_id::uuid
      where ${AUDIT} and e.action = 'statement_imported' order by e.number, i.place`,
  },
  // A second import of the same file may confirm more lines, which is no difference.
  'confirmation of line': {
    stream: 'audit',
    text: `select e.number, c.bank_line_id::text as name, null::bytea as sealed,
        ${hashed(contentSql('line_confirmations', 'c'))} as content
      from audit_entries e
      cross join lateral jsonb_array_elements_text(e.detail -> 'statements') as i(statement_id)
      join line_confirmations c on c.statement_id = i.statement_id::uuid
      where ${AUDIT} and e.action = 'statement_imported' order by e.number, c.bank_line_id`,
  },
  // Nobody changes it after the decision; before, it is outside the books.
  'decision about waiting line': {
    stream: 'audit',
    text: `select e.number, substring(e.target from 15) as name, w.sealed,
        case when w.waiting_line_id is not null
          then ${hashed(contentSql('waiting_lines', 'w'))} end as content
      from audit_entries e
      left join waiting_lines w on w.waiting_line_id = substring(e.target from 15)::uuid
      where ${AUDIT} and e.action = 'waiting_line_decided' order by e.number`,
    open: (cipher, { name, sealed }) => [
      hashedBytes(cipher, sealed, tellPlace(name, 'waiting_lines')),
    ],
  },
  // An export makes the files of its batch; reading a file makes it if it is missing.
  'pay-out file': {
    stream: 'audit',
    text: `select e.number, substring(e.target from 16) as name, f.format, f.content as sealed,
        case when f.format is not null
          then ${hashed(contentSql('payout_files', 'f'))} end as content
      from audit_entries e left join payout_files f
        on f.payout_batch_id = substring(e.target from 16)::uuid
        and (e.action = 'payout_batch_exported' or f.format = e.detail ->> 'format')
      where ${AUDIT} and e.action in ${oneOf(MAKES_FILES)}
      order by e.number, f.format`,
    open: (cipher, { name, format, sealed }) => [
      hashedBytes(cipher, sealed, payoutFilePlace(name, format ?? '')),
    ],
  },
  'settlement account': {
    stream: 'audit',
    text: `select e.number, split_part(e.target, '/', 2) as name, a.payee as sealed,
        case when a.merchant_id is not null
          then ${hashed(contentSql('settlement_accounts', 'a'))} end as content,
        exists (
          select from audit_entries l where l.target = e.target and l.number > e.number
            and l.action like 'settlement\\_account\\_%') as is_replaced
      from audit_entries e
      left join settlement_accounts a on a.merchant_id = split_part(e.target, '/', 2)::uuid
      where ${AUDIT} and e.action = 'settlement_account_set' order by e.number`,
    open: (cipher, { name, sealed }) => [hashedBytes(cipher, sealed, settlementPayeePlace(name))],
  },
  ...DECISION_SOURCES,
};

const KINDS = Object.keys(SOURCES) as RecordKind[];

export type RecordRun = {
  stream: RecordStream;
  book: string;
  after_number: bigint;
  to_number: bigint;
};

/** All records that hang on a run, by number and then by kind. */
export async function readRecords(
  tx: Queryable,
  cipher: Cipher,
  { stream, book, after_number, to_number }: RecordRun,
): Promise<FoundRecord[]> {
  const kinds = KINDS.filter((kind) => SOURCES[kind].stream === stream);
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const { text, open } = SOURCES[kind];
      const name = `records-${kind.replaceAll(' ', '-')}`;
      const rows = await tx.query<Row>(name, text, [book, after_number, to_number]);
      return rows.map((row) => ({ kind, row, values: open?.(cipher, row) ?? [] }));
    }),
  );
  const records = found.flat();
  const absent = records.flatMap(({ values }) => values.filter(({ hash }) => hash === null));
  const kept = await readErasedValues(
    tx,
    absent.map(({ place }) => place),
  );
  return records
    .map(({ kind, row, values }) => ({
      number: row.number,
      kind,
      name: row.name,
      content: row.content === null ? GONE : `${row.content}${hashesText(values, kept)}`,
      is_replaced: row.is_replaced === true,
    }))
    .toSorted((a, b) => Number(a.number - b.number));
}
