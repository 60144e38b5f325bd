// Times as the pages show them.
import { equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  countdown,
  secondsLeft,
  shownDate,
  shownMoment,
  timeLeft,
} from '../../../server/pages/parts/moment.ts';
import { ENGLISH } from '../../../server/pages/texts/english.ts';

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

  it('counts down in the last three minutes only', () => {
    equal([900, 181, 180, 119, 60, 7, 0].map(countdown).join(), ',,3:00,1:59,1:00,0:07,');
  });

  it('counts whole seconds, never below zero', () => {
    equal(secondsLeft(10_000, 9_001), 1);
    equal(secondsLeft(10_000, 10_000), 0);
    equal(secondsLeft(10_000, 99_000), 0);
    equal(secondsLeft(null, 99_000), null);
  });

  it('shows dates with their zone', () => {
    equal(shownDate(Date.UTC(2026, 0, 15, 9, 5), ENGLISH), 'January 15, 2026 at 09:05 UTC');
  });

  it('marks a moment up for the script, and says it in UTC without one', () => {
    equal(
      shownMoment(Date.UTC(2026, 0, 15, 9, 5), ENGLISH).toString(),
      '<time datetime="2026-01-15T09:05:00.000Z"><span>Jan 15, 2026</span>\n<span>09:05 UTC</span></time>',
    );
  });
});
