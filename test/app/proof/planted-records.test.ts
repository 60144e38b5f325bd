// Somebody with more rights than the service changes a record beside the ledger: verify names the
// very record, whether or not money depends on it.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { resealRows } from '../../../server/app/access/reseal-rows.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { makeProof } from '../../../server/app/proof/make-proof.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { resealKept } from '../../../server/store/encryption/reseal-kept.ts';
import { sealTold } from '../../../server/store/line/sealed-lines.ts';
import { COVERED } from '../../../server/store/proof/record-columns.ts';
import { accepted, openTestApp, type TestApp } from '../../support/test-app.ts';
import { AT_ONCE, openOwner, rotate } from '../access/key-scene.ts';
import * as scene from '../scene.ts';
import { problemsAfter } from './damage.ts';
import { makeHistory } from './planted-history.ts';
import { addRecords } from './planted-parts.ts';

const DAY_MS = 86_400_000;
const ACTOR = { role: 'service', id: null } as const;
const TABLES = [...Object.keys(COVERED), 'bank_line_outcomes', 'ledger_entries', 'proof_digests'];

const resealed = (app: OpenApp, bank_line_id: string): string => {
  const told = {
    text: 'rent for June',
    counterparty_name: 'Ann Other',
    counterparty_number: null,
    end_to_end_id: null,
  };
  return sealTold(app.store.cipher, bank_line_id, told).toString('hex');
};

type Lie = readonly [table: string, set: string, where: string, named: RegExp];

/** Another byte than the present one, whatever that is. */
const OTHER_PAYEE = 'payee = set_byte(payee, 40, get_byte(payee, 40) # 1)';
const OTHER_CLIENT = 'client_id = set_byte(client_id, 33, get_byte(client_id, 33) # 1)';
const OTHER_CONTENT = 'content = set_byte(content, 60, get_byte(content, 60) # 1)';
const OF_RENT = 'amount_cents = 91';
/** Each changes one thing of one row, and the finding names that row. */
const LIES: readonly Lie[] = [
  ['bank_lines', `utr = 'UTR000000092'`, OF_RENT, /bank line $ID: changed/],
  ['bank_lines', `booked_at = booked_at - interval '1 day'`, OF_RENT, /bank line $ID: changed/],
  ['bank_lines', 'booked_exactly = not booked_exactly', OF_RENT, /bank line $ID: changed/],
  ['bank_lines', `sealed = '\\x$RESEALED'`, OF_RENT, /bank line $ID: changed/],
  ['bank_lines', `sealed = '\\x'`, OF_RENT, /bank line $ID: changed/],
  ['bank_line_acts', `note = 'another'`, `act = 'fee'`, /acts on bank line $ID: changed/],
  ['bank_line_acts', 'actor_id = null', `act = 'fee'`, /acts on bank line $ID: changed/],
  ['trades', 'requested_amount_cents = 445', 'amount_cents = 444', /trade $ID: changed/],
  ['trades', 'percent = percent + 1', 'amount_cents = 444', /trade $ID: changed/],
  ['trades', OTHER_CLIENT, 'amount_cents = 444', /trade $ID: changed/],
  ['trades', `client_hash = sha256('x')`, 'amount_cents = 444', /trade $ID: changed/],
  ['trades', OTHER_PAYEE, 'settlement_id is not null', /trade $ID: changed/],
  ['trades', `number_hash = sha256('x')`, 'settlement_id is not null', /trade $ID: changed/],
  ['settlement_accounts', `type = 'iban'`, 'true', /settlement account $ID: changed/],
  ['settlement_accounts', OTHER_PAYEE, 'true', /settlement account $ID: ch/],
  [
    'events',
    `type = 'deposit.failed'`,
    `type = 'deposit.completed'`,
    /event \d+ of merchant $ID: ch/,
  ],
  ['events', `note = 'another'`, 'true', /event \d+ of merchant $ID: changed/],
  [
    'holds',
    `release_at = release_at - interval '1 day'`,
    `kind = 'delay'`,
    /holds of trade $ID: ch/,
  ],
  ['payout_attempts', `end_to_end_id = 'X1'`, 'amount_cents = 610', /attempts of pay-out $ID: ch/],
  ['statements', 'in_cents = in_cents + 1', 'true', /statement $ID: changed/],
  ['statement_balances', 'closing_cents = closing_cents + 1', 'true', /statement $ID: changed/],
  ['payout_files', OTHER_CONTENT, 'true', /pay-out file $ID: changed/],
  ['payout_files', `hash = sha256('x')`, 'true', /pay-out file $ID: changed/],
  ['adjustments', 'amount_cents = amount_cents + 1', 'true', /adjustment $ID: changed/],
  ['adjustments', `reason = 'another'`, 'true', /adjustment $ID: changed/],
];

/** The column whose value names a row of the table. */
const NAMED_BY: Readonly<Record<string, string>> = {
  adjustments: 'adjustment_id',
  bank_line_acts: 'bank_line_id',
  bank_lines: 'bank_line_id',
  events: 'merchant_id',
  holds: 'trade_id',
  payout_attempts: 'trade_id',
  payout_files: 'payout_batch_id',
  settlement_accounts: 'merchant_id',
  statement_balances: 'statement_id',
  statements: 'statement_id',
  trades: 'trade_id',
};

