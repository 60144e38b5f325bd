// Layouts of banks' bulk payments: the built-in ones as written down, and every layout whole or not
// at all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { endToEndId, messageId } from '../../../server/domain/record/payout-attempt.ts';
import { modeOf } from '../../../server/formats/payout-file/payment-mode.ts';
import type { Payment, PaymentOrder } from '../../../server/formats/payout-file/payment-order.ts';
import type { PayoutLayout } from '../../../server/formats/payout-file/payout-layout.ts';
import {
  payoutLayoutFile,
  VALUE_WORDS,
} from '../../../server/formats/payout-file/payout-layout-file.ts';
import { PAYOUT_LAYOUTS } from '../../../server/formats/payout-file/payout-layouts.ts';
import { readPayoutLayout } from '../../../server/formats/payout-file/payout-mapping.ts';
import { idOf } from '../../support/model/domain-commands.ts';
import { fc } from '../../support/property.ts';

const payment = (number: number, amount_cents: bigint, fields: Partial<Payment> = {}): Payment => ({
  end_to_end_id: endToEndId(idOf(9, number)),
  type: 'account',
  amount_cents,
  payee: {
    number: '50100087654321',
    name: 'Asha Rao',
    bank_name: 'Example Bank EXMP0001234',
    phone: null,
  },
  ...fields,
});

const payeeWith = (payee: Partial<Payment['payee']>) => ({
  payee: { ...payment(1, 1n).payee, ...payee },
});

const order = (payments: readonly Payment[], fields: Partial<PaymentOrder> = {}): PaymentOrder => ({
  message_id: messageId(idOf(8, 1)),
  currency: 'INR',
  exported_at: Date.UTC(2026, 2, 5, 10, 15, 30),
  debtor: {
    type: 'account',
    number: '999900001111',
    name: 'House, Traders & Co',
    bank_name: 'Test Bank IFSC TEST0000001',
    execution_on: '2026-03-06',
  },
  payments,
  ...fields,
});

const SAMPLES = [
  payment(1, 123_456n),
  payment(2, 20_000_000n),
  payment(
    3,
    60_000_000n,
    payeeWith({ name: 'A name, that is much longer than the banks take it' }),
  ),
  payment(4, 100n, payeeWith({ bank_name: 'TEST0009999' })),
];

const layoutOf = (mapping: unknown): PayoutLayout => {
  const read = readPayoutLayout(mapping);
  assert.ok('layout' in read, JSON.stringify(read));
  return read.layout;
};
const contentOf = (given: PaymentOrder, layout: PayoutLayout): string => {
  const written = payoutLayoutFile(given, layout);
  assert.ok('content' in written, JSON.stringify(written));
  return written.content;
};
const problemsOf = (given: PaymentOrder, layout: PayoutLayout) => {
  const written = payoutLayoutFile(given, layout);
  assert.ok('unwritable' in written, JSON.stringify(written));
  return written.unwritable;
};

for (const { name, layout } of PAYOUT_LAYOUTS) {
  test(`${name} is as it was written down`, (t) => {
    const path = fileURLToPath(new URL(`../../golden/payouts/${name}.csv`, import.meta.url));
    const asItIs = { serializers: [(text: string) => text] };
    t.assert.fileSnapshot(contentOf(order(SAMPLES), layout), path, asItIs);
  });

  test(`${name} keeps its columns whatever the names`, () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 128 });
    fc.assert(
      fc.property(fc.array(names, { minLength: 1, maxLength: 5 }), (list) => {
        const payments = list.map((text, index) =>
          payment(index + 1, 5_000n, payeeWith({ name: `N${text}` })),
        );
        const rows = contentOf(order(payments), layout).split('\r\n').slice(0, -1);
        const own = rows.slice(layout.head.length > 0 || layout.titles ? 1 : 0);
        assert.equal(own.length, payments.length);
        for (const [index, row] of own.entries()) {
          const cells = row.split(layout.delimiter);
          assert.equal(cells.length, layout.columns.length, row);
          assert.ok(cells.includes('50.00'));
          assert.ok(cells.includes(payments[index]?.end_to_end_id ?? ''));
          for (const cell of cells) assert.match(cell, /^(?:[A-Za-z0-9][^"\r\n]*)?$/);
        }
      }),
    );
  });
}

test('a payment goes the way that its bank offers and its amount allows', () => {
  const modes = { internal: 'I', neft: 'N', rtgs: 'R', imps: 'M' };
  const cases: [bigint, boolean, Partial<Parameters<typeof modeOf>[0]>, string | null][] = [
    [100n, true, {}, 'internal'],
    [100n, false, {}, 'neft'],
    [100n, false, { prefer: 'imps' }, 'imps'],
    [19_999_999n, false, {}, 'neft'],
    [20_000_000n, false, {}, 'rtgs'],
    [20_000_000n, false, { prefer: 'imps' }, 'rtgs'],
    [20_000_000n, false, { modes: { neft: 'N' } }, 'neft'],
    [50_000_000n, false, { modes: { imps: 'M' } }, 'imps'],
    [50_000_001n, false, { modes: { imps: 'M' } }, null],
    [19_999_999n, false, { modes: { rtgs: 'R' } }, null],
    [100n, false, { modes: { internal: 'I' } }, null],
  ];
  for (const [amount_cents, is_same_bank, fields, expected] of cases) {
    const layout = { modes, prefer: 'neft' as const, ...fields };
    assert.equal(modeOf(layout, { amount_cents, is_same_bank }), expected, `${amount_cents}`);
  }
});

