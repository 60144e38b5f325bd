// Payment types: which texts are valid numbers, their canonical form, their groups and their mask.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passesLuhn } from '../../../server/domain/values/card-number.ts';
import { IBAN_LENGTHS, ibanRemainder } from '../../../server/domain/values/iban.ts';
import type { PaymentType } from '../../../server/domain/values/payment-type.ts';
import { PAYMENT_TYPES, paymentType } from '../../../server/domain/values/payment-type.ts';
import { fc } from '../../support/property.ts';

function typeOf(name: string): PaymentType {
  const type = paymentType(name);
  assert.ok(type !== undefined, name);
  return type;
}

test('the registry has one row per type, and nothing else answers', () => {
  assert.deepEqual(
    PAYMENT_TYPES.map((row) => row.type),
    ['card', 'account', 'iban', 'upi', 'phone'],
  );
  for (const row of PAYMENT_TYPES) assert.equal(paymentType(row.type), row);
  for (const name of ['', 'Card', 'cash', '__proto__', 'constructor', 'toString']) {
    assert.equal(paymentType(name), undefined, name);
  }
});

type ValidRow = [type: string, input: string, canonical: string, shown: string, masked: string];

const VALID: ValidRow[] = [
  ['card', '4111 1111 1111 1111', '4111111111111111', '4111 1111 1111 1111', '411111******1111'],
  ['card', '4111-1111-1111-1111', '4111111111111111', '4111 1111 1111 1111', '411111******1111'],
  ['card', ' 4111.1111.1111.1111\n', '4111111111111111', '4111 1111 1111 1111', '411111******1111'],
  [
    'card',
    '5555\u00a05555\u202f5555 4444',
    '5555555555554444',
    '5555 5555 5555 4444',
    '555555******4444',
  ],
  ['card', '378282246310005', '378282246310005', '3782 822463 10005', '378282*****0005'],
  ['card', '30569309025904', '30569309025904', '3056 9309 0259 04', '30569*****5904'],
  ['card', '6304000000000000', '6304000000000000', '6304 0000 0000 0000', '630400******0000'],
  [
    'card',
    '6205500000000000004',
    '6205500000000000004',
    '6205 5000 0000 0000 004',
    '620550*********0004',
  ],
  ['account', '12-3456-7890', '1234567890', '1234567890', '1*****7890'],
  ['account', 'ab1234', 'AB1234', 'AB1234', '***234'],
  ['account', '123456', '123456', '123456', '***456'],
  [
    'iban',
    'de89 3704 0044 0532 0130 00',
    'DE89370400440532013000',
    'DE89 3704 0044 0532 0130 00',
    'DE8937************3000',
  ],
  ['iban', 'NO93 8601 1117 947', 'NO9386011117947', 'NO93 8601 1117 947', 'NO9********7947'],
  [
    'upi',
    'Ravi.Kumar-1@OKAXIS',
    'ravi.kumar-1@okaxis',
    'ravi.kumar-1@okaxis',
    'ra********-1@okaxis',
  ],
  ['upi', ' ab @upi ', 'ab@upi', 'ab@upi', '**@upi'],
  ['phone', '+91 98765-43210', '+919876543210', '+919876543210', '+91*******210'],
  ['phone', '+1 (415) 555.2671', '+14155552671', '+14155552671', '+14******671'],
  ['phone', '+2901234', '+2901234', '+2901234', '+****234'],
];

test('numbers are brought into one form, shown in groups and masked', () => {
  for (const [name, input, canonical, shown, masked] of VALID) {
    const type = typeOf(name);
    assert.equal(type.normalise(input), canonical, `${name} ${input}`);
    assert.equal(type.format(canonical), shown);
    assert.equal(type.mask(canonical), masked);
    assert.equal(type.normalise(canonical), canonical, 'again');
    assert.equal(type.normalise(shown), canonical, 'as shown');
  }
});

