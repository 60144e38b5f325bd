// Times as the pages show them.
import { equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ENGLISH } from '../../server/pages/english.ts';
import { secondsLeft, shownDate, timeLeft } from '../../server/pages/moment.ts';

const WORDS: readonly [number, string][] = [
  [900, '15 minutes left to pay'],
  [899, '14 minutes left to pay'],
  [180, '3 minutes left to pay'],
  [179, 'Less than 3 minutes left to pay'],
  [60, 'Less than 3 minutes left to pay'],
  [59, 'Less than a minute left to pay'],
  [0, 'The time to pay is ending now'],
];

describe('times of pages', () => {
  for (const [seconds, words] of WORDS) {
    it(`says "${words}" ${seconds} s before the end`, () => {
      equal(timeLeft(seconds, ENGLISH), words);
    });
  }

  it('counts whole seconds, never below zero', () => {
    equal(secondsLeft(10_000, 9_001), 1);
    equal(secondsLeft(10_000, 10_000), 0);
    equal(secondsLeft(10_000, 99_000), 0);
    equal(secondsLeft(null, 99_000), null);
  });

  it('shows dates with their zone', () => {
    equal(shownDate(Date.UTC(2026, 0, 15, 9, 5), 'en'), 'January 15, 2026 at 09:05 UTC');
  });
});
