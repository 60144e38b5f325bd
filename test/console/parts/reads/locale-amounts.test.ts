// Amounts as people of all languages type and read them: what the console writes it reads again,
// and what could be two amounts is none.
import { equal, match } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bareAmount, shownAmount, writtenAmount } from '../../../../console/parts/amount/amount.ts';
import { EXPONENTS } from '../../../../console/parts/amount/exponents.gen.ts';
import { amountProblem, readAmount } from '../../../../console/parts/amount/read-amount.ts';
import { fc } from '../../../support/property.ts';

/** Each way of writing numbers: signs, spaces, groups, figures, directions. */
const LANGUAGES = `
  en-US en-GB en-IN en-ZA hi-IN mr-IN bn-BD ta-IN gu-IN ne-NP my-MM de-DE de-AT de-CH fr-FR fr-CH
  it-CH es-ES es-MX pt-PT pt-BR nl-NL pl-PL cs-CZ ru-RU uk-UA sv-SE nb-NO fi-FI da-DK hu-HU et-EE
  sl-SI tr-TR he-IL ar-EG ar-AE fa-IR ur-PK ckb-IQ id-ID vi-VN th-TH th-TH-u-nu-thai ja-JP zh-CN
  ko-KR sr-RS lt-LT ca-ES el-GR hi-IN-u-nu-deva dz-BT`
  .trim()
  .split(/\s+/);

const ROWS: readonly [language: string, currency: string, typed: string, cents: number | null][] = [
  ['de-DE', 'EUR', '1.234,56', 123_456],
  ['de-DE', 'EUR', '1234,56', 123_456],
  ['de-DE', 'EUR', '1.234', 123_400],
  ['de-DE', 'EUR', '1234.56', 123_456],
  ['de-DE', 'EUR', '1234.5', null],
  ['de-DE', 'EUR', '1,234.56', null],
  ['de-DE', 'EUR', '1,234', null],
  ['de-DE', 'EUR', '12.34,56', null],
  ['de-DE', 'EUR', '-1.234,56 EUR', -123_456],
  ['de-DE', 'JPY', '1.500', 1_500],
  ['de-DE', 'KWD', '1500,000', 1_500_000],
  ['de-DE', 'KWD', '1,500', 1_500],
  ['de-DE', 'KWD', '1.500', null],
  ['de-AT', 'EUR', '1 234,56', 123_456],
  ['de-CH', 'CHF', '1’234.56', 123_456],
  ['de-CH', 'CHF', "1'234.56", 123_456],
  ['fr-FR', 'EUR', '1\u202f234,56', 123_456],
  ['fr-FR', 'EUR', '1 234,56', 123_456],
  ['fr-FR', 'EUR', '12 34,56', null],
  ['hi-IN', 'INR', '1,23,456.78', 12_345_678],
  ['hi-IN', 'INR', '123,456.78', 12_345_678],
  ['hi-IN', 'INR', '१,२३,४५६.७८', null],
  ['hi-IN-u-nu-deva', 'INR', '१,२३,४५६.७८', 12_345_678],
  ['hi-IN', 'INR', '1.23.456,78', null],
  ['hi-IN', 'INR', '1,23,45', null],
  ['en-IN', 'INR', '1,23,45,678', 1_234_567_800],
  ['en-IN', 'INR', '123,45,678', null],
  ['en-US', 'USD', '1.234', null],
  ['en-US', 'KWD', '1.234', 1_234],
  ['en-US', 'USD', '1,234', 123_400],
  ['en-US', 'USD', '1,23', null],
  ['en-US', 'USD', '1,234 567', null],
  ['en-US', 'USD', '1.2.3', null],
  ['ar-EG', 'EGP', '١٬٢٣٤٫٥٦', 123_456],
  ['ar-EG', 'EGP', '1234.56', 123_456],
  ['en-US', 'USD', '٣', null],
];

describe('an amount typed in a language', () => {
  for (const [language, currency, typed, cents] of ROWS) {
    it(`“${typed}” of ${currency} in ${language}`, () => {
      equal(readAmount(typed, currency, language), cents);
    });
  }

  it('is told to be two amounts if it could be either', () => {
    equal(
      amountProblem('1.500', 'KWD', 'No amount', 'de-DE'),
      'This can be read in two ways. Write 1500,000 or 1,500.',
    );
    equal(amountProblem('1.5.0', 'KWD', 'No amount', 'de-DE'), 'No amount');
    equal(amountProblem('1,500', 'KWD', 'No amount', 'de-DE'), null);
  });
});

const any = fc.record({
  cents: fc.integer({ min: -(10 ** 14), max: 10 ** 14 }),
  currency: fc.constantFrom(...Object.keys(EXPONENTS), 'INR', 'USD', 'EUR'),
  language: fc.constantFrom(...LANGUAGES),
});

describe('what the console writes of an amount', () => {
  it('is read as that amount in every language and currency, shown or to be typed', () => {
    fc.assert(
      fc.property(any, ({ cents, currency, language }) => {
        // Only a bare number has a negative zero.
        const read = (text: string) => {
          const found = readAmount(text, currency, language);
          return found === null ? null : found + 0;
        };
        const told = `${currency} ${language}`;
        equal(read(writtenAmount(cents, currency, language)), cents + 0, `written ${told}`);
        const shown = shownAmount(cents, currency, language);
        equal(read(shown), cents + 0, `shown ${told} ${shown}`);
      }),
      { numRuns: 3_000 },
    );
  });

  it('is never read as another amount, copied into a field of any language', () => {
    const two = fc.tuple(any, fc.constantFrom(...LANGUAGES));
    fc.assert(
      fc.property(two, ([{ cents, currency }, other]) => {
        const read = readAmount(bareAmount(cents, currency), currency, other);
        if (read !== null) equal(read + 0, cents + 0);
        else match(amountProblem(bareAmount(cents, currency), currency, '', other) ?? '', /two/);
      }),
    );
  });
});
