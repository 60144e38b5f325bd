// UUIDs: the canonical text, and version 7 bit by bit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstUuidAt, parseUuid, uuidV7 } from '../../server/lib/uuid.ts';
import { fc } from '../support/property.ts';

test('only the canonical form is read, in any case', () => {
  const uuid = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
  const table: [text: string, expected: string | null][] = [
    [uuid, uuid],
    [uuid.toUpperCase(), uuid],
    ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'],
    [uuid.replaceAll('-', ''), null],
    [`{${uuid}}`, null],
    [`urn:uuid:${uuid}`, null],
    [` ${uuid}`, null],
    [`${uuid}\n`, null],
    [uuid.replace('f', 'g'), null],
    [uuid.replace('0', '０'), null],
    [uuid.slice(1), null],
    ['', null],
  ];
  for (const [text, expected] of table) assert.equal(parseUuid(text), expected, text);
});

test('the example of RFC 9562', () => {
  const random = Uint8Array.from([0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f]);
  assert.equal(uuidV7(1_645_557_742_000, random), '017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
  assert.deepEqual([...random.slice(0, 3)], [0x0c, 0xc3, 0x18], 'the input is left alone');
});

const TIME = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const RANDOM = fc.uint8Array({ minLength: 10, maxLength: 10 });

test('time, version and variant are in place; order is that of time', () => {
  fc.assert(
    fc.property(TIME, TIME, RANDOM, RANDOM, (first, second, random_a, random_b) => {
      const a = uuidV7(first, random_a);
      const b = uuidV7(second, random_b);
      assert.equal(parseUuid(a), a);
      assert.equal(Number.parseInt(a.slice(0, 13).replace('-', ''), 16), first);
      assert.equal(a.charAt(14), '7');
      assert.match(a.charAt(19), /[89ab]/);
      if (first !== second) assert.equal(a < b, first < second);
      assert.equal(firstUuidAt(second) <= a, second <= first);
      assert.equal(uuidV7(first, random_a), a, 'whatever was made in between');
    }),
  );
});

test('74 bits are random: each of them can change the UUID', () => {
  const base = uuidV7(0, new Uint8Array(10));
  let changing = 0;
  for (let bit = 0; bit < 80; bit += 1) {
    const random = new Uint8Array(10);
    random[bit >> 3] = 1 << (bit & 7);
    if (uuidV7(0, random) !== base) changing += 1;
  }
  assert.equal(changing, 74);
});

test('a wrong time or too few random bytes are bugs', () => {
  for (const at_ms of [-1, 1.5, Number.NaN, 2 ** 48]) {
    assert.throws(() => uuidV7(at_ms, new Uint8Array(10)), /no time/);
  }
  for (const length of [0, 9, 11]) {
    assert.throws(() => uuidV7(0, new Uint8Array(length)), /10 random bytes/);
  }
});
