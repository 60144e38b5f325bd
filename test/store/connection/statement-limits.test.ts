// How long the service waits for the database's answers, by the statements' names.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import {
  answerLimitMs,
  SLOW_STATEMENTS,
} from '../../../server/store/connection/statement-limits.ts';

test('every statement that may be slow is one of the service', async () => {
  const folder = new URL('../../../server/store/', import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('/statement-limits.ts'),
  );
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
  const source = texts.join('\n');
  const unknown = [...SLOW_STATEMENTS].filter((name) => !source.includes(`'${name}'`));
  assert.deepEqual(unknown, []);
  assert.ok(SLOW_STATEMENTS.size > 0);
});

test('the slowest of those that go together decides, a commit before it', () => {
  const quick = answerLimitMs(['read-clock'], undefined);
  const slow = answerLimitMs(['read-clock', 'list-trades', 'read-clock'], undefined);
  assert.ok(slow > quick);
  assert.equal(answerLimitMs(['read-clock'], 123), 123);
  assert.ok(answerLimitMs(['list-trades', 'commit'], 123_000) < slow);
});
