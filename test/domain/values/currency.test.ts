// The currency table: exponents as in the standard, and only codes of real money.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CURRENCIES,
  currencyExponent,
  isCurrency,
} from '../../../server/domain/values/currency.ts';

test('exponents are those of ISO 4217', () => {
  const table: [string, number | undefined][] = [
    ['USD', 2],
    ['EUR', 2],
    ['INR', 2],
    ['RUB', 2],
    ['PKR', 2],
    ['HUF', 2],
    ['JPY', 0],
    ['KRW', 0],
    ['CLP', 0],
    ['UYI', 0],
    ['KWD', 3],
    ['BHD', 3],
    ['IQD', 3],
    ['TND', 3],
    ['CLF', 4],
    ['UYW', 4],
    ['XCG', 2],
    ['ZWG', 2],
    ['SLE', 2],
    ['XAU', undefined],
    ['XDR', undefined],
    ['XTS', undefined],
    ['XXX', undefined],
    ['BGN', undefined],
    ['HRK', undefined],
    ['ANG', undefined],
    ['usd', undefined],
    ['USD ', undefined],
    ['', undefined],
    ['__proto__', undefined],
    ['constructor', undefined],
  ];
  for (const [code, exponent] of table) {
    assert.equal(currencyExponent(code), exponent, code);
    assert.equal(isCurrency(code), exponent !== undefined, code);
  }
});

test('the table is whole: sorted, three letters, no code twice', () => {
  assert.equal(CURRENCIES.length, 165);
  assert.deepEqual(CURRENCIES, [...new Set(CURRENCIES)].sort());
  for (const code of CURRENCIES) assert.match(code, /^[A-Z]{3}$/);
});

test('what the runtime knows and we do not is withdrawn or has no minor unit', () => {
  const unknown = Intl.supportedValuesOf('currency').filter((code) => !isCurrency(code));
  const expected = new Set('ANG BGN CUC HRK SLL XAG XAU XDR XPD XPT XSU XUA ZWL'.split(' '));
  assert.deepEqual(
    unknown.filter((code) => !expected.has(code)),
    [],
  );
});
