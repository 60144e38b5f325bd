// People whose access was set anew by each other lately count as one human.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseTied } from '../../../server/domain/approval/access-resets.ts';
import type { AccessReset } from '../../../server/domain/record/access-reset.ts';
import { fc } from '../../support/property.ts';

const reset = (person_id: string, made_by_person: string | null): AccessReset => ({
  person_id,
  made_by_person,
});

const isRefused = (maker: string, checker: string, resets: readonly AccessReset[]): boolean =>
  refuseTied(`person:${maker}`, `person:${checker}`, resets)?.code === 'second_person_required';

test('whoever made the link and whose access it was approve nothing of each other', () => {
  const cases = [
    ['a', 'b', [], false],
    ['a', 'b', [reset('b', 'a')], true],
    ['b', 'a', [reset('b', 'a')], true],
    ['a', 'c', [reset('b', 'a')], false],
    // a holds the access of b, and with it that of c.
    ['a', 'c', [reset('b', 'a'), reset('c', 'b')], true],
    // a could act as b and as c.
    ['b', 'c', [reset('b', 'a'), reset('c', 'a')], true],
    // A token of nobody: whoever has it could be either.
    ['a', 'b', [reset('b', null)], true],
    ['b', 'a', [reset('b', null)], true],
    ['a', 'c', [reset('b', null)], false],
    ['a', 'd', [reset('b', null), reset('d', 'b')], true],
  ] as const;
  for (const [maker, checker, resets, expected] of cases) {
    const name = `${maker} ${checker} ${JSON.stringify(resets)}`;
    assert.equal(isRefused(maker, checker, resets), expected, name);
  }
});

test('one more reset never allows what was refused, and both sides are alike', () => {
  const people = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const resets = fc.array(fc.record({ person_id: people, made_by_person: fc.option(people) }), {
    maxLength: 8,
  });
  const property = fc.property(people, people, resets, resets, (maker, checker, some, more) => {
    fc.pre(maker !== checker);
    const before = isRefused(maker, checker, some);
    assert.equal(before, isRefused(checker, maker, some));
    assert.ok(!before || isRefused(maker, checker, [...some, ...more]));
  });
  fc.assert(property, { numRuns: 2_000 });
});
