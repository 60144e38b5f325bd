// Two actors never have the same words, whatever of them is known.
import { deepEqual, equal } from 'node:assert/strict';
import { it } from 'node:test';
import { actorWords } from '../../../../console/parts/names/actor-words.ts';

// Made in the same millisecond: such ids begin alike.
const ONE = '01a209d4-0000-7000-8000-00000000aaaa';
const TWO = '01a209d4-0000-7000-8000-00000000bbbb';

it('tells apart the nameless, the tokens of one merchant, and people', () => {
  const actors = [
    { role: 'operator', id: ONE, name: null },
    { role: 'operator', id: TWO, name: null },
    { role: 'merchant', id: ONE, name: null },
    { role: 'merchant', id: ONE, name: 'Shop' },
    { role: 'merchant', id: TWO, name: 'Shop' },
    { role: 'operator', id: ONE, name: 'Asha Rao' },
    { role: 'service', id: null, name: null },
    { role: 'customer', id: null, name: null },
  ] as const;
  const words = actors.map(actorWords);
  equal(new Set(words).size, words.length);
  deepEqual(words.slice(3, 6), ['Shop …0000aaaa', 'Shop …0000bbbb', 'Asha Rao']);
});
