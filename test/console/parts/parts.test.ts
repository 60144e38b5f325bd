// The pure parts of the console: amounts, filters in the address, frozen sets, addresses of calls.
import { deepEqual, equal, throws } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressOf } from '../../../console/api/client.ts';
import { readSearch, writeSearch } from '../../../console/api/search-params.ts';
import { bareAmount, exponentOf, shownAmount } from '../../../console/parts/amount/amount.ts';
import {
  type Filter,
  setFilters,
  valueShown,
  withFilter,
  withoutFilters,
} from '../../../console/parts/list/filters.ts';
import { freeze } from '../../../console/parts/mass/frozen.ts';
import { CURRENCIES, currencyExponent } from '../../../server/domain/values/currency.ts';
import { fc } from '../../support/property.ts';

describe('an amount', () => {
  const ROWS: readonly [number, string, bare: string, shown: string][] = [
    [123_456, 'INR', '1234.56', 'INR 1,234.56'],
    [5, 'USD', '0.05', 'USD 0.05'],
    [-777, 'EUR', '-7.77', '-EUR 7.77'],
    [1_000, 'JPY', '1000', 'JPY 1,000'],
    [12_345, 'KWD', '12.345', 'KWD 12.345'],
    [-1, 'BHD', '-0.001', '-BHD 0.001'],
    [9_007_199_254_740_991, 'VND', '9007199254740991', 'VND 9,007,199,254,740,991'],
    [999_999_999_999_999, 'USD', '9999999999999.99', 'USD 9,999,999,999,999.99'],
  ];
  for (const [cents, currency, bare, shown] of ROWS) {
    it(`${cents} minor units of ${currency}`, () => {
      equal(bareAmount(cents, currency), bare);
      equal(shownAmount(cents, currency, 'en').replaceAll('\u00a0', ' '), shown);
    });
  }

  it('has the decimals of the service, in every currency', () => {
    const theirs = CURRENCIES.map((code) => [code, currencyExponent(code)]);
    deepEqual(
      CURRENCIES.map((code) => [code, exponentOf(code)]),
      theirs,
    );
  });

  it('loses no digit, whatever it is', () => {
    const all = fc.record({
      cents: fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
      currency: fc.constantFrom('USD', 'JPY', 'KWD', 'CLF'),
    });
    fc.assert(
      fc.property(all, ({ cents, currency }) => {
        const digits = bareAmount(cents, currency).replace('.', '');
        equal(BigInt(digits), BigInt(cents));
      }),
    );
  });
});

const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'utr', label: 'UTR' },
  { kind: 'choice', name: 'state', label: 'State', choices: [{ value: 'a', label: 'Alpha' }] },
];

describe('the filters of a list', () => {
  it('stand in the address as they are, and come back the same', () => {
    const search = fc.dictionary(
      fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
      fc.string({ minLength: 1 }),
    );
    fc.assert(
      fc.property(search, (given) => {
        const address = writeSearch(given);
        equal(/^(\?|$)/.test(address), true);
        deepEqual({ ...readSearch(address) }, { ...given });
      }),
    );
  });

  it('a changed one leads to the first page, an empty one is gone', () => {
    const search = { utr: 'U1', cursor: 'c', other: 'x' };
    deepEqual(withFilter(search, 'state', 'a'), { utr: 'U1', other: 'x', state: 'a' });
    deepEqual(withFilter(search, 'utr', ''), { other: 'x' });
    deepEqual(withoutFilters(FILTERS, search), { other: 'x' });
  });

  it('those that are set are named, none is hidden', () => {
    deepEqual(
      setFilters(FILTERS, { state: 'a', utr: '' }).map(({ name }) => name),
      ['state'],
    );
    deepEqual(
      FILTERS.map((filter) => valueShown(filter, 'a')),
      ['a', 'Alpha'],
    );
  });
});

describe('a frozen set', () => {
  it('has one sum per currency, and does not follow its source', () => {
    const rows = [
      { amount_cents: 5, currency: 'USD' },
      { amount_cents: 7, currency: 'INR' },
      { amount_cents: 1, currency: 'USD' },
    ];
    const { sums, rows: kept } = freeze(rows, (row) => row);
    rows.push({ amount_cents: 100, currency: 'USD' });
    equal(kept.length, 3);
    deepEqual(sums, [
      { currency: 'INR', amount_cents: 7 },
      { currency: 'USD', amount_cents: 6 },
    ]);
  });
});

describe('the address of a call', () => {
  it('has its path encoded, and only the filters that are set', () => {
    equal(
      addressOf('/trades/{merchant_id}/{id}', { merchant_id: 'a/b', id: 'c?' }, { x: '', y: 0 }),
      '/trades/a%2Fb/c%3F?y=0',
    );
  });

  it('is not made without a part of its path', () => {
    throws(() => addressOf('/trades/{id}', { id: '' }, {}), /needs id/);
    throws(() => addressOf('/trades/{id}', {}, {}), /needs id/);
    throws(() => addressOf('/trades/{id}', { id: '..' }, {}), /needs id/);
  });
});
