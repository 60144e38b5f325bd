// What a customer gives on the page beside a UTR: the statement that they have paid, and receipts.

import { refuseEvidence } from '../../domain/page/page-acts.ts';
import type { PageView } from '../../domain/page/page-view.ts';
import type { Trade } from '../../domain/record/trade.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import type { ReceiptProblem, UnfitReason } from '../../lib/picture/picture-content.ts';
import { now } from '../../store/batch/store.ts';
import { addPaidNotice, readPageEvidence } from '../../store/trade/page-evidence.ts';
import { countReceiptTry } from '../../store/trade/page-tries.ts';
import { type Added, addReceipt } from '../../store/trade/receipts.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { audit } from '../request/audit.ts';
import { CUSTOMER } from '../request/caller.ts';
import { readPictureApart } from '../threads/read-apart.ts';
import type { ReadPicture } from '../threads/readers.ts';
import { pageViewOf, tradeOfPage } from './open-page.ts';

/** Kept for operators. The timer goes on: this does not prove that money is on its way. */
export async function pageSayPaid(app: App, token: string): Promise<PageView | Refusal> {
  const trade = await tradeOfPage(app, token);
  if (isRefusal(trade)) return trade;
  const at = await now(app.store);
  const refused = refuseEvidence(trade, 'say_paid', at);
  if (refused !== null) return refused;
  await addPaidNotice(app.store.db, trade, at);
  app.count('paid_notices');
  return await pageViewOf(app, trade);
}

async function receiptTrade(app: App, token: string): Promise<Trade | Refusal | ReceiptProblem> {
  const trade = await tradeOfPage(app, token);
  if (isRefusal(trade)) return trade;
  const refused = refuseEvidence(trade, 'add_receipt', await now(app.store));
  if (refused !== null) return refused;
  const given = await readPageEvidence(app.store.db, trade);
  const { receipts, receipt_tries } = given;
  if (receipt_tries >= LIMITS.page_receipt_tries_max) return { kind: 'tried' };
  return receipts.length < LIMITS.receipts_per_payin_max ? trade : { kind: 'full' };
}

/** Asked before the file is read: why this page accepts no receipt; null if it does. */
export async function receiptRefused(
  app: App,
  token: string,
): Promise<Refusal | ReceiptProblem | null> {
  const trade = await receiptTrade(app, token);
  return isRefusal(trade) || 'kind' in trade ? trade : null;
}

/**
 * Reading a file that is refused costs as much as a good one: after some, the page accepts no more.
 */
async function countRefused(app: App, { merchant_id, trade_id }: Trade): Promise<void> {
  const tries = await countReceiptTry(app.store.db, { merchant_id, trade_id });
  if (tries !== LIMITS.page_receipt_tries_max) return;
  await audit(app, CUSTOMER, 'receipts_locked', `trades/${merchant_id}/${trade_id}`, { tries });
}

type GoodPicture = Extract<ReadPicture, { kind: 'fit' }>;

/** How often to retry if two receipts take the same slot at the same moment. */
const MOST_MEETINGS = 10;

async function keep(app: App, trade: Trade, { type, bytes, sha256 }: GoodPicture): Promise<Added> {
  const { merchant_id, trade_id } = trade;
  const { cipher } = app.store;
  const receipt = {
    merchant_id,
    trade_id,
    receipt_id: newId(),
    file_type: type,
    size_bytes: bytes.length,
    given_at: await now(app.store),
    content: bytes,
    content_hash: cipher.lookup(sha256),
  };
  const add = () =>
    app.store.db.transaction((tx) =>
      addReceipt(tx, cipher, receipt, LIMITS.receipts_per_payin_max),
    );
  for (let meeting = 0; meeting < MOST_MEETINGS; meeting += 1) {
    const added = await add();
    if (added !== 'met') return added;
  }
  throw new Error('A receipt found no slot');
}

const countedAs = (result: UnfitReason | Added) => ({ result });

/** The same file again is not a second receipt. What the browser says about the file is ignored. */
export async function pageAddReceipt(
  app: App,
  token: string,
  bytes: Uint8Array,
): Promise<PageView | Refusal | ReceiptProblem> {
  const trade = await receiptTrade(app, token);
  if (isRefusal(trade) || 'kind' in trade) return trade;
  const judged = await readPictureApart(bytes, LIMITS.receipt_max_bytes);
  if (judged.kind === 'busy') return judged;
  if (judged.kind === 'unfit') {
    app.count('receipts', countedAs(judged.why));
    if (judged.why !== 'empty') await countRefused(app, trade);
    return judged;
  }
  const added = await keep(app, trade, judged);
  app.count('receipts', countedAs(added));
  return added === 'full' ? { kind: 'full' } : await pageViewOf(app, trade);
}
