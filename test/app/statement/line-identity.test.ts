// Lines that share an id of the bank: two real lines stay two, and a file that comes again changes
// nothing.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { listBankLines } from '../../../server/app/line/list-bank-lines.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { importStatement } from '../../../server/app/statement/import-statement.ts';
import { fc } from '../../support/property.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  type TestApp,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { camtWithBalances, csv, type Row, TODAY, YESTERDAY } from './shared-ids.ts';
import { makeAccount, testIban } from './statement-scene.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(async () => {
  assert.deepEqual((await verifyBooks(app)).problems, []);
  await service.stop();
});

let accounts = 0;
const newAccount = (): Promise<string> => {
  accounts += 1;
  return makeAccount(app, 'iban', 'EUR', testIban(7_000 + accounts));
};

const load = async (receiving_account_id: string, rows: readonly Row[], dry_run = 'false') =>
  accepted(
    await importStatement(app, OPERATOR, {
      receiving_account_id,
      profile: 'standard',
      dry_run,
      body: csv(rows),
    }),
  );

async function stored(receiving_account_id: string) {
  const page = accepted(await listBankLines(app, { receiving_account_id, limit: '200' }));
  return page.data.toReversed();
}

const amounts = async (account: string) =>
  (await stored(account)).map((line) => line.amount_cents).sort((a, b) => a - b);

const TRANSFER: Row = { id: 'TX-1', cents: -35_738, text: 'transfer to a supplier' };
const FEE: Row = { id: 'TX-1', cents: -1_135, text: 'fee of the transfer' };

suite('a transfer and its fee with one id of the bank', () => {
  test('are two lines, and the second one is marked', async () => {
    const account = await newAccount();
    const first = await load(account, [TRANSFER, FEE]);
    assert.deepEqual([first.imported, first.duplicate, first.bank_id_shared], [2, 0, 1]);
    assert.equal(first.accounts[0]?.out_cents, 36_873);
    const lines = await stored(account);
    assert.deepEqual(
      lines.map((line) => [line.amount_cents, line.bank_id, line.bank_id_shared]),
      [
        [-35_738, 'TX-1', false],
        [-1_135, 'TX-1', true],
      ],
    );
    assert.deepEqual(
      first.lines.map((line) => [line.line, line.amount_cents, line.bank_id_shared]),
      [
        [2, -35_738, false],
        [3, -1_135, true],
      ],
    );
  });

  test('come again in any order and in parts, and nothing changes', async () => {
    const account = await newAccount();
    await load(account, [TRANSFER, FEE]);
    for (const again of [[TRANSFER, FEE], [FEE, TRANSFER], [FEE], [TRANSFER]]) {
      const result = await load(account, again);
      assert.deepEqual([result.imported, result.duplicate], [0, again.length]);
      assert.equal(result.bank_id_shared, 0);
      // A duplicate shows its own amount, not that of the other line.
      assert.deepEqual(
        result.lines.map((line) => line.amount_cents),
        again.map((row) => row.cents),
      );
    }
    assert.deepEqual(await amounts(account), [-35_738, -1_135]);
  });

  test('are shown by a preview as the import then takes them', async () => {
    const account = await newAccount();
    const rows = [TRANSFER, FEE, TRANSFER, { ...FEE, cents: 50 }];
    const short = ({ lines }: Awaited<ReturnType<typeof load>>) =>
      lines.map(({ line, status, reason, bank_id_shared }) => [
        line,
        status,
        reason,
        bank_id_shared,
      ]);
    const preview = await load(account, rows, 'true');
    assert.deepEqual(await stored(account), []);
    assert.deepEqual(short(await load(account, rows)), short(preview));
  });
});

