// Sums beyond 2^53 keep every digit on their way through the command line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExact, writeExact } from '../../cli/client/exact-json.ts';
import { objectOf, table } from '../../cli/client/show.ts';

const TEXT = '{"sum":9007199254740993,"below":-9007199254740993,"small":5,"rate":0.5,"big":1e300}';

test('integers that a number would round are kept digit by digit', () => {
  const value = objectOf(parseExact(TEXT));
  assert.equal(value.sum, 9_007_199_254_740_993n);
  assert.deepEqual([value.small, value.rate, value.big], [5, 0.5, 1e300]);
  assert.match(writeExact(value), /"sum": 9007199254740993,\s+"below": -9007199254740993,/);
});

test('a table shows them among the numbers', () => {
  const rows = [objectOf(parseExact(TEXT)), { sum: 1 }];
  const shown = table(rows, ['sum'], { utc: true, color: false });
  assert.equal(
    shown,
    ['sum', '9007199254740993', '               1', '']
      .join('\n')
      .replace('sum', '             sum'),
  );
});
