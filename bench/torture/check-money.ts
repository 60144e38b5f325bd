// Checks that the books are sound and that the balances equal the sums counted from the trades
// alone.
import type { BooksCheck } from '../../server/app/proof/verify-books.ts';
import type { BalanceBody, TradeBody } from '../../server/app/request/views.ts';
import { acceptedBody, operatorClient } from '../harness/http-client.ts';
import { BENCH_OPERATOR_TOKEN, clientOf, type Shop } from '../harness/shop.ts';
import { type Journal, nameOf } from './journal.ts';
import type { TortureScene } from './stories.ts';

type Page = { data: TradeBody[]; next_cursor: string | null };

export async function verifyServedBooks(scene: TortureScene): Promise<BooksCheck> {
  const operator = operatorClient(scene.urls[0] ?? '', BENCH_OPERATOR_TOKEN);
  const proof = acceptedBody(await operator.get<BooksCheck>('/verify'));
  if (!proof.ok) scene.journal.violations.push(...proof.problems.map((text) => `books: ${text}`));
  return proof;
}

async function tradesOf(scene: TortureScene, shop: Shop): Promise<TradeBody[]> {
  const operator = operatorClient(scene.urls[0] ?? '', BENCH_OPERATOR_TOKEN);
  const trades: TradeBody[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const from = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/trades?merchant_id=${shop.merchant_id}&limit=200${from}`;
    const page: Page = acceptedBody(await operator.get<Page>(path));
    trades.push(...page.data);
    cursor = page.next_cursor;
  }
  return trades;
}

function sumOf(trades: readonly TradeBody[], direction: string, states: readonly string[]): number {
  return trades
    .filter((trade) => trade.direction === direction && states.includes(trade.state))
    .reduce((sum, trade) => sum + trade.settlement_amount_cents, 0);
}

async function checkBalance(
  scene: TortureScene,
  shop: Shop,
  trades: readonly TradeBody[],
  funds_cents: number,
): Promise<void> {
  const path = `/merchant/account_balance/${shop.merchant_id}`;
  const client = clientOf(scene.urls[0] ?? '', shop);
  const balance = acceptedBody(await client.get<BalanceBody>(path));
  const blocked = sumOf(trades, 'payout', ['created', 'processing']);
  const credited = sumOf(trades, 'payin', ['completed']);
  const debited = sumOf(trades, 'payout', ['completed']);
  const amount = funds_cents + credited - debited;
  const expected = { amount, blocked, actual: amount - blocked };
  const said = {
    amount: balance.amount_cents,
    blocked: balance.blocked_amount_cents,
    actual: balance.actual_amount_cents,
  };
  if (JSON.stringify(said) !== JSON.stringify(expected) || said.actual < 0 || said.blocked < 0) {
    const both = `${JSON.stringify(said)}, its trades say ${JSON.stringify(expected)}`;
    scene.journal.violations.push(`merchant ${shop.merchant_id}: balance ${both}`);
  }
}

/** Checks that every trade belongs to a sent order and that no order has two trades. */
function checkTrades(journal: Journal, trades: readonly TradeBody[]): void {
  const sent = new Map(journal.orders.map((order) => [order.fields.order_id, order]));
  const seen = new Set<string>();
  for (const trade of trades) {
    const order = sent.get(trade.order_id);
    if (order === undefined) journal.violations.push(`trade ${trade.id}: no client sent its order`);
    else if (order.id !== trade.id) journal.violations.push(`${nameOf(order)}: is ${trade.id} too`);
    if (seen.has(trade.order_id)) journal.violations.push(`order ${trade.order_id}: twice`);
    seen.add(trade.order_id);
  }
  const there = journal.orders.filter((order) => order.id !== null && !order.refused);
  for (const order of there) {
    if (!seen.has(order.fields.order_id)) {
      journal.violations.push(`${nameOf(order)}: acknowledged, but not in the list`);
    }
  }
}

export async function checkMoney(scene: TortureScene, funds_cents: number): Promise<number> {
  const all: TradeBody[] = [];
  for (const shop of scene.shops) {
    const trades = await tradesOf(scene, shop);
    await checkBalance(scene, shop, trades, funds_cents);
    all.push(...trades);
  }
  checkTrades(scene.journal, all);
  return all.length;
}
