// Records of two sides are paired by their names, in whatever order they come: all are counted, and
// none is taken for another.
import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { archivedContent, RecordMatcher } from '../../../server/domain/archive/record-matcher.ts';
import { fc } from '../../support/property.ts';

const names = fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { maxLength: 12 });
const contents = fc.constantFrom('x', 'y');
const side = names.chain((keys) =>
  fc.tuple(fc.constant(keys), fc.array(contents, { minLength: 12, maxLength: 12 })),
);

test('every record is the same, changed, or on one side alone', () => {
  fc.assert(
    fc.property(side, side, fc.array(fc.boolean(), { maxLength: 40 }), (file, database, turns) => {
      const matcher = new RecordMatcher();
      const left = {
        file: file[0].map((key, at) => [key, file[1][at] ?? ''] as const),
        database: database[0].map((key, at) => [key, database[1][at] ?? ''] as const),
      };
      const of = { file: new Map(left.file), database: new Map(left.database) };
      const steps = [...turns, ...Array.from({ length: 24 }, (_, at) => at % 2 === 0)];
      for (const is_file of steps) {
        const from = is_file ? 'file' : 'database';
        const next = left[from].shift();
        if (next !== undefined) matcher.take(from, ...next);
      }
      const [a, b] = [of.file, of.database];
      const both = [...a.keys()].filter((key) => b.has(key));
      deepEqual(matcher.counts(), {
        same: both.filter((key) => a.get(key) === b.get(key)).length,
        changed: both.filter((key) => a.get(key) !== b.get(key)).length,
        only_in_file: a.size - both.length,
        only_in_database: b.size - both.length,
      });
      equal(matcher.waiting, a.size + b.size - 2 * both.length);
      equal(matcher.named().length, a.size + b.size - both.length - matcher.counts().same);
    }),
  );
});

test('a record that is on one side twice is no record of the other', () => {
  const matcher = new RecordMatcher();
  matcher.take('database', 'a', 'x');
  matcher.take('database', 'a', 'x');
  matcher.take('file', 'a', 'x');
  deepEqual(matcher.counts(), { same: 1, changed: 1, only_in_file: 0, only_in_database: 0 });
  deepEqual(matcher.named(), ['a has changed']);
});

test('content is the same whatever the order of its fields is, and with columns that are null', () => {
  const text = archivedContent({ kind: 'trade', trade: { b: 1, a: [{ d: null, c: 2 }] } });
  equal(archivedContent({ trade: { a: [{ c: 2 }], e: null, b: 1 }, kind: 'trade' }), text);
  notEqual(archivedContent({ trade: { a: [{ c: 3 }], b: 1 }, kind: 'trade' }), text);
  notEqual(archivedContent({ trade: { a: [], b: 1 }, kind: 'trade' }), text);
  notEqual(archivedContent({ trade: { a: [{ c: 2 }], b: 0 }, kind: 'trade' }), text);
});
