// The naive service's use cases: a request is one transaction of separate statements on a
// connection of its own.

import pg from 'pg';
import type { App } from '../../server/app/process/app.ts';
import { newId } from '../../server/app/process/ids.ts';
import { accountsKey, type Settings } from '../../server/app/process/settings-cache.ts';
import type { Merchant } from '../../server/domain/record/merchant.ts';
import type { ReceivingAccount } from '../../server/domain/record/receiving-account.ts';
import type { ApiToken } from '../../server/domain/service/token.ts';
import { feePercent } from '../../server/domain/trade/fee-percent.ts';
import { paymentType } from '../../server/domain/values/payment-type.ts';
import { feeOf } from '../../server/domain/values/rate.ts';
import { MINUTE_MS } from '../../server/lib/durations.ts';
import type { Cipher } from '../../server/store/encryption/encryption.ts';
import { clientHash } from '../../server/store/trade/client-hash.ts';
import { clientPlace } from '../../server/store/trade/trade-rows.ts';
import {
  COLUMNS,
  type SealedPayee,
  type YardstickOrder,
  type YardstickTradeRow,
} from './order-rows.ts';
import { makeHolds, STATEMENTS } from './order-statements.ts';
import {
  type Outcome,
  writePayin,
  writePayout,
  type YardstickConnection,
} from './order-transaction.ts';

export type NaiveOrderFields = {
  readonly merchant_id: string;
  readonly order_id: string;
  readonly amount_cents: number;
  readonly amount_currency: string;
  readonly type: string;
  readonly client_id: string;
  readonly callback_url?: string | null;
  readonly return_url?: string | null;
};

export type PayoutFields = NaiveOrderFields & {
  readonly number: string;
  readonly name?: string | null;
  readonly payment_data_bank_name?: string | null;
  readonly customer_phone_number?: string | null;
};

export type NaiveCaller = { readonly merchant: Merchant; readonly token: ApiToken };

export type NaiveRefusal = {
  readonly code:
    | 'order_id_taken'
    | 'insufficient_funds'
    | 'no_receiving_account_available'
    | 'no_exchange_rate'
    | 'invalid_fields';
};

export type NaiveCreated = { readonly trade: YardstickTradeRow; readonly replayed: boolean };

export type NaiveContext = {
  readonly pool: pg.Pool;
  readonly cipher: Cipher;
  readonly settings: App['settings'];
  /** Merchants that are known to have an account for holds. */
  readonly with_blocked: Set<string>;
};

const AS_TEXT: pg.CustomTypesConfig = { getTypeParser: () => (value: string | Buffer) => value };

function connectionOf(client: pg.PoolClient): YardstickConnection {
  return {
    async run(name, values) {
      const text = STATEMENTS[name];
      if (values.length === 0) return (await client.query(text)).rows;
      const query = { name, text, values: [...values], rowMode: 'array' as const, types: AS_TEXT };
      return (await client.query(query)).rows;
    },
  };
}

/** Conflicts between two requests: a unique violation, a serialisation failure, a deadlock. */
const CONFLICTS = ['23505', '40001', '40P01'];
const MOST_TRIES = 3;

/** Tries again after a conflict, when the rows of the other request are visible. */
async function onConnection(
  { pool }: NaiveContext,
  work: (connection: YardstickConnection) => Promise<Outcome>,
): Promise<Outcome> {
  const client = await pool.connect();
  try {
    for (let tried = 1; ; tried += 1) {
      try {
        return await work(connectionOf(client));
      } catch (error) {
        const is_conflict =
          error instanceof pg.DatabaseError && CONFLICTS.includes(error.code ?? '');
        if (!is_conflict || tried === MOST_TRIES) throw error;
      }
    }
  } finally {
    client.release();
  }
}

const refuse = (code: NaiveRefusal['code']): NaiveRefusal => ({ code });

/** Accepts only the currency of the balance, because the yardstick has no conversion. */
function orderOf(
  context: NaiveContext,
  settings: Settings,
  caller: NaiveCaller,
  direction: 'payin' | 'payout',
  fields: PayoutFields | NaiveOrderFields,
): YardstickOrder {
  const { merchant_id, order_id, type, amount_currency: currency, client_id } = fields;
  const amount_cents = BigInt(fields.amount_cents);
  const tariffs = settings.tariffs.get(merchant_id) ?? [];
  const percent = feePercent(direction, tariffs, { type, currency });
  const trade_id = newId();
  return {
    merchant_id,
    trade_id,
    command_id: newId(),
    order_id,
    type,
    currency,
    amount_cents,
    fee_cents: feeOf(amount_cents, percent),
    percent,
    client: {
      sealed: context.cipher.seal(client_id, clientPlace(trade_id)),
      hash: clientHash(context.cipher, { merchant_id, client_id }),
    },
    callback_url: fields.callback_url ?? null,
    return_url: fields.return_url ?? null,
    fingerprint: context.cipher.lookup(JSON.stringify([direction, { ...fields, order_id: '' }])),
    actor_id: caller.token.token_id,
    now: Date.now(),
    life_ms: caller.merchant.settings.payin_life_minutes * MINUTE_MS,
  };
}

