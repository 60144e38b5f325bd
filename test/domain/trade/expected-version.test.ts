// An act decided on an older version of a trade or bank line changes nothing, and says so.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import {
  refuseStaleDispute,
  refuseStaleTrade,
} from '../../../server/domain/trade/expected-version.ts';
import {
  contest,
  creditedPayin,
  decideOn,
  disputeBy,
  stepOn,
} from '../../support/model/dispute-commands.ts';
import { act, lineWith, payin, review, take } from '../../support/model/domain-commands.ts';
import { scene } from '../../support/model/domain-scene.ts';
import { fc } from '../../support/property.ts';

suite('an act on a trade', () => {
  test('on the version that it names is done', () => {
    const on = scene();
    const trade = on.trade(payin());
    const after = on.trade({ ...act(trade, 'cancel'), expected_sequence: trade.sequence });
    assert.equal(after.state, 'canceled');
  });

  test('on an older version changes nothing, and is told how the trade is now', () => {
    const on = scene();
    const trade = on.trade(payin());
    on.trade(act(trade, 'cancel'));
    const late = { ...act(trade, 'dispute'), expected_sequence: trade.sequence };
    const refused = on.refused(late, 'changed_meanwhile');
    assert.deepEqual(refused.extra, { state: 'canceled', sequence: trade.sequence + 1 });
    assert.match(refused.detail, /is canceled now.*Nothing was done/);
    assert.equal(on.now(trade).state, 'canceled');
  });

  test('a retry of the same command is no second person', () => {
    const on = scene();
    const trade = on.trade(payin());
    const command = { ...act(trade, 'cancel'), expected_sequence: trade.sequence };
    on.trade(command);
    assert.equal(on.trade(command).sequence, trade.sequence + 1);
  });

  test('is refused for every version but the one that the trade has', () => {
    const trade = scene().trade(payin());
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }), (has, saw) => {
        const refused = refuseStaleTrade({ ...trade, sequence: has }, saw);
        assert.equal(isRefusal(refused), has !== saw);
      }),
    );
  });
});

suite('a decision about a bank line', () => {
  const fee = { act: 'fee' } as const;
  const undo = { act: 'undo', reverse: false } as const;

  test('on the status that it names is made', () => {
    const on = scene();
    const { line, outcome } = on.line(take(lineWith({ received_at: on.world.now })));
    const command = { ...review(line, fee), expected_decided_at: outcome.decided_at };
    assert.equal(on.line(command).outcome.status, 'fee');
  });

  test('an undo of what somebody else decided meanwhile is refused', () => {
    const on = scene();
    const { line } = on.line(take(lineWith({ received_at: on.world.now })));
    const seen = on.line(review(line, fee)).outcome;
    on.world.now += 1_000;
    on.line(review(line, undo));
    on.line(review(line, { act: 'own_transfer' }));
    const stale = { ...review(line, undo), expected_decided_at: seen.decided_at };
    const refused = on.refused(stale, 'changed_meanwhile');
    assert.deepEqual(refused.extra, { state: 'own_transfer' });
  });
});

suite('an act on a dispute', () => {
  const opened = () => {
    const on = scene();
    return { on, dispute: disputeBy(on, contest(creditedPayin(on))) };
  };

  test('on the version that it names is done', () => {
    const { on, dispute } = opened();
    const command = decideOn(dispute, 'rejected');
    const decided = disputeBy(on, { ...command, expected_dispute_sequence: dispute.sequence });
    assert.equal(decided.outcome, 'rejected');
  });

  test('on an older version changes nothing, and is told how the dispute is now', () => {
    const { on, dispute } = opened();
    disputeBy(on, decideOn(dispute, 'rejected'));
    const expected_dispute_sequence = dispute.sequence;
    for (const command of [
      stepOn(dispute, { act: 'withdraw' }),
      stepOn(dispute, { act: 'appeal' }),
      stepOn(dispute, { act: 'ask', party: 'merchant', deadline_at: null }),
      stepOn(dispute, { act: 'assign', to: 'somebody' }),
      stepOn(dispute, { act: 'appeal' }),
    ]) {
      const refused = { ...command, expected_dispute_sequence };
      const { extra, detail } = on.refused(refused, 'changed_meanwhile');
      assert.deepEqual(extra, { state: 'decided', sequence: dispute.sequence + 1 });
      assert.match(detail, /is decided now.*Nothing was done/);
    }
  });

  test('that changes nothing again is answered, as after a lost reply', () => {
    const { on, dispute } = opened();
    const command = {
      ...stepOn(dispute, { act: 'assign', to: 'somebody' }),
      expected_dispute_sequence: dispute.sequence,
    };
    assert.equal(disputeBy(on, command).sequence, dispute.sequence + 1);
    assert.equal(disputeBy(on, command).sequence, dispute.sequence + 1);
  });

  test('is refused for every version but the one that the dispute has', () => {
    const { dispute } = opened();
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }), (has, saw) => {
        const refused = refuseStaleDispute({ ...dispute, sequence: has }, saw);
        assert.equal(isRefusal(refused), has !== saw);
      }),
    );
  });
});
