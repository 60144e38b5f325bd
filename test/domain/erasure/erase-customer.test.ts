// The rule of erasures of a customer: each order by the rule of one, and one request at a time.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CustomerErasureFacts,
  decideCustomerErasure,
  outcomeOf,
} from '../../../server/domain/erasure/erase-customer.ts';
import { decideErasure } from '../../../server/domain/erasure/erase-payer.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { fc } from '../../support/property.ts';
import { FACTS } from './erasure-facts.ts';

const IDS = {
  merchant_id: '00000000-0000-4000-8000-000000000001',
  trade_id: '00000000-0000-4000-8000-000000000002',
  erasure_id: '00000000-0000-4000-8000-000000000003',
};
const REASON = fc.option(fc.string({ minLength: 1 }));

test('an order is treated as if it had been asked for alone', () => {
  fc.assert(
    fc.property(FACTS, REASON, (facts, early_reason) => {
      const verdict = decideErasure(facts, { ...IDS, reason: 'asked for', early_reason });
      const { outcome, obstacle } = outcomeOf(facts, early_reason !== null);
      equal(isRefusal(verdict), outcome === 'put_aside');
      if (isRefusal(verdict)) {
        equal(verdict.extra?.reason, obstacle?.reason);
        return;
      }
      equal(obstacle, null);
      // What was asked for before waits to be erased, and need not be asked for again.
      const is_waiting = facts.standing?.erased_at === null;
      equal('is_unchanged' in verdict, is_waiting || outcome === 'nothing_left');
    }),
  );
});

const CUSTOMER: fc.Arbitrary<CustomerErasureFacts> = fc
  .record({
    last: fc.option(fc.record({ erasure_id: fc.uuid(), is_open: fc.boolean() })),
    first_orders: fc.array(FACTS, { minLength: 1, maxLength: 4 }),
    has_more: fc.boolean(),
  })
  .map((given) => ({
    ...given,
    first_trade_id: IDS.trade_id,
    client_hash: Uint8Array.of(1),
    orders: { count: given.first_orders.length, has_more: given.has_more },
  }));

test('it is refused only if nothing of all orders may be erased', () => {
  fc.assert(
    fc.property(CUSTOMER, REASON, (facts, early_reason) => {
      const verdict = decideCustomerErasure(facts, { ...IDS, reason: 'asked for', early_reason });
      const outcomes = facts.first_orders.map((one) => outcomeOf(one, early_reason !== null));
      const is_of_use = facts.has_more || outcomes.some(({ outcome }) => outcome === 'erase');
      const is_open = facts.last?.is_open === true;
      if (isRefusal(verdict)) {
        ok(!is_open && !is_of_use);
        equal(verdict.extra?.reason, outcomes.find(({ obstacle }) => obstacle)?.obstacle?.reason);
        return;
      }
      const has_aside = outcomes.some(({ outcome }) => outcome === 'put_aside');
      equal('is_unchanged' in verdict, is_open || !is_of_use);
      ok(is_open || is_of_use || !has_aside, 'what stands against it is said');
      if ('is_unchanged' in verdict) return;
      ok(verdict.ask !== null, 'a second person is asked');
      deepEqual(verdict.ask.before, { last_erasure: facts.last?.erasure_id ?? null });
      equal(verdict.target, `trades/${IDS.merchant_id}/${IDS.trade_id}/customer`);
      equal(verdict.saved.is_early, early_reason !== null);
    }),
  );
});
