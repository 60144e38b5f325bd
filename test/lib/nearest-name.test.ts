import { equal } from 'node:assert/strict';
import { suite, test } from 'node:test';
import { nearestName } from '../../server/lib/nearest-name.ts';
import { fc } from '../support/property.ts';

const KNOWN = ['min_amount_cents', 'max_amount_cents', 'daily_count_limit', 'name', 'enabled'];

suite('the name that was meant', () => {
  for (const [given, meant] of [
    ['max_amount', 'max_amount_cents'],
    ['maxAmountCents', 'max_amount_cents'],
    ['max-amount-cents', 'max_amount_cents'],
    ['max_amuont_cents', 'max_amount_cents'],
    ['max_amount_cents_', 'max_amount_cents'],
    ['Enabled', 'enabled'],
    ['enable', 'enabled'],
    ['nmae', 'name'],
    ['daily_cont_limit', 'daily_count_limit'],
  ] as const) {
    test(given, () => equal(nearestName(given, KNOWN), meant));
  }
});

suite('no name was meant', () => {
  for (const given of ['', 'x', 'weight', 'currency', '__proto__', 'n'.repeat(5_000)]) {
    test(`by "${given.slice(0, 20)}"`, () => equal(nearestName(given, KNOWN), null));
  }
});

test('whatever is given, the answer is a known name or none', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 100 }), fc.array(fc.string()), (given, known) => {
      const found = nearestName(given, known);
      return found === null || known.includes(found);
    }),
  );
});
