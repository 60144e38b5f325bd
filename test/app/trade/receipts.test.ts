// Receipts on a real database: kept encrypted, limited per trade, seen and removed by operators,
// deleted in time; and never more than evidence.
import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { pageCancel } from '../../../server/app/page/page-acts.ts';
import {
  pageAddReceipt,
  pageSayPaid,
  receiptRefused,
} from '../../../server/app/page/page-evidence.ts';
import {
  downloadReceipt,
  listReceipts,
  removeOldReceiptFiles,
  removeReceipt,
} from '../../../server/app/trade/receipts.ts';
import { getTradeWithTimeline } from '../../../server/app/trade/trade-timeline.ts';
import { LIMITS } from '../../../server/domain/service/limits.ts';
import {
  bomb,
  PHONE_JPEG,
  pdf,
  png,
  pngHeader,
  SECRET,
} from '../../support/browser/receipt-files.ts';
import { accepted, makeMerchant, OPERATOR, raw, refusedWith } from '../../support/test-app.ts';
import { openPageScene, type Page, type PageScene } from '../page/page-scene.ts';

let service: PageScene;

before(async () => {
  service = await openPageScene();
});
after(() => service.stop());

/** A PNG like no other. */
const picture = (shade: number) => png({ data: deflateSync(Buffer.alloc(39, shade)) });
const send = ({ token }: Page, bytes: Uint8Array) => pageAddReceipt(service.app, token, bytes);
const receiptsOf = async ({ id }: Page) => {
  const query = { merchant_id: service.shop.merchant_id, trade_id: id };
  return accepted(await listReceipts(service.app, query)).data;
};
const only = <Value>(values: readonly Value[]): Value => {
  equal(values.length, 1);
  return values[0] as Value;
};

describe('a receipt', () => {
  it('is kept without what it tells, sealed, and comes back to operators alone', async () => {
    const page = await service.payin();
    const before_it = await service.view(page);
    await send(page, PHONE_JPEG);
    const receipt = only(await receiptsOf(page));
    equal(receipt.file_type, 'jpeg');
    const [stored] = await service.rows<{ content: Buffer }>(
      'select content from receipt_files where receipt_id = $1',
      [receipt.id],
    );
    ok(
      stored !== undefined && !stored.content.includes('JFIF') && !stored.content.includes(SECRET),
    );
    const file = accepted(
      await downloadReceipt(service.app, OPERATOR, service.shop.merchant_id, receipt.id),
    );
    equal(file.bytes.length, receipt.size_bytes);
    equal(file.content_type, 'image/jpeg');
    match(file.name, /^receipt-[0-9a-f-]{36}\.jpg$/);
    ok(Buffer.from(file.bytes).includes('JFIF') && !Buffer.from(file.bytes).includes(SECRET));
    // Evidence only: state, timer and sequence are what they were.
    const { state, sequence, expires_at, evidence } = await service.view(page);
    deepEqual([state, sequence, expires_at], [before_it.state, 1, before_it.expires_at]);
    equal(evidence.receipts.length, 1);
  });

  it('cannot be put in the place of another: the row is part of the seal', async () => {
    const pages = [await service.payin(), await service.payin()];
    for (const [index, page] of pages.entries()) await send(page, picture(index + 100));
    const [one, other] = await Promise.all(pages.map(async (page) => only(await receiptsOf(page))));
    await service.rows(
      'update receipt_files set content = (select content from receipt_files where receipt_id = $1) where receipt_id = $2',
      [one?.id, other?.id],
    );
    await rejects(
      downloadReceipt(service.app, OPERATOR, service.shop.merchant_id, other?.id ?? ''),
    );
  });

  it('that comes twice is one; the sixth is refused, also of ten at once', async () => {
    const page = await service.payin();
    await Promise.all([send(page, picture(1)), send(page, picture(1)), send(page, picture(1))]);
    equal((await receiptsOf(page)).length, 1);
    const shades = Array.from({ length: 10 }, (_, index) => index + 2);
    const answers = await Promise.all(shades.map((shade) => send(page, picture(shade))));
    equal(answers.filter((answer) => 'kind' in answer && answer.kind === 'full').length, 6);
    equal((await receiptsOf(page)).length, LIMITS.receipts_per_payin_max);
    equal((await service.view(page)).can.add_receipt, false);
    deepEqual(await receiptRefused(service.app, page.token), { kind: 'full' });
  });

  it('of another order, or of none, is not taken', async () => {
    const page = await service.payin();
    equal(
      refusedWith(await pageAddReceipt(service.app, 'x'.repeat(64), picture(1))).code,
      'not_found',
    );
    await pageCancel(service.app, page.token);
    // Money may still arrive, for five days as with a UTR.
    equal((await service.view(page)).can.add_receipt, true);
    service.app.store.clock_offset_ms = LIMITS.late_evidence_max_ms + 60_000;
    try {
      equal((await service.view(page)).can.add_receipt, false);
      equal(refusedWith(await send(page, picture(1))).code, 'act_not_allowed');
      equal(refusedWith(await pageSayPaid(service.app, page.token)).code, 'act_not_allowed');
    } finally {
      service.app.store.clock_offset_ms = 0;
    }
    deepEqual(await receiptsOf(page), []);
  });

  it('that unpacks to more than it says is refused, and leaves nothing behind', async () => {
    const page = await service.payin();
    const bombs: [bytes: Buffer, why: string][] = [
      [png({ data: bomb(64) }), 'oversized'],
      [png({ data: deflateSync(Buffer.alloc(20)) }), 'damaged'],
      [png({ data: deflateSync(Buffer.alloc(39)).subarray(0, -6) }), 'damaged'],
      [png({ header: pngHeader(4, 3), data: Buffer.from('no deflate data') }), 'damaged'],
    ];
    for (const [bytes, why] of bombs) {
      ok(bytes.length < 1_000_000);
      deepEqual(await send(page, bytes), { kind: 'unfit', why, found: null });
    }
    deepEqual(await receiptsOf(page), []);
  });
});

