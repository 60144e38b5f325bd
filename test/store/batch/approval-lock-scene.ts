// Locks of acts that a second person approves.
import assert from 'node:assert/strict';
import { relinkPerson } from '../../../server/app/access/change-person.ts';
import { untiePeople } from '../../../server/app/approval/person-ties.ts';
import { saveBands } from '../../../server/store/approval/bands.ts';
import { insertProposal } from '../../../server/store/approval/proposals.ts';
import { bumpSettingsVersion } from '../../../server/store/batch/settings-version.ts';
import { makePerson } from '../../app/factor/factor-scene.ts';
import * as scene from '../../app/scene.ts';
import { OPERATOR, raw } from '../../support/test-app.ts';
import type { Stage } from './lock-stage.ts';

const DAY_MS = 86_400_000;

/** Adjustments that people make alone, the later one of the same person first, while sums count. */
async function actAlone({ app, merchants }: Stage) {
  const { db } = app.store;
  const set = async (from_cents: bigint | null) => {
    const one = { act: 'adjustment', currency: 'INR', from_cents } as const;
    await db.transaction(async (tx) => {
      await bumpSettingsVersion(tx);
      await saveBands(tx, { bands: [one], sums: [one] }, Date.now());
    });
    await app.settings.refresh();
  };
  await set(10n ** 12n);
  const { merchants: known } = await app.settings.current();
  const people = merchants
    .map(() => crypto.randomUUID())
    .sort()
    .toReversed();
  // The second time the rows of their sums exist.
  for (let times = 0; times < 2; times += 1) {
    const answers = merchants.map(({ merchant_id }, index) =>
      app.writer.submit({
        kind: 'adjust',
        command_id: crypto.randomUUID(),
        actor: { role: 'operator', id: people[index] ?? null },
        merchant: known.get(merchant_id) ?? assert.fail(),
        adjustment_id: crypto.randomUUID(),
        amount_cents: 100n,
        reason: 'test',
      }),
    );
    for (const answer of await Promise.all(answers)) assert.ok(scene.isAccepted(answer));
  }
  await set(null);
}

/**
 * Two approved adjustments, the later proposal first; then bands are set, and others made alone.
 */
export async function approveActs(stage: Stage) {
  const { app, merchants } = stage;
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
        payee_number: null,
        receiving_account_id: null,
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
      merchant: known.get(merchant_id) ?? assert.fail(),
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
      await saveBands(tx, { bands, sums: bands }, Date.now());
    });
  }
  await actAlone(stage);
  await untieTwo(stage.app);
}

/** The later person first. */
async function untieTwo(app: Stage['app']): Promise<void> {
  const ids = [await makePerson(app), await makePerson(app), await makePerson(app)];
  const [one = '', other = '', third = ''] = ids.toSorted();
  const maker = { ...OPERATOR, person_id: one };
  assert.ok(scene.isAccepted(await relinkPerson(app, maker, other)));
  const untie = raw({ from_person_id: one, reason: 'test' });
  const caller = { ...OPERATOR, person_id: third };
  assert.ok(scene.isAccepted(await untiePeople(app, caller, other, untie)));
}
