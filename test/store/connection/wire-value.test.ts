// Parameters as PostgreSQL reads them, and bytes that are encoded only when they are sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LateBytes, wireValue } from '../../../server/store/connection/wire-value.ts';

const letters = (text: string) => new LateBytes(text.length, (writer) => writer.text(text));

test('late bytes are those that are written, however long the ones before were', () => {
  const texts = ['', 'a', 'b'.repeat(70_000), 'short', 'c'.repeat(2_000_000), 'end'];
  for (const text of texts) assert.equal(String(wireValue(letters(text))), text);
});

test('an error while they are written leaves nothing in those after them', () => {
  const broken = new LateBytes(1, (writer) => {
    writer.text('half');
    throw new Error('no value');
  });
  assert.throws(() => wireValue(broken), /no value/);
  assert.equal(String(wireValue(letters('whole'))), 'whole');
});

test('bytes go as they are, also those that are no buffer of Node', () => {
  const bytes = Buffer.from([0, 255, 92]);
  assert.equal(wireValue(bytes), bytes);
  assert.deepEqual(wireValue(new Uint8Array([0, 255])), Buffer.from([0, 255]));
});

test('everything else is text; what is no parameter is a bug', () => {
  assert.equal(wireValue(null), null);
  assert.equal(wireValue(undefined), null);
  assert.equal(wireValue(12n), '12');
  assert.equal(wireValue(true), 'true');
  assert.equal(wireValue(['a"b', null, [1, 2]]), '{"a\\"b",NULL,{1,2}}');
  for (const value of [{}, () => 1, Symbol('x')]) {
    assert.throws(() => wireValue(value), /cannot be a parameter/);
  }
});
