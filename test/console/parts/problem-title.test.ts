// The title of a problem says what was not done, not what the protocol calls it.
import { equal } from 'node:assert/strict';
import { it } from 'node:test';
import { NotDone, NotSent, Problem, Unreachable } from '../../../console/api/client.ts';
import { problemTitle } from '../../../console/parts/problem-title.ts';

const refused = new Problem({
  type: 'about:blank',
  title: 'Bad request',
  status: 400,
  code: 'invalid_request',
  detail: 'The amount is missing.',
  request_id: 'r1',
  retryable: false,
  errors: [],
});

const TITLES: readonly [of: string, error: unknown, act: string | null, title: string][] = [
  ['a refused act', refused, 'Refund', 'Refund: not done'],
  ['a refused reading', refused, null, 'Bad request'],
  ['a lost answer', new Unreachable('lost'), 'Refund', 'Refund: not known whether it was done'],
  ['a reading without an answer', new Unreachable('lost'), null, 'The service cannot be reached'],
  ['an act that was not sent', new NotSent(), 'Refund', 'Refund: not sent'],
  ['an act that did less', new NotDone('Two of three.'), 'Refund', 'Not done as asked'],
];

for (const [of, error, act, title] of TITLES) {
  it(`${of} is titled “${title}”`, () => {
    equal(problemTitle(error, act), title);
  });
}
