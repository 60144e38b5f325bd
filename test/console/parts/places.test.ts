// The places of the navigation: each has a key of its own, or one of them is never reached by it.
import { deepEqual, ok } from 'node:assert/strict';
import { it } from 'node:test';
import { PLACES } from '../../../console/shell/places.ts';

it('a key after g leads to one place', () => {
  const keys = PLACES.map(({ key }) => key);
  ok(keys.length > 10);
  deepEqual(
    keys.filter((key, index) => keys.indexOf(key) !== index),
    [],
  );
});
