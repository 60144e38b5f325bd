// Merchants, their tariffs and callback settings, and the exchange rates: set by operators, read by
// every request.

import {
  DEFAULT_SETTINGS,
  type Merchant,
  type MerchantRecord,
  type Rate,
  type Tariff,
} from '../../domain/record/merchant.ts';
import type { Decimal } from '../../domain/values/decimal.ts';
import { formatDecimal } from '../../domain/values/decimal.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { endpointPlace, openText, sealText } from '../encryption/sealed-text.ts';
import { decimalOf } from '../trade/trade-rows.ts';

type MerchantRow = {
  merchant_id: string;
  name: string;
  balance_currency: string;
  settings: Partial<Merchant['settings']>;
  callback_url: string | null;
  callback_secret: Buffer;
  previous_callback_secret: Buffer | null;
  previous_secret_until: number | null;
  is_house: boolean;
  created_at: number;
};

const secretPlace = (merchant_id: string) => `merchants/callback_secret/${merchant_id}`;

function recordOf(cipher: Cipher, row: MerchantRow): MerchantRecord {
  const { merchant_id, name, balance_currency, is_house, created_at } = row;
  const place = secretPlace(merchant_id);
  const previous = row.previous_callback_secret;
  return {
    merchant: {
      merchant_id,
      name,
      balance_currency,
      settings: { ...DEFAULT_SETTINGS, ...row.settings },
      is_house,
      created_at,
    },
    callbacks: {
      url: openText(cipher, row.callback_url, endpointPlace(merchant_id)),
      secret: cipher.tryOpen(row.callback_secret, place),
      previous_secret: previous === null ? null : cipher.tryOpen(previous, place),
      previous_until: row.previous_secret_until,
    },
  };
}

const COLUMNS = `merchant_id, name, balance_currency, settings, callback_url, callback_secret,
  previous_callback_secret, previous_secret_until, is_house, created_at`;

export async function readMerchants(db: Queryable, cipher: Cipher): Promise<MerchantRecord[]> {
  const rows = await db.query<MerchantRow>(
    'read-merchants',
    `select ${COLUMNS} from merchants order by merchant_id`,
    [],
  );
  return rows.map((row) => recordOf(cipher, row));
}

/** The present row, locked, so that the next change sees this one. */
export async function lockMerchantRecord(
  tx: Queryable,
  cipher: Cipher,
  merchant_id: string,
): Promise<MerchantRecord> {
  const rows = await tx.query<MerchantRow>(
    'lock-merchant-record',
    `select ${COLUMNS} from merchants where merchant_id = $1 for update`,
    [merchant_id],
  );
  if (rows[0] === undefined) throw new Error(`No merchant ${merchant_id}`);
  return recordOf(cipher, rows[0]);
}

const INSERT = `insert into merchants (${COLUMNS})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (merchant_id)`;

function valuesOf(cipher: Cipher, { merchant, callbacks }: MerchantRecord) {
  const place = secretPlace(merchant.merchant_id);
  const { secret, previous_secret: previous } = callbacks;
  if (secret === null) throw new Error(`No callback secret of ${merchant.merchant_id}`);
  return [
    merchant.merchant_id,
    merchant.name,
    merchant.balance_currency,
    JSON.stringify(merchant.settings),
    sealText(cipher, callbacks.url, endpointPlace(merchant.merchant_id)),
    cipher.seal(secret, place),
    previous === null ? null : cipher.seal(previous, place),
    timestamp(callbacks.previous_until),
    merchant.is_house,
    timestamp(merchant.created_at),
  ];
}

/** The secrets stay as they are: a key that is missing now may be there again later. */
async function saveDamaged(
  tx: Queryable,
  cipher: Cipher,
  { merchant, callbacks }: MerchantRecord,
): Promise<void> {
  const { merchant_id, name, settings } = merchant;
  const url = sealText(cipher, callbacks.url, endpointPlace(merchant_id));
  await tx.query(
    'save-damaged-merchant',
    'update merchants set name = $2, settings = $3, callback_url = $4 where merchant_id = $1',
    [merchant_id, name, JSON.stringify(settings), url],
  );
}

