// The pure parts of Home and Reports: dates of presets, comparisons in words, scales of charts.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { marksOf, stepOf } from '../../../console/parts/chart/scale.ts';
import {
  clockOf,
  daysLater,
  daysOf,
  lastQuarter,
} from '../../../console/screens/reports/ranges.ts';
import { comparedWith } from '../../../console/screens/start/compared-with.ts';
import { fc } from '../../support/property.ts';

describe('the dates of a report', () => {
  const TODAY = '2026-03-02';
  const ROWS: readonly [asked: Parameters<typeof daysOf>[0], from: string, to: string][] = [
    [{}, '2026-02-01', '2026-03-03'],
    [{ range: 'today' }, '2026-03-02', '2026-03-03'],
    [{ range: 'yesterday' }, '2026-03-01', '2026-03-02'],
    [{ range: 'last_7' }, '2026-02-24', '2026-03-03'],
    [{ range: 'this_month' }, '2026-03-01', '2026-03-03'],
    [{ range: 'last_month' }, '2026-02-01', '2026-03-01'],
    [{ range: 'own', from: '2026-01-05', through: '2026-01-06' }, '2026-01-05', '2026-01-07'],
    [{ range: 'own', through: '2026-01-30' }, '2026-01-01', '2026-01-31'],
    [{ range: 'own', from: 'soon', through: '2026-13-01' }, '2026-02-01', '2026-03-03'],
    // Dates of before stay in the address, and mean nothing for a preset.
    [{ range: 'today', from: '2026-01-05' }, '2026-03-02', '2026-03-03'],
    [{ range: 'unknown' }, '2026-02-01', '2026-03-03'],
  ];
  for (const [asked, from, to] of ROWS) {
    it(`of ${JSON.stringify(asked)}`, () => deepEqual(daysOf(asked, TODAY), { from, to }));
  }

  it('are those of the zone, with its time', () => {
    const at = Date.parse('2026-03-01T19:00:00Z');
    deepEqual(clockOf(at, 'Asia/Kolkata'), { day: '2026-03-02', time: '00:30' });
    deepEqual(clockOf(at, 'UTC'), { day: '2026-03-01', time: '19:00' });
    equal(daysLater('2026-03-01', -1), '2026-02-28');
  });

  it('are compared up to the last full quarter of an hour', () => {
    deepEqual(['00:14', '14:30', '14:44', '23:59'].map(lastQuarter), [
      '00:00',
      '14:30',
      '14:30',
      '23:45',
    ]);
  });
});

describe('a comparison', () => {
  it('says more, less or as much, and nothing of nothing', () => {
    equal(comparedWith(150, 100), '50 % more than');
    equal(comparedWith(0, 100), '100 % less than');
    equal(comparedWith(7, 7), 'as much as');
    equal(comparedWith(7, 0), null);
  });
});

describe('the scale of a chart', () => {
  it('begins at zero, has few even marks, and reaches the largest value', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 1e15, noNaN: true }), (most) => {
        const marks = marksOf(most);
        equal(marks[0], 0);
        ok((marks.at(-1) ?? 0) >= most);
        ok((marks.at(-2) ?? 0) < most);
        ok(marks.length >= 3 && marks.length <= 6);
      }),
    );
    deepEqual(marksOf(100), [0, 25, 50, 75, 100]);
    deepEqual(marksOf(0), [0, 1]);
  });

  it('shows no more labels than fit', () => {
    equal(stepOf(30, 10), 3);
    equal(stepOf(3, 10), 1);
    equal(stepOf(30, 0), 30);
  });
});
