// Signed proofs: each continues the one before, damaged books are never signed, and missing entries
// of a signed day are reported.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { verifyProof } from '../../../sdk/verify-proof.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { createDailyProof } from '../../../server/app/proof/daily-proof.ts';
import { makeProof } from '../../../server/app/proof/make-proof.ts';
import { makeProofNow } from '../../../server/app/proof/make-proof-now.ts';
import { listProofKeys } from '../../../server/app/proof/proof-keys.ts';
import {
  getOwnProof,
  getWholeProof,
  listAllProofs,
  listOwnEntries,
  listOwnProofs,
} from '../../../server/app/proof/show-proofs.ts';
import { setToNoon, setToNoonAfter } from '../../support/noon.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  refusedWith,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { cut, problemsAfter, rewritten, Undo } from './damage.ts';

const ACTOR = { role: 'service', id: null } as const;

let service: TestApp;
let app: OpenApp;
let merchant: TestMerchant;
let stranger: TestMerchant;
let public_key: string;
before(async () => {
  service = await openTestApp();
  app = service.app;
  setToNoon(app);
  merchant = await makeMerchant(app);
  stranger = await makeMerchant(app);
  const account = await scene.makeAccount(app, 'INR');
  await scene.fund(app, merchant.merchant_id, 10_000);
  await scene.newPayin(app, merchant, { amount_cents: 500 });
  await scene.feed(app, account, [{ amount_cents: 500 }, { amount_cents: 77 }]);
  public_key = (await listProofKeys(app)).keys[0]?.public_key ?? '';
  assert.equal((await makeProof(app, ACTOR)).kind, 'made');
  setToNoonAfter(1, app);
  await scene.newPayout(app, merchant, 600);
  assert.equal((await makeProof(app, ACTOR)).kind, 'made');
  // Only the tables' owner can: an insider with more rights than the service uses.
  await service.allowChanges('ledger_entries', 'proofs', 'proof_heads', 'proof_keys');
});
after(async () => {
  await service.stop();
});

const ownPath = (day: string) => ({ merchant_id: merchant.merchant_id, day });

async function ownEntries(after_number = 0) {
  const { merchant_id, caller } = merchant;
  const query = { after: String(after_number), limit: '200' };
  return accepted(await listOwnEntries(app, caller, merchant_id, query)).data;
}

suite('a proof', () => {
  test('of one day is made once, whoever asks', async () => {
    const again = await Promise.all([makeProof(app, ACTOR), makeProofNow(app, OPERATOR)]);
    assert.deepEqual([again[0]?.kind, again[1]?.outcome], ['found', 'found']);
    assert.equal(accepted(await listAllProofs(app, {})).data.length, 2);
  });

  test('is made by two processes at once without a fork', async () => {
    const other = await service.another();
    setToNoonAfter(2, app, other);
    const made = await Promise.all([makeProof(app, ACTOR), makeProof(other, ACTOR)]);
    assert.deepEqual(made.map(({ kind }) => kind).sort(), ['found', 'made']);
    assert.deepEqual(await problemsAfter(app), []);
  });

  test('shows a merchant its own book and nobody else’s, and holds offline', async () => {
    const proof = accepted(await getOwnProof(app, merchant.caller, ownPath('latest')));
    const texts = JSON.stringify(proof);
    assert.ok(!texts.includes(stranger.merchant_id) && !texts.includes('totals'));
    const check = await verifyProof(proof, public_key, { entries: await ownEntries() });
    assert.ok(check.ok, JSON.stringify(check));
    assert.equal(check.heads[0]?.book, merchant.merchant_id);
    assert.equal(check.entries, 3);
  });

  test('goes on from the one before, and the entries between the two suffice', async () => {
    const { merchant_id, caller } = merchant;
    const days = accepted(await listOwnProofs(app, caller, merchant_id, {})).data;
    const [newest, , oldest] = days.map((one) => one.day);
    assert.equal(days.length, 3);
    const proof = accepted(await getOwnProof(app, caller, ownPath(newest ?? '')));
    const earlier = accepted(await getOwnProof(app, caller, ownPath(oldest ?? '')));
    const { number } = JSON.parse(earlier.leaf);
    const entries = await ownEntries(number);
    const check = await verifyProof(proof, public_key, { entries, earlier });
    assert.ok(check.ok, JSON.stringify(check));
    assert.ok(check.entries > 0 && check.entries < 3);
  });

  test('is whole for operators: all books, whose sums are the totals', async () => {
    const check = await verifyProof(accepted(await getWholeProof(app, 'latest')), public_key);
    assert.ok(check.ok, JSON.stringify(check));
    assert.equal(check.totals?.books, 3);
    assert.deepEqual(check.heads.map((head) => head.book).sort(), [
      ...[merchant.merchant_id, stranger.merchant_id].sort(),
      'house',
    ]);
  });

  test('of another merchant, of no day and of a day without one are not there', async () => {
    const { merchant_id } = merchant;
    for (const answer of [
      await getOwnProof(app, stranger.caller, ownPath('latest')),
      await listOwnProofs(app, stranger.caller, merchant_id, {}),
      await listOwnEntries(app, stranger.caller, merchant_id, {}),
      await getOwnProof(app, merchant.caller, ownPath('2020-02-02')),
      await getOwnProof(app, merchant.caller, ownPath('2020-02-31')),
      await getWholeProof(app, "2020-01-01' or '1'='1"),
    ]) {
      assert.equal(refusedWith(answer).code, 'not_found');
    }
  });
});

