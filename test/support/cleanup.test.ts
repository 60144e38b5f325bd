// Proves that everything a test file opened is closed in every case.
import { deepEqual, rejects } from 'node:assert/strict';
import { it } from 'node:test';
import { closeAll } from './cleanup.ts';

function refuse(what: string): never {
  throw new Error(what);
}

it('closes the last first, and the others when one cannot be closed', async () => {
  const closed: string[] = [];
  const closes = [
    () => closed.push('server'),
    () => refuse('browser'),
    () => Promise.resolve().then(() => closed.push('page')),
  ];
  await rejects(closeAll(closes), /^Error: browser$/);
  deepEqual(closed, ['page', 'server']);
});

it('tells every failure', () =>
  rejects(closeAll([() => refuse('one'), () => refuse('two')]), ({ errors }: AggregateError) => {
    deepEqual(errors.map(String), ['Error: two', 'Error: one']);
    return true;
  }));
