// The rule of erasures: nothing that is open is erased, and the law's period gives way only to a
// reason.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import {
  decideErasure,
  ERASED_KINDS,
  type ErasedCounts,
  type ErasureFacts,
  KEPT_BY_LAW_DAYS,
  obstacleOf,
  workLeft,
} from '../../../server/domain/erasure/erase-payer.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { fc } from '../../support/property.ts';
import { FACTS, NOW, OPEN } from './erasure-facts.ts';

const DAY_MS = 86_400_000;

const ASKED = fc.record({
  merchant_id: fc.uuid(),
  trade_id: fc.uuid(),
  erasure_id: fc.uuid(),
  reason: fc.string({ minLength: 1 }),
  early_reason: fc.option(fc.string({ minLength: 1 })),
});

test('what is saved was final, with nothing open, and old enough or with a reason', () => {
  fc.assert(
    fc.property(FACTS, ASKED, (facts, asked) => {
      const verdict = decideErasure(facts, asked);
      const is_open =
        facts.final_at === null || facts.final_at >= NOW || OPEN.some((name) => facts[name]);
      const is_young = facts.ended_at + KEPT_BY_LAW_DAYS * DAY_MS > NOW;
      const is_waiting = facts.standing !== null && facts.standing.erased_at === null;
      const has_any = Object.values(facts.counts).some((count) => count > 0);
      equal(workLeft(facts) !== null, is_open);
      equal(obstacleOf(facts) !== null, is_open || is_young);
      if (isRefusal(verdict)) {
        ok(is_open || (is_young && asked.early_reason === null));
        equal(verdict.code, 'act_not_allowed');
        return;
      }
      const is_unchanged = 'is_unchanged' in verdict;
      equal(is_unchanged, is_waiting || !has_any);
      if (!('is_unchanged' in verdict)) {
        ok(!is_open && (!is_young || asked.early_reason !== null));
        ok(verdict.ask !== null, 'a second person is asked');
        equal('early_reason' in verdict.detail, is_young);
      }
    }),
  );
});

test('an obstacle tells until when, as far as it is known', () => {
  const facts: ErasureFacts = {
    now: NOW,
    ended_at: NOW - DAY_MS,
    final_at: NOW - 1,
    has_open_dispute: false,
    has_open_hold: false,
    has_open_refund: false,
    has_open_batch: false,
    has_open_proposal: false,
    counts: Object.fromEntries(ERASED_KINDS.map((kind) => [kind, 1])) as ErasedCounts,
    standing: null,
  };
  const untilOf = (more: Partial<ErasureFacts>) => {
    const found = obstacleOf({ ...facts, ...more });
    return [found?.reason, found?.until];
  };
  deepEqual(untilOf({}), ['kept_by_law', NOW + (KEPT_BY_LAW_DAYS - 1) * DAY_MS]);
  deepEqual(untilOf({ final_at: NOW + 5 }), ['not_final', NOW + 5]);
  deepEqual(untilOf({ final_at: null }), ['not_final', null]);
  deepEqual(untilOf({ has_open_dispute: true }), ['dispute_open', null]);
  deepEqual(untilOf({ ended_at: 0 }), [undefined, undefined]);
});
