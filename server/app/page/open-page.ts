// The payment page's view of a trade, found by the page token at the end of its address.
import { timingSafeEqual } from 'node:crypto';
import {
  type Branding,
  NO_BRANDING,
  type PageBranding,
  pageBranding,
} from '../../domain/merchant/branding.ts';
import { pageActsNow } from '../../domain/page/page-acts.ts';
import type { PageView } from '../../domain/page/page-view.ts';
import { finality, shownOrderId, type Trade } from '../../domain/record/trade.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { paymentType } from '../../domain/values/payment-type.ts';
import { referenceOf } from '../../domain/values/reference.ts';
import { readPageEvidence } from '../../store/trade/page-evidence.ts';
import type { App } from '../process/app.ts';
import { readPageToken } from '../process/page-address.ts';
import { serviceTime } from '../process/service-time.ts';
import { exponentOf } from '../request/views.ts';
import { tradeById } from '../trade/find-trade.ts';
import { disputesOfPage } from './disputes-of-page.ts';
import { returnAddress } from './return-address.ts';

/** The trade of a page's address; the same refusal for every wrong address. */
export async function tradeOfPage(app: App, token: string): Promise<Trade | Refusal> {
  const address = readPageToken(token);
  if (address === null) return refuseUnknown();
  const trade = await tradeById(app, address.merchant_id, address.trade_id);
  const is_right =
    trade !== null && timingSafeEqual(app.store.cipher.pageKey(trade), address.page_key);
  return is_right ? trade : refuseUnknown();
}

async function paymentOf(app: App, trade: Trade): Promise<PageView['payment']> {
  if (trade.payee !== null) {
    const masked = paymentType(trade.type)?.mask(trade.payee.number) ?? '';
    const { name, bank_name } = trade.payee;
    return { name, number: masked, bare_number: masked, bank_name };
  }
  if (trade.direction === 'payout') return null;
  const { accounts } = await app.settings.current();
  const account = accounts.get(trade.receiving_account_id ?? '');
  if (account === undefined) return null;
  const { name, number, bank_name } = account;
  const grouped = paymentType(account.type)?.format(number) ?? number;
  return { name, number: grouped, bare_number: number, bank_name };
}

/** Computing readable colours is expensive: done once per loaded branding, not for each page. */
const prepared = new WeakMap<Branding, { name: string; page: PageBranding }>();

async function brandingOf(app: App, merchant_id: string): Promise<PageBranding> {
  const { merchants, brandings } = await app.settings.current();
  const name = merchants.get(merchant_id)?.name ?? '';
  const branding = brandings.get(merchant_id);
  if (branding === undefined) return pageBranding(name, NO_BRANDING);
  const known = prepared.get(branding);
  if (known?.name === name) return known.page;
  const page = pageBranding(name, branding);
  prepared.set(branding, { name, page });
  return page;
}

/** The time by which timers run, without asking the database for each page. */
export function pageClock(app: App): number {
  return serviceTime(app);
}

export async function pageViewOf(app: App, trade: Trade): Promise<PageView> {
  const branding = await brandingOf(app, trade.merchant_id);
  const stored = await readPageEvidence(app.store.db, trade);
  const at = pageClock(app);
  const { said_paid_at, utr_tries, receipt_tries, receipts } = stored;
  const { dispute, ...contested } = await disputesOfPage(app, trade);
  const use = { utr_tries, receipt_tries, receipts: receipts.length, ...contested };
  const { can, utr_changes_left, utr_locked } = pageActsNow(trade, use, at);
  return {
    is_sandbox: app.mode === 'sandbox',
    merchant_name: branding.name,
    branding,
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
    order_id: shownOrderId(trade),
    description: trade.description,
    utr: trade.utr,
    utr_changes_left,
    expires_at: trade.expires_at,
    created_at: trade.created_at,
    completed_at: trade.completed_at,
    now: at,
    return_url: await returnAddress(app, trade),
    evidence: { said_paid_at, receipts, utr_locked },
    dispute,
    can,
    sequence: trade.sequence,
  };
}

export async function openPage(app: App, token: string): Promise<PageView | Refusal> {
  const trade = await tradeOfPage(app, token);
  return isRefusal(trade) ? trade : await pageViewOf(app, trade);
}