describe('files that are no receipts', () => {
  it('count as tries: after five the page takes no more, and that is noted once', async () => {
    const page = await service.payin();
    for (let count = 0; count < LIMITS.page_receipt_tries_max; count += 1) {
      equal((await service.view(page)).can.add_receipt, true);
      const damaged = png().subarray(0, 40 + count);
      deepEqual(await send(page, damaged), { kind: 'unfit', why: 'damaged', found: null });
    }
    equal((await service.view(page)).can.add_receipt, false);
    deepEqual(await send(page, picture(61)), { kind: 'tried' });
    deepEqual(await receiptRefused(service.app, page.token), { kind: 'tried' });
    deepEqual(await receiptsOf(page), []);
    const noted = await service.rows<{ action: string; detail: object }>(
      'select action, detail from audit_entries where target = $1',
      [`trades/${service.shop.merchant_id}/${page.id}`],
    );
    const tries = LIMITS.page_receipt_tries_max;
    deepEqual(noted, [{ action: 'receipts_locked', detail: { tries } }]);
    // Tries of another kind are counted separately.
    equal((await service.view(page)).utr_changes_left, 4);
  });

  it('and nothing at all is no try', async () => {
    const page = await service.payin();
    for (let count = 0; count <= LIMITS.page_receipt_tries_max; count += 1) {
      deepEqual(await send(page, Buffer.alloc(0)), { kind: 'unfit', why: 'empty', found: null });
    }
    equal((await service.view(page)).can.add_receipt, true);
  });
});

it('a PDF is refused by its name', async () => {
  const page = await service.payin();
  deepEqual(await send(page, pdf()), { kind: 'unfit', why: 'wrong_type', found: 'PDF' });
  deepEqual(await receiptsOf(page), []);
});

describe('operators', () => {
  it('see all receipts page by page, and those of one trade with its timeline', async () => {
    const page = await service.payin();
    for (const shade of [31, 32, 33]) await send(page, picture(shade));
    const query = { merchant_id: service.shop.merchant_id, trade_id: page.id, limit: '2' };
    const first = accepted(await listReceipts(service.app, query));
    const cursor = first.next_cursor ?? '';
    const second = accepted(await listReceipts(service.app, { ...query, cursor }));
    equal(second.next_cursor, null);
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    equal(new Set(ids).size, 3);
    const { evidence } = accepted(
      await getTradeWithTimeline(service.app, service.shop.merchant_id, page.id),
    );
    deepEqual(
      evidence.receipts.map(({ id }) => id),
      ids.toReversed(),
    );
    const other = await makeMerchant(service.app);
    const nobody = await downloadReceipt(service.app, OPERATOR, other.merchant_id, ids[0] ?? '');
    equal(refusedWith(nobody).code, 'not_found');
  });

  it('remove a file for good, with a reason; who looked and who removed is noted', async () => {
    const page = await service.payin();
    await send(page, picture(41));
    const { id } = only(await receiptsOf(page));
    await downloadReceipt(service.app, OPERATOR, service.shop.merchant_id, id);
    const without = await removeReceipt(
      service.app,
      OPERATOR,
      service.shop.merchant_id,
      id,
      raw({}),
    );
    equal(refusedWith(without).code, 'invalid_request');
    const reason = raw({ reason: 'Asked for by the payer' });
    const removed = accepted(
      await removeReceipt(service.app, OPERATOR, service.shop.merchant_id, id, reason),
    );
    notEqual(removed.removed_at, null);
    const again = accepted(
      await removeReceipt(service.app, OPERATOR, service.shop.merchant_id, id, reason),
    );
    equal(again.removed_at, removed.removed_at);
    equal(
      refusedWith(await downloadReceipt(service.app, OPERATOR, service.shop.merchant_id, id)).code,
      'not_found',
    );
    deepEqual(
      await service.rows('select 1 as there from receipt_files where receipt_id = $1', [id]),
      [],
    );
    const notes = await service.rows<{ action: string; detail: object }>(
      'select action, detail from audit_entries where target = $1 order by number',
      [`trades/${service.shop.merchant_id}/${page.id}`],
    );
    deepEqual(notes, [
      { action: 'receipt_downloaded', detail: { receipt_id: id } },
      { action: 'receipt_removed', detail: { receipt_id: id, reason: 'Asked for by the payer' } },
    ]);
    // It still counts: removing makes no room for a flood.
    equal((await service.view(page)).evidence.receipts.length, 1);
  });

  it('need not remove what is old: it goes by itself, and is noted', async () => {
    const page = await service.payin();
    await send(page, picture(51));
    const { id } = only(await receiptsOf(page));
    equal(await removeOldReceiptFiles(service.app), 0);
    service.app.store.clock_offset_ms = LIMITS.receipt_kept_ms + 60_000;
    try {
      ok((await removeOldReceiptFiles(service.app)) > 0);
      equal(await removeOldReceiptFiles(service.app), 0);
    } finally {
      service.app.store.clock_offset_ms = 0;
    }
    notEqual(only(await receiptsOf(page)).removed_at, null);
    deepEqual(
      await service.rows('select 1 as there from receipt_files where receipt_id = $1', [id]),
      [],
    );
    const noted = await service.rows(
      "select 1 as there from audit_entries where action = 'receipts_expired'",
    );
    equal(noted.length, 1);
  });
});