const INVALID: [type: string, input: string, why: string][] = [
  ['card', '4111 1111 1111 1112', 'check digit'],
  ['card', '0'.repeat(11), '11 digits'],
  ['card', '0'.repeat(20), '20 digits'],
  ['card', '4111/1111/1111/1111', 'a slash is no separator'],
  ['card', '4111\u200b1111 1111 1111', 'zero-width space'],
  ['card', '\ufeff4111111111111111', 'byte order mark'],
  ['card', '４１１１１１１１１１１１１１１１', 'full-width digits'],
  ['card', '٤111111111111111', 'Arabic digit'],
  ['card', '4111\n111111111111', 'line end inside'],
  ['card', '411111111111111O', 'letter'],
  ['card', '', 'empty'],
  ['account', '12345', '5 characters'],
  ['account', 'A'.repeat(35), '35 characters'],
  ['account', '123456/0800', 'slash'],
  ['account', '12345б', 'Cyrillic'],
  ['account', '123456ı', 'dotless i would become I'],
  ['account', '123456\u200d', 'zero-width joiner'],
  ['iban', 'DE89 3704 0044 0532 0130 01', 'check digits'],
  ['iban', 'DE8937040044053201300', 'too short for its country'],
  ['iban', 'US89370400440532013000', 'country without IBAN'],
  ['iban', 'DE893704004405320130OO', 'letters for zeros'],
  ['iban', 'ＤE89370400440532013000', 'full-width letter'],
  ['iban', 'DE89/3704/0044/0532/0130/00', 'slashes'],
  ['upi', 'ravi', 'no handle'],
  ['upi', 'a@upi', 'one-character name'],
  ['upi', 'ravi@@upi', 'two at signs'],
  ['upi', 'ravi@1up', 'handle starts with a digit'],
  ['upi', 'ravi@okaxis.com', 'an e-mail address'],
  ['upi', '=cmd@upi', 'formula'],
  ['upi', 'rаvi@upi', 'Cyrillic a'],
  ['upi', 'ravi@o\u212aaxis', 'Kelvin sign would become k'],
  ['phone', '919876543210', 'no plus'],
  ['phone', '00919876543210', 'international prefix'],
  ['phone', '+0987654321', 'country code 0'],
  ['phone', '+123456', '6 digits'],
  ['phone', '+1234567890123456', '16 digits'],
  ['phone', '+44 (0)20 7946 0958', 'a zero that is not dialled'],
  ['phone', '+91+9876543210', 'two plus signs'],
  ['phone', '＋919876543210', 'full-width plus'],
];

test('what only looks like a number is refused', () => {
  for (const [name, input, why] of INVALID) {
    assert.equal(typeOf(name).normalise(input), null, `${name}: ${why}`);
  }
});

const DIGITS = (min: number, max: number) =>
  fc.stringMatching(new RegExp(`^[0-9]{${min},${max}}$`));

function withLuhn(digits: string): string {
  const last = [...'0123456789'].find((check) => passesLuhn(digits + check));
  assert.ok(last !== undefined);
  return digits + last;
}

test('exactly one check digit completes a card number, and one wrong digit is always found', () => {
  fc.assert(
    fc.property(DIGITS(11, 18), fc.nat(), fc.integer({ min: 1, max: 9 }), (digits, at, add) => {
      const completing = [...'0123456789'].filter((check) => passesLuhn(digits + check));
      assert.equal(completing.length, 1);
      const card = withLuhn(digits);
      const index = at % card.length;
      const wrong = (Number(card.charAt(index)) + add) % 10;
      assert.ok(!passesLuhn(card.slice(0, index) + wrong + card.slice(index + 1)));
    }),
  );
});

const GERMAN_IBAN = DIGITS(18, 18).map((account) => {
  const check = 98n - ibanRemainder(`DE00${account}`);
  return `DE${check.toString().padStart(2, '0')}${account}`;
});

test('computed IBANs pass, one wrong digit is always found', () => {
  const { normalise } = typeOf('iban');
  fc.assert(
    fc.property(GERMAN_IBAN, fc.nat(), fc.integer({ min: 1, max: 9 }), (iban, at, add) => {
      assert.equal(normalise(iban), iban);
      const index = 2 + (at % (iban.length - 2));
      const wrong = (Number(iban.charAt(index)) + add) % 10;
      assert.equal(normalise(iban.slice(0, index) + wrong + iban.slice(index + 1)), null);
    }),
  );
});

test('check digits that the standard never produces are refused, though mod 97 passes', () => {
  const { normalise } = typeOf('iban');
  const found = new Set<string>();
  for (let account = 0; account < 2_000; account += 1) {
    for (const check of ['00', '01', '99']) {
      const iban = `NO${check}${account.toString().padStart(11, '0')}`;
      if (ibanRemainder(iban) !== 1n) continue;
      found.add(check);
      assert.equal(normalise(iban), null, iban);
    }
  }
  assert.deepEqual([...found].sort(), ['00', '01', '99']);
});

