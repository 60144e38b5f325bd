// Metadata of orders: bounds of keys and texts, card numbers, and which metadata are equal.
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRequest } from '../../../server/domain/request/read-request.ts';
import { optionalField, requestShape } from '../../../server/domain/request/request-shape.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import {
  metadataContent,
  metadataField,
  metadataFilter,
  metadataText,
} from '../../../server/domain/trade/metadata.ts';
import type { Metadata } from '../../../server/domain/values/text.ts';
import { fc } from '../../support/property.ts';

const SHAPE = requestShape('Test', { metadata: optionalField(metadataField()) });
const FILTER = requestShape('Filter', { metadata: optionalField(metadataFilter('')) });

function read(metadata: unknown): Metadata | null | string {
  const found = readRequest(SHAPE, { fields: { metadata }, errors: [] });
  if (!isRefusal(found)) return found.metadata;
  const [first] = found.errors ?? [];
  return `${first?.field} ${first?.message}`;
}

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index}`, 'x']));

describe('metadata', () => {
  it('are given back as they were sent', () => {
    const metadata = { cart: 'A-17', 'é 1': ' two  words ', ['k'.repeat(40)]: 'v'.repeat(500) };
    deepEqual(read(metadata), metadata);
    deepEqual(read(keys(20)), keys(20));
    const strange = JSON.parse('{"__proto__": "x", "constructor": "y"}');
    deepEqual(Object.entries(Object(read(strange))), Object.entries(strange));
  });

  it('without keys are none', () => {
    equal(read({}), null);
    equal(read(null), null);
  });

  const REFUSED: readonly (readonly [unknown, string])[] = [
    ['text', 'metadata must be an object of texts, like {"cart": "A-17"}'],
    [['a'], 'metadata must be an object of texts, like {"cart": "A-17"}'],
    [keys(21), 'metadata must have at most 20 keys'],
    [{ '': 'x' }, 'metadata has an empty key'],
    [{ ['k'.repeat(41)]: 'x' }, 'metadata has a key with more than 40 characters'],
    [{ 'a[b]': 'x' }, 'metadata has a key with one of the characters [ ] ='],
    [{ 'a=b': 'x' }, 'metadata has a key with one of the characters [ ] ='],
    [{ ' a': 'x' }, 'metadata has a key that must not start or end with a space'],
    [{ 'a\u200bb': 'x' }, 'metadata has a key that must not contain invisible characters'],
    [{ '\u00e9': 'x', 'e\u0301': 'y' }, 'metadata has two keys that look the same'],
    [{ '4111111111111111': 'x' }, 'metadata must not contain a card number'],
    [{ cart: 17 }, 'metadata.cart must be a string in quotes, like "text"'],
    [{ cart: null }, 'metadata.cart must be a string in quotes, like "text"'],
    [{ cart: { of: 'x' } }, 'metadata.cart must be a string in quotes, like "text"'],
    [{ cart: 'v'.repeat(501) }, 'metadata.cart must have at most 500 characters'],
    [{ cart: 'a\nb' }, 'metadata.cart must not contain control characters'],
  ];
  for (const [given, problem] of REFUSED) {
    it(`${JSON.stringify(given).slice(0, 60)}: ${problem}`, () => equal(read(given), problem));
  }

  it('with an empty text are refused by name', () => {
    ok(String(read({ cart: '' })).startsWith('metadata.cart must not be empty'));
  });

  it('tell each text that is wrong', () => {
    const found = readRequest(SHAPE, { fields: { metadata: { a: 1, b: 'x', c: '' } }, errors: [] });
    ok(isRefusal(found));
    deepEqual(
      found.errors?.map(({ field }) => field),
      ['metadata.a', 'metadata.c'],
    );
  });

  const CARDS = [
    '4111111111111111',
    'card 4111 1111 1111 1111, thanks',
    '12 5555-5555-5555-4444',
    '3782.822463.10005',
    '４１１１ １１１１ １１１１ １１１１',
    '4111\u00a01111\u00a01111\u00a01111',
    '4111\u200b1111\u200b1111\u200b1111',
  ];
  for (const card of CARDS) {
    it(`refuse the card number in ${card}`, () => {
      equal(read({ note: card }), 'metadata.note must not contain a card number');
    });
  }

  it('take numbers that are no card’s', () => {
    const numbers = {
      time: '1764448000000',
      bad_check: '4111111111111112',
      long: '411111111111111100',
      phone: '+91 98765 43210',
      uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
    };
    deepEqual(read(numbers), numbers);
  });

  it('are equal in whatever order their keys stand', () => {
    const pairs = fc.dictionary(fc.string({ minLength: 1 }), fc.string());
    fc.assert(
      fc.property(pairs, (metadata) => {
        const turned = Object.fromEntries(Object.entries(metadata).toReversed());
        equal(metadataContent(turned), metadataContent(metadata));
      }),
    );
    notEqual(metadataContent({ a: 'b' }), metadataContent({ a: 'c' }));
    notEqual(metadataContent({ a: 'b' }), metadataContent({ b: 'a' }));
    equal(metadataContent({ a: 'e\u0301' }), metadataContent({ a: '\u00e9' }));
    equal(metadataContent(null), null);
  });
});

describe('a filter of metadata', () => {
  const filter = (metadata: string) => readRequest(FILTER, { fields: { metadata }, errors: [] });

  it('finds again what was gathered', () => {
    const pairs = [
      ['cart', 'A=17'],
      ['two words', '[x]'],
      ['é', '\u0915'],
    ] as const;
    const read = filter(metadataText(pairs));
    deepEqual(isRefusal(read) ? null : read.metadata, pairs);
  });

  for (const wrong of ['cart', 'cart=', '=x', 'a[b]=x', 'a=1\nb=2\nc=3\nd=4', 'x'.repeat(2_000)]) {
    it(`refuses ${JSON.stringify(wrong).slice(0, 30)}`, () => ok(isRefusal(filter(wrong))));
  }
});
