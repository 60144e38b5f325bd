// A pay-in that a magic amount refuses is lost demand for reports and alerts, as a real one is.
import { deepEqual } from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { magicAmount } from '../../../server/domain/sandbox/magic-values.ts';
import { makeMerchant, openTestApp, refusedWith, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';

const REFUSED_CENTS = 9_008;

let service: TestApp;
before(async () => {
  service = await openTestApp({ bank_answers: { answers: 'magic', delay_ms: 0 } });
});
after(() => service.stop());

it('a magic refusal is counted among the pay-ins that found no account', async () => {
  const { app } = service;
  const row = magicAmount({ direction: 'payin', requested_amount_cents: BigInt(REFUSED_CENTS) });
  deepEqual(row?.ends, { refused: 'no_receiving_account_available' });
  const merchant = await makeMerchant(app);
  const order = { order_id: 'refused-by-magic', amount_cents: REFUSED_CENTS };
  const refused = refusedWith(await scene.payin(app, merchant, order));
  deepEqual([refused.code, refused.extra?.reason], ['no_receiving_account_available', 'sandbox']);
  await app.misses.write();
  const rows = await scene.sql<{ reason: string; count: bigint; total: string }>(
    app,
    `select reason, miss_count as count, total_cents::text as total from payin_miss_slots
     where merchant_id = '${merchant.merchant_id}'`,
  );
  deepEqual(rows, [{ reason: 'no_account', count: 1n, total: String(REFUSED_CENTS) }]);
});
