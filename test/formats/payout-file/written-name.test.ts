// Names in bank files: the Latin characters that every bank accepts, and what is told of a change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latinText } from '../../../server/domain/values/bank-text.ts';
import { nameChanges } from '../../../server/formats/payout-file/written-name.ts';
import { fc } from '../../support/property.ts';

const LATIN = /^[A-Za-z0-9/\-?:().,'+ ]+$/;

test('names become what every bank takes', () => {
  const cases: [string, string | null][] = [
    ['Jürgen Weiß', 'Jurgen Weiss'],
    ['Łukasz Żółć', 'Lukasz Zolc'],
    ['O’Brien & Co', "O'Brien + Co"],
    ['=cmd|x', 'cmd.x'],
    ['+49 30', '49 30'],
    ['आशा', null],
    ['  ', null],
  ];
  for (const [name, expected] of cases) assert.equal(latinText(name, 140), expected, name);
  assert.equal(latinText('x'.repeat(200), 140)?.length, 140);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const text = latinText(name, 140);
      assert.ok(text === null || (LATIN.test(text) && text.length <= 140));
    }),
  );
});

test('what a file changes in a name is told', () => {
  const cases: [given: string, latin: string, max: number, changes: string[]][] = [
    ['Asha Rao', 'Asha Rao', 70, []],
    ['Jürgen Weiß', 'Jürgen Weiß', 70, ['other_characters']],
    ['आशा राव', 'Aashaa Raav', 70, ['other_script']],
    ['Asha Rao', 'Asha Rao', 4, ['shortened']],
    ['आशा राव & Co', 'Aashaa Raav & Co', 10, ['other_script', 'other_characters', 'shortened']],
    ['…', '…', 70, ['left_out']],
  ];
  for (const [given, latin, max, changes] of cases) {
    assert.deepEqual(nameChanges(given, latin, max), changes, given);
  }
});
