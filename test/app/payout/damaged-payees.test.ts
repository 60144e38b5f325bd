// A pay-out whose payee cannot be decrypted is shown as damaged: other pay-outs are still listed,
// and it can be ended so that its hold is released.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { openPage } from '../../../server/app/page/open-page.ts';
import { listPayoutQueue } from '../../../server/app/payout/payout-queue.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { getTrade } from '../../../server/app/trade/find-trade.ts';
import { listTrades } from '../../../server/app/trade/list-trades.ts';
import { getTradeWithTimeline } from '../../../server/app/trade/trade-timeline.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: OpenApp;
let merchant: TestMerchant;
before(async () => {
  service = await openTestApp();
  app = service.app;
  merchant = await makeMerchant(app);
  await scene.fund(app, merchant.merchant_id, 10_000);
});
after(() => service.stop());

/** Each way in which a ciphertext can be wrong. */
const DAMAGE = {
  'changed bytes': 'set_byte(payee, 20, get_byte(payee, 20) # 1)',
  'another row’s': `(select payee from trades where order_id = 'whole')`,
  'a key that is gone': `'\\x0000ffff'::bytea || substring(payee from 5)`,
  'cut short': 'substring(payee from 1 for 3)',
};

test('damaged payees are shown as such beside whole ones, and end without one', async () => {
  const fields = { order_id: 'whole', amount_cents: 100 };
  const whole = accepted(await scene.payout(app, merchant, fields)).trade;
  for (const [what, sql] of Object.entries(DAMAGE)) {
    const { id, url } = await scene.newPayout(app, merchant, 100);
    await scene.sql(app, `update trades set payee = ${sql} where trade_id = '${id}'`);
    const { data } = accepted(await listTrades(app, {}));
    const shown = new Map(data.map((trade) => [trade.id, trade.payment_data]));
    deepEqual(shown.get(id), { damaged: true }, what);
    ok(shown.get(whole.id)?.number !== undefined);
    ok(accepted(await listPayoutQueue(app, {})).data.some((queued) => queued.id === id));
    const { merchant_id } = merchant;
    accepted(await getTradeWithTimeline(app, merchant_id, id));
    deepEqual(
      accepted(await getTrade(app, merchant.caller, { merchant: merchant_id, uuid: id }))
        .payment_data,
      {
        damaged: true,
      },
    );
    const page = accepted(await openPage(app, url.split('/').at(-1) ?? ''));
    equal(page.payment, null);
    const reason = raw({ note: 'the payee is lost' });
    const ended = accepted(await actOnTrade(app, OPERATOR, merchant_id, id, 'cancel', reason));
    equal(ended.state, 'canceled', what);
  }
});
