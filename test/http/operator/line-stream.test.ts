// Who asked for lines may have gone: work goes on without them, and hides no error of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientGone, untilClientGone } from '../../../server/http/operator/route/line-stream.ts';

test('once nobody waits nothing is said any more, and the work goes on', () => {
  const said: number[] = [];
  const say = untilClientGone((line: number) => {
    said.push(line);
    if (line === 2) throw new ClientGone('The connection was closed');
  });
  for (const line of [1, 2, 3, 4]) say(line);
  assert.deepEqual(said, [1, 2]);
});

test('another error is not hidden', () => {
  const say = untilClientGone(() => {
    throw new TypeError('JSON cannot have a bigint');
  });
  assert.throws(() => say({}), /JSON cannot have a bigint/);
});
