// Percentages and rates in the viewer's language: shown, typed as they are shown, and refused if a
// text could be two numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decimalProblem,
  readDecimal,
  shownDecimal,
  shownPercent,
  writtenDecimal,
} from '../../../console/parts/amount/decimal.ts';
import { fc } from '../../support/property.ts';

const LANGUAGES = ['en', 'de', 'de-AT', 'fr', 'en-IN', 'de-CH', 'hi', 'ar-EG', 'fa', 'pt-BR', 'sv'];

test('a number is read as its language writes it, and as files have it', () => {
  for (const [language, text, value] of [
    ['en', '1.5', 1.5],
    ['en', '1,234.5', 1234.5],
    ['en', '1,5', null],
    ['de', '1,5', 1.5],
    ['de', '0,00012345', 0.000_123_45],
    ['de', '1.234,5', 1234.5],
    ['de', '1.5', 1.5],
    ['de', '1.500', null],
    ['de', '1,2,3', null],
    ['en-IN', '1,23,456.78', 123_456.78],
    ['ar-EG', '١٫٥', 1.5],
    ['en', '-2', -2],
    ['en', '', null],
    ['en', '.5', null],
    ['en', 'much', null],
    ['en', '1.123456789', null],
  ] as const) {
    assert.equal(readDecimal(text, language), value, `${language} ${text}`);
  }
});

test('what could be two numbers is refused with both', () => {
  const problem = decimalProblem('1.500', 'Give a number.', 'de');
  assert.equal(problem, 'This can be read in two ways. Write 1500 or 1,5.');
  assert.equal(decimalProblem('much', 'Give a number.', 'de'), 'Give a number.');
  assert.equal(decimalProblem('1,5', 'Give a number.', 'de'), null);
});

test('it is shown in the language, whatever its size', () => {
  assert.equal(shownPercent(1.5, 'de'), '1,5 %');
  assert.equal(shownPercent(0, 'en'), '0 %');
  assert.equal(shownDecimal(12_345.678_9, 'de'), '12.345,6789');
  assert.equal(shownDecimal(0.000_000_12, 'en'), '0.00000012');
  assert.equal(writtenDecimal(0.000_000_12, 'de'), '0,00000012');
});

test('what is written into a field is read as the same number, in every language', () => {
  const hundredths = fc.integer({ min: -10_000_000, max: 10_000_000 });
  fc.assert(
    fc.property(hundredths, fc.constantFrom(...LANGUAGES), (number, language) => {
      const value = number / 1_000;
      const written = writtenDecimal(value, language);
      // Where a point stands between thousands, three decimals behind one could be either.
      const read = readDecimal(written, language);
      assert.equal(read, value === 0 ? 0 : value, `${language} ${written}`);
    }),
  );
});
