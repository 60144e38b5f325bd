// The forms in which entries of the audit trail are hashed: those of earlier versions stay valid.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditProblem } from '../../../cli/client/audit-chain.ts';
import { auditBody } from '../../../server/app/access/list-audit.ts';
import { auditHash } from '../../../server/store/access/audit-rows.ts';

const ENTRY = {
  number: 7n,
  at: Date.UTC(2026, 0, 1),
  actor: { role: 'operator', id: 't-1' },
  action: 'trade_cancel',
  target: 'trades/m/t',
  detail: { note: 'ü', amount_cents: 5, list: [{ b: 1, a: 2 }] },
  origin: null,
} as const;
const ORIGIN = {
  address: '192.0.2.7',
  request_id: 'r-1',
  session_id: '00000000-0000-4000-8000-000000000001',
  operator_token_id: null,
};
const HASHES = [
  [ENTRY, '9c4a14491f4f86a03fc807712c9785f55ff918cbc10eb7207465b3b53112f356'],
  [
    { ...ENTRY, origin: ORIGIN },
    '2c989ae69e13e3b3ec8c4fc9206e37826428bbacc9ba9d2e6823b392ba33a51c',
  ],
] as const;

test('an entry with and without an origin has the hash that it always had', () => {
  for (const [entry, hash] of HASHES) assert.equal(auditHash(entry, 'ab'), hash);
});

test('the command line computes the same hash from what the API shows', () => {
  for (const [entry, hash] of HASHES) {
    const line = { ...auditBody({ ...entry, hash }), previous_hash: 'ab' };
    const shown = JSON.parse(JSON.stringify(line)) as object;
    assert.equal(auditProblem(shown), null);
    assert.match(auditProblem({ ...shown, target: 'trades/m/x' }) ?? '', /entry 7 is not the one/);
  }
});

test('every part of an origin counts', () => {
  const hashes = new Set([
    ...HASHES.map(([, hash]) => hash),
    ...['address', 'request_id', 'session_id', 'operator_token_id'].map((part) =>
      auditHash({ ...ENTRY, origin: { ...ORIGIN, [part]: 'x' } }, 'ab'),
    ),
  ]);
  assert.equal(hashes.size, 6);
});
