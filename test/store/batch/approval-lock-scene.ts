// Locks of acts that a second person approves.
import assert from 'node:assert/strict';
import { saveBands } from '../../../server/store/approval/bands.ts';
import { insertProposal } from '../../../server/store/approval/proposals.ts';
import { bumpSettingsVersion } from '../../../server/store/batch/settings-version.ts';
import * as scene from '../../app/scene.ts';
import type { Stage } from './lock-stage.ts';

const DAY_MS = 86_400_000;

/** Two approved adjustments, the later proposal first; then bands are set. */
export async function approveActs({ app, merchants }: Stage) {
  const { db, cipher } = app.store;
  const made = merchants.map(({ merchant_id }, index) => {
    const amount_cents = BigInt(100 + index);
    const proposal_id = `0000000${merchants.length - index}-0000-7000-8000-000000000000`;
    return { merchant_id, amount_cents, proposal_id };
  });
  await db.transaction(async (tx) => {
    for (const { merchant_id, amount_cents, proposal_id } of made) {
      const ask = {
        act: 'adjustment' as const,
        currency: 'INR',
        amount_cents,
        merchant_id,
        target: `merchants/${merchant_id}`,
        version: '',
        content: '{"reason":"test"}',
      };
      const expires_at = Date.now() + DAY_MS + app.store.clock_offset_ms;
      const maker = `person:${crypto.randomUUID()}` as const;
      const given = {
        proposal: { proposal_id, state: 'waiting' as const, maker, expires_at, ask },
        request: { operation: '', params: {}, fields: {}, idempotency_key: null },
        request_hash: Buffer.from(proposal_id),
        note: 'test',
        maker_person_id: maker.slice('person:'.length),
        maker_token_id: null,
        maker_session_id: null,
        created_at: Date.now(),
      };
      assert.ok(await insertProposal(tx, cipher, given));
    }
  });
  const { merchants: known } = await app.settings.current();
  const identity = `person:${crypto.randomUUID()}` as const;
  const answers = made.map(({ merchant_id, amount_cents, proposal_id }) =>
    app.writer.submit({
      kind: 'adjust',
      command_id: crypto.randomUUID(),
      actor: {
        role: 'operator',
        id: null,
        approval: { proposal_id, checker: { identity, actor: { role: 'operator', id: null } } },
      },
      merchant: known.get(merchant_id)?.merchant ?? assert.fail(),
      adjustment_id: crypto.randomUUID(),
      amount_cents,
      reason: 'test',
    }),
  );
  for (const answer of await Promise.all(answers)) assert.ok(scene.isAccepted(answer));
  const bands = (['refund', 'pay_out'] as const).map((act) => ({
    act,
    currency: null,
    from_cents: null,
  }));
  for (let times = 0; times < 2; times += 1) {
    await db.transaction(async (tx) => {
      await bumpSettingsVersion(tx);
      await saveBands(tx, bands, Date.now());
    });
  }
}
