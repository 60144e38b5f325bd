// Amounts and times as the console's lists write and read them: in one line, the same everywhere.
import { deepEqual, equal, match } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { amountParts, bareAmount, shownAmount } from '../../../console/parts/amount/amount.ts';
import { readAmount } from '../../../console/parts/amount/read-amount.ts';
import { momentText } from '../../../console/parts/moment-text.ts';
import { fc } from '../../support/property.ts';

describe('an amount that somebody types', () => {
  const ROWS: readonly [typed: string, currency: string, cents: number | null][] = [
    ['1499', 'INR', 149_900],
    ['1,499.5', 'INR', 149_950],
    ['1,49,999.50', 'INR', 14_999_950],
    ['INR 1,499.00', 'INR', 149_900],
    ['-INR\u00a01,499.00', 'INR', -149_900],
    ['1 499.00', 'INR', 149_900],
    [' -0.01 ', 'USD', -1],
    ['12.345', 'KWD', 12_345],
    ['1000', 'JPY', 1_000],
    ['-0', 'JPY', 0],
    ['1.5', 'JPY', null],
    ['1.499', 'INR', null],
    ['1,5', 'INR', null],
    ['1,4999', 'INR', null],
    ['1e3', 'INR', null],
    ['USD 5', 'INR', null],
    ['', 'INR', null],
    ['.5', 'INR', null],
  ];
  for (const [typed, currency, cents] of ROWS) {
    it(`“${typed}” in ${currency}`, () => equal(readAmount(typed, currency), cents));
  }

  it('is what is shown for it, in every currency, bare and with separators', () => {
    const all = fc.tuple(
      fc.integer({ min: -1e12, max: 1e12 }),
      fc.constantFrom('INR', 'KWD', 'JPY'),
    );
    fc.assert(
      fc.property(all, ([cents, currency]) => {
        equal(readAmount(bareAmount(cents, currency), currency), cents);
        equal(readAmount(shownAmount(cents, currency, 'en-IN'), currency), cents);
      }),
    );
  });
});

describe('the parts of an amount', () => {
  it('keep the currency apart from the figures, and lose nothing', () => {
    deepEqual(
      amountParts(-149_900, 'INR', 'en').map(({ is_currency, text }) => [
        is_currency,
        text.replaceAll('\u00a0', ' '),
      ]),
      [
        [false, '-'],
        [true, 'INR'],
        [false, ' 1,499.00'],
      ],
    );
    deepEqual(
      amountParts(1_000, 'JPY', 'de').map(({ text }) => text.trim()),
      ['1.000', 'JPY'],
    );
  });
});

describe('a moment', () => {
  const NOW = Date.parse('2026-11-28T18:00:00Z');
  const short = (at: string, zone: string, language = 'en-GB') =>
    momentText(at, { now: NOW, language, zone }).short;

  it('is its time today, its day this year, and with its year before', () => {
    equal(short('2026-11-28T13:43:09Z', 'Asia/Kolkata'), '19:13');
    equal(short('2026-11-27T13:43:09Z', 'Asia/Kolkata'), '27 Nov 19:13');
    equal(short('2025-11-27T13:43:09Z', 'Asia/Kolkata'), '27 Nov 2025 19:13');
    equal(short('2026-11-27T13:43:09Z', 'Asia/Kolkata', 'en-US'), 'Nov 27 19:13');
  });

  it('is of today by the viewer’s zone, in which the same moment may be another day or year', () => {
    equal(short('2026-11-27T20:00:00Z', 'Asia/Kolkata'), '01:30');
    equal(short('2026-11-27T20:00:00Z', 'UTC'), '27 Nov 20:00');
    equal(short('2026-11-28T00:30:00Z', 'UTC'), '00:30');
    const turn = { now: Date.parse('2026-12-31T22:00:00Z'), language: 'en-GB' };
    const at = '2026-12-31T12:00:00Z';
    equal(momentText(at, { ...turn, zone: 'Asia/Tokyo' }).short, '31 Dec 2026 21:00');
    equal(momentText(at, { ...turn, zone: 'UTC' }).short, '12:00');
  });

  it('has its full time, its zone and UTC for whoever asks', () => {
    const { full } = momentText('2026-11-28T13:43:09.120Z', {
      now: NOW,
      language: 'en-GB',
      zone: 'Asia/Kolkata',
    });
    match(full, /Saturday,? 28 November 2026.*19:13:09.*(IST|GMT\+5:30)/);
    match(full, /2026-11-28 13:43:09\.120 UTC$/);
  });

  it('without a time is the same day in every zone', () => {
    for (const zone of ['Pacific/Kiritimati', 'UTC', 'America/Los_Angeles', 'Asia/Kolkata']) {
      equal(short('2026-11-28', zone), '28 Nov', zone);
      equal(short('2025-01-01', zone), '1 Jan 2025', zone);
      const { full } = momentText('2026-11-28', { now: NOW, language: 'en-GB', zone });
      match(full, /^Saturday,? 28 November 2026$/);
    }
  });
});
