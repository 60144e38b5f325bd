// The link that opens a UPI app: an app reads from it exactly the values that were put in.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { upiLink } from '../../../server/domain/values/upi-link.ts';
import { fc } from '../../support/property.ts';

const PAYMENT = { address: 'asha.verma@examplebank', amount: '1250.50', reference: '7ZK2M0QX4B' };

describe('a UPI link', () => {
  it('has payee, amount, currency and reference, in the order of the format', () => {
    equal(
      upiLink({ ...PAYMENT, name: 'Asha Verma' }),
      'upi://pay?pa=asha.verma@examplebank&pn=Asha%20Verma&am=1250.50&cu=INR&tr=7ZK2M0QX4B&tn=7ZK2M0QX4B',
    );
  });

  it('leaves out what is not known', () => {
    equal(
      upiLink({ ...PAYMENT, name: null, reference: null }),
      'upi://pay?pa=asha.verma@examplebank&am=1250.50&cu=INR',
    );
  });

  it('is read back whatever the name is, shortened to whole characters', () => {
    const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(name, (text) => {
        const link = upiLink({ ...PAYMENT, name: text });
        const fields = new URL(link).searchParams;
        const known = ['pa', 'pn', 'am', 'cu', 'tr', 'tn'];
        deepEqual(
          [...fields.keys()].filter((key) => !known.includes(key)),
          [],
        );
        equal(fields.get('pa'), PAYMENT.address);
        equal(fields.get('am'), PAYMENT.amount);
        ok(
          text
            .toWellFormed()
            .trim()
            .startsWith(fields.get('pn') ?? '') || text.trim() === '',
        );
        ok(link.length < 150);
      }),
    );
  });
});
