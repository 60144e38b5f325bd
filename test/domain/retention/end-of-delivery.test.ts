// What becomes of a callback by its age.
import { equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DELIVERY_STATUSES } from '../../../server/domain/callback/retry.ts';
import { statesOf } from '../../../server/domain/record/state-sets.ts';
import { DIRECTIONS, finality } from '../../../server/domain/record/trade.ts';
import {
  type AgeingDelivery,
  agesFrom,
  endOfDelivery,
} from '../../../server/domain/retention/end-of-delivery.ts';
import { fc } from '../../support/property.ts';

const DONE: AgeingDelivery = {
  status: 'delivered',
  finished_at: 100,
  is_folded: false,
  trade: { direction: 'payin', state: 'completed', changed_at: 50 },
};
const COMPLETED = { direction: 'payin', state: 'completed', changed_at: 50 } as const;

describe('a callback', () => {
  const ROWS: readonly [string, Partial<AgeingDelivery>, [number | null, number | null], string][] =
    [
      ['younger than both', {}, [100, 90], 'kept'],
      ['older than the first', {}, [101, 90], 'folded'],
      ['folded already', { is_folded: true }, [101, 90], 'kept'],
      ['older than the second', {}, [101, 101], 'removed'],
      ['folded and older than the second', { is_folded: true }, [101, 101], 'removed'],
      ['without a first', {}, [null, 101], 'removed'],
      ['without any', {}, [null, null], 'kept'],
      ['that waits', { status: 'waiting', finished_at: null }, [101, 101], 'kept'],
      ['of a later change', { trade: { ...COMPLETED, changed_at: 200 } }, [150, 150], 'kept'],
      ['of an open order', { trade: { ...COMPLETED, state: 'disputed' } }, [300, 300], 'kept'],
      ['of no order', { trade: null }, [300, 300], 'kept'],
    ];
  for (const [name, part, [fold_before, remove_before], expected] of ROWS) {
    it(name, () => {
      equal(endOfDelivery({ ...DONE, ...part }, { fold_before, remove_before }), expected);
    });
  }

  const moment = fc.integer({ min: 0, max: 1_000 });
  const trade = fc.constantFrom(...DIRECTIONS).chain((direction) =>
    fc.record({
      direction: fc.constant(direction),
      state: fc.constantFrom(...statesOf(direction)),
      changed_at: moment,
    }),
  );
  const delivery = fc.record({
    status: fc.constantFrom(...DELIVERY_STATUSES),
    finished_at: fc.option(moment),
    is_folded: fc.boolean(),
    trade: fc.option(trade),
  });

  it('stays whole while it waits or its order can go on', () => {
    fc.assert(
      fc.property(delivery, fc.option(moment), fc.option(moment), (one, fold, remove) => {
        const is_open =
          one.trade === null || finality(one.trade.direction, one.trade.state) === 'no';
        if (one.status !== 'waiting' && one.finished_at !== null && !is_open) return;
        equal(endOfDelivery(one, { fold_before: fold, remove_before: remove }), 'kept');
      }),
    );
  });

  it('ends in the order of ages: an older one is never kept where a younger one ends', () => {
    const rank = { kept: 0, folded: 1, removed: 2 };
    fc.assert(
      fc.property(delivery, delivery, moment, moment, (a, b, fold_before, remove_before) => {
        const [older, younger] = [a, b].map((one) => ({ ...one, is_folded: false }));
        const [from, then] = [agesFrom(older ?? a), agesFrom(younger ?? b)];
        if (from === null || then === null || from > then) return;
        const ends = { fold_before, remove_before };
        const [first, second] = [
          endOfDelivery(older ?? a, ends),
          endOfDelivery(younger ?? b, ends),
        ];
        equal(rank[first] >= rank[second], true);
      }),
    );
  });
});
