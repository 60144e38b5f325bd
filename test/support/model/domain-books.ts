// Computes the expected state of the books from the trades and lines alone: the oracle of the
// model.
import assert from 'node:assert/strict';
import { attemptsOf, type World } from '../../../server/domain/batch/world.ts';
import { accountKey, HOUSE_BOOK } from '../../../server/domain/ledger/ledger.ts';
import type { BankLine, LineRecord } from '../../../server/domain/record/bank-line.ts';
import type { PayoutAttempt } from '../../../server/domain/record/payout-attempt.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { currencyExponent } from '../../../server/domain/values/currency.ts';
import { convert } from '../../../server/domain/values/rate.ts';

type Books = Map<string, bigint>;

function add(books: Books, book: string, account: string, currency: string, amount: bigint): void {
  const key = accountKey(book, account, currency);
  books.set(key, (books.get(key) ?? 0n) + amount);
}

/** Whether the merchant has this pay-in's money, spendable or blocked by a dispute about it. */
const isCredited = (trade: Trade) =>
  trade.state === 'completed' ||
  (trade.state === 'disputed' && trade.disputed_from === 'completed');

/** The share of fee and credit that goes with the recalled part. */
function recalledOf(trade: Trade): { fee: bigint; credit: bigint } {
  const { amount_cents: whole, recalled_amount_cents: part, fee_cents } = trade;
  const fee = (2n * fee_cents * part + whole) / (2n * whole);
  if (trade.currency === trade.settlement_currency) return { fee, credit: part - fee };
  return { fee, credit: (trade.settlement_amount_cents * part + whole - 1n) / whole };
}

function addPayin(books: Books, trade: Trade): void {
  if (!isCredited(trade)) return;
  const { merchant_id: book, currency, settlement_currency } = trade;
  const account = trade.state === 'disputed' ? 'blocked' : 'available';
  const taken = recalledOf(trade);
  add(books, book, account, settlement_currency, trade.settlement_amount_cents - taken.credit);
  add(books, book, 'fees', currency, trade.fee_cents - taken.fee);
  add(
    books,
    book,
    `clearing:${trade.receiving_account_id ?? 'none'}`,
    currency,
    trade.recalled_amount_cents - trade.amount_cents,
  );
}

/** What a pay-out that came to nothing costs: what a reversal gave back, else no fee. */
function addCharge(books: Books, trade: Trade, attempt: PayoutAttempt): void {
  const { charged_cents } = attempt;
  const { merchant_id: book, currency, settlement_currency, state } = trade;
  assert.ok(['failed', 'canceled', 'reversed'].includes(state), `${state} is charged`);
  assert.equal(attempt.state, 'paid');
  assert.ok(attempt.debit_line_id !== null || attempt.utr !== null, 'nothing shows that it left');
  const fee = state === 'reversed' ? trade.fee_cents : 0n;
  if (currency === settlement_currency) assert.equal(charged_cents, trade.amount_cents + fee);
  add(books, book, 'available', settlement_currency, -(charged_cents ?? 0n));
  add(books, book, 'fees', currency, fee);
  const account = trade.receiving_account_id ?? 'none';
  add(books, book, `clearing:${account}`, currency, trade.amount_cents);
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
  const account = trade.receiving_account_id ?? 'none';
  add(books, book, `clearing:${account}`, currency, trade.amount_cents);
}

/** The house's account with the line's money; null if its parts or the whole line have it. */
function ownerOf({ line, outcome }: LineRecord): string | null {
  const { receiving_account_id } = line;
  switch (outcome.status) {
    case 'split':
    case 'withdrawn':
      return null;
    case 'fee':
      return `costs:${receiving_account_id}`;
    case 'own_transfer':
      return 'transit';
    case 'difference':
      return outcome.reason === 'difference_to_house'
        ? `costs:${receiving_account_id}`
        : `due:${outcome.merchant_id}:${receiving_account_id}`;
    default:
      return outcome.merchant_id === null
        ? `suspense:${receiving_account_id}`
        : `due:${outcome.merchant_id}:${receiving_account_id}`;
  }
}

/** What a merchant bears of a line, rounded against it in the currency of its balance. */
function addDifference(books: Books, trade: Trade, line: BankLine): void {
  const { merchant_id, currency, settlement_currency, exchange_rate } = trade;
  const { amount_cents, receiving_account_id } = line;
  const size = amount_cents < 0n ? -amount_cents : amount_cents;
  const exponents = [currency, settlement_currency].map((one) => currencyExponent(one) ?? 0);
  const [from = 0, to = 0] = exponents;
  const rounding = amount_cents < 0n ? 'ceil' : 'floor';
  const moved = convert(size, exchange_rate, from, to, rounding);
  add(books, merchant_id, 'available', settlement_currency, amount_cents < 0n ? -moved : moved);
  add(books, merchant_id, `clearing:${receiving_account_id}`, currency, -amount_cents);
}

function addLine(books: Books, record: LineRecord): void {
  const { line, outcome } = record;
  const { receiving_account_id: account, currency, amount_cents } = line;
  if (line.parent_line_id === null) {
    add(books, HOUSE_BOOK, `bank:${account}`, currency, -amount_cents);
  }
  const owner = ownerOf(record);
  if (owner !== null) add(books, HOUSE_BOOK, owner, currency, amount_cents);
  const { merchant_id } = outcome;
  if (!['returned', 'credited'].includes(outcome.status) || merchant_id === null) return;
  add(books, merchant_id, 'available', currency, amount_cents);
  add(books, merchant_id, `clearing:${account}`, currency, -amount_cents);
}

