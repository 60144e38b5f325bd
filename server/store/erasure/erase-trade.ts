// Erases the data of one trade's payer, in one transaction: a process that is killed leaves all or
// nothing. Only the owner of the tables may, because history is among them.

import { workLeft } from '../../domain/erasure/erase-payer.ts';
import type { TradeKey } from '../../domain/record/trade.ts';
import { type Database, type Transaction, timestamp } from '../connection/database.ts';
import { LONG_WORK } from '../connection/statement-limits.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { columnName, placeOf, type SealedColumn } from '../encryption/sealed-columns.ts';
import { openText } from '../encryption/sealed-text.ts';
import { valueHash } from '../proof/open-record.ts';
import { COVERED } from '../proof/record-columns.ts';
import { asOwnerOf } from '../schema/owned-table.ts';
import {
  DISPUTES_OF_TRADE,
  ERASED_COLUMNS,
  type ErasedColumn,
  erasedSql,
  LINES_OF_TRADE,
  standsSql,
} from './erased-columns.ts';
import { readErasureFacts } from './erasures.ts';

const KEPT = [
  ...new Set(
    ERASED_COLUMNS.filter(({ column }) => column.is_kept).map(({ column }) => column.table),
  ),
];

/** Columns whose values are part of a digest. */
const DIGESTED: ReadonlySet<string> = new Set(
  Object.entries(COVERED).flatMap(([table, covered]) =>
    'sealed' in covered ? covered.sealed.map((column) => columnName({ table, column })) : [],
  ),
);

type Erasure = TradeKey & { erasure_id: string };
type Work = { tx: Transaction; cipher: Cipher; erasure: Erasure; now: number };

const keyOf = ({ merchant_id, trade_id }: TradeKey) => [merchant_id, trade_id];

function opened(cipher: Cipher, { form }: SealedColumn, sealed: Buffer | string, place: string) {
  return typeof sealed === 'string' || form === 'text'
    ? openText(cipher, String(sealed), place)
    : cipher.tryOpen(sealed, place);
}

type Found = { key: string[]; sealed: Buffer | string };

/** What cannot be decrypted has no hash either: it stays, and nobody can read it. */
async function keepHashes(
  { tx, cipher, erasure, now }: Work,
  column: SealedColumn,
  rows: readonly Found[],
): Promise<void> {
  const kept = rows.flatMap(({ key, sealed }) => {
    const place = placeOf(column, key);
    const text = opened(cipher, column, sealed, place);
    return text === null ? [] : [{ place, hash: valueHash(cipher, place, text) }];
  });
  await tx.query(
    'keep-erased-values',
    `insert into erased_values (place, value_hash, erasure_id, erased_at)
     select k.place, k.value_hash, $3::uuid, $4
     from unnest($1::text[], $2::bytea[]) as k(place, value_hash)
     on conflict (place) do nothing`,
    [
      kept.map(({ place }) => place),
      kept.map(({ hash }) => hash),
      erasure.erasure_id,
      timestamp(now),
    ],
  );
}

async function eraseColumn(work: Work, { column, where }: ErasedColumn): Promise<void> {
  const { tx, erasure } = work;
  const { table } = column;
  const names = column.key.map(({ name }) => `t.${name}`).join(', ');
  const texts = column.key.map(({ name }) => `t.${name}::text`).join(', ');
  const stands = `${where} and ${standsSql(column)}`;
  const rows = await tx.query<Found>(
    '',
    `select array[${texts}] as key, t.${column.column} as sealed from ${table} t
     where ${stands} order by ${names} for no key update of t`,
    keyOf(erasure),
  );
  if (rows.length === 0) return;
  if (DIGESTED.has(columnName(column))) await keepHashes(work, column, rows);
  await tx.query(
    '',
    `update ${table} t set ${column.column} = ${erasedSql(column)} where ${stands}`,
    keyOf(erasure),
  );
}

/** Rows stay, so that no job makes the words again. */
const WORDS = [
  `update trades t set metadata_hashes = null
   where t.merchant_id = $1::uuid and t.trade_id = $2::uuid and t.metadata_hashes is not null`,
  `update past_trades t set metadata_hashes = null
   where t.merchant_id = $1::uuid and t.trade_id = $2::uuid and t.metadata_hashes is not null`,
  `update trade_words t set words = '{}'
   where t.merchant_id = $1::uuid and t.trade_id = $2::uuid`,
  `insert into bank_line_words (bank_line_id, words)
   select own.bank_line_id, '{}' from (${LINES_OF_TRADE}) as own(bank_line_id)
   where $1::uuid is not null and $2::uuid is not null
   order by own.bank_line_id
   on conflict (bank_line_id) do update set words = '{}'`,
];

const FILES = [
  `update dispute_files t set content = null, removed_at = $3
   where t.merchant_id = $1::uuid and t.removed_at is null
     and t.dispute_id in (${DISPUTES_OF_TRADE})`,
  `delete from receipt_files f using receipts r
   where r.merchant_id = $1::uuid and r.trade_id = $2::uuid
     and f.merchant_id = r.merchant_id and f.receipt_id = r.receipt_id
     and $3::timestamptz is not null`,
  `update receipts t set removed_at = $3
   where t.merchant_id = $1::uuid and t.trade_id = $2::uuid and t.removed_at is null`,
];

async function eraseAll(work: Work): Promise<void> {
  const { tx, erasure, now } = work;
  for (const column of ERASED_COLUMNS) await eraseColumn(work, column);
  for (const text of WORDS) await tx.query('', text, keyOf(erasure));
  for (const text of FILES) await tx.query('', text, [...keyOf(erasure), timestamp(now)]);
  await tx.query(
    'finish-erasure',
    'update erasures set erased_at = $3 where merchant_id = $1 and trade_id = $2',
    [...keyOf(erasure), timestamp(now)],
  );
}

/** Null: another process has it, or it is done. */
async function lockErasure(tx: Transaction, key: TradeKey): Promise<Erasure | null> {
  const [row] = await tx.query<Erasure>(
    'lock-erasure',
    `select merchant_id, trade_id, erasure_id from erasures
     where merchant_id = $1 and trade_id = $2 and erased_at is null
     for update skip locked`,
    keyOf(key),
  );
  return row ?? null;
}

const asOwnerOfAll = (
  tx: Transaction,
  tables: readonly string[],
  work: () => Promise<boolean>,
): Promise<boolean> => {
  const [first, ...rest] = tables;
  if (first === undefined) return work();
  return asOwnerOf(tx, first, () => asOwnerOfAll(tx, rest, work));
};

/** False if it is not its turn, or something has begun since somebody asked: it is tried again. */
export async function eraseTrade(
  db: Database,
  cipher: Cipher,
  key: TradeKey,
  now: number,
): Promise<boolean> {
  const erase = async (tx: Transaction) => {
    const erasure = await lockErasure(tx, key);
    if (erasure === null) return false;
    const facts = await readErasureFacts(tx, key, now);
    if (facts === null || workLeft(facts) !== null) return false;
    await eraseAll({ tx, cipher, erasure, now });
    return true;
  };
  return await db.transaction((tx) => asOwnerOfAll(tx, KEPT, () => erase(tx)), LONG_WORK);
}
