// The search of a list by name: each word that is typed is a part of one of the names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountSearches } from '../../../console/parts/names/account-words.ts';
import { readFilters } from '../../../server/domain/request/read-request.ts';
import { queryShape } from '../../../server/domain/request/request-shape.ts';
import { hasNames, namesFilter, nameWords } from '../../../server/domain/search/name-search.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { fc } from '../../support/property.ts';

test('words are found in any order, in any of the names, whatever their case', () => {
  for (const [typed, names, found] of [
    ['', ['Asha Traders'], true],
    ['   ', [], true],
    ['asha', ['Asha Traders'], true],
    ['TRADERS ash', ['Asha Traders'], true],
    ['asha inr', ['Asha Traders', 'INR'], true],
    ['asha usd', ['Asha Traders', 'INR'], false],
    ['x', [null], false],
    ['özgür', ['ÖZGÜR'], true],
    ['50%_', ['50%_ off'], true],
  ] as const) {
    assert.equal(hasNames(nameWords(typed), names), found, typed);
  }
});

test('a search has at most twelve different words', () => {
  const shape = queryShape({ q: namesFilter('the name') });
  const words = Array.from({ length: 13 }, (_, index) => `w${index}`);
  const most = readFilters(shape, { q: [...words.slice(1), 'w1', 'W1'].join(' ') });
  assert.ok(!isRefusal(most));
  assert.equal(most.q?.length, 12);
  const refused = readFilters(shape, { q: words.join(' ') });
  assert.ok(isRefusal(refused));
  assert.deepEqual(
    refused.errors?.map(({ field, code }) => [field, code]),
    [['q', 'length']],
  );
});

test('any part of a name finds it', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.nat(), (name, from, length) => {
      const begin = from % name.length;
      const part = name.toLowerCase().slice(begin, begin + (length % name.length) + 1);
      assert.ok(hasNames(nameWords(part), [name]));
    }),
  );
});

test('the console asks for kinds of ledger accounts by the names that the service knows', () => {
  for (const [typed, asked] of [
    ['', ['']],
    ['hdfc', ['hdfc']],
    ['Spendable', ['spendable', 'available']],
    ['At the bank: HDFC', 'bank hdfc'],
    ['bank’s costs hdfc', 'costs hdfc'],
    ['due to Lotus', 'due lotus'],
  ] as const) {
    const searches = accountSearches(typed);
    if (typeof asked === 'string') assert.ok(searches.includes(asked), searches.join(' | '));
    else assert.deepEqual(searches, asked);
    assert.ok(searches.length <= 4);
  }
});
