// The pure parts of the palette: what it offers for a text, and what a browser keeps of the objects
// that somebody opened.
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  RECENT_MOST,
  type RecentObject,
  readKept,
  withRecent,
} from '../../../console/parts/recent/kept.ts';
import { isMeant, type Offered, optionsFor } from '../../../console/shell/palette/options.ts';
import { PLACES, TASKS } from '../../../console/shell/places.ts';

const nothing = () => undefined;

const OFFERED: Offered = {
  places: PLACES,
  tasks: TASKS,
  keys: [
    { key: 't', label: 'Take', press: nothing },
    { key: 'ArrowDown', label: 'Next', press: nothing },
  ],
  recent: [{ to: '/trades/m/1', name: 'rent-march' }],
};

const shown = (text: string, found: Parameters<typeof optionsFor>[2] = []) =>
  optionsFor(text, OFFERED, found).map(({ name, options }) => [
    name,
    options.map((option) => option.name),
  ]);

describe('the palette', () => {
  it('without a text offers what was opened last, the acts of the screen, and all places', () => {
    const [last, acts, places] = shown('');
    deepEqual(
      [last, acts],
      [
        ['Opened last', ['rent-march']],
        ['On this screen', ['Take']],
      ],
    );
    equal(places?.[1]?.length, PLACES.length);
  });

  it('offers names that begin with the typed words first, then everything else', () => {
    deepEqual(shown('set'), [
      ['Go and act', ['Settlements', 'Settings']],
      ['Search', ['Search for “set”']],
    ]);
    deepEqual(shown('AUD'), [
      ['Go and act', ['Audit']],
      ['Search', ['Search for “AUD”']],
    ]);
  });

  it('has what the service finds below all results, so that Enter never changes its meaning', () => {
    const item = { id: '1', to: '/merchants/$id', name: 'Lotus', more: '', why: 'name' };
    const found = { ...item, matched: [] };
    const results = ['1', '2', '3', '4', '5', '6'].map((id) => ({ ...found, id }));
    deepEqual(shown('lotus', [{ kind: 'merchants', results }]), [
      ['Search', ['Search for “lotus”']],
      ['Merchants', Array.from({ length: 5 }, () => 'Lotus')],
    ]);
  });

  it('leaves numbers to the search', () => {
    const ROWS = [
      ['settlement 3', 'Settlement 3', true],
      ['3', 'Settlement 3', false],
      ['march', 'rent-march', false],
      ['rent', 'rent-march', true],
      ['receiving a', 'Receiving accounts', true],
      ['accounts receiving', 'Receiving accounts', true],
      ['receiving x', 'Receiving accounts', false],
    ] as const;
    for (const [text, name, is_meant] of ROWS) equal(isMeant(text, name), is_meant, text);
  });
});

const object = (index: number): RecentObject => ({ to: `/trades/m/${index}`, name: `o-${index}` });

describe('what was opened last', () => {
  it('has each object once, the newest first, and only so many', () => {
    let kept: readonly RecentObject[] = [];
    for (let index = 0; index < RECENT_MOST + 3; index += 1) kept = withRecent(kept, object(index));
    equal(kept.length, RECENT_MOST);
    const renamed = withRecent(kept, { to: '/trades/m/10', name: 'x'.repeat(500) });
    deepEqual([renamed[0]?.to, renamed[0]?.name.length], ['/trades/m/10', 80]);
    equal(renamed.length, RECENT_MOST);
  });

  it('is this person’s only, and nothing if it cannot be read', () => {
    const text = JSON.stringify({ person: 'p-1', objects: [object(1)] });
    deepEqual(readKept(text, 'p-1'), [object(1)]);
    const foreign = (to: string) =>
      JSON.stringify({ person: 'p-1', objects: [{ to, name: 'Elsewhere' }] });
    const BROKEN = [
      null,
      '',
      '{',
      'null',
      '[]',
      '{"person":"p-1"}',
      '{"person":"p-1","objects":[null,{"to":1,"name":"x"}]}',
      foreign('https://example.com/'),
      foreign('//example.com/'),
    ];
    for (const broken of BROKEN) deepEqual(readKept(broken, 'p-1'), [], String(broken));
    deepEqual(readKept(text, 'p-2'), []);
    deepEqual(readKept(text, null), []);
  });
});