async function readTrade({ pool }: NaiveContext, order: YardstickOrder, trade_id: string) {
  const text = `select ${COLUMNS.trades.join(', ')} from trades
    where merchant_id = $1 and trade_id = $2`;
  const BYTEA = 17;
  const types = {
    getTypeParser: (oid: number) => (oid === BYTEA ? pg.types.getTypeParser(oid) : String),
  } as pg.CustomTypesConfig;
  const values = [order.merchant_id, trade_id];
  const { rows } = await pool.query<YardstickTradeRow>({ name: 'read-trade', text, values, types });
  if (rows[0] === undefined) throw new Error(`No trade ${trade_id}`);
  return rows[0];
}

async function createdOf(
  context: NaiveContext,
  order: YardstickOrder,
  outcome: Outcome,
): Promise<NaiveCreated | NaiveRefusal> {
  switch (outcome.kind) {
    case 'created':
      return { trade: outcome.trade, replayed: false };
    case 'no_account':
      return refuse('no_receiving_account_available');
    case 'insufficient_funds':
      return refuse('insufficient_funds');
    case 'found':
      if (outcome.fingerprint !== order.fingerprint.toString('hex')) {
        return refuse('order_id_taken');
      }
      return { trade: await readTrade(context, order, outcome.trade_id), replayed: true };
  }
}

const ids_of_accounts = new WeakMap<readonly ReceivingAccount[], readonly string[]>();

/** Looked up once per version of the settings. Limits and opening hours are ignored. */
function enabledIds(accounts: readonly ReceivingAccount[]): readonly string[] {
  const known = ids_of_accounts.get(accounts);
  if (known !== undefined) return known;
  const ids = accounts.flatMap((one) => (one.enabled ? one.receiving_account_id : []));
  ids_of_accounts.set(accounts, ids);
  return ids;
}

export async function naivePayin(
  context: NaiveContext,
  caller: NaiveCaller,
  fields: NaiveOrderFields,
): Promise<NaiveCreated | NaiveRefusal> {
  if (fields.amount_currency !== caller.merchant.balance_currency) {
    return refuse('no_exchange_rate');
  }
  const settings = await context.settings.current();
  const order = orderOf(context, settings, caller, 'payin', fields);
  const accounts = settings.accounts_by_type.get(accountsKey(order.type, order.currency)) ?? [];
  const outcome = await onConnection(context, (connection) =>
    writePayin(connection, order, enabledIds(accounts)),
  );
  return await createdOf(context, order, outcome);
}

function payeeOf(
  { cipher }: NaiveContext,
  order: YardstickOrder,
  fields: PayoutFields,
): SealedPayee | null {
  const number = paymentType(fields.type)?.normalise(fields.number) ?? null;
  if (number === null) return null;
  const payee = {
    number,
    name: fields.name ?? null,
    bank_name: fields.payment_data_bank_name ?? null,
    phone: fields.customer_phone_number ?? null,
  };
  const sealed = cipher.seal(JSON.stringify(payee), `trades/payee/${order.trade_id}`);
  return { sealed, number_hash: cipher.lookup(number) };
}

async function makeBlocked(
  { pool, with_blocked }: NaiveContext,
  order: YardstickOrder,
): Promise<void> {
  if (with_blocked.has(order.merchant_id)) return;
  await makeHolds(pool, [order.merchant_id], order.currency);
  with_blocked.add(order.merchant_id);
}

export async function naivePayout(
  context: NaiveContext,
  caller: NaiveCaller,
  fields: PayoutFields,
): Promise<NaiveCreated | NaiveRefusal> {
  if (fields.amount_currency !== caller.merchant.balance_currency) {
    return refuse('no_exchange_rate');
  }
  const settings = await context.settings.current();
  const order = orderOf(context, settings, caller, 'payout', fields);
  const payee = payeeOf(context, order, fields);
  if (payee === null) return refuse('invalid_fields');
  await makeBlocked(context, order);
  const outcome = await onConnection(context, (connection) =>
    writePayout(connection, order, payee),
  );
  return await createdOf(context, order, outcome);
}
