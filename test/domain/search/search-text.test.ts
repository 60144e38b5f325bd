// What a text can be that somebody looks for.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  minorUnits,
  readSearchText,
  SEARCH_TEXT_MAX,
} from '../../../server/domain/search/search-text.ts';
import { endingsOf } from '../../../server/domain/values/number-ending.ts';
import { fc } from '../../support/property.ts';

const read = (text: string) => {
  const found = readSearchText(text);
  assert.ok(found, text);
  return found;
};

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

suite('a text is read as', () => {
  test('an id, alone, in upper case, or after its merchant', () => {
    for (const text of [ID, ID.toUpperCase(), `${ID}/${ID}`, ` ${ID} `]) {
      assert.equal(read(text).id, ID);
    }
    assert.equal(read(`${ID}0`).id, null);
  });

  test('a UTR with its separators, if it has a digit', () => {
    assert.deepEqual(read('4123 4567 8901').utrs, ['412345678901']);
    assert.deepEqual(read('hdfcn52026030512').utrs, ['HDFCN52026030512']);
    assert.deepEqual(read('ABCD-1234-5678').utrs, ['ABCD12345678']);
    assert.deepEqual(read('restaurant').utrs, []);
    assert.deepEqual(read('INR 500.00').utrs, []);
    assert.deepEqual(read('1234567').utrs, []);
  });

  const MESSAGES: readonly (readonly [message: string, ...utrs: string[]])[] = [
    [
      'Rs.499.00 debited from A/c XX1234 on 27-11-26 to VPA shop@okbank. ' +
        'UPI Ref No 412345678901. Not you? Call 18001234567.',
      '412345678901',
    ],
    ['Sent via NEFT, UTR: HDFCN52026030512', 'HDFCN52026030512'],
    ['paid twice 412345678901 or 412345678902', '412345678901', '412345678902'],
    ['the customer called on 9876543210 about 20261127'],
    ['where is the money of Asha Rao'],
  ];
  for (const [message, ...utrs] of MESSAGES) {
    test(`what a bank wrote, with the UTR in it: ${message.slice(0, 40)}`, () => {
      assert.deepEqual(read(message).utrs, utrs);
    });
  }

  test('a reference of ten letters', () => {
    assert.equal(read('h7k2m9pq4x').reference, 'H7K2M9PQ4X');
    assert.equal(read('h7k2m-9pq4x').reference, 'H7K2M9PQ4X');
    assert.equal(read('h7k2m9pq4u').reference, null, 'U is no letter of references');
  });

  test('an order id as it stands, if an order could have it', () => {
    assert.equal(read('Order #7').key, 'Order #7');
    assert.equal(read('x'.repeat(129)).key, null);
  });

  const SETTLEMENTS = [
    ['17', 17],
    ['#17', 17],
    ['settlement 17', 17],
    ['no. 17', 17],
    ['17 of 18', null],
    ['1234567890', null],
  ] as const;
  for (const [text, number] of SETTLEMENTS) {
    test(`the number of a settlement: ${text}`, () => {
      assert.equal(read(text).settlement_number, number);
    });
  }

  test('account numbers in the form of their type', () => {
    assert.deepEqual(read('4111 1111 1111 1111').account_numbers, ['4111111111111111']);
    assert.ok(
      read('GB82 WEST 1234 5698 7654 32').account_numbers.includes('GB82WEST12345698765432'),
    );
    assert.ok(read('asha@upi').account_numbers.includes('asha@upi'));
    assert.deepEqual(read('12345').account_numbers, []);
  });

  test('a name, if it has a letter', () => {
    assert.equal(read('Asha Rao').name, 'asha rao');
    assert.equal(read('123').name, null);
  });

  const AMOUNTS: readonly (readonly [text: string, ...amounts: string[]])[] = [
    ['1499', '1499/0'],
    ['1499.00', '149900/2'],
    ['1.499,00', '149900/2'],
    ['1,499.00', '149900/2'],
    ['1 499.5', '14995/1'],
    ['INR 1,499.00', '149900/2'],
    ['1499 EUR', '1499/0'],
    ['-12.34', '1234/2'],
    // A thousand, or one with three decimals.
    ['1.000', '1000/0', '1000/3'],
    ['1,00,000', '100000/0'],
    ['1,00,000.50', '10000050/2'],
    ['₹1,00,000', '100000/0'],
    ['₹ 1,00,000.00', '10000000/2'],
    ['Rs.1,00,000/-', '100000/0'],
    ['rs 500', '500/0'],
    ['INR 1,00,000', '100000/0'],
    ['12.50 €', '1250/2'],
    ['-₹12.34', '1234/2'],
    ['ord 7'],
    ['₹'],
    ['1.2.3'],
    ['0.00'],
    ['12345678901234567'],
    ['1e5'],
    ['order 7'],
  ];
  for (const [text, ...expected] of AMOUNTS) {
    test(`an amount: ${text}`, () => {
      const found = read(text).amounts.map(({ digits, decimals }) => `${digits}/${decimals}`);
      assert.deepEqual(found, expected);
    });
  }
});

