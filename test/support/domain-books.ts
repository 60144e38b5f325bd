// What the books must say, worked out from the trades and lines alone: the oracle of the model.
import assert from 'node:assert/strict';
import type { LineRecord } from '../../server/domain/bank-line.ts';
import { accountKey, HOUSE_BOOK } from '../../server/domain/ledger.ts';
import type { Trade } from '../../server/domain/trade.ts';
import type { World } from '../../server/domain/world.ts';

type Books = Map<string, bigint>;

function add(books: Books, book: string, account: string, currency: string, amount: bigint): void {
  const key = accountKey(book, account, currency);
  books.set(key, (books.get(key) ?? 0n) + amount);
}

/** Whether the merchant has this pay-in's money: to spend, or blocked by a dispute about it. */
const isCredited = (trade: Trade) =>
  trade.state === 'completed' ||
  (trade.state === 'disputed' && trade.disputed_from === 'completed');

function addPayin(books: Books, trade: Trade): void {
  if (!isCredited(trade)) return;
  const { merchant_id: book, currency, settlement_currency } = trade;
  const account = trade.state === 'disputed' ? 'blocked' : 'available';
  add(books, book, account, settlement_currency, trade.settlement_amount_cents);
  add(books, book, 'fees', currency, trade.fee_cents);
  add(
    books,
    book,
    `clearing:${trade.receiving_account_id ?? 'none'}`,
    currency,
    -trade.amount_cents,
  );
}

function addPayout(books: Books, trade: Trade): void {
  const { merchant_id: book, currency, settlement_currency, settlement_amount_cents } = trade;
  const held = trade.state === 'created' || trade.state === 'processing';
  const paid = isCredited(trade);
  if (!held && !paid) return;
  add(books, book, 'available', settlement_currency, -settlement_amount_cents);
  if (held) add(books, book, 'blocked', settlement_currency, settlement_amount_cents);
  if (!paid) return;
  add(books, book, 'fees', currency, trade.fee_cents);
  add(books, book, 'clearing:none', currency, trade.amount_cents);
}

function addLine(books: Books, { line, outcome }: LineRecord): void {
  const { receiving_account_id, currency, amount_cents } = line;
  add(books, HOUSE_BOOK, `bank:${receiving_account_id}`, currency, -amount_cents);
  const owner =
    outcome.status === 'suspense'
      ? `suspense:${receiving_account_id}`
      : `due:${outcome.merchant_id}:${receiving_account_id}`;
  add(books, HOUSE_BOOK, owner, currency, amount_cents);
}

const FREE_ACCOUNTS = /\/(?:fx|rounding)\//;

function without(books: ReadonlyMap<string, bigint>, pattern: RegExp): [string, bigint][] {
  return [...books]
    .filter(([key, amount]) => amount !== 0n && !pattern.test(key))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Every account but those of the conversion equals what trades, lines and adjustments say. */
export function checkBooks(world: World): void {
  const books: Books = new Map();
  for (const trade of world.trades.values()) {
    if (trade.direction === 'payin') addPayin(books, trade);
    else addPayout(books, trade);
  }
  for (const record of world.lines.values()) addLine(books, record);
  for (const adjustment of world.adjustments.values()) {
    const { merchant_id, currency, amount_cents } = adjustment;
    add(books, merchant_id, 'available', currency, amount_cents);
    add(books, merchant_id, 'clearing:none', currency, -amount_cents);
  }
  assert.deepEqual(without(world.balances, FREE_ACCOUNTS), without(books, FREE_ACCOUNTS));
  checkConversions(world);
}

/** Each book sums to zero per currency; the house keeps what rounding leaves, never a loss. */
function checkConversions(world: World): void {
  const sums = new Map<string, bigint>();
  for (const [key, amount] of world.balances) {
    const [book, account, currency] = key.split('/');
    sums.set(`${book}/${currency}`, (sums.get(`${book}/${currency}`) ?? 0n) + amount);
    if (account === 'rounding') assert.ok(amount >= 0n, `rounding lost ${amount} ${currency}`);
    if (account === 'blocked') assert.ok(amount >= 0n, `blocked is ${amount} ${currency}`);
  }
  for (const [key, sum] of sums) assert.equal(sum, 0n, `the book ${key} does not sum to zero`);
}

/** What a trade received is the sum of the lines that are its own, all on its account. */
export function checkLines(world: World): void {
  const received = new Map<string, bigint>();
  for (const { line, outcome } of world.lines.values()) {
    if (outcome.status === 'suspense') {
      assert.equal(outcome.trade_id, null);
      continue;
    }
    const trade = world.trades.get(outcome.trade_id ?? '');
    assert.ok(trade, 'a line belongs to a trade that is not there');
    assert.equal(trade.direction, 'payin');
    assert.equal(trade.receiving_account_id, line.receiving_account_id);
    assert.ok(line.amount_cents > 0n);
    received.set(trade.trade_id, (received.get(trade.trade_id) ?? 0n) + line.amount_cents);
  }
  for (const trade of world.trades.values()) {
    assert.equal(trade.received_amount_cents, received.get(trade.trade_id) ?? 0n);
  }
}