test('what the paying account lacks is told once, of no pay-out, and without its own name', () => {
  const layout = PAYOUT_LAYOUTS.find(({ layout: { columns } }) =>
    columns.some((cell) => 'value' in cell && cell.value === 'debit_ifsc'),
  )?.layout;
  assert.ok(layout);
  const made = order([payment(1, 100n), payment(2, 100n)]);
  const told = problemsOf({ ...made, debtor: { ...made.debtor, bank_name: null } }, layout);
  assert.deepEqual(
    told.filter(({ field }) => field.startsWith('debit_')),
    [
      {
        end_to_end_id: null,
        field: 'debit_ifsc',
        problem: 'lacks its IFSC, which stands behind the name of its bank',
      },
    ],
  );
});

test('no message about a value has a name that only programs use', () => {
  for (const [value, words] of Object.entries(VALUE_WORDS)) {
    assert.doesNotMatch(words, /[_`]|paying account/, value);
  }
});

test('a pay-out that the layout cannot carry refuses the file and is named', () => {
  const [hdfc] = PAYOUT_LAYOUTS;
  assert.ok(hdfc);
  const cases: [Partial<Payment>, RegExp][] = [
    [payeeWith({ bank_name: null }), /lacks the payee’s IFSC/],
    [payeeWith({ name: null }), /lacks the payee’s name/],
    [payeeWith({ name: '…' }), /no Latin letters in the payee’s name/],
    [
      payeeWith({ number: '1'.repeat(26) }),
      /more than 25 characters in the payee’s account number/,
    ],
    [{ type: 'upi' }, /pays to a upi, and the layout only to account/],
  ];
  for (const [fields, problem] of cases) {
    const bad = payment(2, 100n, fields);
    const told = problemsOf(order([payment(1, 100n), bad]), hdfc.layout);
    assert.deepEqual(
      told.map(({ end_to_end_id }) => end_to_end_id),
      [bad.end_to_end_id],
    );
    assert.match(told[0]?.problem ?? '', problem);
  }
  const euro = problemsOf(order([payment(1, 100n)], { currency: 'EUR' }), hdfc.layout);
  assert.match(euro[0]?.problem ?? '', /lacks a way to send this amount/);
});

const NEEDED = [{ value: 'payee_number' }, { value: 'amount' }, { value: 'end_to_end_id' }];

test('a layout of one’s own: dates, delimiters, line ends, totals', () => {
  const layout = layoutOf({
    delimiter: '|',
    line_end: 'lf',
    date_format: 'DD-MMM-YYYY',
    titles: false,
    head: [{ text: 'H' }, { value: 'count' }, { value: 'total' }, { value: 'execution_on' }],
    columns: [{ text: 'P' }, { value: 'row' }, ...NEEDED, { value: 'payee_bank', optional: true }],
  });
  const [one, two] = [payment(1, 150n, payeeWith({ bank_name: null })), payment(2, 250n)];
  assert.equal(
    contentOf(order([one, two]), layout),
    [
      'H|2|4.00|06-MAR-2026',
      `P|1|50100087654321|1.50|${one.end_to_end_id}|`,
      `P|2|50100087654321|2.50|${two.end_to_end_id}|Example Bank EXMP0001234`,
      '',
    ].join('\n'),
  );
  const titled = layoutOf({ columns: NEEDED.map((cell) => ({ ...cell, title: 'T' })) });
  assert.match(contentOf(order([one]), titled), /^T,T,T\r\n/);
});

test('a wrong layout is refused with the field and the rule', () => {
  const columns = NEEDED;
  const cases: [unknown, string][] = [
    [[], 'must be a JSON object'],
    [{ columns, colour: 1 }, 'colour is no field of it'],
    [{}, 'columns must be a list of at most 60 cells'],
    [{ columns: Array(61).fill({ text: '' }) }, 'columns must be a list of at most 60 cells'],
    [{ columns: NEEDED.slice(1) }, 'columns must have one with value payee_number'],
    [
      { columns: [...NEEDED, { value: 'mode' }] },
      'modes must give the bank’s word for at least one mode',
    ],
    [{ columns, head: [{ value: 'amount' }] }, 'head[0].value must be one of'],
    [{ columns: [{ text: 'a', value: 'amount' }] }, 'columns[0] has text and value: give one'],
    [{ columns: [{ text: '=1+1' }] }, 'columns[0].text must be at most 100 Latin letters'],
    [{ columns: [{ text: 'a,b' }] }, 'columns[0].text must be at most 100 Latin letters'],
    [{ columns: [{ value: 'amount', max: 0 }] }, 'columns[0].max must be a whole number from 1'],
    [{ columns, delimiter: '\n' }, 'delimiter must be one of'],
    [{ columns, date_format: 'YY' }, 'date_format must be one of'],
    [{ columns, types: ['cash'] }, 'types must be one of'],
    [{ columns, titles: 'no' }, 'titles must be true or false'],
    [{ columns, modes: { swift: 'S' } }, 'modes.swift is no field of it'],
  ];
  for (const [mapping, problem] of cases) {
    const read = readPayoutLayout(mapping);
    assert.ok('problem' in read, problem);
    assert.ok(read.problem.startsWith(problem), `${read.problem} / ${problem}`);
  }
});
