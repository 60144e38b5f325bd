// "I have paid" and UTRs in pasted messages, on a real database: some are noted, some become
// claims, and some change nothing.
import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { pageAttachUtr } from '../../../server/app/page/page-acts.ts';
import { pageSayPaid } from '../../../server/app/page/page-evidence.ts';
import { listPaidNotices } from '../../../server/app/trade/receipts.ts';
import { getTradeWithTimeline } from '../../../server/app/trade/trade-timeline.ts';
import { LIMITS } from '../../../server/domain/service/limits.ts';
import { accepted, refusedWith } from '../../support/test-app.ts';
import { NUMBER, openPageScene, type PageScene } from './page-scene.ts';

let service: PageScene;

before(async () => {
  service = await openPageScene();
});
after(() => service.stop());

describe('"I have paid"', () => {
  it('is kept once, seen by operators, and moves nothing', async () => {
    const page = await service.payin();
    const before_it = await service.view(page);
    const said = accepted(await pageSayPaid(service.app, page.token));
    const again = accepted(await pageSayPaid(service.app, page.token));
    equal(again.evidence.said_paid_at, said.evidence.said_paid_at);
    deepEqual(
      [again.state, again.sequence, again.expires_at],
      [before_it.state, before_it.sequence, before_it.expires_at],
    );
    const query = { merchant_id: service.shop.merchant_id, state: 'pending' };
    const { data } = accepted(await listPaidNotices(service.app, query));
    equal(data.filter(({ trade_id }) => trade_id === page.id).length, 1);
    const { evidence } = accepted(
      await getTradeWithTimeline(service.app, service.shop.merchant_id, page.id),
    );
    equal(Date.parse(evidence.said_paid_at ?? ''), said.evidence.said_paid_at);
  });

  it('is listed page by page, in every order of time', async () => {
    for (let count = 0; count < 3; count += 1) {
      accepted(await pageSayPaid(service.app, (await service.payin()).token));
    }
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query = { merchant_id: service.shop.merchant_id, limit: '1', cursor };
      const page: { data: { trade_id: string }[]; next_cursor: string | null } = accepted(
        await listPaidNotices(service.app, query),
      );
      seen.push(...page.data.map(({ trade_id }) => trade_id));
      cursor = page.next_cursor;
    }
    equal(new Set(seen).size, seen.length);
    equal(seen.length, (await service.rows('select 1 as one from paid_notices')).length);
  });

  it('cannot be unsaid or changed by the service’s own role', async () => {
    await rejects(service.rows('update paid_notices set said_at = now()'), /permission denied/);
    await rejects(service.rows('delete from paid_notices'), /permission denied/);
    await rejects(service.rows('delete from receipts'), /permission denied/);
  });
});

describe('a UTR on the page', () => {
  it('is taken out of a message; what is not certain is asked for, and claims nothing', async () => {
    const page = await service.payin();
    const unsure = await pageAttachUtr(service.app, page.token, 'paid it, 412345678901');
    deepEqual(unsure, { kind: 'unsure', candidates: ['412345678901'] });
    const own = await pageAttachUtr(service.app, page.token, `to ${NUMBER} UTR ${NUMBER}`);
    deepEqual(own, { kind: 'unfit', why: 'format' });
    equal((await service.view(page)).state, 'pending');
    const text = `Rs.100 debited to a/c ${NUMBER}. IMPS Ref no 632512345678. Call 18002586161`;
    const claimed = accepted(await pageAttachUtr(service.app, page.token, text));
    deepEqual('kind' in claimed ? null : [claimed.utr, claimed.state], [
      '632512345678',
      'verifying',
    ]);
  });

  it('that is in no text was a try all the same; the same UTR once more was none', async () => {
    const page = await service.payin();
    const send = (text: string) => pageAttachUtr(service.app, page.token, text);
    const claimed = 'UTR 632512345690';
    for (const text of [claimed, claimed, 'nothing in it at all', 'a'.repeat(3_000), 'done']) {
      await send(text);
    }
    equal((await service.view(page)).utr_changes_left, LIMITS.page_utr_tries_max - 4);
    await send('done');
    equal(refusedWith(await send('UTR 632512345691')).code, 'utr_locked');
    equal((await service.view(page)).utr, '632512345690');
    const noted = await service.rows<{ action: string }>(
      'select action from audit_entries where target = $1',
      [`trades/${service.shop.merchant_id}/${page.id}`],
    );
    deepEqual(noted, [{ action: 'utr_locked' }]);
  });

  it('is corrected as often as the rules allow, and then the page says who can help', async () => {
    const page = await service.payin();
    for (let count = 0; count < LIMITS.utr_replacements_max + 1; count += 1) {
      equal((await service.view(page)).can.attach_utr, true);
      accepted(await pageAttachUtr(service.app, page.token, `UTR ${632_512_345_600 + count}`));
    }
    const { can, utr, utr_changes_left, evidence } = await service.view(page);
    deepEqual([can.attach_utr, utr_changes_left, evidence.utr_locked], [false, 0, true]);
    equal(utr, '632512345603');
  });
});
