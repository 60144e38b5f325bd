// Which past events are sent again.
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isInWindow,
  type PastDelivery,
  RESENDS,
  type ResendFilter,
  resendOf,
} from '../../../server/domain/callback/resend.ts';
import { DELIVERY_STATUSES } from '../../../server/domain/callback/retry.ts';
import { fc } from '../../support/property.ts';

const ALL: ResendFilter = { which: 'all', types: [], from: null, to: null, as_of: 1_000 };
const EVENT = {
  trade_id: 'trade',
  sequence: 1,
  number: 1n,
  type: 'deposit.completed',
  happened_at: 500,
};

describe('an event is of the window', () => {
  const ROWS: readonly [string, Partial<ResendFilter>, boolean][] = [
    ['without filters', {}, true],
    ['from its own moment on', { from: 500 }, true],
    ['not from a later one', { from: 501 }, false],
    ['before a later moment', { to: 501 }, true],
    ['not before its own', { to: 500 }, false],
    ['of its type', { types: ['deposit.completed'] }, true],
    ['of its family', { types: ['withdrawal.failed', 'deposit.*'] }, true],
    ['not of another family', { types: ['withdrawal.*'] }, false],
    ['not of a type that only begins like it', { types: ['deposit.complete'] }, false],
    ['not of a family that only begins like its own', { types: ['depos.*'] }, false],
  ];
  for (const [name, filter, expected] of ROWS) {
    it(name, () => equal(isInWindow(EVENT, { ...ALL, ...filter }), expected));
  }
});

/** No delivery was removed by its age. */
const KEPT = { happened_at: 500, removed_before: null };

describe('a delivery', () => {
  const ROWS: readonly [PastDelivery | undefined, not_delivered: unknown, all: unknown][] = [
    [undefined, 'insert', 'insert'],
    [{ status: 'waiting', finished_at: null }, null, null],
    [{ status: 'exhausted', finished_at: 999 }, 'requeue', 'requeue'],
    [{ status: 'exhausted', finished_at: 1_000 }, null, null],
    [{ status: 'delivered', finished_at: 999 }, null, 'requeue'],
    [{ status: 'delivered', finished_at: 1_000 }, null, null],
  ];
  for (const [delivery, ...expected] of ROWS) {
    it(JSON.stringify(delivery ?? 'never made'), () => {
      const found = RESENDS.map((which) => resendOf(delivery, { ...ALL, which }, KEPT));
      deepEqual(found, expected);
    });
  }

  it('that may have been removed by its age is only sent again with all others', () => {
    const rows: readonly [removed_before: number | null, not_delivered: unknown][] = [
      [null, 'insert'],
      [500, 'insert'],
      [501, null],
    ];
    for (const [removed_before, expected] of rows) {
      const found = RESENDS.map((which) =>
        resendOf(undefined, { ...ALL, which }, { happened_at: 500, removed_before }),
      );
      deepEqual(found, [expected, 'insert'], String(removed_before));
    }
  });

  it('that was sent again is never sent again by the same request', () => {
    const ended = fc.record({
      status: fc.constantFrom(...DELIVERY_STATUSES),
      later: fc.nat(),
      which: fc.constantFrom(...RESENDS),
      as_of: fc.nat(),
    });
    fc.assert(
      fc.property(ended, ({ status, later, which, as_of }) => {
        const finished_at = status === 'waiting' ? null : as_of + later;
        equal(resendOf({ status, finished_at }, { ...ALL, which, as_of }, KEPT), null);
      }),
    );
  });
});
