// Payers' receipts and paid notices for operators: lists, one file, its removal; and their deletion
// when the retention time ends.

import { type RawFields, readFilters, readRequest } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import {
  FIND_PAID_NOTICES,
  FIND_RECEIPTS,
  REMOVE_RECEIPT,
} from '../../domain/trade/query-requests.ts';
import { CONTENT_TYPES, ENDINGS } from '../../lib/picture/picture-content.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { now } from '../../store/batch/store.ts';
import {
  selectPaidNotices as listNotices,
  type PaidNoticeRow,
} from '../../store/trade/page-evidence.ts';
import {
  selectReceipts as list,
  type ReceiptKey,
  type ReceiptRow,
  readReceiptFile,
  readReceiptRow,
  deleteReceiptFile as remove,
  removeOldReceipts,
} from '../../store/trade/receipts.ts';
import type { App } from '../process/app.ts';
import { audit, auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor, SERVICE } from '../request/caller.ts';
import { ageLimit } from '../request/ended-by-age.ts';
import {
  EPOCH_FORM,
  type Page,
  type PageQuery,
  pageOf,
  readPage,
  UUID_FORM,
} from '../request/paging.ts';
import { iso, isoOrNull } from '../request/views.ts';

export function receiptBody(receipt: ReceiptRow) {
  return {
    id: receipt.receipt_id,
    merchant_id: receipt.merchant_id,
    trade_id: receipt.trade_id,
    file_type: receipt.file_type,
    size_bytes: receipt.size_bytes,
    given_at: iso(receipt.given_at),
    removed_at: isoOrNull(receipt.removed_at),
  };
}

export type ReceiptBody = ReturnType<typeof receiptBody>;

export type ReceiptQuery = QueryTexts<typeof FIND_RECEIPTS> & PageQuery;

export async function listReceipts(
  app: App,
  query: ReceiptQuery,
): Promise<Page<ReceiptBody> | Refusal> {
  const page = readPage(query, [UUID_FORM], readFilters(FIND_RECEIPTS, query));
  if (isRefusal(page)) return page;
  const { limit, cursor, filters } = page;
  const before = cursor?.[0] ?? null;
  const found = await list(app.store.db, { ...filters, before, limit: limit + 1 });
  return pageOf(found.map(receiptBody), limit, (receipt) => [receipt.id]);
}

export function paidNoticeBody({ merchant_id, trade_id, order_id, state, said_at }: PaidNoticeRow) {
  return { merchant_id, trade_id, order_id, state, said_at: iso(said_at) };
}

export type PaidNoticeBody = ReturnType<typeof paidNoticeBody>;

export async function listPaidNotices(
  app: App,
  query: QueryTexts<typeof FIND_PAID_NOTICES> & PageQuery,
): Promise<Page<PaidNoticeBody> | Refusal> {
  const forms = [EPOCH_FORM, UUID_FORM, UUID_FORM];
  const page = readPage(query, forms, readFilters(FIND_PAID_NOTICES, query));
  if (isRefusal(page)) return page;
  const { limit, cursor, filters } = page;
  const [said_at = '', before_merchant = '', before_trade = ''] = cursor ?? [];
  const before =
    cursor === null ? null : ([Number(said_at), before_merchant, before_trade] as const);
  const found = await listNotices(app.store.db, { ...filters, before, limit: limit + 1 });
  return pageOf(found.map(paidNoticeBody), limit, (notice) => [
    Date.parse(notice.said_at),
    notice.merchant_id,
    notice.trade_id,
  ]);
}

function keyOf(merchant: string, id: string): ReceiptKey | null {
  const [merchant_id, receipt_id] = [parseUuid(merchant), parseUuid(id)];
  return merchant_id === null || receipt_id === null ? null : { merchant_id, receipt_id };
}

const targetOf = ({ merchant_id, trade_id }: ReceiptRow) => `trades/${merchant_id}/${trade_id}`;

export type ReceiptFile = { name: string; content_type: string; bytes: Uint8Array };

/** The audit record is written before the file is shown. */
export async function downloadReceipt(
  app: App,
  operator: OperatorCaller,
  merchant: string,
  id: string,
): Promise<ReceiptFile | Refusal> {
  const key = keyOf(merchant, id);
  const receipt = key === null ? null : await readReceiptRow(app.store.db, key);
  if (key === null || receipt === null) return refuseUnknown();
  const bytes = await readReceiptFile(app.store.db, app.store.cipher, key);
  if (bytes === null) return refuseUnknown();
  const detail = { receipt_id: key.receipt_id };
  await audit(app, operatorActor(operator), 'receipt_downloaded', targetOf(receipt), detail);
  const { file_type } = receipt;
  return {
    name: `receipt-${key.receipt_id}.${ENDINGS[file_type]}`,
    content_type: CONTENT_TYPES[file_type],
    bytes,
  };
}

/** The file is deleted for good; that there was one, and why it was removed, stays. */
export async function removeReceipt(
  app: App,
  operator: OperatorCaller,
  merchant: string,
  id: string,
  fields: RawFields,
): Promise<ReceiptBody | Refusal> {
  const key = keyOf(merchant, id);
  if (key === null) return refuseUnknown();
  const asked = readRequest(REMOVE_RECEIPT, fields);
  if (isRefusal(asked)) return asked;
  const { reason } = asked;
  const receipt = await readReceiptRow(app.store.db, key);
  if (receipt === null) return refuseUnknown();
  const at = await now(app.store);
  const is_new = await app.store.db.transaction(async (tx) => {
    if (!(await remove(tx, key, at))) return false;
    const detail = { receipt_id: key.receipt_id, reason };
    await auditIn(tx, operatorActor(operator), 'receipt_removed', targetOf(receipt), detail);
    return true;
  });
  return receiptBody(is_new ? { ...receipt, removed_at: at } : receipt);
}

const MOST_AT_ONCE = 100;

/** Deletes files past their retention time; returns how many. */
export async function removeOldReceiptFiles(app: App): Promise<number> {
  const at = await now(app.store);
  const given_before = await ageLimit(app, 'receipts', at);
  if (given_before === null) return 0;
  return await app.store.db.transaction(async (tx) => {
    const removed = await removeOldReceipts(tx, given_before, at, MOST_AT_ONCE);
    if (removed > 0) await auditIn(tx, SERVICE, 'receipts_expired', 'receipts', { removed });
    return removed;
  });
}
