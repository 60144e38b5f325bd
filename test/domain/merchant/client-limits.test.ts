// How much one customer may open: each limit at its edge, off by default.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MerchantSettings } from '../../../server/domain/record/merchant.ts';
import {
  act,
  claim,
  DAY,
  decimal,
  HOUR,
  idOf,
  MINUTE,
  merchantWith,
  payin,
  START,
} from '../../support/model/domain-commands.ts';
import { scene } from '../../support/model/domain-scene.ts';

type Step =
  | { amount: bigint; waits?: number; client?: string; currency?: string; closes?: boolean }
  | { refused: bigint; waits?: number; says: RegExp };

function check(name: string, settings: Partial<MerchantSettings>, steps: readonly Step[]): void {
  test(name, () => {
    const on = scene();
    const merchant = merchantWith(settings);
    const rate = {
      trade_currency: 'USD',
      balance_currency: 'INR',
      rate: decimal('0.012'),
      source: 'test',
      at: START,
    };
    for (const step of steps) {
      on.wait(step.waits ?? 0);
      if ('refused' in step) {
        const command = payin({ merchant, amount_cents: step.refused });
        assert.match(on.refused(command, 'client_limit').detail, step.says);
        continue;
      }
      const { amount: amount_cents, client: client_id = 'client-1', currency = 'INR' } = step;
      const command = payin({ merchant, amount_cents, client_id, currency, rate });
      const trade = on.trade(command);
      if (step.closes === true) on.trade(act(trade, 'cancel'));
    }
  });
}

check(
  'off by default',
  {},
  [...Array(20)].map(() => ({ amount: 10_000n })),
);

check('most open pay-ins', { client_max_open_payins: 2 }, [
  { amount: 1n },
  { amount: 2n, closes: true },
  { amount: 3n },
  { refused: 4n, says: /open pay-ins/ },
  { amount: 4n, client: 'client-2' },
]);

check('no two of equal amount, while open and in one currency', { client_unique_amounts: true }, [
  { amount: 100n },
  { refused: 100n, says: /of this amount/ },
  { amount: 101n, closes: true },
  { amount: 101n },
  { amount: 100n, currency: 'USD' },
  { amount: 100n, client: 'client-2' },
]);

check('count of an hour, closed ones too', { client_max_count_per_hour: 2 }, [
  { amount: 1n, closes: true },
  { amount: 2n, closes: true, waits: MINUTE },
  { refused: 3n, says: /an hour/ },
  { refused: 3n, says: /an hour/, waits: 59 * MINUTE - 1 },
  { amount: 3n, waits: 1 },
  { refused: 4n, says: /an hour/ },
]);

check('count of a day', { client_max_count_per_day: 1 }, [
  { amount: 1n },
  { refused: 2n, says: /a day/, waits: DAY - 1 },
  { amount: 2n, waits: 1 },
]);

check('sum of an hour, to the last unit', { client_max_sum_cents_per_hour: 1_000 }, [
  { amount: 600n },
  { refused: 401n, says: /an hour/ },
  { amount: 400n },
  { refused: 1n, says: /an hour/ },
  { amount: 1_000n, currency: 'USD' },
  { amount: 1_000n, waits: HOUR },
]);

check('sum of a day', { client_max_sum_cents_per_day: 1_000 }, [
  { amount: 1_000n, closes: true },
  { refused: 1n, says: /a day/, waits: DAY - 1 },
  { amount: 1n, waits: 1 },
]);

test('a pay-in that comes back by late evidence is open again', () => {
  const on = scene();
  const merchant = merchantWith({ client_max_open_payins: 1 });
  const trade = on.trade(payin({ merchant }));
  on.wait(15 * MINUTE);
  on.trade(act(trade, 'expire'));
  on.trade(claim(trade, 'LATECLAIM123'));
  on.refused(payin({ merchant, amount_cents: 5n }), 'client_limit');
  on.trade(act(trade, 'fail'));
  assert.equal(on.trade(payin({ merchant, amount_cents: 5n })).state, 'pending');
});

test("one merchant's customer is nobody at another merchant", () => {
  const on = scene();
  const settings = { client_max_open_payins: 1 };
  on.trade(payin({ merchant: merchantWith(settings) }));
  const other = merchantWith(settings, { merchant_id: idOf(1, 9) });
  assert.equal(on.trade(payin({ merchant: other })).state, 'pending');
});
