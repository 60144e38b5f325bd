// The keyed hashes of the words of payees: made from the events some time after pay-outs are
// created, so that creating one costs nothing more, and read by searches.
import type { Trade } from '../../domain/record/trade.ts';
import {
  PAYEE_WORD_FIELDS,
  type PayeeField,
  wordsOfPayee,
} from '../../domain/trade/payee-words.ts';
import type { Database, Queryable, Transaction } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import type { Cipher } from '../encryption/encryption.ts';
import {
  type EventHeads,
  type EventPart,
  isAllOf,
  lockEventHeads,
  lookUpOnly,
  shareOutEvents,
  valuesOfParts,
} from './event-progress.ts';
import { openPayee } from './trade-rows.ts';
import { readTrades } from './trades.ts';

/** The first 8 bytes of the keyed hash, as of the words of bank lines; no hash is of both. */
export const hashOfPayeeWord = (cipher: Cipher, field: PayeeField, word: string): bigint =>
  cipher.lookup(`trades/word/${field}/${word}`).readBigInt64BE(0);

type SealedPayee = { merchant_id: string; trade_id: string; payee: Buffer };

function hashedWords(cipher: Cipher, sealed: SealedPayee): bigint[] {
  const payee = openPayee(cipher, sealed);
  if (payee === null) return [];
  const words = wordsOfPayee(payee);
  return PAYEE_WORD_FIELDS.flatMap((field) =>
    words[field].map((word) => hashOfPayeeWord(cipher, field, word)),
  );
}

/** The pay-outs that these events created; the payee never changes. */
const CREATED = `
  with part as (
    select * from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as p(merchant_id, after, upto)
  )
  select t.merchant_id, t.trade_id, t.payee
  from part p
  join events e on e.merchant_id = p.merchant_id and e.number > p.after and e.number <= p.upto
  join trades t on t.merchant_id = e.merchant_id and t.trade_id = e.trade_id
  where e.act = 'create' and t.payee is not null
  order by t.merchant_id, t.trade_id`;

async function makeOfParts(tx: Transaction, cipher: Cipher, parts: readonly EventPart[]) {
  const values = valuesOfParts(parts);
  await lookUpOnly(tx);
  const created = await tx.query<SealedPayee>('read-created-payouts', CREATED, values);
  await tx.query(
    'insert-trade-words',
    `insert into trade_words (merchant_id, trade_id, words)
     select w.merchant_id, w.trade_id, w.words::bigint[]
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as w(merchant_id, trade_id, words)
     on conflict (merchant_id, trade_id) do nothing`,
    [
      plainArray(created.map((row) => row.merchant_id)),
      plainArray(created.map((row) => row.trade_id)),
      created.map((row) => plainArray(hashedWords(cipher, row))),
    ],
  );
  await tx.query(
    'move-trade-word-heads',
    `update trade_word_heads h set read_number = p.upto
     from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as p(merchant_id, after, upto)
     where h.merchant_id = p.merchant_id and p.after <= p.upto`,
    values,
  );
}

const HEADS: EventHeads = { name: 'words', table: 'trade_word_heads', column: 'read_number' };
const AT_ONCE = { events: 4_000, merchants: 1_000 };

/** Makes the words of some new pay-outs; true if more may be left. */
export async function makeTradeWords(
  db: Database,
  cipher: Cipher,
  most = AT_ONCE,
): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const of = { merchants: most.merchants, first: null };
    const behind = await lockEventHeads(tx, HEADS, of);
    const parts = shareOutEvents(behind, most.events);
    if (parts.length === 0) return false;
    await makeOfParts(tx, cipher, parts);
    return behind.length >= most.merchants || !isAllOf(behind, parts);
  });
}

/** Pay-outs whose payees have all of these words, newest first. */
export async function findByPayeeWords(
  db: Queryable,
  cipher: Cipher,
  asked: { hashes: readonly bigint[]; merchant_id: string | null; limit: number },
): Promise<Trade[]> {
  const keys = await db.query<{ merchant_id: string; trade_id: string }>(
    'find-by-payee-words',
    `select * from (
       select merchant_id, trade_id from trade_words
       where words @> $1::bigint[] and ($2::uuid is null or merchant_id = $2) offset 0
     ) as w order by trade_id desc limit $3`,
    [plainArray(asked.hashes), asked.merchant_id, asked.limit],
  );
  return await readTrades(db, cipher, keys);
}