const FREE_ACCOUNTS = /\/(?:fx|rounding)\//;

function without(books: ReadonlyMap<string, bigint>, pattern: RegExp): [string, bigint][] {
  return [...books]
    .filter(([key, amount]) => amount !== 0n && !pattern.test(key))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Every account except those of the conversion matches the trades, lines and adjustments. */
export function checkBooks(world: World): void {
  const books: Books = new Map();
  for (const trade of world.trades.values()) {
    if (trade.direction === 'payin') addPayin(books, trade);
    else addPayout(books, trade);
  }
  for (const attempt of world.attempts.values()) {
    const trade = world.trades.get(attempt.trade_id);
    if (trade !== undefined && attempt.charged_cents !== null) addCharge(books, trade, attempt);
  }
  for (const record of world.lines.values()) {
    addLine(books, record);
    if (record.outcome.reason !== 'difference_to_merchant') continue;
    const trade = world.trades.get(record.outcome.trade_id ?? '');
    assert.ok(trade, 'a difference without its trade');
    addDifference(books, trade, record.line);
  }
  for (const adjustment of world.adjustments.values()) {
    const { merchant_id, currency, amount_cents } = adjustment;
    add(books, merchant_id, 'available', currency, amount_cents);
    add(books, merchant_id, 'clearing:none', currency, -amount_cents);
  }
  assert.deepEqual(without(world.balances, FREE_ACCOUNTS), without(books, FREE_ACCOUNTS));
  checkConversions(world);
}

/** Each book sums to zero per currency; the house gains from rounding and never loses. */
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

/** The parts of a split line add up to the line; an unsplit line has no parts left. */
function checkParts(world: World): void {
  const records = [...world.lines.values()];
  for (const { line, outcome } of records) {
    const parts = records.filter(
      (part) =>
        part.line.parent_line_id === line.bank_line_id && part.outcome.status !== 'withdrawn',
    );
    const sum = parts.reduce((total, part) => total + part.line.amount_cents, 0n);
    assert.equal(sum, outcome.status === 'split' ? line.amount_cents : 0n);
  }
}

/** Exactly one attempt has the line, with the same account and amount. */
function checkLineOfPayout(world: World, line: BankLine, trade: Trade): void {
  const { bank_line_id, amount_cents, receiving_account_id: here } = line;
  const attempts = attemptsOf(world, trade.trade_id).filter((attempt) =>
    [attempt.debit_line_id, attempt.return_line_id].includes(bank_line_id),
  );
  assert.equal(attempts.length, 1, 'the line of a pay-out is not with one attempt');
  const [attempt] = attempts;
  const went_out = attempt?.debit_line_id === bank_line_id;
  assert.equal(attempt?.amount_cents, went_out ? -amount_cents : amount_cents);
  assert.equal(attempt?.receiving_account_id ?? here, here);
  if (went_out && trade.state !== 'reversed') assert.equal(trade.receiving_account_id, here);
}

/** An attempt keeps only lines matched to its trade, and only the facts that these lines told. */
function checkAttempts(world: World): void {
  for (const attempt of world.attempts.values()) {
    const { debit_line_id, return_line_id, told_by_line: told } = attempt;
    const ids = [debit_line_id, return_line_id].filter((id) => id !== null);
    for (const id of ids) {
      const outcome = world.lines.get(id)?.outcome;
      assert.deepEqual([outcome?.status, outcome?.trade_id], ['matched', attempt.trade_id]);
    }
    assert.ok(debit_line_id !== null || !told.includes('utr'));
    assert.ok(return_line_id !== null || !told.includes('return'));
    assert.ok(ids.length > 0 || told.length === 0);
  }
}

/** Money that nobody is credited with is in suspense, not with a pay-in that is decided. */
function checkNothingHidden(trade: Trade): void {
  const { state, amount_cents, recalled_amount_cents, received_amount_cents: received } = trade;
  if (state === 'reversed' || state === 'failed') assert.equal(received, 0n, `${state} with money`);
  if (isCredited(trade)) assert.ok(received <= amount_cents - recalled_amount_cents, 'too much');
}

/** The received amount of a trade is the sum of its lines, all on its account. */
export function checkLines(world: World): void {
  const received = new Map<string, bigint>();
  for (const { line, outcome } of world.lines.values()) {
    if (outcome.status !== 'matched') {
      const is_with_trade = ['returned', 'difference'].includes(outcome.status);
      assert.ok(is_with_trade || outcome.trade_id === null);
      continue;
    }
    const trade = world.trades.get(outcome.trade_id ?? '');
    assert.ok(trade, 'a line belongs to a trade that is not there');
    if (trade.direction === 'payout') {
      checkLineOfPayout(world, line, trade);
      continue;
    }
    assert.equal(trade.receiving_account_id, line.receiving_account_id);
    received.set(trade.trade_id, (received.get(trade.trade_id) ?? 0n) + line.amount_cents);
  }
  checkParts(world);
  checkAttempts(world);
  for (const trade of world.trades.values()) {
    assert.equal(trade.received_amount_cents, received.get(trade.trade_id) ?? 0n);
    if (trade.direction === 'payin') checkNothingHidden(trade);
  }
}
