// The check of the books goes on from the last signed proof, or reads everything, proof by proof; a
// full check that was interrupted goes on where it was.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { makeProof } from '../../../server/app/proof/make-proof.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import type { VerifyStep } from '../../../server/app/proof/verify-tail.ts';
import { GAP_NAMES } from '../../../server/store/proof/book-gaps.ts';
import { RECENT_GAP_NAMES } from '../../../server/store/proof/recent-gaps.ts';
import { setToNoon, setToNoonAfter } from '../../support/noon.ts';
import {
  makeMerchant,
  openTestApp,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

const ACTOR = { role: 'service', id: null } as const;
const SINCE = { is_full: false };

let service: TestApp;
let app: OpenApp;
let merchant: TestMerchant;
let account: string;
before(async () => {
  service = await openTestApp();
  app = service.app;
  setToNoon(app);
  merchant = await makeMerchant(app);
  account = await scene.makeAccount(app, 'INR');
  await service.allowChanges('ledger_entries', 'audit_entries', 'proofs');
});
after(() => service.stop());

const ours = () => `merchant_id = '${merchant.merchant_id}'`;

async function trade(amount_cents: number) {
  await scene.newPayin(app, merchant, { amount_cents });
  await scene.feed(app, account, [{ amount_cents }]);
  await scene.newPayout(app, merchant, 7);
}

const sql = (text: string) => scene.sql(app, text);
const whole = (tell?: (step: VerifyStep) => void) => verifyBooks(app, tell, { is_full: true });

/** Changes rows, looks, and changes them back. */
async function whileChanged<Value>(there: string, back: string, look: () => Promise<Value>) {
  await sql(there);
  try {
    return await look();
  } finally {
    await sql(back);
  }
}

test('without a proof everything is read, whatever was asked', async () => {
  await scene.fund(app, merchant.merchant_id, 10_000);
  await trade(500);
  const check = await verifyBooks(app, undefined, SINCE);
  assert.deepEqual(check.problems, []);
  assert.equal(check.since, null);
  assert.deepEqual(check.not_checked, []);
  assert.ok(check.entries > 4);
});

suite('with proofs', () => {
  let first_entries = 0;
  before(async () => {
    assert.equal((await makeProof(app, ACTOR)).kind, 'made');
    first_entries = (await whole()).entries;
    setToNoonAfter(1, app);
    await trade(600);
    assert.equal((await makeProof(app, ACTOR)).kind, 'made');
    setToNoonAfter(2, app);
    await trade(700);
  });

  test('only what came after the last one is read, and the rest is named', async () => {
    const [full, since] = [await whole(), await verifyBooks(app, undefined, SINCE)];
    assert.deepEqual([...full.problems, ...since.problems], []);
    assert.deepEqual([full.since, full.not_checked, full.proofs], [null, [], 2]);
    assert.equal(since.proofs, 1);
    assert.equal(since.books, full.books);
    assert.ok(since.entries > 0 && since.entries < full.entries - first_entries);
    assert.ok(since.audit_entries < full.audit_entries);
    assert.match(since.not_checked.join('\n'), new RegExp(`up to the proof of ${since.since}`));
    const steps: string[] = [];
    await verifyBooks(app, ({ step }) => void steps.push(step), SINCE);
    assert.deepEqual(
      steps.filter((step) => GAP_NAMES.some((name) => name === step)).toSorted(),
      RECENT_GAP_NAMES.toSorted(),
    );
  });

  test('both find what is wrong since then; only the full check what is wrong before', async () => {
    const changed = (number: string) => [
      `update ledger_entries set act = 'adjustment' || act where ${ours()}
       and entry_number = ${number}`,
      `update ledger_entries set act = substring(act from 11) where ${ours()}
       and entry_number = ${number}`,
    ];
    const checks = async () => ({
      full: await whole(),
      since: await verifyBooks(app, undefined, SINCE),
    });
    const last = `(select max(entry_number) from ledger_entries where ${ours()})`;
    const [there = '', back = ''] = changed(last);
    const late = await whileChanged(there, back, checks);
    assert.match(late.full.problems.join('\n'), /the chain is broken/);
    assert.match(late.since.problems.join('\n'), /the chain is broken/);
    const [there_2 = '', back_2 = ''] = changed('2');
    const early = await whileChanged(there_2, back_2, checks);
    assert.match(early.full.problems.join('\n'), /entry 2: the chain is broken/);
    assert.deepEqual(early.since.problems, []);
  });

  test('a trade that was touched since is compared with its events and entries', async () => {
    const [row] = await scene.sql<{ trade_id: string }>(
      app,
      `select trade_id from trades where direction = 'payin' order by trade_id desc limit 1`,
    );
    const set = (by: number) =>
      `update trades set fee_cents = fee_cents + ${by} where trade_id = '${row?.trade_id}'`;
    const check = await whileChanged(set(1), set(-1), () => verifyBooks(app, undefined, SINCE));
    assert.match(check.problems.join('\n'), /its last event says something else about fee_cents/);
  });

  test('a balance and the last proof itself are always checked', async () => {
    const move = (by: number) => `update ledger_accounts set balance_cents = balance_cents + ${by}
      where ${ours()} and account = 'available'`;
    const balance = await whileChanged(move(1), move(-1), () => verifyBooks(app, undefined, SINCE));
    assert.match(balance.problems.join('\n'), /available INR: balance/);
    const books = (from: number, to: number) => `update proofs
      set totals = replace(totals, '"books":${from}', '"books":${to}') where proof_number = 2`;
    const proof = await whileChanged(books(2, 3), books(3, 2), () =>
      verifyBooks(app, undefined, SINCE),
    );
    assert.match(proof.problems.join('\n'), /proof 2: the totals differ from the signed ones/);
  });

  test('the audit trail that a proof has signed cannot be written anew', async () => {
    const [entry] = await scene.sql<{ number: bigint }>(
      app,
      'select min(number) as number from audit_entries',
    );
    const set = (by: number) =>
      `update audit_entries set at = at + interval '${by} seconds' where number = ${entry?.number}`;
    const check = await whileChanged(set(1), set(-1), () => whole());
    assert.match(check.problems.join('\n'), /audit entry 1: the chain is broken/);
  });
});

test('a check of a part does not end the failure that a full check has found', async () => {
  const failing = async () => {
    const [row] = await scene.sql<{ is_failing: boolean }>(
      app,
      `select failing_since is not null as is_failing from book_checks where source = 'verify'`,
    );
    return row?.is_failing;
  };
  const set = (by: number) =>
    `update audit_entries set at = at + interval '${by} seconds' where number = 1`;
  await whileChanged(set(1), set(-1), async () => {
    assert.equal((await whole()).ok, false);
    assert.equal((await verifyBooks(app, undefined, SINCE)).ok, true);
  });
  assert.equal(await failing(), true);
  await whole();
  assert.equal(await failing(), false);
});

class Interrupted extends Error {}

/** Ends the check when it begins to compare tables: all proofs have been read then. */
const interrupt = () =>
  assert.rejects(
    whole(({ step }) => {
      if (step !== 'entries') throw new Interrupted();
    }),
    Interrupted,
  );

const position = () => scene.sql<{ proof_number: bigint }>(app, 'select * from verify_positions');

suite('a full check that was interrupted', () => {
  test('goes on after the last proof that was read, and says so', async () => {
    const { entries } = await whole();
    assert.deepEqual(await position(), []);
    await interrupt();
    assert.deepEqual(
      (await position()).map(({ proof_number }) => Number(proof_number)),
      [2],
    );
    const read: number[] = [];
    const check = await whole(({ step, done }) => {
      if (step === 'entries') read.push(done);
    });
    assert.deepEqual(check.problems, []);
    assert.equal(check.entries, entries);
    assert.ok(check.resumed_from !== null);
    assert.match(check.not_checked.join('\n'), /nothing was read again/);
    assert.ok(Math.min(...read) > 0);
    assert.deepEqual(await position(), []);
  });

  test('begins anew if that is asked, or if somebody else wrote where it goes on', async () => {
    await interrupt();
    const anew = await verifyBooks(app, undefined, { is_full: true, is_anew: true });
    assert.equal(anew.resumed_from, null);
    await interrupt();
    await sql('update verify_positions set entries = entries + 1');
    assert.equal((await whole()).resumed_from, null);
    await interrupt();
    await sql(`update verify_positions set started_at = started_at + interval '1 second'`);
    assert.equal((await whole()).resumed_from, null);
  });

  test('does not go past a part with a problem', async () => {
    const set = (by: number) => `update audit_entries set at = at + interval '${by} seconds'
      where number = 1`;
    await whileChanged(set(1), set(-1), interrupt);
    assert.deepEqual(await position(), []);
    assert.deepEqual((await whole()).problems, []);
  });
});
