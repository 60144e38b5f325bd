// A copy of a batch's facts: what is tried out on it does not reach the batch.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyWorld } from '../../../server/domain/batch/copy-world.ts';
import { emptyWorld } from '../../../server/domain/batch/world.ts';
import { START } from '../../support/model/domain-commands.ts';

/** No change replaces these, so that a copy may share them. */
const NEVER_CHANGED = ['hold_terms', 'looked_at', 'narrowed_slots'];

const isCollection = (value: unknown): boolean => value instanceof Map || value instanceof Set;

test('a copy has maps and sets of its own', () => {
  const world = emptyWorld(START);
  const inner = new Set(['one']);
  for (const sets of [world.slots, world.references, world.attempts_of, world.lines_by_amount]) {
    sets.set('key', inner);
  }
  const copy = new Map<string, unknown>(Object.entries(copyWorld(world)));
  assert.deepEqual(Object.fromEntries(copy), world);
  for (const [name, value] of Object.entries(world)) {
    if (!isCollection(value) || NEVER_CHANGED.includes(name)) continue;
    assert.notEqual(copy.get(name), value, `${name} is shared`);
  }
  for (const sets of [world.slots, world.references, world.attempts_of, world.lines_by_amount]) {
    sets.get('key')?.add('two');
  }
  for (const name of ['slots', 'references', 'attempts_of', 'lines_by_amount']) {
    assert.deepEqual(copy.get(name), new Map([['key', new Set(['one'])]]), name);
  }
});
