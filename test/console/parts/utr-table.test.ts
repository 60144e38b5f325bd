// UTRs that are typed or pasted for several pay-outs: whose each one is, and whether it can be one.
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  bareUtr,
  type Payable,
  readPasted,
  utrProblem,
} from '../../../console/screens/payouts/utr-table.ts';
import { fc } from '../../support/property.ts';

const payable = (id: string, type = 'account'): Payable => ({
  id,
  order_id: `order-${id}`,
  end_to_end_id: `P0${id.toUpperCase()}`,
  type,
});
const [ONE, TWO] = [payable('a1'), payable('b2', 'upi')];

describe('a pasted table', () => {
  const ROWS: readonly (readonly [text: string, utrs: object, unknown: string[]])[] = [
    ['a1\t412345678901', { a1: '412345678901' }, []],
    [
      'order-a1;412345678901\norder-b2;412345678902',
      { a1: '412345678901', b2: '412345678902' },
      [],
    ],
    ['P0A1,HDFC0001\r\n\r\n', { a1: 'HDFC0001' }, []],
    ['order-a1  412345678901', { a1: '412345678901' }, []],
    ['ORDER-A1\t4123 4567 8901', { a1: '4123 4567 8901' }, []],
    ['somebody\t1\na1', {}, ['somebody', 'a1']],
    ['', {}, []],
  ];
  for (const [text, utrs, unknown] of ROWS) {
    it(`${JSON.stringify(text)} is read`, () => {
      deepEqual(readPasted(text, [ONE, TWO]), { utrs, unknown });
    });
  }

  it('is read whatever is pasted, and names only pay-outs that were selected', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const { utrs } = readPasted(text, [ONE, TWO]);
        deepEqual(
          Object.keys(utrs).filter((id) => id !== 'a1' && id !== 'b2'),
          [],
        );
      }),
    );
  });
});

describe('a number', () => {
  it('is compared without separators, in upper case', () => {
    equal(bareUtr(' hdfc 0001-23.4/5 '), 'HDFC00012345');
  });

  const PROBLEMS = [
    [ONE, { a1: '' }, 'missing'],
    [ONE, { a1: '1234567' }, 'other'],
    [ONE, { a1: '12345678' }, null],
    [ONE, { a1: 'AB!45678' }, 'other'],
    [TWO, { b2: '12345678' }, 'upi'],
    [TWO, { b2: '4123 4567 8901' }, null],
    [ONE, { a1: '412345678901', b2: '4123-4567-8901' }, 'twice'],
  ] as const;
  for (const [who, utrs, problem] of PROBLEMS) {
    it(`${JSON.stringify(utrs)} of ${who.type}: ${String(problem)}`, () => {
      equal(utrProblem(who, utrs), problem);
    });
  }
});
