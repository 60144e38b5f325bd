// Somebody else's change beside the one that is typed: nothing of either is lost.
import { deepEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { besideEach, keepTyped } from '../../../console/parts/act/beside.ts';
import { besideTyped, standingOf, typedOnNow } from '../../../console/parts/act/setting.ts';
import { typedRow } from '../../../console/parts/form/field-table.ts';
import { typedChoices, typedText } from '../../../console/parts/form/typed-fields.ts';

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

describe('a setting that is changed in a dialog', () => {
  const fields = {
    name: typedText(),
    kinds: typedChoices({ a: 'A', b: 'B' }),
    row: typedRow<{ rate: string; source: string }>()({ rate: typedText(), source: typedText() }),
    note: typedText(),
  };
  const then = { name: 'Desk', kinds: ['a'], row: { rate: '83', source: '' }, note: '' };
  const now = { name: 'Desk', kinds: ['a', 'b'], row: { rate: '85', source: 'ECB' }, note: '' };

  it('keeps what was typed, in each field of a row, and takes all else as it is now', () => {
    const typed = { ...then, row: { rate: '84', source: '' }, note: 'Because' };
    deepEqual(typedOnNow(fields, then, now, typed), {
      name: 'Desk',
      kinds: ['a', 'b'],
      row: { rate: '84', source: 'ECB' },
      note: 'Because',
    });
    const chosen = { ...then, kinds: [] };
    deepEqual(typedOnNow(fields, then, now, chosen), { ...now, kinds: [] });
  });

  it('shows theirs and mine, also of what the form does not begin with', () => {
    deepEqual(
      besideTyped(
        [
          ['Number', '••0001'],
          ['Bank', 'HDFC'],
        ],
        [
          ['Number', '••0002'],
          ['Bank', 'HDFC'],
        ],
        [['Number', '50100']],
      ),
      [row('Number', '••0001', '••0002', '50100')],
    );
  });

  it('is the one that is named by what is typed, or none yet', () => {
    const of = { fields, empty: { ...then, name: '' } };
    const named = (typed: typeof then) =>
      typed.name === 'Desk' ? { version: 'v1', values: { kinds: ['b'] } } : undefined;
    const setting = {
      named,
      shown: ({ kinds }: typeof then) => [['Kinds', kinds.join()]] as const,
    };
    const found = standingOf<typeof fields>(setting, of, then);
    deepEqual([found.version, found.own, found.rows], ['v1', { kinds: ['b'] }, [['Kinds', 'b']]]);
    const none = standingOf<typeof fields>(setting, of, { ...then, name: 'New' });
    deepEqual([none.version, none.own, none.rows], ['none', {}, [['Kinds', 'a']]]);
  });
});
