// The UTR in texts typed and pasted by payers: messages of Indian and European banks, and numbers
// that are never taken for one.
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  findUtr,
  UTR_TEXT_MAX_LENGTH,
  type UtrUnfit,
} from '../../../server/domain/values/utr-in-text.ts';
import { fc } from '../../support/property.ts';

import { EUROPEAN, INDIAN } from './bank-messages.ts';

const OWN_ACCOUNT = '000111222333';
const OWN_IBAN = 'DE89370400440532013000';
const own_numbers = [OWN_ACCOUNT, OWN_IBAN, 'shop@examplebank', '7ZK2M0QX4B', 'order-1001'];

const find = (text: string, type: string) => findUtr(text, { type, own_numbers });

describe('the UTR in a message of a bank', () => {
  for (const [bank, type, text, utr] of [...INDIAN, ...EUROPEAN]) {
    it(`is found: ${bank}`, () => {
      deepEqual(find(text, type), { kind: 'found', utr });
    });
  }

  it('is found in what is typed beside it, and in any spacing', () => {
    const table: [text: string, type: string, utr: string][] = [
      ['412345678901', 'upi', '412345678901'],
      [' 4123 4567-8901\r\n', 'upi', '412345678901'],
      ['UTR 412345678901', 'account', '412345678901'],
      ['utr:4123 4567 8901', 'account', '412345678901'],
      ['Ref no. 412345678901', 'upi', '412345678901'],
      ['412345678901-SBI', 'upi', '412345678901'],
      ['UPI-412345678901-SBI', 'account', '412345678901'],
      ['hdfcn52026112112345678', 'account', 'HDFCN52026112112345678'],
      ['SBIN R520 2611 2112 3456 78', 'account', 'SBINR52026112112345678'],
      ['ABCDEFGH', 'account', 'ABCDEFGH'],
      ['4123\u200b45678901', 'upi', '412345678901'],
      ['UTR: ४१२३४५६७८९०१', 'upi', '412345678901'],
      ['رقم UTR \u2067٤١٢٣٤٥٦٧٨٩٠١\u2069', 'account', '412345678901'],
    ];
    for (const [text, type, utr] of table) {
      deepEqual(find(text, type), { kind: 'found', utr }, JSON.stringify(text));
    }
  });
});

describe('where nothing says which number it is', () => {
  it('the payer is asked, and nothing is taken', () => {
    const table: [text: string, type: string, candidates: string[]][] = [
      ['UTR 412345678901 or UTR 412345678902', 'upi', ['412345678901', '412345678902']],
      ['done 412345678901', 'account', ['412345678901']],
      ['412345678901\n632512345678', 'upi', ['412345678901', '632512345678']],
      [
        'TRN: 1234567890123456789012345678IT CRO 12345678901',
        'iban',
        ['1234567890123456789012345678IT', '12345678901'],
      ],
    ];
    for (const [text, type, candidates] of table) {
      deepEqual(find(text, type), { kind: 'unsure', candidates }, text);
    }
  });

  it('never more than four are offered', () => {
    const utrs = Array.from({ length: 9 }, (_, index) => `UTR ${412_345_678_900 + index}`);
    const found = find(utrs.join('\n'), 'upi');
    equal(found.kind === 'unsure' && found.candidates.length, 4);
  });
});

