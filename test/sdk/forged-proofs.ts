// Forged proofs: what somebody could change in a document, and the problem that names it.
import { generateKeyPairSync, sign } from 'node:crypto';
import type { ProofEntry } from '../../sdk/proof/proof-document.ts';
import type { ProofOptions } from '../../sdk/verify-proof.ts';
import { sha256Hex } from '../../server/app/process/ids.ts';
import { leafHash } from '../../server/domain/proof/proof-tree.ts';
import { entries, KEY, own, own_before, whole, whole_before } from './golden-proofs.ts';

type Forged = [
  name: string,
  problem: string,
  make: () => { document: unknown; public_key?: string; options?: ProofOptions },
];

const changed = <Value extends object>(value: Value, patch: Partial<Value>) => ({
  document: { ...value, ...patch },
});

/** The first entry with this change, the others as they are. */
function withEntry(place: number, patch: Partial<ProofEntry>): ProofOptions {
  return { entries: entries().with(place, { ...(entries()[place] as ProofEntry), ...patch }) };
}

function resigned(statement: string): { document: unknown; public_key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const signature = sign(null, Buffer.from(statement), privateKey).toString('base64url');
  return { document: { ...own(), statement, signature, public_key: x }, public_key: x };
}

export const FORGED: readonly Forged[] = [
  ['nothing', 'malformed', () => ({ document: null })],
  ['something else', 'malformed', () => ({ document: { ...own(), path: 'up' } })],
  ['own and whole at once', 'malformed', () => ({ document: { ...own(), ...whole() } })],
  ['a signature that is too short', 'malformed', () => changed(own(), { signature: 'AAAA' })],
  ['a signature in another alphabet', 'malformed', () => changed(own(), { signature: '++//' })],
  [
    'a key that is none',
    'malformed',
    () => ({
      document: { ...own(), public_key: 'AAAA' },
      public_key: 'AAAA',
    }),
  ],
  ['a document of another key', 'other_key', () => resignedFor(own().statement)],
  ['another signature', 'signature', () => changed(own(), { signature: own_before().signature })],
  [
    'a statement with another day',
    'signature',
    () => changed(own(), { statement: own().statement.replace(/"day":"\d{4}/, '"day":"2001') }),
  ],
  ['a statement that is no JSON', 'malformed', () => resigned('{')],
  ['a statement of something else', 'malformed', () => resigned('{"document":"invoice"}')],
  [
    'a statement of a later version',
    'malformed',
    () => resigned(own().statement.replace('"version":1', '"version":2')),
  ],
  [
    'a statement that lacks something',
    'malformed',
    () => resigned('{"document":"payment-orders/proof","version":1}'),
  ],
  [
    'a leaf with another balance',
    'not_included',
    () => changed(own(), { leaf: own().leaf.replace('6000', '6001') }),
  ],
  ['the leaf of another day', 'not_included', () => changed(own(), { leaf: own_before().leaf })],
  ['a path with a step less', 'not_included', () => changed(own(), { path: own().path.slice(1) })],
  [
    'a path with another side',
    'not_included',
    () =>
      changed(own(), {
        path: own().path.map((step) => ({
          ...step,
          side: step.side === 'left' ? ('right' as const) : ('left' as const),
        })),
      }),
  ],
  [
    'a book left out',
    'not_included',
    () => changed(whole(), { leaves: whole().leaves.slice(0, -1) }),
  ],
  [
    'an entry left out',
    'chain',
    () => ({
      document: own(),
      options: { entries: entries().toSpliced(1, 1) },
    }),
  ],
  [
    'the last entries left out',
    'chain',
    () => ({
      document: own(),
      options: { entries: entries().slice(0, -1) },
    }),
  ],
  [
    'an entry of another book',
    'chain',
    () => ({
      document: own(),
      options: withEntry(0, { book: '00000000-0000-7000-8000-000000000000' }),
    }),
  ],
  ['another act', 'chain', () => ({ document: own(), options: withEntry(1, { act: 'gift' }) })],
  [
    'another time',
    'chain',
    () => ({
      document: own(),
      options: withEntry(1, { entered_at: '2020-01-01T00:00:00.000Z' }),
    }),
  ],
  [
    'something that is no entry',
    'malformed',
    () => ({
      document: own(),
      options: { entries: [{ number: 1 } as ProofEntry] },
    }),
  ],
  [
    'an entry that does not sum to zero',
    'unbalanced',
    () => {
      const [first] = entries();
      const postings = (first?.postings ?? []).map((leg) => ({ ...leg, amount_cents: 5 }));
      return { document: own(), options: withEntry(0, { postings }) };
    },
  ],
  [
    'an earlier document that is later',
    'earlier',
    () => ({
      document: own_before(),
      options: { earlier: own() },
    }),
  ],
  [
    'an earlier document of another key',
    'other_key',
    () => ({
      document: own(),
      options: { earlier: resigned(own_before().statement).document },
    }),
  ],
  [
    'an earlier document of somebody else',
    'earlier',
    () => ({
      document: own(),
      options: { earlier: whole_before() },
    }),
  ],
  [
    'entries for the whole',
    'malformed',
    () => ({
      document: whole(),
      options: { entries: entries() },
    }),
  ],
];

/** Signed by somebody, and checked with the service’s key. */
function resignedFor(statement: string) {
  const { document } = resigned(statement);
  return { document, public_key: KEY };
}

/** What a dishonest service could sign: every amount is another, and all hashes follow. */
export function forgedChain() {
  let previous = '0'.repeat(64);
  const sums = new Map<string, bigint>();
  const forged = entries().map((entry) => {
    const postings = entry.postings.map((leg) => ({ ...leg, amount_cents: 2 * leg.amount_cents }));
    for (const leg of postings) {
      const key = `${leg.account}/${leg.currency}`;
      sums.set(key, (sums.get(key) ?? 0n) + BigInt(leg.amount_cents));
    }
    const hash = sha256Hex(
      JSON.stringify([
        previous,
        entry.book,
        String(entry.number),
        entry.act,
        entry.trade_id,
        entry.bank_line_id,
        entry.adjustment_id,
        Date.parse(entry.entered_at),
        postings.map((leg) => [leg.account, leg.currency, String(leg.amount_cents)]),
      ]),
    );
    previous = hash;
    return { ...entry, postings, hash };
  });
  const balances = [...sums].map(([key, sum]) => {
    const [account, currency] = key.split('/');
    return { account, currency, balance_cents: String(sum) };
  });
  const book = entries()[0]?.book;
  const leaf = JSON.stringify({ book, number: forged.length, hash: previous, balances });
  const root = leafHash(leaf, sha256Hex);
  const statement = own().statement.replace(/"root":"\w+"/, `"root":"${root}"`);
  const { document, public_key } = resigned(statement);
  return { document: { ...(document as object), leaf, path: [] }, public_key, entries: forged };
}
