// Proposals that wait, for tests that are not about how one is made.
import assert from 'node:assert/strict';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { auditIn } from '../../../server/app/request/audit.ts';
import { closeProposal, insertProposal } from '../../../server/store/approval/proposals.ts';
import { now } from '../../../server/store/batch/store.ts';

const NOBODY = { role: 'service', id: null } as const;
const DAY_MS = 86_400_000;

/** An adjustment that waits, made by somebody; returns its id. */
export async function waitingProposal({ store }: OpenApp): Promise<string> {
  const { db, cipher } = store;
  const [proposal_id, person_id, merchant_id] = [0, 1, 2].map(() => crypto.randomUUID());
  const created_at = await now(store);
  const ask = {
    act: 'adjustment' as const,
    currency: 'INR',
    amount_cents: 500n,
    merchant_id: String(merchant_id),
    payee_number: null,
    receiving_account_id: null,
    target: `merchants/${merchant_id}`,
    version: '',
    content: '{}',
  };
  const inserted = await insertProposal(db, cipher, {
    proposal: {
      proposal_id: String(proposal_id),
      state: 'waiting',
      maker: `person:${person_id}`,
      expires_at: created_at + DAY_MS,
      ask,
    },
    request: { operation: 'addAdjustment', params: {}, fields: {}, idempotency_key: null },
    request_hash: Buffer.from(String(proposal_id)),
    note: 'test',
    maker_person_id: String(person_id),
    maker_token_id: null,
    maker_session_id: null,
    created_at,
  });
  assert.ok(inserted);
  return String(proposal_id);
}

export async function withdrawn({ store }: OpenApp, proposal_id: string): Promise<void> {
  const at = await now(store);
  const end = { state: 'withdrawn', checker: null, at, note: null } as const;
  await store.db.transaction(async (tx) => {
    await closeProposal(tx, proposal_id, end);
    // Decisions about proposals are compared with the audit trail.
    await auditIn(tx, NOBODY, 'proposal_withdrawn', `approvals/${proposal_id}`, {});
  });
}
