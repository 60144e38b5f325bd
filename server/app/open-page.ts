// The payment page's view of a trade, opened by the unguessable last part of its address.
import { timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../domain/limits.ts';
import type { PageView } from '../domain/page-view.ts';
import { paymentType } from '../domain/payment-type.ts';
import { referenceOf } from '../domain/reference.ts';
import { isRefusal, type Refusal } from '../domain/refusal.ts';
import { finality, type Trade, waysOut } from '../domain/trade.ts';
import { uuidFromHex } from '../domain/uuid.ts';
import { now } from '../store/store.ts';
import type { App } from './app.ts';
import { notFound } from './caller.ts';
import { tradeById } from './find-trade.ts';
import { exponentOf } from './views.ts';

const TOKEN = /^[A-Za-z0-9_-]{64}$/;

const uuidFrom = (bytes: Buffer) => uuidFromHex(bytes.toString('hex'));

/** The trade that a page's address leads to; the same refusal for every wrong address. */
export async function tradeOfPage(app: App, token: string): Promise<Trade | Refusal> {
  if (!TOKEN.test(token)) return notFound();
  const bytes = Buffer.from(token, 'base64url');
  const merchant_id = uuidFrom(bytes.subarray(0, 16));
  const trade_id = uuidFrom(bytes.subarray(16, 32));
  const trade = await tradeById(app, merchant_id, trade_id);
  if (trade === null) return notFound();
  const key = Buffer.from(trade.page_key, 'base64url');
  return timingSafeEqual(key, bytes.subarray(32)) ? trade : notFound();
}

function returnUrl(trade: Trade): string | null {
  if (trade.return_url === null) return null;
  const url = new URL(trade.return_url);
  url.searchParams.set('id', trade.trade_id);
  url.searchParams.set('order_id', trade.order_id);
  url.searchParams.set('state', trade.state);
  return url.href;
}

async function paymentOf(app: App, trade: Trade): Promise<PageView['payment']> {
  if (trade.payee !== null) {
    const masked = paymentType(trade.type)?.mask(trade.payee.number) ?? '';
    const { name, bank_name } = trade.payee;
    return { name, number: masked, bare_number: masked, bank_name };
  }
  const { accounts } = await app.settings.current();
  const account = accounts.get(trade.receiving_account_id ?? '');
  if (account === undefined) return null;
  const { name, number, bank_name } = account;
  const grouped = paymentType(account.type)?.format(number) ?? number;
  return { name, number: grouped, bare_number: number, bank_name };
}

function actsOf(trade: Trade, at: number): PageView['can'] {
  const may = (act: 'attach_utr' | 'cancel' | 'assign') =>
    trade.direction === 'payin' && waysOut(trade.direction, act, trade.state).length > 0;
  const in_time = trade.closed_at === null || at - trade.closed_at <= LIMITS.late_evidence_max_ms;
  const changes = trade.utr_claims <= LIMITS.utr_replacements_max;
  return {
    attach_utr: may('attach_utr') && in_time && changes,
    cancel: may('cancel'),
    assign: may('assign'),
  };
}

export async function viewOf(app: App, trade: Trade): Promise<PageView> {
  const { merchants } = await app.settings.current();
  const at = await now(app.store);
  return {
    merchant_name: merchants.get(trade.merchant_id)?.merchant.name ?? '',
    direction: trade.direction,
    type: trade.type,
    state: trade.state,
    state_reason: trade.state_reason,
    is_final: finality(trade.direction, trade.state) !== 'no',
    amount_cents: trade.amount_cents,
    requested_amount_cents: trade.requested_amount_cents,
    received_amount_cents: trade.received_amount_cents,
    currency: trade.currency,
    exponent: exponentOf(trade.currency),
    payment: await paymentOf(app, trade),
    reference: trade.direction === 'payin' ? referenceOf(trade.trade_id) : null,
    exclusive: trade.exclusive,
    order_id: trade.order_id,
    utr: trade.utr,
    utr_changes_left: Math.max(0, LIMITS.utr_replacements_max + 1 - trade.utr_claims),
    expires_at: trade.expires_at,
    created_at: trade.created_at,
    completed_at: trade.completed_at,
    now: at,
    return_url: returnUrl(trade),
    can: actsOf(trade, at),
    sequence: trade.sequence,
  };
}

export async function openPage(app: App, token: string): Promise<PageView | Refusal> {
  const trade = await tradeOfPage(app, token);
  return isRefusal(trade) ? trade : await viewOf(app, trade);
}
