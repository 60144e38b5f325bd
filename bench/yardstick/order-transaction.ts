// Writes one order as a plain program does: one transaction of statements, awaited one by one.

import { createHash } from 'node:crypto';
import { canonicalEntry } from '../../server/domain/ledger/ledger.ts';
import {
  accountDayRow,
  eventRow,
  payinRow,
  payoutRow,
  reservationRow,
  type SealedPayee,
  type SentValue,
  valuesOf,
  type YardstickOrder,
  type YardstickTradeRow,
} from './order-rows.ts';
import { heldLayout, type StatementName } from './order-statements.ts';

/** Values come back as text, as PostgreSQL sends them. */
export type TextRow = readonly (string | null)[];

export type YardstickConnection = {
  run(name: StatementName, values: readonly SentValue[]): Promise<readonly TextRow[]>;
};

export type Outcome =
  | { readonly kind: 'created'; readonly trade: YardstickTradeRow }
  /** The order_id has a trade already. */
  | { readonly kind: 'found'; readonly trade_id: string; readonly fingerprint: string }
  | { readonly kind: 'no_account' }
  | { readonly kind: 'insufficient_funds' };

/** Rolls back if the order was not created. */
async function inTransaction(
  connection: YardstickConnection,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  await connection.run('begin', []);
  try {
    const outcome = await work();
    await connection.run(outcome.kind === 'created' ? 'commit' : 'rollback', []);
    return outcome;
  } catch (error) {
    await connection.run('rollback', []).catch((second: unknown) => {
      throw new AggregateError([error, second], 'The connection broke in a transaction');
    });
    throw error;
  }
}

async function findOrder(
  connection: YardstickConnection,
  order: YardstickOrder,
): Promise<Outcome | null> {
  const [found] = await connection.run('find-order', [order.merchant_id, order.order_id]);
  if (found === undefined) return null;
  const [trade_id, fingerprint] = found;
  return { kind: 'found', trade_id: String(trade_id), fingerprint: String(fingerprint).slice(2) };
}

const MOST_TRIES = 10;

/** Tries random accounts until the amount is free on one. */
async function reserve(
  connection: YardstickConnection,
  order: YardstickOrder,
  accounts: readonly string[],
): Promise<string | null> {
  const amount = order.amount_cents.toString();
  const now = new Date(order.now).toISOString();
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    const account = accounts[Math.floor(Math.random() * accounts.length)];
    if (account === undefined) return null;
    const taken = await connection.run('find-taken', [account, amount, now]);
    if (taken.length > 0) continue;
    const row = valuesOf('reservations', reservationRow(order, account));
    if ((await connection.run('insert-reservation', row)).length > 0) return account;
  }
  return null;
}

/** Takes the merchant's next number last, because its row stays locked until the commit. */
async function insertEvent(
  connection: YardstickConnection,
  order: YardstickOrder,
  trade: YardstickTradeRow,
) {
  const opened = trade.direction === 'payin' ? '1' : '0';
  const [head] = await connection.run('next-number', [order.merchant_id, '1', opened]);
  const number = String(head?.[0]);
  await connection.run('insert-event', valuesOf('events', eventRow(order, trade, number)));
}

export function writePayin(
  connection: YardstickConnection,
  order: YardstickOrder,
  accounts: readonly string[],
): Promise<Outcome> {
  return inTransaction(connection, async () => {
    const found = await findOrder(connection, order);
    if (found !== null) return found;
    const account = await reserve(connection, order, accounts);
    if (account === null) return { kind: 'no_account' };
    const trade = payinRow(order, account);
    await connection.run('insert-trade', valuesOf('trades', trade));
    await connection.run('count-day', valuesOf('account_days', accountDayRow(order, account)));
    await insertEvent(connection, order, trade);
    return { kind: 'created', trade };
  });
}

type Head = { readonly number: bigint; readonly hash: string };

async function lockBook(connection: YardstickConnection, merchant_id: string): Promise<Head> {
  const [book] = await connection.run('lock-book', [merchant_id]);
  if (book === undefined) throw new Error(`Merchant ${merchant_id} has no book`);
  const [number, hash] = book;
  return { number: BigInt(String(number)), hash: String(hash).slice(2) };
}

async function readAvailable(
  connection: YardstickConnection,
  order: YardstickOrder,
): Promise<bigint> {
  const [row] = await connection.run('read-available', [order.merchant_id, order.currency]);
  return BigInt(row?.[0] ?? '0');
}

/** The hold: an entry chained to the one before, the book's new head, and both balances. */
async function hold(
  connection: YardstickConnection,
  order: YardstickOrder,
  head: Head,
  amount_cents: bigint,
) {
  const { merchant_id, trade_id, currency } = order;
  const entry = {
    book: merchant_id,
    number: head.number + 1n,
    act: 'payout_held' as const,
    trade_id,
    bank_line_id: null,
    adjustment_id: null,
    at: order.now,
    postings: [
      { account: 'available', currency, amount_cents: -amount_cents },
      { account: 'blocked', currency, amount_cents },
    ],
  };
  const hash = createHash('sha256').update(canonicalEntry(entry, head.hash)).digest();
  const number = entry.number.toString();
  const row = {
    merchant_id,
    entry_number: number,
    act: entry.act,
    trade_id,
    bank_line_id: null,
    adjustment_id: null,
    accounts: null,
    currencies: null,
    amounts: `{${-amount_cents},${amount_cents}}`,
    entered_at: new Date(order.now).toISOString(),
    hash,
    layout: heldLayout(currency),
  };
  await connection.run('insert-entry', valuesOf('ledger_entries', row));
  await connection.run('move-book', [merchant_id, number, hash]);
  const values = [merchant_id, currency, amount_cents.toString()];
  const moved = await connection.run('move-balances', values);
  if (moved.length !== 2) throw new Error(`Merchant ${merchant_id} has no account for holds`);
}

export function writePayout(
  connection: YardstickConnection,
  order: YardstickOrder,
  payee: SealedPayee,
): Promise<Outcome> {
  return inTransaction(connection, async () => {
    const found = await findOrder(connection, order);
    if (found !== null) return found;
    const head = await lockBook(connection, order.merchant_id);
    const amount_cents = order.amount_cents + order.fee_cents;
    if ((await readAvailable(connection, order)) < amount_cents) {
      return { kind: 'insufficient_funds' };
    }
    const trade = payoutRow(order, payee);
    await connection.run('insert-trade', valuesOf('trades', trade));
    await hold(connection, order, head, amount_cents);
    await insertEvent(connection, order, trade);
    return { kind: 'created', trade };
  });
}
