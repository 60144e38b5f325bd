// Encrypts texts that may contain secrets within their text columns: addresses with keys in path or
// query, and the replies of callback receivers.
import type { Database, Transaction } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import { ownedTable } from '../schema/owned-table.ts';
import type { Cipher } from './encryption.ts';

/** No plain value begins like this: addresses begin with http, and every reply is encrypted. */
const MARK = 'sealed:';

/** Empty text contains no secret and stays as it is. */
export function sealText(cipher: Cipher, text: string | null, place: string): string | null {
  if (text === null || text === '') return text;
  return MARK + cipher.seal(text, place).toString('base64url');
}

/**
 * Null if it can no longer be decrypted; plain text left by an earlier version is returned as it
 * is.
 */
export function openText(cipher: Cipher, text: string | null, place: string): string | null {
  if (text?.startsWith(MARK) !== true) return text;
  return cipher.tryOpen(Buffer.from(text.slice(MARK.length), 'base64url'), place);
}

export const callbackPlace = (trade_id: string) => `trades/callback_url/${trade_id}`;
export const returnPlace = (trade_id: string) => `trades/return_url/${trade_id}`;
export const endpointPlace = (merchant_id: string) => `merchants/callback_url/${merchant_id}`;

type AttemptKey = { trade_id: string; sequence: number; attempt: number };
export const replyPlace = ({ trade_id, sequence, attempt }: AttemptKey) =>
  `delivery_attempts/reply_head/${trade_id}/${sequence}/${attempt}`;

/** The address of an attempt. */
export const sentToPlace = (key: AttemptKey & { endpoint_number: number }) =>
  `delivery_attempts/url/${key.trade_id}/${key.sequence}/${key.endpoint_number}/${key.attempt}`;

type TradeTexts = {
  merchant_id: string;
  trade_id: string;
  callback_url: string | null;
  return_url: string | null;
};

/**
 * Encrypts some of the addresses that an earlier version stored in plain text; returns how many.
 */
export async function sealTradeTexts(db: Database, cipher: Cipher, limit: number): Promise<number> {
  return await db.transaction(async (tx) => {
    const rows = await tx.query<TradeTexts>(
      'read-clear-addresses',
      `select merchant_id, trade_id, callback_url, return_url from trades
       where callback_url ilike 'http%' or return_url ilike 'http%'
       order by merchant_id, trade_id limit $1 for update`,
      [limit],
    );
    const sealed = (text: string | null, place: string) =>
      text?.startsWith(MARK) === true ? text : sealText(cipher, text, place);
    if (rows.length === 0) return 0;
    await tx.query(
      'seal-addresses',
      `update trades t set callback_url = s.callback_url, return_url = s.return_url
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])
         as s(merchant_id, trade_id, callback_url, return_url)
       where t.merchant_id = s.merchant_id and t.trade_id = s.trade_id`,
      [
        plainArray(rows.map((row) => row.merchant_id)),
        plainArray(rows.map((row) => row.trade_id)),
        rows.map((row) => sealed(row.callback_url, callbackPlace(row.trade_id))),
        rows.map((row) => sealed(row.return_url, returnPlace(row.trade_id))),
      ],
    );
    return rows.length;
  });
}

export async function sealEndpoints(db: Database, cipher: Cipher, limit: number): Promise<number> {
  return await db.transaction(async (tx) => {
    const rows = await tx.query<{ merchant_id: string; callback_url: string }>(
      'read-clear-endpoints',
      `select merchant_id, callback_url from merchants where callback_url ilike 'http%'
       order by merchant_id limit $1 for update`,
      [limit],
    );
    if (rows.length === 0) return 0;
    await tx.query(
      'seal-endpoints',
      `update merchants m set callback_url = s.callback_url
       from unnest($1::uuid[], $2::text[]) as s(merchant_id, callback_url)
       where m.merchant_id = s.merchant_id`,
      [
        plainArray(rows.map((row) => row.merchant_id)),
        rows.map((row) => sealText(cipher, row.callback_url, endpointPlace(row.merchant_id))),
      ],
    );
    return rows.length;
  });
}

type Reply = AttemptKey & { merchant_id: string; reply_head: string };

async function writeReplies(tx: Transaction, cipher: Cipher, rows: readonly Reply[]) {
  await tx.query(
    'seal-replies',
    `update delivery_attempts a set reply_head = s.reply_head
     from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[], $5::text[])
       as s(merchant_id, trade_id, sequence, attempt, reply_head)
     where a.merchant_id = s.merchant_id and a.trade_id = s.trade_id
       and a.sequence = s.sequence and a.attempt = s.attempt`,
    [
      plainArray(rows.map((row) => row.merchant_id)),
      plainArray(rows.map((row) => row.trade_id)),
      plainArray(rows.map((row) => row.sequence)),
      plainArray(rows.map((row) => row.attempt)),
      rows.map((row) => sealText(cipher, row.reply_head, replyPlace(row))),
    ],
  );
}

export async function sealReplies(db: Database, cipher: Cipher, limit: number): Promise<number> {
  const read = (tx: Transaction) =>
    tx.query<Reply>(
      'read-clear-replies',
      `select merchant_id, trade_id, sequence, attempt, reply_head from delivery_attempts
       where reply_head <> '' and reply_head not like 'sealed:%'
       order by merchant_id, trade_id, sequence, attempt limit $1`,
      [limit],
    );
  return await ownedTable(db, 'delivery_attempts', read, (tx, rows) =>
    writeReplies(tx, cipher, rows),
  );
}
