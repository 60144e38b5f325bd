// A balance stays within its bound, whatever is requested and in whatever order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command, TradeAct } from '../../../server/domain/batch/command.ts';
import { MAX_BALANCE_CENTS } from '../../../server/domain/values/money.ts';
import {
  act,
  adjust,
  lineWith,
  payin,
  payout,
  review,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';
import { fc } from '../../support/property.ts';

const MOST = MAX_BALANCE_CENTS;

test('credits are refused beyond the bound, and change nothing', () => {
  const on = scene();
  on.run(adjust(MOST - 9_999n));
  const trade = on.trade(payin());
  on.refused(act(trade, 'confirm'), 'balance_limit');
  on.refused(adjust(10_000n), 'balance_limit');
  on.run(adjust(-1n));
  assert.equal(on.trade(act(trade, 'confirm')).state, 'completed');
  assert.equal(on.balance('available'), MOST);
});

test('money on hold counts, and moves within the bound', () => {
  const on = scene();
  on.run(adjust(MOST));
  const held = on.trade(payout());
  assert.equal(on.balance('blocked'), 10_000n);
  on.refused(adjust(1n), 'balance_limit');
  on.trade(act(held, 'cancel'));
  assert.equal(on.balance('available'), MOST);
});

test('a bank line cannot be refused: it waits for a person, who places it once there is room', () => {
  const on = scene();
  on.run(adjust(MOST));
  const trade = on.trade(payin());
  const { line, outcome } = on.line(take(lineWith()));
  assert.deepEqual([outcome.status, outcome.reason], ['suspense', 'balance_limit']);
  assert.deepEqual(
    outcome.candidates.map(({ trade_id }) => trade_id),
    [trade.trade_id],
  );
  assert.equal(on.now(trade).state, 'pending');
  const { merchant_id, trade_id } = trade;
  const assign = review(line, { act: 'assign', merchant_id, trade_id });
  on.refused(assign, 'balance_limit');
  on.run(adjust(-10_000n));
  on.run(assign);
  assert.equal(on.now(trade).state, 'completed');
});

const UNIT = 10n ** 15n;

type Step = { kind: string; of: bigint };

/** The command of a step; null if it is about a trade that does not exist. */
function commandFor(on: DomainScene, { kind, of }: Step): Command | null {
  const amount_cents = of * UNIT;
  if (kind === 'adjust') return adjust(amount_cents);
  if (kind === 'payin') return payin({ amount_cents });
  if (kind === 'payout') return payout({ amount_cents });
  if (kind === 'line') return take(lineWith({ amount_cents }));
  const trade = [...on.world.trades.values()].at(-Number(of));
  return trade === undefined ? null : act(trade, kind as TradeAct);
}

test('no order of acts leaves a balance beyond the bound', () => {
  const kinds = ['adjust', 'payin', 'line', 'payout', 'confirm', 'cancel', 'reverse', 'dispute'];
  const step = fc.record({
    kind: fc.constantFrom(...kinds),
    of: fc.bigInt({ min: 1n, max: 5n }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const on = scene();
      for (const one of steps) {
        const command = commandFor(on, one);
        if (command !== null) on.run(command);
        const [available, blocked] = [on.balance('available'), on.balance('blocked')];
        for (const sum of [available, blocked, available + blocked]) {
          assert.ok(sum <= MOST && sum >= -MOST, `${one.kind} of ${one.of} led to ${sum}`);
        }
      }
    }),
    { numRuns: 300 },
  );
});
