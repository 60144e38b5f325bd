// A command ends the key that signs the proofs: with both keys the documents of both can be
// checked, and an ended key signs nothing more.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { verifyProof } from '../../../sdk/verify-proof.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { makeProof } from '../../../server/app/proof/make-proof.ts';
import { listProofKeys } from '../../../server/app/proof/proof-keys.ts';
import { rotateProofKey } from '../../../server/app/proof/rotate-proof-key.ts';
import { getOwnProof, getWholeProof } from '../../../server/app/proof/show-proofs.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { readAudit } from '../../../server/store/access/audit.ts';
import { noonDay, setToNoon, setToNoonAfter } from '../../support/noon.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { problemsAfter } from './damage.ts';

const ACTOR = { role: 'service', id: null } as const;

let service: TestApp;
let app: OpenApp;
let merchant: TestMerchant;
let days = 0;
before(async () => {
  service = await openTestApp();
  app = service.app;
  setToNoon(app);
  merchant = await makeMerchant(app);
  await scene.fund(app, merchant.merchant_id, 10_000);
  await sign();
});
after(async () => {
  await service.stop();
});

/** The proof of one further day. */
async function sign() {
  days += 1;
  setToNoonAfter(days, app);
  const made = await makeProof(app, ACTOR);
  assert.ok(made.kind === 'made', made.kind);
  return made.proof;
}

const end = (key_id: unknown, note: unknown = 'Yearly change', of: OpenApp = app) =>
  rotateProofKey(of, OPERATOR, raw({ key_id, note }));

async function keys() {
  return (await listProofKeys(app)).keys;
}

const own = async (day = 'latest') =>
  accepted(await getOwnProof(app, merchant.caller, { merchant_id: merchant.merchant_id, day }));

test('the old key stays listed with its end, and the new one signs', async () => {
  const [first] = await keys();
  assert.deepEqual([first?.key_id, first?.ended_at], [1, null]);
  const rotated = accepted(await end(1));
  assert.equal(rotated.outcome, 'rotated');
  assert.deepEqual([rotated.ended.key_id, rotated.key.key_id], [1, 2]);
  assert.equal(rotated.ended.ended_at, rotated.key.created_at);
  assert.equal(rotated.ended.public_key, first?.public_key);
  assert.deepEqual(await keys(), [rotated.ended, rotated.key]);
  assert.equal((await sign()).key_id, 2);
  assert.deepEqual((await verifyBooks(app)).problems, []);
});

test('it is in the audit trail, with who, why and the new public key', async () => {
  const trail = await readAudit(app.store.db, 0n, 1_000);
  const noted = trail.find(({ action }) => action === 'proof_key_rotated');
  const [, second] = await keys();
  assert.equal(noted?.target, 'proof_keys/2');
  assert.equal(noted?.actor.id, OPERATOR.operator_token_id);
  const { public_key } = second ?? {};
  const detail = { key_id: 2, public_key, ended_key_id: 1, note: 'Yearly change' };
  assert.deepEqual(noted?.detail, detail);
});

test('documents of both keys hold offline with both, the later one from the earlier on', async () => {
  const documents = [await own(), await own(dayOf(-1))] as const;
  const all = await keys();
  const [later, earlier] = documents;
  assert.notEqual(later.public_key, earlier.public_key);
  const check = await verifyProof(later, all, { earlier });
  assert.ok(check.ok, JSON.stringify(check));
  for (const [document, key] of [
    [later, all[1]],
    [earlier, all[0]],
  ] as const) {
    const alone = await verifyProof(document, key?.public_key ?? '');
    assert.ok(alone.ok, JSON.stringify(alone));
  }
  const other = await verifyProof(later, all[0]?.public_key ?? '');
  assert.equal(other.ok ? 'ok' : other.problem, 'other_key');
  const whole = await verifyProof(accepted(await getWholeProof(app, 'latest')), all);
  assert.ok(whole.ok, JSON.stringify(whole));
});

/** This many days after that of the newest proof. */
const dayOf = (distance: number): string => noonDay(days - 1 + distance);

suite('what is asked', () => {
  test('twice ends one key', async () => {
    const count = (await keys()).length;
    const again = accepted(await end(1, 'Once more'));
    assert.deepEqual([again.outcome, again.key.key_id], ['found', 2]);
    assert.equal((await keys()).length, count);
  });

  test('by several at once ends one key, and only that is noted', async () => {
    const signs = (await keys()).at(-1)?.key_id ?? 0;
    const other = await service.another();
    other.store.clock_offset_ms = app.store.clock_offset_ms;
    const all = await Promise.all([app, other, app, other].map((of) => end(signs, 'Now', of)));
    const outcomes = all.map((one) => accepted(one).outcome).sort();
    assert.deepEqual(outcomes, ['found', 'found', 'found', 'rotated']);
    assert.equal((await keys()).length, signs + 1);
    const trail = await readAudit(app.store.db, 0n, 1_000);
    assert.equal(trail.filter(({ action }) => action === 'proof_key_rotated').length, signs);
  });

  test('has to name a key that is there, and why', async () => {
    const fieldsOf = async (key_id: unknown, note: unknown) =>
      (refusedWith(await end(key_id, note)).errors ?? []).map(({ field }) => field);
    assert.deepEqual(await fieldsOf(undefined, null), ['key_id', 'note']);
    assert.deepEqual(await fieldsOf('1', ' '), ['key_id', 'note']);
    assert.deepEqual(await fieldsOf(99, 'Why not'), ['key_id']);
    assert.deepEqual(await fieldsOf(0, 'Why not'), ['key_id']);
  });
});

test('a key that ends while a proof is made does not sign it', async () => {
  const signs = (await keys()).at(-1)?.key_id ?? 0;
  const { db } = app.store;
  let transactions = 0;
  app.store.db = {
    ...db,
    // The first one reads the books; before the second one writes, the key ends.
    transaction: async (work, options) => {
      transactions += 1;
      if (transactions === 2) {
        app.store.db = db;
        assert.equal(accepted(await end(signs)).outcome, 'rotated');
      }
      return await db.transaction(work, options);
    },
  };
  const proof = await sign();
  assert.deepEqual([transactions, proof.key_id], [2, signs + 1]);
  assert.deepEqual((await verifyBooks(app)).problems, []);
  const check = await verifyProof(await own(), await keys());
  assert.ok(check.ok, JSON.stringify(check));
});

suite('verify finds', () => {
  before(async () => {
    // Only the tables' owner can: an insider with more rights than the service uses.
    await service.allowChanges('proof_keys');
  });
  const cases: [name: string, change: string, named: RegExp][] = [
    [
      'a proof that its key signed after its end',
      'update proof_keys set created_at = to_timestamp(0) where key_id = 2',
      /proof 1: its key had ended before/,
    ],
    [
      'a key that is gone before it signed',
      'delete from proof_keys where key_id = 3',
      /proof key 3 was made on record, and is gone/,
    ],
    [
      'a key that is another',
      `update proof_keys k set public_key = o.public_key, private_key = o.private_key
       from proof_keys o where k.key_id = 3 and o.key_id = 2`,
      /proof key 3 was made on record, and is another/,
    ],
  ];
  for (const [name, change, named] of cases) {
    test(name, async () => {
      assert.match((await problemsAfter(app, change)).join('\n'), named);
    });
  }
});