suite('lines with equal id, amount and day', () => {
  const TWIN: Row = { id: 'TX-2', cents: 700 };

  test('of one file are several; without balances a person decides about the further ones', async () => {
    // A currency of this test's own, so that the pay-in gets this account.
    const account = await makeAccount(app, 'iban', 'CHF', testIban(6_998));
    const merchant = await makeMerchant(app, { balance_currency: 'CHF' });
    const fields = { amount_currency: 'CHF', type: 'iban', amount_cents: 700 };
    const order = await scene.newPayin(app, merchant, fields);
    const result = await load(account, [TWIN, TWIN]);
    assert.deepEqual(
      result.lines.map((line) => [line.status, line.reason, line.bank_id_shared]),
      [
        ['matched', 'account_amount_time', false],
        ['suspense', 'repeated_id', true],
      ],
    );
    assert.equal(result.lines[0]?.trade_id, order.id);
    const again = await load(account, [TWIN, TWIN]);
    assert.deepEqual([again.imported, again.duplicate], [0, 2]);
    assert.equal((await load(account, [TWIN, TWIN, TWIN])).imported, 1);
  });

  test('need no person if the balances count them', async () => {
    const iban = testIban(6_997);
    await makeAccount(app, 'iban', 'EUR', iban);
    const body = camtWithBalances(
      iban,
      [1, 2].map(() => ({ ...TWIN, day: TODAY })),
    );
    const { lines } = accepted(await importStatement(app, OPERATOR, { body }));
    assert.deepEqual(
      lines.map((line) => [line.reason, line.bank_id_shared]),
      [
        ['no_candidate', false],
        ['no_candidate', true],
      ],
    );
  });

  test('are several payments if their UTRs differ, in one file or in two', async () => {
    const account = await newAccount();
    const [a, b, c, d] = ['A', 'B', 'C', 'D'].map((name) => ({
      ...TWIN,
      utr: `${name}UTR00001234`,
    }));
    assert.ok(a && b && c && d);
    const one_file = await load(account, [a, b, c]);
    assert.deepEqual(
      one_file.lines.map((line) => [line.utr, line.reason]),
      [a, b, c].map(({ utr }) => [utr, 'no_candidate']),
    );
    const later = await load(account, [d]);
    assert.deepEqual(
      later.lines.map((line) => [line.reason, line.bank_id_shared]),
      [['repeated_id', true]],
    );
    const again = await load(account, [d, c, b, a]);
    assert.deepEqual([again.imported, again.duplicate], [0, 4]);
    assert.equal(again.lines[0]?.utr, d.utr);
  });

  test('whose text the bank changed are one line', async () => {
    const account = await newAccount();
    await load(account, [TWIN]);
    const result = await load(account, [
      { ...TWIN, text: 'with more details', utr: 'LATER0001234' },
    ]);
    assert.deepEqual([result.imported, result.duplicate], [0, 1]);
  });
});

test('one id on several days is several lines; a person looks if the second came alone', async () => {
  const account = await newAccount();
  const [first, second]: Row[] = [
    { id: 'MANDATE', cents: 900, day: YESTERDAY },
    { id: 'MANDATE', cents: 900, day: TODAY },
  ];
  assert.ok(first && second);
  const both = await load(account, [first, second]);
  assert.deepEqual(
    both.lines.map((line) => line.reason),
    ['no_candidate', 'no_candidate'],
  );
  const other = await newAccount();
  await load(other, [first]);
  const alone = await load(other, [second]);
  assert.deepEqual(
    alone.lines.map((line) => [line.reason, line.bank_id_shared]),
    [['repeated_id', true]],
  );
  for (const account_id of [account, other]) {
    assert.equal((await load(account_id, [second, first])).duplicate, 2);
    assert.deepEqual(await amounts(account_id), [900, 900]);
  }
});

test('any order and repetition of files leaves each real line once', async () => {
  const row = fc.record({
    id: fc.constantFrom('A', 'B'),
    cents: fc.constantFrom(1, 2, -1),
    utr: fc.constantFrom('', 'FIRST0001234', 'OTHER0001234'),
  });
  const days = fc.tuple(
    fc.array(row, { minLength: 1, maxLength: 5 }),
    fc.array(row, { minLength: 1, maxLength: 5 }),
  );
  const repeats = fc.array(fc.tuple(fc.nat(1), fc.boolean()), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(days, repeats, async ([one, two], order) => {
      // What only one of two equal lines tells is no difference: a day gives an id its UTR or not.
      const files = [one, two].map((rows, index) =>
        rows.map((given) => ({
          ...given,
          utr: given.id === 'A' ? given.utr || 'FIRST0001234' : '',
          day: index === 0 ? YESTERDAY : TODAY,
        })),
      );
      const account = await newAccount();
      for (const [index, is_reversed] of [...order, [0, false], [1, true]] as const) {
        const rows = files[index] ?? [];
        await load(account, is_reversed ? rows.toReversed() : rows);
      }
      const expected = files.flat().map((given) => given.cents);
      assert.deepEqual(
        await amounts(account),
        expected.sort((a, b) => a - b),
      );
    }),
    { numRuns: 25 },
  );
});
