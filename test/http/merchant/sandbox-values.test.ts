// Every magic value of the sandbox over HTTP, and its promised end.
import { deepEqual, equal } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { payinFields, payoutFields } from '../../../bench/harness/shop.ts';
import {
  MAGIC_PAYINS,
  MAGIC_PAYOUTS,
  MAGIC_UTRS,
} from '../../../server/domain/sandbox/magic-values.ts';
import { acceptedReply, openSandboxScene } from './sandbox-scene.ts';

const scene = openSandboxScene();
const { post, sql, newPayin, endsAs, standing, eventsOf } = scene;

describe('a pay-in of a magic amount', () => {
  for (const row of MAGIC_PAYINS) {
    test(`${row.amount_cents} (${row.name}) ${row.what}`, async () => {
      const { ends, amount_cents } = row;
      if ('refused' in ends) {
        const refused = await post(
          '/orders/deposit/create',
          payinFields(scene.here().shop, `refused-${row.name}`, Number(amount_cents)),
        );
        deepEqual([refused.status, refused.body.code], [422, ends.refused]);
        return;
      }
      const trade = await newPayin(Number(amount_cents));
      equal(trade.state, 'pending', 'it is not answered before its creation');
      await endsAs(trade, ends);
    });
  }

  test('has no effect on orders of other amounts', async () => {
    const trade = await newPayin(9_010);
    deepEqual(await sql(`select from sandbox_answers where trade_id = '${String(trade.id)}'`), []);
    equal((await standing(trade)).state, 'pending');
  });

  test('works again while another order of the same amount is open', async () => {
    const trades = [await newPayin(9_001), await newPayin(9_001), await newPayin(9_001)];
    for (const trade of trades) await endsAs(trade, { state: 'completed', state_reason: null });
  });

  test('late: expires first', async () => {
    const trade = await newPayin(9_004);
    await endsAs(trade, { state: 'completed', state_reason: null });
    deepEqual(await eventsOf(trade), ['deposit.pending', 'deposit.expired', 'deposit.completed']);
  });

  test('told twice: one line is booked', async () => {
    const trade = await newPayin(9_005);
    await endsAs(trade, { state: 'completed', state_reason: null });
    const lines = await sql(
      `select from bank_line_outcomes where trade_id = '${String(trade.id)}'`,
    );
    equal(lines.length, 1);
  });

  test('callbacks fail: the third attempt of each is the first one sent', async () => {
    const { receiver } = scene.here();
    const trade = await newPayin(9_009);
    await endsAs(trade, { state: 'completed', state_reason: null });
    deepEqual(await scene.attemptsOf(trade, 2), [503, 503, 200, 503, 503, 200]);
    const sent = receiver.received.filter(({ body }) => body.includes(String(trade.id)));
    equal(sent.length, 2, 'the failed attempts sent nothing');
  });
});

describe('a claim with a magic UTR', () => {
  for (const [index, row] of MAGIC_UTRS.entries()) {
    test(`${row.beginning}… (${row.name}): ${row.what}`, async () => {
      const trade = await newPayin(40_000 + index);
      const utr = `${row.beginning}${String(index).padStart(6, '0')}`;
      const { merchant_id } = scene.here().shop;
      const claimed = await acceptedReply(
        post('/orders/deposit/utr', { merchant_id, id: trade.id, utr }),
      );
      equal(claimed.state, 'verifying');
      await endsAs(trade, row.ends);
    });
  }
});

describe('a pay-out of a magic amount', () => {
  for (const row of MAGIC_PAYOUTS) {
    test(`${row.amount_cents} (${row.name}) ${row.what}`, async () => {
      const fields = payoutFields(
        scene.here().shop,
        `payout-${row.name}`,
        Number(row.amount_cents),
      );
      const trade = await acceptedReply(post('/orders/withdrawal/create', fields));
      equal(trade.state, 'created');
      await endsAs(trade, row.ends);
    });
  }
});

test('the sandbox shows its magic values', async () => {
  const shown = await scene.ask('/sandbox');
  equal(shown.status, 200, shown.text);
  const values = shown.body.magic_values as { name: string }[];
  deepEqual(
    values.map(({ name }) => name),
    [...MAGIC_PAYINS, ...MAGIC_PAYOUTS, ...MAGIC_UTRS].map(({ name }) => name),
  );
  deepEqual([shown.body.bank_answers, shown.body.bank_delay_seconds], ['magic', 0]);
});