test('the daily job signs once a day, and tells what it refuses to sign', async () => {
  const counted: unknown[] = [];
  const errors: object[] = [];
  const log = { ...app.log, error: (fields: object) => void errors.push(fields) };
  const prove = createDailyProof({
    ...app,
    log,
    count: (name, labels) => void counted.push([name, labels]),
  });
  assert.equal(await prove(), 0);
  setToNoonAfter(3, app);
  assert.equal(await prove(), 1);
  assert.equal(await prove(), 0);
  const { db } = app.store;
  const undone = db.transaction(async (tx) => {
    await tx.query(
      '',
      `update ledger_accounts set balance_cents = 1 where account = 'blocked'`,
      [],
    );
    app.store.db = {
      ...db,
      query: tx.query,
      transaction: (work) =>
        work({
          ...tx,
          query: (name, text, values) =>
            name === 'snapshot' ? Promise.resolve([]) : tx.query(name, text, values),
        }),
    };
    setToNoonAfter(4, app);
    assert.equal(await prove(), 0);
    // Not again before an hour has passed.
    assert.equal(await prove(), 0);
    throw new Undo();
  });
  await assert.rejects(undone, Undo);
  app.store.db = db;
  assert.deepEqual(counted, [
    ['proofs', { outcome: 'signed' }],
    ['proofs', { outcome: 'refused' }],
  ]);
  assert.match(JSON.stringify(errors), /blocked INR: balance 1, postings 600/);
});

suite('verify finds', () => {
  const ours = () => `merchant_id = '${merchant.merchant_id}'`;
  const cases: [name: string, changes: () => string[], named: RegExp][] = [
    [
      'a statement changed',
      () => [
        `update proofs set statement = replace(statement, '"number":1', '"number": 1')
        where proof_number = 1`,
      ],
      /proof 1: the signature was not made by its key/,
    ],
    [
      'a statement changed together with its hash and the link of the next',
      () => [
        `update proofs set statement = replace(statement, '"number":1', '"number": 1')
         where proof_number = 1`,
        `update proofs set proof_hash = sha256(convert_to(statement, 'UTF8'))
         where proof_number = 1`,
      ],
      /proof 2: it does not follow from the proof before/,
    ],
    [
      'a forged signature',
      () => ['update proofs set signature = sha512(signature) where proof_number = 2'],
      /proof 2: the signature was not made by its key/,
    ],
    [
      'a published key exchanged',
      () => ['update proof_keys set public_key = sha256(public_key)'],
      /proof key 1: the published key does not belong to the private key/,
    ],
    [
      'a signing key exchanged',
      () => [
        'update proof_keys set private_key = set_byte(private_key, 39, get_byte(private_key, 39) # 1)',
      ],
      /proof key 1: the private key cannot be decrypted/,
    ],
    [
      'a head changed',
      () => [
        `update proof_heads set head = replace(head, '600', '1') where ${ours()}
        and proof_number = 2`,
      ],
      /proof 2: the head of \S+ differs from the signed one/,
    ],
    [
      'a head removed',
      () => [`delete from proof_heads where ${ours()} and proof_number = 1`],
      /proof 1: 3 heads were signed, 2 are stored/,
    ],
    [
      'the totals changed',
      () => [
        `update proofs set totals = replace(totals, '"books":3', '"books":2')
        where proof_number = 1`,
      ],
      /proof 1: the totals differ from the signed ones/,
    ],
    [
      'a proof removed from the middle',
      () => ['delete from proofs where proof_number = 2'],
      /proof 3: a proof is missing before it/,
    ],
    [
      'the last proof removed',
      () => ['delete from proofs where proof_number = (select max(proof_number) from proofs)'],
      /proof 4 was signed on record, and is gone/,
    ],
    [
      'no JSON where a statement was',
      () => [`update proofs set statement = '{' where proof_number = 1`],
      /proof 1: it cannot be read/,
    ],
  ];
  for (const [name, changes, named] of cases) {
    test(name, async () => {
      assert.match((await problemsAfter(app, ...changes())).join('\n'), named);
    });
  }

  test('a chain that was written anew as a whole, with heads and balances that fit', async () => {
    const problems = await problemsAfter(app, ...rewritten(ours()));
    // Within itself the chain is right: only what was signed shows the change.
    assert.ok(!problems.some((problem) => /entry [12]:/.test(problem)), problems.join('\n'));
    assert.match(problems.join('\n'), /proof 1 says 2 entries, there are 2 with another hash/);
    assert.match(problems.join('\n'), /proof 1 was signed over entry 2, which is now another/);
  });

  test('a tail that was cut off cleanly, with head and balances', async () => {
    const problems = await problemsAfter(app, ...cut(ours()));
    assert.match(problems.join('\n'), /was signed over entry 3, which is now gone/);
  });
});