export async function saveMerchant(
  tx: Queryable,
  cipher: Cipher,
  record: MerchantRecord,
): Promise<void> {
  if (record.callbacks.secret === null) return await saveDamaged(tx, cipher, record);
  await tx.query(
    'save-merchant',
    `${INSERT} do update set name = excluded.name, settings = excluded.settings,
       callback_url = excluded.callback_url, callback_secret = excluded.callback_secret,
       previous_callback_secret = excluded.previous_callback_secret,
       previous_secret_until = excluded.previous_secret_until`,
    valuesOf(cipher, record),
  );
}

/** False if another process has just created it; that row is kept. */
export async function insertMerchantOnce(
  tx: Queryable,
  cipher: Cipher,
  record: MerchantRecord,
): Promise<boolean> {
  const rows = await tx.query(
    'insert-merchant-once',
    `${INSERT} do nothing returning 1 as inserted`,
    valuesOf(cipher, record),
  );
  return rows.length === 1;
}

export type MerchantTariff = Tariff & { merchant_id: string };

const ANY = '*';

export async function readTariffs(db: Queryable): Promise<MerchantTariff[]> {
  const rows = await db.query<{
    merchant_id: string;
    direction: Tariff['direction'];
    type: string;
    currency: string;
    percent: string;
  }>('read-tariffs', 'select merchant_id, direction, type, currency, percent from tariffs', []);
  return rows.map((row) => ({
    merchant_id: row.merchant_id,
    direction: row.direction,
    type: row.type === ANY ? null : row.type,
    currency: row.currency === ANY ? null : row.currency,
    percent: decimalOf(row.percent),
  }));
}

/** Replaces a merchant's whole tariff. */
export async function saveTariffs(tx: Queryable, merchant_id: string, tariffs: readonly Tariff[]) {
  await tx.query('delete-tariffs', 'delete from tariffs where merchant_id = $1', [merchant_id]);
  await tx.query(
    'insert-tariffs',
    `insert into tariffs (merchant_id, direction, type, currency, percent)
     select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::numeric[])`,
    [
      merchant_id,
      tariffs.map((tariff) => tariff.direction),
      tariffs.map((tariff) => tariff.type ?? ANY),
      tariffs.map((tariff) => tariff.currency ?? ANY),
      tariffs.map((tariff) => formatDecimal(tariff.percent)),
    ],
  );
}

export async function readRates(db: Queryable): Promise<Rate[]> {
  const rows = await db.query<{
    trade_currency: string;
    balance_currency: string;
    rate: string;
    source: string;
    rate_at: number;
  }>(
    'read-rates',
    `select trade_currency, balance_currency, rate, source, rate_at from rates
     order by trade_currency, balance_currency`,
    [],
  );
  return rows.map(({ rate_at, rate, ...row }) => ({ ...row, rate: decimalOf(rate), at: rate_at }));
}

/** Locked in key order. */
export async function saveRates(tx: Queryable, given: readonly Rate[]): Promise<void> {
  const keyOf = (rate: Rate) => `${rate.trade_currency}/${rate.balance_currency}`;
  const rates = given.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const text = (rate: Decimal) => formatDecimal(rate);
  await tx.query(
    'save-rates',
    `insert into rates (trade_currency, balance_currency, rate, source, rate_at)
     select * from unnest($1::text[], $2::text[], $3::numeric[], $4::text[], $5::timestamptz[])
     on conflict (trade_currency, balance_currency) do update
     set rate = excluded.rate, source = excluded.source, rate_at = excluded.rate_at`,
    [
      rates.map((rate) => rate.trade_currency),
      rates.map((rate) => rate.balance_currency),
      rates.map((rate) => text(rate.rate)),
      rates.map((rate) => rate.source),
      rates.map((rate) => timestamp(rate.at)),
    ],
  );
}
