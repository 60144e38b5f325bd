// Text and keys: which are refused, and that length counts characters as people do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyProblem, textProblem } from '../../../server/domain/values/text.ts';
import { fc } from '../../support/property.ts';

test('text', () => {
  const table: [value: string, problem: RegExp | null][] = [
    ['order-1', null],
    ['<script>alert(1)</script>', null],
    ["Robert'); DROP TABLE trades;--", null],
    ['Ève Müller 李雷 🙂', null],
    ['नमस्\u200dते', null],
    ['a'.repeat(10), null],
    ['🙂'.repeat(10), null],
    ['a'.repeat(11), /at most 10/],
    ['🙂'.repeat(11), /at most 10/],
    ['', /blank/],
    ['   ', /blank/],
    ['\u00a0\u2003\u3000', /blank/],
    ['\u200b\u200d', /blank/],
    ['\u3164', /blank/],
    ['a\u0000b', /control/],
    ['a\nb', /control/],
    ['a\tb', /control/],
    ['a\u007f', /control/],
    ['a\u0085b', /control/],
    ['a\u2028b', /control/],
    ['a\u202eb', /control/],
    ['a\u202ab', /control/],
    ['a\u2066b', /control/],
    ['a\u2069b', /control/],
    ['a\ud800', /Unicode/],
    ['\udc00a', /Unicode/],
  ];
  for (const [value, problem] of table) {
    const max = value.startsWith('<') || value.startsWith('R') || value.startsWith('È') ? 40 : 10;
    const found = textProblem(value, max);
    if (problem === null) assert.equal(found, null, JSON.stringify(value));
    else assert.match(found ?? 'nothing found', problem, JSON.stringify(value));
  }
});

test('keys, besides, hide nothing', () => {
  const table: [value: string, problem: RegExp | null][] = [
    ['order 1', null],
    ['заказ-1', null],
    [' order', /start or end/],
    ['order ', /start or end/],
    ['order\u00a0', /start or end/],
    ['or\u200bder', /invisible/],
    ['or\u00adder', /invisible/],
    ['\ufefforder', /invisible/],
    ['or\u{e0001}der', /invisible/],
    ['or\u0000der', /control/],
    ['', /blank/],
  ];
  for (const [value, problem] of table) {
    const found = keyProblem(value, 128);
    if (problem === null) assert.equal(found, null, JSON.stringify(value));
    else assert.match(found ?? 'nothing found', problem, JSON.stringify(value));
  }
});

test('accepted text is well formed, visible and no longer than allowed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 12 }), fc.nat(12), (value, max) => {
      if (textProblem(value, max) !== null) return;
      assert.ok(value.isWellFormed());
      assert.ok([...value].length <= max && value.trim() !== '');
      assert.doesNotMatch(value, /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});
