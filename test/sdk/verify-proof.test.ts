// The offline check of signed proofs, on documents that a service has made: what holds, and every
// forgery by its name.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { rootFromPath, rootOfLeaves } from '../../sdk/proof/proof-tree.ts';
import { verifyProof } from '../../sdk/verify-proof.ts';
import { sha256Hex } from '../../server/app/process/ids.ts';
import { leafHash, treeLevels, treePath, treeRoot } from '../../server/domain/proof/proof-tree.ts';
import { fc } from '../support/property.ts';
import { FORGED, forgedChain } from './forged-proofs.ts';
import { entries, KEY, own, own_before, whole, whole_before } from './golden-proofs.ts';

suite('what a service has signed holds', () => {
  test('a merchant’s own document alone', async () => {
    const check = await verifyProof(own(), KEY);
    assert.ok(check.ok);
    assert.equal(check.statement.number, 2);
    assert.equal(check.heads.length, 1);
    assert.equal(check.totals, null);
    assert.equal(check.entries, 0);
  });

  test('with its entries from the first', async () => {
    const check = await verifyProof(own(), KEY, { entries: entries() });
    assert.ok(check.ok, JSON.stringify(check));
    assert.equal(check.entries, entries().length);
  });

  test('of an earlier day, with entries of later days behind', async () => {
    const check = await verifyProof(own_before(), KEY, { entries: entries() });
    assert.ok(check.ok && check.entries === entries().length - 1, JSON.stringify(check));
  });

  test('with the document before, and the entries since, which come page by page', async () => {
    async function* since() {
      for (const entry of entries().slice(-1)) yield await Promise.resolve(entry);
    }
    const check = await verifyProof(own(), KEY, { earlier: own_before(), entries: since() });
    assert.ok(check.ok, JSON.stringify(check));
    assert.equal(check.entries, 1);
  });

  test('the whole, whose totals are the sums of the books', async () => {
    const check = await verifyProof(whole(), KEY, { earlier: whole_before() });
    assert.ok(check.ok, JSON.stringify(check));
    assert.equal(check.heads.length, check.totals?.books);
    assert.ok(check.totals?.balances.some(({ account }) => account === 'suspense'));
  });
});

suite('keys that followed one another', () => {
  const OTHER = { public_key: 'A'.repeat(43) };
  const takenAt = (): string => JSON.parse(own().statement).taken_at;

  test('are asked for the one that the document names', async () => {
    const keys = [OTHER, { public_key: KEY }, OTHER];
    const check = await verifyProof(own(), keys, { earlier: own_before() });
    assert.ok(check.ok, JSON.stringify(check));
    const without = await verifyProof(own(), [OTHER]);
    assert.equal(without.ok ? 'ok' : without.problem, 'other_key');
    const none = await verifyProof(own(), []);
    assert.equal(none.ok ? 'ok' : none.problem, 'other_key');
  });

  test('sign until their end, and nothing after it', async () => {
    const ended = (ended_at: string | null) => [{ public_key: KEY, ended_at }];
    const earlier = new Date(Date.parse(takenAt()) - 1).toISOString();
    for (const [ended_at, expected] of [
      [null, 'ok'],
      [takenAt(), 'ok'],
      [earlier, 'ended_key'],
      ['no time', 'ended_key'],
    ] as const) {
      const check = await verifyProof(own(), ended(ended_at));
      assert.equal(check.ok ? 'ok' : check.problem, expected, String(ended_at));
    }
  });
});

suite('what somebody forged is named', () => {
  for (const [name, problem, make] of FORGED) {
    test(`${name}: ${problem}`, async () => {
      const { document, public_key = KEY, options } = make();
      const check = await verifyProof(document, public_key, options);
      assert.equal(check.ok ? 'ok' : check.problem, problem, JSON.stringify(check));
      assert.ok(check.ok || check.detail.length > 5);
    });
  }

  test('an entry that was changed is named by its number', async () => {
    const changed = entries().map((entry) => ({
      ...entry,
      act: entry.number === 2 ? 'x' : entry.act,
    }));
    const check = await verifyProof(own(), KEY, { entries: changed });
    assert.match(check.ok ? '' : check.detail, /^Entry 2 differs/);
  });

  test('a whole history written anew: its chain fits itself, and not the kept document', async () => {
    const forged = forgedChain();
    const alone = await verifyProof(forged.document, forged.public_key, {
      entries: forged.entries,
    });
    assert.ok(alone.ok, JSON.stringify(alone));
    const beside = await verifyProof(forged.document, KEY, { entries: forged.entries });
    assert.equal(beside.ok ? 'ok' : beside.problem, 'other_key');
    const kept = await verifyProof(own(), KEY, { entries: forged.entries });
    assert.equal(kept.ok ? 'ok' : kept.problem, 'chain');
  });

  test('what the entries’ source throws is not swallowed', async () => {
    const broken = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('no network')) }),
    };
    await assert.rejects(verifyProof(own(), KEY, { entries: broken }), /no network/);
  });
});

test('service and SDK agree on every tree: each leaf leads to the root, another does not', async () => {
  const leaves = fc.array(fc.string(), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(leaves, fc.nat(), async (texts, number) => {
      const hashes = texts.map((text) => leafHash(text, sha256Hex));
      const root = treeRoot(hashes, sha256Hex);
      const position = number % texts.length;
      const path = treePath(treeLevels(hashes, sha256Hex), position);
      assert.equal(await rootOfLeaves(texts), root);
      assert.equal(await rootFromPath(texts[position] ?? '', path), root);
      assert.notEqual(await rootFromPath(`${texts[position]}!`, path), root);
    }),
    { numRuns: 60 },
  );
});