suite('after a proof', () => {
  let service: TestApp;
  let app: OpenApp;
  before(async () => {
    service = await openTestApp();
    app = service.app;
    await makeHistory(app);
    await addRecords(app);
    const made = await makeProof(app, ACTOR);
    assert.deepEqual(made.kind === 'refused' ? made.problems : [], []);
    await service.allowChanges(...TABLES);
  });
  after(() => service.stop());

  async function rowOf(table: string, where: string): Promise<{ id: string; row: string }> {
    const [found] = await scene.sql<{ id: string; row: string }>(
      app,
      `select ${NAMED_BY[table]}::text as id, ctid::text as row from ${table}
       where ${where} order by 1 limit 1`,
    );
    assert.ok(found, `${table} has no row where ${where}`);
    return found;
  }

  const named = (pattern: RegExp, id: string) =>
    new RegExp(pattern.source.replace('$ID', id.replaceAll('-', '\\-')));

  test('sound records prove', async () => {
    assert.deepEqual(await problemsAfter(app), []);
  });

  for (const [table, set, where, pattern] of LIES) {
    test(`${table}: ${set}, where ${where}`, async () => {
      const { id, row } = await rowOf(table, where);
      const text = set.replace('$RESEALED', () => resealed(app, id));
      const problems = await problemsAfter(
        app,
        `update ${table} set ${text} where ctid = '${row}'`,
      );
      assert.match(problems.join('\n'), named(pattern, id));
    });
  }

  const GONE: readonly (readonly [table: string, where: string, named: RegExp])[] = [
    ['bank_lines', OF_RENT, /bank line $ID: changed or gone/],
    ['bank_line_acts', `act = 'fee'`, /acts on bank line $ID: changed or gone/],
    ['adjustments', 'true', /adjustment $ID: changed or gone/],
    ['holds', `kind = 'reserve'`, /holds of trade $ID: changed or gone/],
    ['payout_attempts', 'amount_cents = 610', /attempts of pay-out $ID: changed or gone/],
    ['payout_files', 'true', /pay-out file $ID: changed or gone/],
    ['settlement_accounts', 'true', /settlement account $ID: changed or gone/],
    ['statements', 'true', /statement $ID: changed or gone/],
    ['statement_balances', 'true', /statement $ID: changed or gone/],
  ];
  for (const [table, where, pattern] of GONE) {
    test(`${table}: one row is gone`, async () => {
      const { id, row } = await rowOf(table, where);
      const problems = await problemsAfter(app, `delete from ${table} where ctid = '${row}'`);
      assert.match(problems.join('\n'), named(pattern, id));
    });
  }

  const DIGESTS: readonly (readonly [change: string, named: RegExp])[] = [
    [
      `update proof_digests set digests = set_byte(digests, 9, get_byte(digests, 9) # 1)
       where group_number = (select min(group_number) from proof_digests where digests <> '')`,
      /digests \d+: the chain is broken/,
    ],
    ['delete from proof_digests where group_number = 1', /digests 2: the chain is broken/],
    [
      `delete from proof_digests
       where group_number = (select max(group_number) from proof_digests)`,
      /proof 1: of \d+ digests the last are gone/,
    ],
    ['delete from proof_digests', /proof 1: of \d+ digests the last are gone/],
  ];
  for (const [change, pattern] of DIGESTS) {
    test(`the digests themselves: ${change.replaceAll(/\s+/g, ' ')}`, async () => {
      assert.match((await problemsAfter(app, change)).join('\n'), pattern);
    });
  }

  test('records that are encrypted with another key are the same records', async () => {
    const keyOf = async () =>
      await scene.sql<{ key: string }>(
        app,
        `select encode(substring(sealed for 4), 'hex') as key from bank_lines where ${OF_RENT}`,
      );
    const former = await keyOf();
    accepted(await rotate(app));
    const owner = await openOwner(service);
    await resealKept(owner, Buffer.from(service.master_key), AT_ONCE);
    while ((await resealRows(app, AT_ONCE)) > 0);
    await owner.close();
    assert.notDeepEqual(await keyOf(), former);
    assert.deepEqual((await verifyBooks(app)).problems, []);
  });

  test('the next proof adds what came since, and only that', async () => {
    const count = async () =>
      (
        await scene.sql<{ groups: number; digests: number }>(
          app,
          `select count(*)::int as groups, sum(octet_length(digests) / 21)::int as digests
           from proof_digests`,
        )
      )[0];
    const first = await count();
    app.store.clock_offset_ms = DAY_MS;
    const account = await scene.makeAccount(app, 'EUR');
    await scene.feed(app, account, [{ amount_cents: 5 }]);
    assert.equal((await makeProof(app, ACTOR)).kind, 'made');
    const second = await count();
    // The line. The account and the proof before are only in the audit trail.
    assert.equal((second?.digests ?? 0) - (first?.digests ?? 0), 1);
    assert.deepEqual((await verifyBooks(app)).problems, []);
  });
});
