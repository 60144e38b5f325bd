// People of whom one opened the way by which the other signs in count as one human.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseTied, refuseUntie } from '../../../server/domain/approval/ties.ts';
import type { Identity } from '../../../server/domain/record/proposal.ts';
import type { Tie } from '../../../server/domain/record/tie.ts';
import { fc, longRuns } from '../../support/property.ts';

const tie = (person_id: string, tied_to: string | null): Tie => ({ person_id, tied_to });

const isRefused = (maker: string, checker: string, ties: readonly Tie[]): boolean =>
  refuseTied(`person:${maker}`, `person:${checker}`, ties)?.code === 'second_person_required';

test('whoever opened the way and whose it is approve nothing of each other', () => {
  const cases = [
    ['a', 'b', [], false],
    ['a', 'b', [tie('b', 'a')], true],
    ['b', 'a', [tie('b', 'a')], true],
    ['a', 'c', [tie('b', 'a')], false],
    // a could sign in as b, and as b open the way of c.
    ['a', 'c', [tie('b', 'a'), tie('c', 'b')], true],
    // a could act as b and as c.
    ['b', 'c', [tie('b', 'a'), tie('c', 'a')], true],
    // Two who opened ways for one and the same person are two.
    ['a', 'b', [tie('c', 'a'), tie('c', 'b')], false],
    ['a', 'c', [tie('c', 'a'), tie('c', 'b')], true],
    ['b', 'c', [tie('c', 'a'), tie('c', 'b')], true],
    // A token of nobody: whoever has it could be either.
    ['a', 'b', [tie('b', null)], true],
    ['b', 'a', [tie('b', null)], true],
    ['a', 'c', [tie('b', null)], false],
    ['a', 'd', [tie('b', null), tie('d', 'b')], true],
  ] as const;
  for (const [maker, checker, ties, expected] of cases) {
    const name = `${maker} ${checker} ${JSON.stringify(ties)}`;
    assert.equal(isRefused(maker, checker, ties), expected, name);
  }
});

const PEOPLE = ['a', 'b', 'c', 'd', 'e'] as const;
const people = fc.constantFrom(...PEOPLE);
const some_ties = fc.array(fc.record({ person_id: people, tied_to: fc.option(people) }), {
  maxLength: 8,
});

test('one more tie never allows what was refused, and both sides are alike', () => {
  const property = fc.property(
    people,
    people,
    some_ties,
    some_ties,
    (maker, checker, some, more) => {
      fc.pre(maker !== checker);
      const before = isRefused(maker, checker, some);
      assert.equal(before, isRefused(checker, maker, some));
      assert.ok(!before || isRefused(maker, checker, [...some, ...more]));
    },
  );
  fc.assert(property, { numRuns: 2_000 });
});

/** Everybody as whom one human can sign in; a token of nobody may be this human’s. */
function powersOf(human: string, ties: readonly Tie[]): Set<string> {
  const mine = new Set([human]);
  for (let size = 0; size < mine.size; ) {
    size = mine.size;
    for (const { person_id, tied_to } of ties) {
      if (tied_to === null || mine.has(tied_to)) mine.add(person_id);
    }
  }
  return mine;
}

test('two may decide together exactly if no single human could be both', () => {
  const property = fc.property(people, people, some_ties, (maker, checker, ties) => {
    fc.pre(maker !== checker);
    const alone = PEOPLE.some((human) => {
      const powers = powersOf(human, ties);
      return powers.has(maker) && powers.has(checker);
    });
    assert.equal(isRefused(maker, checker, ties), alone);
  });
  fc.assert(property, { numRuns: longRuns(4_000) });
});

const untie = (caller: Identity, person_id: string, other: string | null, ties: readonly Tie[]) =>
  refuseUntie({ caller, person_id, other, ties })?.code ?? 'untied';

test('only somebody tied to neither says that the two are two', () => {
  const cases = [
    ['person:c', 'b', 'a', [tie('b', 'a')], 'untied'],
    ['person:c', 'a', 'b', [tie('b', 'a')], 'untied'],
    ['person:a', 'b', 'a', [tie('b', 'a')], 'second_person_required'],
    ['person:b', 'b', 'a', [tie('b', 'a')], 'second_person_required'],
    ['token:c', 'b', 'a', [tie('b', 'a')], 'second_person_required'],
    ['person:c', 'b', 'a', [], 'act_not_allowed'],
    ['person:c', 'b', null, [tie('b', 'a')], 'act_not_allowed'],
    // Tied to one of them, on either side, over others, or to a token of nobody.
    ['person:c', 'b', 'a', [tie('b', 'a'), tie('c', 'a')], 'second_person_required'],
    ['person:c', 'b', 'a', [tie('b', 'a'), tie('a', 'c')], 'second_person_required'],
    ['person:c', 'b', 'a', [tie('b', 'a'), tie('c', 'b')], 'second_person_required'],
    ['person:c', 'b', 'a', [tie('b', 'a'), tie('b', 'c')], 'second_person_required'],
    ['person:c', 'b', 'a', [tie('b', 'a'), tie('d', 'a'), tie('c', 'd')], 'second_person_required'],
    ['person:c', 'b', 'a', [tie('b', 'a'), tie('c', null)], 'second_person_required'],
    ['person:c', 'b', 'a', [tie('b', 'a'), tie('b', null)], 'second_person_required'],
    // The tie to a token of nobody itself.
    ['person:c', 'b', null, [tie('b', null)], 'untied'],
    ['person:b', 'b', null, [tie('b', null)], 'second_person_required'],
  ] as const;
  for (const [caller, person_id, other, ties, expected] of cases) {
    const name = `${caller} ${person_id}-${other} ${JSON.stringify(ties)}`;
    assert.equal(untie(caller, person_id, other, ties), expected, name);
  }
});

test('nobody who could be one of the two unties them', () => {
  const property = fc.property(people, people, people, some_ties, (caller, one, other, ties) => {
    fc.pre(one !== other && untie(`person:${caller}`, one, other, ties) === 'untied');
    const powers = powersOf(caller, ties);
    assert.ok(!powers.has(one) && !powers.has(other));
  });
  fc.assert(property, { numRuns: longRuns(2_000), maxSkipsPerRun: 10_000 });
});
