// What one person did alone: inserted with the act, and added up over the last day under a lock.
import {
  type CountedAct,
  SUM_WINDOW_MS,
  type SumKey,
  type SumKind,
  type Sums,
  sumName,
} from '../../domain/record/counted-act.ts';
import type { ApprovalAct } from '../../domain/record/proposal.ts';
import { type Transaction, timestamp } from '../connection/database.ts';
import { insertRows } from '../connection/rows.ts';
import type { Cipher } from '../encryption/encryption.ts';

const payeeHash = (cipher: Cipher, number: string): Buffer => cipher.lookup(`payee/${number}`);

/** A sum as it is stored: nothing personal in clear. */
type StoredKey = SumKey & { stored: string | Buffer; sum_key: string };

function storedKey(cipher: Cipher, key: SumKey): StoredKey {
  const hash = key.kind === 'payee' ? payeeHash(cipher, key.of) : null;
  const stored = hash ?? key.of;
  const sum_key = `${key.kind}/${hash === null ? key.of : hash.toString('hex')}/${key.currency}`;
  return { ...key, stored, sum_key };
}

const COLUMNS: Readonly<Record<SumKind, { column: string; type: string }>> = {
  person: { column: 'identity_key', type: 'text' },
  payee: { column: 'payee_hash', type: 'bytea' },
  merchant: { column: 'merchant_id', type: 'uuid' },
  account: { column: 'receiving_account_id', type: 'uuid' },
};

type SumRow = { place: number; act: ApprovalAct; sum_cents: bigint };

async function readKind(
  tx: Transaction,
  kind: SumKind,
  keys: readonly StoredKey[],
  now: number,
): Promise<[SumKey, SumRow][]> {
  if (keys.length === 0) return [];
  const { column, type } = COLUMNS[kind];
  const rows = await tx.query<SumRow>(
    `read-sums-of-${kind}`,
    `select k.place::int as place, a.act, sum(a.amount_cents)::bigint as sum_cents
     from unnest($1::${type}[], $2::text[]) with ordinality as k(stored, currency, place)
     join counted_acts a on a.${column} = k.stored and a.currency = k.currency
       and a.counted_at > $3
     group by k.place, a.act`,
    [
      keys.map(({ stored }) => stored),
      keys.map(({ currency }) => currency),
      timestamp(now - SUM_WINDOW_MS),
    ],
  );
  return rows.flatMap((row) => {
    const key = keys[row.place - 1];
    return key === undefined ? [] : [[key, row] as [SumKey, SumRow]];
  });
}

/** Inserts the sums that there are not yet. */
async function lockKeys(tx: Transaction, keys: readonly StoredKey[]): Promise<void> {
  if (tx.is_read_only) return;
  await insertRows<StoredKey>(
    tx,
    'act_sums',
    [{ name: 'sum_key', value: ({ sum_key }) => sum_key }],
    keys,
    'on conflict (sum_key) do update set sum_key = excluded.sum_key',
  );
}

/**
 * Locks the sums, and adds up what was counted in the last day: whoever counts an act in one of
 * them meanwhile waits, so that two never both use its last free room. A transaction that only
 * reads adds up without locks.
 */
export async function lockSums(
  tx: Transaction,
  cipher: Cipher,
  wanted: readonly SumKey[],
  now: number,
): Promise<Sums> {
  const sums: Sums = new Map();
  if (wanted.length === 0) return sums;
  const unique = new Map(wanted.map((key) => [sumName(key), key]));
  const keys = [...unique.values()]
    .map((key) => storedKey(cipher, key))
    .sort((a, b) => (a.sum_key < b.sum_key ? -1 : 1));
  const by_kind = Map.groupBy(keys, ({ kind }) => kind);
  const [, ...found] = await Promise.all([
    lockKeys(tx, keys),
    // Each statement sees what was committed before it began: after the locks are held.
    ...[...by_kind].map(([kind, own]) => readKind(tx, kind, own, now)),
  ]);
  for (const name of unique.keys()) sums.set(name, new Map());
  for (const [key, { act, sum_cents }] of found.flat()) sums.get(sumName(key))?.set(act, sum_cents);
  return sums;
}

/**
 * An act counts once: the same file given again is the same claim, and an act that was counted in
 * the control cell before its own transaction failed is counted already.
 */
export async function insertCountedActs(
  tx: Transaction,
  cipher: Cipher,
  acts: readonly CountedAct[],
): Promise<void> {
  await insertRows<CountedAct>(
    tx,
    'counted_acts',
    [
      { name: 'counted_act_id', value: (a) => a.counted_act_id },
      { name: 'identity_key', value: (a) => a.identity },
      { name: 'act', value: (a) => a.act },
      { name: 'currency', value: (a) => a.currency },
      { name: 'amount_cents', value: (a) => a.amount_cents },
      { name: 'merchant_id', value: (a) => a.merchant_id },
      { name: 'receiving_account_id', value: (a) => a.receiving_account_id },
      {
        name: 'payee_hash',
        value: (a) => (a.payee_number === null ? null : payeeHash(cipher, a.payee_number)),
      },
      { name: 'target', value: (a) => a.target },
      { name: 'counted_at', value: (a) => a.at },
    ],
    acts,
    'on conflict (counted_act_id) do nothing',
  );
}