test('the examples of the IBAN registry pass', () => {
  const examples = `AD1200012030200359100100 AE070331234567890123456 AL47212110090000000235698741
    AT611904300234573201 BE68539007547034 BG80BNBG96611020345678 BR1800360305000010009795493C1
    CH9300762011623852957 CY17002001280000001200527600 DK5000400440116243 EE382200221020145685
    EG380019000500000000263180002 ES9121000418450200051332 FI2112345600000785
    FR1420041010050500013M02606 GB29NWBK60161331926819 GE29NB0000000101904917
    GI75NWBK000000007099453 GR1601101250000000012300695 HR1210010051863000160
    HU42117730161111101800000000 IE29AIBK93115212345678 IL620108000000099999999
    IS140159260076545510730339 IT60X0542811101000000123456 JO94CBJO0010000000000131000302
    KW81CBKU0000000000001234560101 KZ86125KZT5004100100 LB62099900000001001901229114
    LC55HEMM000100010012001200023015 LI21088100002324013AA LT121000011101001000
    LU280019400644750000 LV80BANK0000435195001 MC5811222000010123456789030
    MD24AG000225100013104168 MT84MALT011000012345MTLCAST001S MU17BOMM0101101030300200000MUR
    NL91ABNA0417164300 PK36SCBL0000001123456702 PL61109010140000071219812874
    PS92PALS000000000400123456702 PT50000201231234567890154 QA58DOHB00001234567890ABCDEFG
    RO49AAAA1B31007593840000 RS35260005601001611379 SA0380000000608010167519
    SC18SSCB11010000000000001497USD SE4550000000058398257466 SI56263300012039086
    SK3112000000198742637541 SM86U0322509800000000270100 TN5910006035183598478831
    TR330006100519786457841326 UA213223130000026007233566001 VG96VPVG0000012345678901
    XK051212012345678906 AZ21NABZ00000000137010001944 BA391290079401028494 BH67BMAG00001299123456
    BI4210000100010000332045181 BY13NBRB3600900000002Z00AB00 CR05015202001026284066
    CZ6508000000192000145399 DO28BAGR00000001212453611324 FO6264600001631634 GL8964710001000206
    GT82TRAJ01020000001210029690 IQ98NBIQ850123456789012 ME25505000012345678951
    MK07250120000058984 MR1300020001010000123456753 SV62CENR00000000000000700025
    TL380080012345678910157 VA59001123000012345678`.split(/\s+/);
  const { normalise, format } = typeOf('iban');
  for (const iban of examples) {
    assert.equal(normalise(iban.toLowerCase()), iban, iban);
    assert.equal(normalise(format(iban)), iban, iban);
  }
  assert.ok([...IBAN_LENGTHS.values()].every((length) => length >= 15 && length <= 34));
  assert.equal(IBAN_LENGTHS.size, 89);
});

const CANONICAL: [type: string, fc.Arbitrary<string>][] = [
  ['card', DIGITS(11, 18).map(withLuhn)],
  ['account', fc.stringMatching(/^[A-Z0-9]{6,34}$/)],
  ['iban', GERMAN_IBAN],
  ['upi', fc.stringMatching(/^[a-z0-9][a-z0-9._-]{1,30}@[a-z][a-z0-9]{1,10}$/)],
  ['phone', fc.stringMatching(/^\+[1-9][0-9]{6,14}$/)],
];

test('canonical numbers stay; masks keep the length and hide enough', () => {
  for (const [name, numbers] of CANONICAL) {
    const { normalise, format, mask } = typeOf(name);
    fc.assert(
      fc.property(numbers, (number) => {
        assert.equal(normalise(number), number);
        assert.equal(normalise(format(number)), number);
        const masked = mask(number);
        assert.equal(masked.length, number.length);
        const secret = name === 'upi' ? number.indexOf('@') : number.length;
        const hidden = masked.split('*').length - 1;
        assert.ok(name === 'card' ? hidden >= 5 : hidden * 2 >= secret - 1, masked);
        assert.ok(hidden >= 2, masked);
        for (const [index, character] of [...masked].entries()) {
          assert.ok(character === '*' || character === number.charAt(index), masked);
        }
      }),
    );
  }
});

test('normalising anything never throws, and its result is a fixed point', () => {
  for (const { normalise } of PAYMENT_TYPES) {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const canonical = normalise(text);
        assert.ok(canonical === null || normalise(canonical) === canonical);
      }),
    );
  }
});
