// A batch as pain.001 and as CSV: what the standard allows, in its order, and nothing a bank's
// systems choke on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { utrInText } from '../../../server/domain/record/bank-line.ts';
import {
  endToEndId,
  endToEndIdsIn,
  messageId,
} from '../../../server/domain/record/payout-attempt.ts';
import { decimalAmount } from '../../../server/domain/values/bank-text.ts';
import { pain001, pain001Problems } from '../../../server/formats/payout-file/pain001.ts';
import { readPain001 } from '../../../server/formats/payout-file/pain001-read.ts';
import type { Payment, PaymentOrder } from '../../../server/formats/payout-file/payment-order.ts';
import { payoutCsv } from '../../../server/formats/payout-file/payout-csv.ts';
import { wholeTree } from '../../../server/lib/xml/whole-tree.ts';
import { allAt, at, type Element, textAt } from '../../../server/lib/xml/xml-tree.ts';
import { idOf } from '../../support/model/domain-commands.ts';
import { fc } from '../../support/property.ts';

const payment = (number: number, fields: Partial<Payment> = {}): Payment => ({
  end_to_end_id: endToEndId(idOf(9, number)),
  type: 'account',
  amount_cents: 123_456n,
  payee: { number: '50100087654321', name: 'Asha Rao', bank_name: null, phone: null },
  ...fields,
});

const order = (payments: readonly Payment[], fields: Partial<PaymentOrder> = {}): PaymentOrder => ({
  message_id: messageId(idOf(8, 1)),
  currency: 'INR',
  exported_at: Date.UTC(2026, 2, 5, 10, 15, 30, 123),
  debtor: {
    type: 'account',
    number: '999900001111',
    name: 'House & Söhne',
    bank_name: 'Test Bank IFSC TEST0000001',
    execution_on: '2026-03-06',
  },
  payments,
  ...fields,
});

const to = (number: string, name: string | null, bank_name: string | null = null) => ({
  number,
  name,
  bank_name,
  phone: null,
});

const SAMPLES: readonly Payment[] = [
  payment(1),
  payment(2, {
    type: 'iban',
    payee: to('DE89370400440532013000', 'Jürgen Weiß', 'BIC COBADEFFXXX'),
  }),
  payment(3, { type: 'upi', payee: to('asha.rao@examplebank', '=HYPERLINK("x")', 'Test Bank') }),
  payment(4, { type: 'phone', payee: to('+99912345678', 'आशा राव') }),
  payment(5, { type: 'card', payee: to('4111111111111111', null), amount_cents: 1n }),
  payment(6, { payee: to('12345678', '<Bobby> & "Sons" //x', 'HDFC0001234') }),
];

const golden = (name: string) =>
  fileURLToPath(new URL(`../../golden/payouts/${name}`, import.meta.url));
const asItIs = { serializers: [(text: string) => text] };

test('the files are as they were written down', (t) => {
  t.assert.fileSnapshot(pain001(order(SAMPLES)), golden('batch.xml'), asItIs);
  t.assert.fileSnapshot(pain001(order(SAMPLES), '001.001.03'), golden('batch-v03.xml'), asItIs);
  t.assert.fileSnapshot(payoutCsv(order(SAMPLES)), golden('batch.csv'), asItIs);
});

/** Children in the order of the schema's sequences; what is not named may not be there. */
type Sequences = Readonly<Record<string, readonly string[]>>;
const SEQUENCES: Sequences = {
  Document: ['CstmrCdtTrfInitn'],
  CstmrCdtTrfInitn: ['GrpHdr', 'PmtInf'],
  GrpHdr: ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty'],
  PmtInf: [
    'PmtInfId',
    'PmtMtd',
    'BtchBookg',
    'NbOfTxs',
    'CtrlSum',
    'ReqdExctnDt',
    'Dbtr',
    'DbtrAcct',
    'DbtrAgt',
    'ChrgBr',
    'CdtTrfTxInf',
  ],
  CdtTrfTxInf: ['PmtId', 'Amt', 'CdtrAgt', 'Cdtr', 'CdtrAcct', 'RmtInf'],
  PmtId: ['InstrId', 'EndToEndId'],
  Amt: ['InstdAmt'],
  ReqdExctnDt: ['Dt'],
  InitgPty: ['Nm'],
  Dbtr: ['Nm'],
  Cdtr: ['Nm'],
  DbtrAgt: ['FinInstnId'],
  CdtrAgt: ['FinInstnId'],
  FinInstnId: ['BICFI', 'ClrSysMmbId', 'Nm', 'Othr'],
  ClrSysMmbId: ['ClrSysId', 'MmbId'],
  ClrSysId: ['Cd'],
  DbtrAcct: ['Id', 'Ccy', 'Prxy'],
  CdtrAcct: ['Id', 'Ccy', 'Prxy'],
  Prxy: ['Tp', 'Id'],
  Tp: ['Cd', 'Prtry'],
  Othr: ['Id', 'SchmeNm'],
  SchmeNm: ['Cd', 'Prtry'],
  RmtInf: ['Ustrd'],
};