describe('what is no UTR', () => {
  const table: [text: string, type: string, why: UtrUnfit][] = [
    [OWN_ACCOUNT, 'account', 'own_number'],
    ['0001 1122 2333', 'account', 'own_number'],
    ['DE89 3704 0044 0532 0130 00', 'iban', 'own_number'],
    ['shop@examplebank', 'upi', 'own_number'],
    ['7zk2m0qx4b', 'account', 'own_number'],
    ['FR76 3000 6000 0112 3456 7890 189', 'iban', 'account_number'],
    ['4111 1111 1111 1111', 'card', 'account_number'],
    ['4111111111111111', 'card', 'account_number'],
    ['HDFC0001234', 'account', 'account_number'],
    ['98765 43210', 'account', 'account_number'],
    ['+91 98765 43210', 'account', 'format'],
    ['2026-11-21', 'account', 'amount_or_date'],
    ['21.11.2026', 'account', 'amount_or_date'],
    ['21 November 2026', 'account', 'amount_or_date'],
    ['12,50,000.00', 'account', 'amount_or_date'],
    ['1250000.00', 'account', 'amount_or_date'],
    ['12345', 'upi', 'format'],
    ['4123456789012', 'upi', 'format'],
    ['UTR 41234567890', 'upi', 'format'],
    ['short', 'account', 'format'],
    ["' or 1=1 --", 'account', 'format'],
    ['41234567890О', 'upi', 'format'],
    ['I have paid five hundred rupees just now', 'upi', 'not_found'],
    ['', 'upi', 'format'],
    ['done 919951860002', 'upi', 'format'],
    ['done 9876543210', 'account', 'format'],
    ['done 20261121', 'account', 'format'],
  ];
  for (const [text, type, why] of table) {
    it(`is refused with its reason: ${JSON.stringify(text)} (${type})`, () => {
      deepEqual(find(text, type), { kind: 'unfit', why });
    });
  }

  it('is not picked out of a message: accounts, cards, phones, amounts, dates, IFSC', () => {
    const messages = [
      `Transferred to account ${OWN_ACCOUNT} from A/c 50100123456789 on 20261121 mobile 9876543210`,
      'Rs 412345678.90 debited from account 412345678901 for order 412345678902',
      'INR 500.00 spent on card 4111 1111 1111 1111 at DEMO SHOP on 21-Nov-26. Call 1800 425 3800',
      'Beneficiary a/c no 412345678901, IFSC HDFC0001234, phone +91 98765 43210, 91 98765 43210',
      'SMS BLOCK to 919951860002 or call 919951860003',
      'Your customer id 412345678901, invoice no 412345678902, UPI ID: 9876543210@examplebank',
      'Überweisung auf Konto 412345678901, Kundennummer 412345678902, IBAN DE02120300000000202051',
    ];
    for (const message of messages) {
      for (const type of ['upi', 'account', 'iban']) {
        const found = find(message, type);
        deepEqual(found.kind, 'unfit', `${type}: ${message} → ${JSON.stringify(found)}`);
      }
    }
  });
});

/** After its first digit comes the day of the year: none begins as a number that costs nothing. */
const rrn = fc.stringMatching(/^[1-9][0-36][0-9]{10}$/);
const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

describe('whatever the message', () => {
  const amount = fc.integer({ min: 1, max: 9_999_999 }).map((value) => (value / 100).toFixed(2));
  const day = fc.date({
    min: new Date('2024-01-01'),
    max: new Date('2030-01-01'),
    noInvalidDate: true,
  });
  const noise = fc.oneof(
    amount.map((value) => `Rs ${value}`),
    digits(14).map((value) => `from A/c ${value}`),
    digits(4).map((value) => `a/c XX${value}`),
    fc.stringMatching(/^[6-9][0-9]{9}$/).map((value) => `call ${value}`),
    day.map((value) => `on ${value.toISOString().slice(0, 10)}`),
    day.map((value) => `dated ${value.toISOString().slice(0, 10).replaceAll('-', '')}`),
    digits(16).map((value) => `card ${value}`),
    fc.constant('to DEMO SHOP'),
    fc.constant('IFSC HDFC0001234'),
  );
  const around = fc.array(noise, { maxLength: 6 });

  it('the one number that is called UTR is found, wherever it stands', () => {
    const label = fc.constantFrom('UTR', 'UTR:', 'UTR No.', 'RRN ', 'UPI Ref no', 'IMPS Ref. No. ');
    fc.assert(
      fc.property(around, label, rrn, around, (before, called, utr, after) => {
        const text = [...before, `${called} ${utr}`, ...after].join('. ');
        for (const type of ['upi', 'account', 'iban']) {
          deepEqual(find(text, type), { kind: 'found', utr }, text);
        }
      }),
    );
  });

  it('without such a number nothing is found', () => {
    fc.assert(
      fc.property(around, (parts) => {
        for (const type of ['upi', 'account']) {
          notEqual(find(parts.join('. '), type).kind, 'found', parts.join('. '));
        }
      }),
    );
  });

  it('what is found has the form of the rail and stands in the text, letter by letter', () => {
    const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), rrn, (text, utr) => {
        for (const given of [text, `${text} ${utr}`, `${utr}${text}`]) {
          const found = find(given, 'upi');
          if (found.kind !== 'found') continue;
          ok(/^[0-9]{12}$/.test(found.utr));
          ok(bare(given).includes(found.utr));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('more characters than a message has are not looked through', () => {
    const message = 'UTR 412345678901 ';
    const fits = message.padEnd(UTR_TEXT_MAX_LENGTH, 'x ');
    deepEqual(find(fits, 'upi'), { kind: 'found', utr: '412345678901' });
    deepEqual(find(`${fits}x`, 'upi'), { kind: 'unfit', why: 'too_long' });
  });

  it('two thousand characters made to be searched for ever are judged all the same', () => {
    const pieces = [
      'ref ',
      '1234 ',
      'a/c ',
      'DE89 ',
      '1,000',
      'upi/',
      '9876-',
      'X*',
      '12 jan ',
      '¦',
    ];
    for (const piece of pieces) {
      notEqual(
        find(piece.repeat(Math.floor(2_000 / piece.length)), 'account').kind,
        'found',
        piece,
      );
    }
  });
});