const ENDINGS = [
  ['4471', '4471'],
  ['004471', '004471'],
  ['9004471', null],
  ['447', null],
  ['XXXX4471', '4471'],
  ['XXXX XXXX 4471', '4471'],
  ['**** 4471', '4471'],
  ['··4471', '4471'],
  ['••• 4471.', '4471'],
  ['…4471', '4471'],
  ['...4471', '4471'],
  ['5010XXXX4471', '4471'],
  ['XX12344471', '344471'],
  ['A/c XX4471', '4471'],
  ['the one ending 4471', '4471'],
  ['account ends with 4471?', '4471'],
  ['last 4 digits: 4471', '4471'],
  ['last four 4471', '4471'],
  ['#4471', null],
  ['max1234', null],
  ['foxx1234', null],
  ['order 4471', null],
  ['blending 4471', null],
  ['4471 ending', null],
  ['XXXX', null],
] as const;

suite('the last digits of a number', () => {
  for (const [text, ending] of ENDINGS) {
    test(`${text}: ${ending ?? 'none'}`, () => assert.equal(read(text).ending, ending));
  }

  test('of any number are the ones by which it is named, masked or not', () => {
    const digits = fc.stringMatching(/^[0-9]{9,18}$/);
    fc.assert(
      fc.property(digits, fc.constantFrom(4, 5, 6), (number, length) => {
        const ending = number.slice(-length);
        for (const before of ['', 'XX', '** ', '··', 'ending in ']) {
          assert.equal(read(`${before}${ending}`).ending, ending);
        }
        assert.deepEqual(
          endingsOf(number)
            .filter((one) => ending.endsWith(one))
            .at(-1),
          ending,
        );
      }),
    );
  });

  const OF_NUMBERS = [
    ['998877664471', ['4471', '64471', '664471']],
    ['9988-7766 4471', ['4471', '64471', '664471']],
    ['9876544471@okbank', ['4471', '44471', '544471']],
    ['asha.rao@okbank', []],
    ['HDFC4471', ['4471']],
    ['4471', []],
    ['44710', ['4710']],
    ['DE89370400440532013000', ['3000', '13000', '013000']],
    ['', []],
  ] as const;
  for (const [number, endings] of OF_NUMBERS) {
    test(`a number ends with them: ${number}`, () => assert.deepEqual(endingsOf(number), endings));
  }
});

test('an e-mail address and a telephone number, in one form', () => {
  assert.equal(read('Asha.Rao@Shop.example').contact, 'asha.rao@shop.example');
  assert.equal(read('+91 98765-43210').contact, '+919876543210');
  for (const text of ['asha@okbank', '98765 43210', 'a b@c.example', 'a@b@c.example', 'a@.x']) {
    assert.equal(read(text).contact, null, text);
  }
});

test('an amount in minor units has the decimals of its currency', () => {
  assert.deepEqual(minorUnits({ digits: 149_900n, decimals: 2 }, 2), [149_900n]);
  assert.deepEqual(minorUnits({ digits: 149_900n, decimals: 2 }, 3), [1_499_000n]);
  assert.deepEqual(minorUnits({ digits: 149_900n, decimals: 2 }, 0), []);
  assert.deepEqual(minorUnits({ digits: 1_499n, decimals: 0 }, 2), [149_900n, 1_499n]);
  assert.deepEqual(minorUnits({ digits: 1_499n, decimals: 0 }, 0), [1_499n]);
});

test('nothing, or too much, is no text to look for', () => {
  for (const text of ['', '  ', '\u00a0', 'x'.repeat(SEARCH_TEXT_MAX + 1)]) {
    assert.equal(readSearchText(text), null);
  }
});

test('any amount is found as it is written with two decimals', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 12 }), (cents) => {
      const plain = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      const grouped = Number(plain).toLocaleString('en', { minimumFractionDigits: 2 });
      for (const text of [plain, grouped]) {
        const values = read(text).amounts.flatMap((amount) => minorUnits(amount, 2));
        assert.deepEqual(values, [BigInt(cents)]);
      }
    }),
  );
});

test('no text makes it throw, and what it reads is bounded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const found = readSearchText(text);
      assert.ok(found === null || found.amounts.length <= 2);
      assert.ok(found === null || found.account_numbers.length <= 6);
    }),
  );
});
