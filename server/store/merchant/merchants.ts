// Merchants, their tariffs, and the exchange rates: set by operators, read by every request.

import {
  DEFAULT_SETTINGS,
  type Merchant,
  type Rate,
  type Tariff,
} from '../../domain/record/merchant.ts';
import type { Decimal } from '../../domain/values/decimal.ts';
import { formatDecimal } from '../../domain/values/decimal.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import { decimalOf } from '../trade/trade-rows.ts';

type MerchantRow = Omit<Merchant, 'settings'> & { settings: Partial<Merchant['settings']> };

const merchantOf = ({ settings, ...row }: MerchantRow): Merchant => ({
  ...row,
  settings: { ...DEFAULT_SETTINGS, ...settings },
});

const COLUMNS = 'merchant_id, name, balance_currency, settings, is_house, created_at';

export async function readMerchants(db: Queryable): Promise<Merchant[]> {
  const rows = await db.query<MerchantRow>(
    'read-merchants',
    `select ${COLUMNS} from merchants order by merchant_id`,
    [],
  );
  return rows.map(merchantOf);
}

/** The present row, locked, so that the next change sees this one. */
export async function lockMerchantRecord(tx: Queryable, merchant_id: string): Promise<Merchant> {
  const rows = await tx.query<MerchantRow>(
    'lock-merchant-record',
    `select ${COLUMNS} from merchants where merchant_id = $1 for update`,
    [merchant_id],
  );
  if (rows[0] === undefined) throw new Error(`No merchant ${merchant_id}`);
  return merchantOf(rows[0]);
}

/** False if another process has just created it; that row is kept. */
export async function insertMerchant(tx: Queryable, merchant: Merchant): Promise<boolean> {
  const rows = await tx.query(
    'insert-merchant',
    `insert into merchants (${COLUMNS}) values ($1, $2, $3, $4, $5, $6)
     on conflict (merchant_id) do nothing returning 1 as inserted`,
    [
      merchant.merchant_id,
      merchant.name,
      merchant.balance_currency,
      JSON.stringify(merchant.settings),
      merchant.is_house,
      timestamp(merchant.created_at),
    ],
  );
  return rows.length === 1;
}

/** Its name and settings: the rest never changes. */
export async function saveMerchant(tx: Queryable, merchant: Merchant): Promise<void> {
  const { merchant_id, name, settings } = merchant;
  await tx.query(
    'save-merchant',
    'update merchants set name = $2, settings = $3 where merchant_id = $1',
    [merchant_id, name, JSON.stringify(settings)],
  );
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
