// UTRs: canonical form, the rule of UPI, classes; a text that only looks equal is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normaliseUtr, utrClass, utrProblem } from '../../../server/domain/values/utr.ts';
import { fc } from '../../support/property.ts';

test('one canonical form', () => {
  const table: [text: string, canonical: string | null][] = [
    ['412345678901', '412345678901'],
    [' 4123 4567-8901\r\n', '412345678901'],
    ['hdfcN52023/0101.12345', 'HDFCN52023010112345'],
    ['4123\u00a04567\u202f8901', '412345678901'],
    ['ABCDEFGH', 'ABCDEFGH'],
    ['abcdefg', null],
    ['A'.repeat(35), 'A'.repeat(35)],
    ['A'.repeat(36), null],
    ['4123\u200b45678901', '412345678901'],
    ['\ufeff412345678901', '412345678901'],
    ['4123\u00ad45678901', '412345678901'],
    ['41234567890О', null],
    ['ſbcdefgh', null],
    ['ıbcdefgh', null],
    ['ﬁbcdefgh', null],
    ['４１２３４５６７８９０１', '412345678901'],
    ['٤١٢٣٤٥٦٧٨٩٠١', '412345678901'],
    ['۴۱۲۳۴۵۶۷۸۹۰۱', '412345678901'],
    ['४१२३४५६७८९०१', '412345678901'],
    ['\u2067٤١٢٣ ٤٥٦٧ ٨٩٠١\u2069', '412345678901'],
    ['১১১১২২২২৩৩৩৩', null],
    ['4123\n45678901', null],
    ['4123\u20114567\u20118901', '412345678901'],
    ["' or 1=1 --", null],
    ['- / . - / .', null],
    ['', null],
  ];
  for (const [text, canonical] of table) {
    assert.equal(normaliseUtr(text), canonical, JSON.stringify(text));
  }
});

test('separators and case never change the form', () => {
  const separators = fc.array(fc.constantFrom('', ' ', '-', '/', '.', '\u00a0'), {
    minLength: 36,
    maxLength: 36,
  });
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z0-9]{8,35}$/), separators, (utr, between) => {
      const written = [...utr].map((character, index) => `${character}${between[index]}`).join('');
      assert.equal(normaliseUtr(utr), utr);
      assert.equal(normaliseUtr(written), utr);
      assert.equal(normaliseUtr(written.toLowerCase()), utr);
    }),
  );
});

test('whatever comes in, what comes out has the form', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const utr = normaliseUtr(text);
      assert.ok(utr === null || /^[A-Z0-9]{8,35}$/.test(utr));
    }),
  );
});

test('class and the rule of UPI', () => {
  const table: [utr: string, expected: ReturnType<typeof utrClass>][] = [
    ['412345678901', 'rrn12'],
    ['41234567890A', 'other'],
    ['4123456789012', 'other'],
    ['HDFC123456789012', 'neft16'],
    ['1234567890123456', 'neft16'],
    ['HDFCR52023010112345678', 'rtgs22'],
    ['ABCDEFGH', 'other'],
  ];
  for (const [utr, expected] of table) {
    assert.equal(utrClass(utr), expected, utr);
    assert.equal(utrProblem(utr, 'upi') === null, expected === 'rrn12', utr);
    for (const type of ['card', 'account', 'iban', 'phone']) {
      assert.equal(utrProblem(utr, type), null, `${type} ${utr}`);
    }
  }
  assert.match(utrProblem('ABCDEFGH', 'upi') ?? '', /12 digits/);
});
