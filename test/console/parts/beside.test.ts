// Somebody else's change beside the one that is typed: nothing of either is lost.
import { deepEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { besideEach, keepTyped } from '../../../console/parts/act/beside.ts';

const change = (label: string, before: string, after: string) => ({ label, before, after });
const row = (label: string, before: string, theirs: string, mine: string) => ({
  label,
  before,
  theirs,
  mine,
});

describe('two changes beside each other', () => {
  it('shows all that either has changed', () => {
    const theirs = [change('life', '20', '45'), change('days', '1', '3')];
    const mine = [change('life', '20', '30'), change('least', '', '100')];
    deepEqual(besideEach(theirs, mine), [
      row('life', '20', '45', '30'),
      row('days', '1', '3', '1'),
      row('least', '', '', '100'),
    ]);
  });

  it('has nothing to show of no change', () => {
    deepEqual(besideEach([], []), []);
  });
});

describe('what was typed, on what is there now', () => {
  const before = { life: '20', days: '1', least: '' };
  const now = { life: '45', days: '3', least: '' };
  const cases = [
    ['of one field', { ...before, life: '30' }, { life: '30', days: '3', least: '' }],
    ['of a field that they left', { ...before, least: '9' }, { ...now, least: '9' }],
    ['of nothing', before, now],
    ['what they typed as well', { ...before, life: '45' }, now],
    ['of an emptied field', { ...before, days: '' }, { ...now, days: '' }],
  ] as const;
  for (const [of, typed, kept] of cases) {
    it(`stays: ${of}`, () => {
      deepEqual(keepTyped<Record<string, string>>(before, now, typed), kept);
    });
  }
});
