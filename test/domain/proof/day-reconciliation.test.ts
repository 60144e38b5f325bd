// The proof of an account's day: no difference if everything adds up, and the right kind for each
// difference.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type DayDifference,
  type DayFacts,
  type DayLine,
  type DayTrade,
  reconcileDay,
  type SaidBalances,
  type WaitingLine,
} from '../../../server/domain/proof/day-reconciliation.ts';
import { fc } from '../../support/property.ts';

const EMPTY: DayFacts = {
  said: [],
  before: null,
  lines_cents: 0n,
  ledger_cents: 0n,
  twins: [],
  unconfirmed: [],
  waiting: [],
  unseen: [],
  unbacked: [],
};

const said = (opening_cents: bigint | null, closing_cents: bigint | null): SaidBalances => ({
  opening_cents,
  closing_cents,
});
const moved = (cents: bigint) => ({ lines_cents: cents, ledger_cents: cents });
const line = (bank_line_id: string, amount_cents: bigint): DayLine => ({
  bank_line_id,
  amount_cents,
});
const waiting = (bank_line_id: string, amount_cents: bigint): WaitingLine => ({
  bank_line_id,
  amount_cents,
  reason: 'overpaid',
});
const trade = (direction: DayTrade['direction'], amount_cents: bigint): DayTrade => ({
  merchant_id: 'm',
  trade_id: 't',
  direction,
  amount_cents,
});

const short = ({ differences }: { differences: readonly DayDifference[] }) =>
  differences.map((one) => `${one.kind} ${one.amount_cents}`);

suite('a day', () => {
  type Case = [name: string, facts: Partial<DayFacts>, differences: string[]];
  const cases: Case[] = [
    ['without anything adds up', {}, []],
    [
      'that opens and closes with its lines adds up',
      { said: [said(100n, 350n)], ...moved(250n) },
      [],
    ],
    ['without balances has nothing to compare', moved(250n), []],
    [
      'whose statement has no opening goes on from the closing before',
      {
        said: [said(null, 400n)],
        before: { day: '2026-11-19', closing_cents: 100n, since_cents: 50n },
        ...moved(250n),
      },
      [],
    ],
    [
      'in two statements that follow each other adds up',
      { said: [said(150n, 350n), said(100n, 150n)], ...moved(250n) },
      [],
    ],
    [
      'that two statements tell alike adds up',
      { said: [said(100n, 350n), said(100n, null), said(100n, 350n)], ...moved(250n) },
      [],
    ],
    [
      'whose statements contradict each other',
      { said: [said(100n, 350n), said(120n, 340n)], ...moved(240n) },
      ['wrong_total 0'],
    ],
    [
      'that opens otherwise than the one before closed',
      {
        said: [said(100n, 350n)],
        before: { day: '2026-11-19', closing_cents: 90n, since_cents: 0n },
        ...moved(250n),
      },
      ['wrong_total 10'],
    ],
    [
      'whose ledger moved otherwise than its lines',
      { said: [said(0n, 250n)], lines_cents: 250n, ledger_cents: 240n },
      ['wrong_total -10'],
    ],
    [
      'with a line missing that came in',
      { said: [said(0n, 300n)], ...moved(250n) },
      ['missing_line 50'],
    ],
    [
      'with a line missing that went out',
      { said: [said(0n, 200n)], ...moved(250n) },
      ['missing_line -50'],
    ],
    [
      'with a line that is there twice',
      { said: [said(0n, 200n)], ...moved(250n), twins: [line('b', 50n)] },
      ['doubled_line 50'],
    ],
    [
      'with a doubled line that went out',
      { said: [said(0n, 250n)], ...moved(200n), twins: [line('b', -50n)] },
      ['doubled_line -50'],
    ],
    [
      'with one doubled and one missing',
      { said: [said(0n, 190n)], ...moved(250n), twins: [line('b', 50n)] },
      ['doubled_line 50', 'missing_line -10'],
    ],
    [
      'with genuine twins, which the balances count',
      { said: [said(0n, 250n)], ...moved(250n), twins: [line('b', 50n)] },
      [],
    ],
    [
      'with twins larger than what is unexplained',
      { said: [said(0n, 240n)], ...moved(250n), twins: [line('b', 50n)] },
      ['missing_line -10'],
    ],
    [
      'with a line that belongs to nothing',
      { waiting: [waiting('b', -7n)] },
      ['unmatched_line -7'],
    ],
    [
      'with trades that no line shows',
      { unseen: [trade('payin', 5n), trade('payout', 6n)] },
      ['unmatched_trade 5', 'unmatched_trade -6'],
    ],
    [
      'with completions that no line backs',
      { unbacked: [trade('payin', 5n), trade('payout', 6n)] },
      ['unbacked_completion 5', 'unbacked_completion -6'],
    ],
  ];
  for (const [name, facts, differences] of cases) {
    test(name, () => {
      assert.deepEqual(short(reconcileDay({ ...EMPTY, ...facts })), differences);
    });
  }

  test('names what each difference is about, in words', () => {
    const { differences } = reconcileDay({
      ...EMPTY,
      waiting: [waiting('b', 1n)],
      unbacked: [trade('payin', 5n)],
    });
    assert.deepEqual(
      differences.map(({ bank_line_id, merchant_id, trade_id }) => [
        bank_line_id,
        merchant_id,
        trade_id,
      ]),
      [
        ['b', null, null],
        [null, 'm', 't'],
      ],
    );
    assert.ok(differences.every(({ explanation }) => explanation.length > 10));
  });

  test('says where its opening is from', () => {
    const before = { day: '2026-11-19', closing_cents: 90n, since_cents: 5n };
    const cases_of_source: [Partial<DayFacts>, bigint | null, string | null][] = [
      [{}, null, null],
      [{ before }, 95n, 'carried'],
      [{ before, said: [said(95n, null)] }, 95n, 'statement'],
    ];
    for (const [facts, opening, source] of cases_of_source) {
      const day = reconcileDay({ ...EMPTY, ...facts });
      assert.deepEqual([day.opening_cents, day.opening_source], [opening, source]);
    }
  });
});

test('whatever was doubled and missing, the differences explain the balances to the cent', () => {
  const amount = fc.bigInt({ min: -1_000n, max: 1_000n }).filter((cents) => cents !== 0n);
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      fc.array(amount, { maxLength: 5 }),
      (opening, closing, lines, twins) => {
        const day = reconcileDay({
          ...EMPTY,
          ...moved(lines),
          said: [said(opening, closing)],
          twins: twins.map((cents, index) => line(String(index), cents)),
        });
        const explained = day.differences.reduce(
          (sum, { kind, amount_cents }) =>
            kind === 'doubled_line' ? sum - amount_cents : sum + amount_cents,
          0n,
        );
        assert.equal(opening + lines + explained, closing);
      },
    ),
  );
});

test('lines that no statement confirmed explain a difference of the balances', () => {
  const line = { bank_line_id: 'gone', amount_cents: 333n };
  const facts = { ...EMPTY, ...moved(1_333n), said: [said(0n, 1_000n)], unconfirmed: [line] };
  const kinds = reconcileDay(facts).differences.map(({ kind, amount_cents }) => [
    kind,
    amount_cents,
  ]);
  assert.deepEqual(kinds, [['unconfirmed_line', 333n]]);
  const more = reconcileDay({ ...facts, said: [said(0n, 900n)] }).differences;
  assert.deepEqual(
    more.map(({ kind, amount_cents }) => [kind, amount_cents]),
    [
      ['missing_line', -100n],
      ['unconfirmed_line', 333n],
    ],
  );
});
