// The header `traceparent`: what is read, kept and continued.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  continuedBy,
  isSampled,
  packTraceparent,
  readTraceparent,
  spanIdOf,
  traceIdOf,
  unpackTraceparent,
} from '../../server/lib/trace-context.ts';
import { fc } from '../support/property.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

const table: readonly (readonly [given: unknown, read: string | null])[] = [
  [`00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01`],
  [`00-${TRACE}-${SPAN}-00`, `00-${TRACE}-${SPAN}-00`],
  // Flags that nobody knows yet are not passed on; a newer version is read as today's.
  [`00-${TRACE}-${SPAN}-ff`, `00-${TRACE}-${SPAN}-03`],
  [`01-${TRACE}-${SPAN}-01-more`, `00-${TRACE}-${SPAN}-01`],
  [`01-${TRACE}-${SPAN}-01-${'x'.repeat(300)}`, null],
  [`00-${TRACE}-${SPAN}-01more`, null],
  [`ff-${TRACE}-${SPAN}-01`, null],
  [`00-${'0'.repeat(32)}-${SPAN}-01`, null],
  [`00-${TRACE}-${'0'.repeat(16)}-01`, null],
  [`00-${TRACE.toUpperCase()}-${SPAN}-01`, null],
  [` 00-${TRACE}-${SPAN}-01`, null],
  ['', null],
  [undefined, null],
  [[`00-${TRACE}-${SPAN}-01`], null],
];

for (const [given, read] of table) {
  test(`${JSON.stringify(given)?.slice(0, 90)} is ${read === null ? 'ignored' : 'read'}`, () => {
    assert.equal(readTraceparent(given), read);
  });
}

const hex = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 15 }), { minLength: length, maxLength: length })
    .map((digits) => digits.map((digit) => digit.toString(16)).join(''))
    .filter((text) => !/^0+$/.test(text));

test('25 bytes keep all of it, and other bytes are no trace', () => {
  const flags = fc.constantFrom('00', '01', '02', '03');
  fc.assert(
    fc.property(hex(32), hex(16), flags, (trace, span, flag) => {
      const given = `00-${trace}-${span}-${flag}`;
      const bytes = packTraceparent(given);
      assert.equal(bytes.length, 25);
      assert.equal(unpackTraceparent(bytes), given);
      assert.equal(traceIdOf(given), trace);
      assert.equal(spanIdOf(given), span);
      assert.equal(isSampled(given), flag === '01' || flag === '03');
    }),
  );
  assert.equal(unpackTraceparent(new Uint8Array(25)), null);
  assert.equal(unpackTraceparent(new Uint8Array(24).fill(1)), null);
});

test('what continues a trace has its id and flags', () => {
  const next = '53995c3f42cd8ad8';
  assert.equal(continuedBy(`00-${TRACE}-${SPAN}-00`, next), `00-${TRACE}-${next}-00`);
});