/** The older version: a plain day, BIC in place of BICFI, and no proxies. */
const SEQUENCES_V03: Sequences = {
  ...SEQUENCES,
  ReqdExctnDt: [],
  FinInstnId: ['BIC', 'ClrSysMmbId', 'Nm', 'Othr'],
  DbtrAcct: ['Id', 'Ccy'],
  CdtrAcct: ['Id', 'Ccy'],
};

const MAX35 = /^[A-Za-z0-9/\-?:().,'+ ]{1,35}$/;

/** The types of the leaves, by the field definitions of the standard. */
const LEAVES: Readonly<Record<string, RegExp>> = {
  MsgId: MAX35,
  PmtInfId: MAX35,
  InstrId: MAX35,
  EndToEndId: MAX35,
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  NbOfTxs: /^[0-9]{1,15}$/,
  CtrlSum: /^\d{1,17}(\.\d{1,5})?$/,
  InstdAmt: /^(?=[\d.]{1,19}$)\d{1,18}(\.\d{1,5})?$/,
  PmtMtd: /^TRF$/,
  BtchBookg: /^false$/,
  ChrgBr: /^SLEV$/,
  Dt: /^\d{4}-\d\d-\d\d$/,
  Nm: /^[A-Za-z0-9][A-Za-z0-9/\-?:().,'+ ]{0,139}$/,
  IBAN: /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/,
  ReqdExctnDt: /^\d{4}-\d\d-\d\d$/,
  BIC: /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/,
  BICFI: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  MmbId: /^.{1,35}$/,
  Ccy: /^[A-Z]{3}$/,
  Cd: /^[A-Z]{4,5}$/,
  Prtry: MAX35,
  Ustrd: /^.{1,140}$/,
};

function check(element: Element, parent: string, sequences = SEQUENCES): void {
  const { name, children, text } = element;
  const choice = name === 'Id' && (parent === 'DbtrAcct' || parent === 'CdtrAcct');
  const sequence = choice ? ['IBAN', 'Othr'] : sequences[name];
  if (sequence === undefined || children.length === 0) {
    const id = parent === 'Prxy' ? /^.{1,2048}$/u : /^.{1,34}$/u;
    const pattern = name === 'Id' ? id : LEAVES[name];
    assert.ok(pattern !== undefined && children.length === 0, `${parent}/${name} is not known`);
    assert.match(text, pattern, `${parent}/${name}`);
    return;
  }
  assert.equal(text.trim(), '', `${name} has text beside its elements`);
  const places = children.map((child) => sequence.indexOf(child.name));
  assert.ok(!places.includes(-1), `${name} has ${children.map((child) => child.name).join()}`);
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
    `${name} is out of order`,
  );
  if (choice || name === 'FinInstnId')
    assert.equal(children.length, 1, `${name} is one of several`);
  for (const child of children) check(child, name, sequences);
}

const payeeOf = fc.record({
  number: fc.oneof(
    fc.stringMatching(/^[A-Z0-9]{4,34}$/),
    fc.stringMatching(/^[a-z0-9.-]{2,200}@[a-z]{2,40}$/),
  ),
  name: fc.option(fc.string({ unit: 'grapheme', maxLength: 128 })),
  bank_name: fc.option(fc.string({ unit: 'grapheme', maxLength: 128 })),
  phone: fc.constant(null),
});

const payments = fc
  .array(
    fc.record({
      type: fc.constantFrom('account', 'card', 'upi', 'phone'),
      amount_cents: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      payee: payeeOf,
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((list) => list.map((fields, index) => payment(index + 1, fields)));

test('whatever merchants send, the XML is well-formed and of the standard’s types', () => {
  const currency = fc.constantFrom('INR', 'JPY', 'KWD');
  fc.assert(
    fc.property(payments, currency, (list, code) => {
      const text = pain001(order(list, { currency: code }));
      const document = wholeTree(text);
      assert.ok(document !== null);
      check(document, '');
      const head = at(document, 'CstmrCdtTrfInitn', 'GrpHdr');
      const exponent = { INR: 2, JPY: 0, KWD: 3 }[code] ?? 2;
      const total = list.reduce((sum, one) => sum + one.amount_cents, 0n);
      assert.equal(textAt(head, 'NbOfTxs'), String(list.length));
      assert.equal(textAt(head, 'CtrlSum'), decimalAmount(total, exponent));
      assert.deepEqual(
        readPain001(text).payments,
        list.map((one) => ({
          end_to_end_id: one.end_to_end_id,
          currency: code,
          amount: decimalAmount(one.amount_cents, exponent),
        })),
      );
      const info = at(document, 'CstmrCdtTrfInitn', 'PmtInf');
      assert.equal(allAt(info, 'CdtTrfTxInf').length, list.length);
      const older = pain001(order(list, { currency: code }), '001.001.03');
      const older_document = wholeTree(older);
      assert.ok(older_document !== null);
      check(older_document, '', SEQUENCES_V03);
      assert.deepEqual(readPain001(older), readPain001(text));
    }),
    { numRuns: 300 },
  );
});

test('CSV keeps its columns, and no text in it is a formula', () => {
  fc.assert(
    fc.property(payments, (list) => {
      const lines = payoutCsv(order(list)).split('\r\n');
      assert.equal(lines.length, list.length + 2);
      for (const line of lines.slice(1, -1)) {
        const cells = line.split(',');
        assert.equal(cells.length, 9, line);
        for (const index of [5, 8]) assert.match(cells[index] ?? '', /^([A-Za-z0-9][^,"]*)?$/);
      }
    }),
  );
});

test('an address that is too long for an account number stands as proxy alone', () => {
  const long = `${'a'.repeat(60)}@examplebank`;
  const text = pain001(order([payment(1, { type: 'upi', payee: to(long, 'Asha') })]));
  assert.ok(text.includes('<Othr><Id>NOTPROVIDED</Id>'));
  assert.ok(text.includes(`<Prxy><Tp><Prtry>VPA</Prtry></Tp><Id>${long}</Id></Prxy>`));
});

test('an id is one for ever, found in any text, and never taken for a UTR', () => {
  const ids = new Set<string>();
  for (let number = 1; number <= 1_000; number += 1) {
    const id = endToEndId(idOf(9, number));
    assert.equal(id, endToEndId(idOf(9, number)));
    assert.match(id, /^P0[0-9A-HJKMNP-TV-Z]{14}$/);
    ids.add(id);
    const broken = `X ${id.slice(0, 5)}\n${id.slice(5).toLowerCase()}-Z`;
    assert.ok(endToEndIdsIn([null, broken]).includes(id));
    assert.equal(utrInText(`NEFT ${id}`), null);
  }
  assert.equal(ids.size, 1_000);
});

test('version 03 carries no number that is too long for an account: it is told, not cut', () => {
  const long = `${'a'.repeat(60)}@examplebank`;
  const list = [payment(1), payment(2, { type: 'upi', payee: to(long, 'Asha') })];
  assert.deepEqual(pain001Problems(order(list), '001.001.09'), []);
  const told = pain001Problems(order(list), '001.001.03');
  assert.deepEqual(
    told.map(({ end_to_end_id }) => end_to_end_id),
    [list[1]?.end_to_end_id],
  );
});

test('names in euro have at most 70 characters, and elsewhere 140', () => {
  const name = `${'Maria '.repeat(20)}Lopez`;
  const names = (currency: string) => {
    const text = pain001(order([payment(1, { payee: to('12345678', name) })], { currency }));
    return at(wholeTree(text) ?? undefined, 'CstmrCdtTrfInitn', 'PmtInf', 'CdtTrfTxInf');
  };
  assert.equal(textAt(names('EUR'), 'Cdtr', 'Nm'), name.slice(0, 70).trim());
  assert.equal(textAt(names('INR'), 'Cdtr', 'Nm'), name);
});
