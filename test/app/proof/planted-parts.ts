// Parts of a history beside its trades: a statement and a pay-out file, disputes with messages and
// a decision, lines that a statement confirms, a closed day, and a proposal.
import assert from 'node:assert/strict';
import { noteMonth } from '../../../server/app/archive/note-archive.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { closeAccountDay } from '../../../server/app/proof/close-account-day.ts';
import { auditIn } from '../../../server/app/request/audit.ts';
import { operatorActor } from '../../../server/app/request/caller.ts';
import { importStatement } from '../../../server/app/statement/import-statement.ts';
import { readProofOfDay } from '../../../server/store/proof/proof-rows.ts';
import { noonDay } from '../../support/noon.ts';
import { accepted, makeMerchant, OPERATOR, raw } from '../../support/test-app.ts';
import { waitingProposal } from '../approval/proposal-scene.ts';
import * as disputes from '../dispute/dispute-scene.ts';
import * as payouts from '../payout/payout-scene.ts';
import * as scene from '../scene.ts';
import { camt052, camt053 } from '../statement/interim-files.ts';
import { makeAccount, testIban } from '../statement/statement-scene.ts';

/** As if everything that is proven were the archive of a month. */
export async function noteProven(app: OpenApp): Promise<void> {
  const newest = await readProofOfDay(app.store.db, null);
  const sums = await noteMonth(app, {
    month: '2026-11',
    after_proof: 0n,
    proof_number: newest?.proof_number ?? 0n,
    file_hash: 'ab'.repeat(32),
    manifest_hash: 'cd'.repeat(32),
  });
  assert.ok(sums !== null && sums > 0);
}

/** A line with text, counterparty and UTR in a statement with balances, and a pay-out file. */
export async function addRecords(app: OpenApp): Promise<void> {
  const number = '5010009977';
  const account = await scene.makeAccount(app, 'EUR', { number });
  const file = [
    ':20:1',
    `:25:${number}`,
    ':28C:7/1',
    ':60F:C261120EUR1000,00',
    ':61:2611201120C20,50NTRFNONREF//BANK0001',
    ':86:Invoice 12 Ada Miller',
    ':62F:C261120EUR1020,50',
    '-',
  ].join('\r\n');
  const body = new Response(file).body;
  assert.ok(body !== null);
  const report = accepted(await importStatement(app, OPERATOR, { body }));
  assert.deepEqual([report.errors, report.imported], [[], 1]);
  await scene.feed(app, account, [
    { amount_cents: 91, utr: 'UTR000000091', text: 'rent', counterparty_name: 'Ann Other' },
  ]);
  const shop = await payouts.openShop(app, 'SEK');
  const { batch } = await payouts.exported(
    app,
    shop,
    await payouts.newPayouts(app, shop, 'SEK', [610]),
  );
  await payouts.fileOf(app, batch.id);
}

/** Two messages that the merchant sees, and two notes: one before them and one after them. */
export async function writeMessages(app: OpenApp): Promise<void> {
  const merchant = await makeMerchant(app);
  await scene.makeAccount(app, 'INR');
  const trade = await disputes.credited(app, merchant);
  const dispute = await disputes.opened(app, { ...trade, merchant_id: merchant.merchant_id });
  const key = { merchant_id: merchant.merchant_id, id: dispute.id };
  for (const [text, visibility] of [
    ['first note', 'internal'],
    ['please send the receipt', 'shared'],
    ['between us', 'merchant'],
    ['last note', 'internal'],
  ]) {
    accepted(await disputes.did(app, key, 'message', { text, visibility }));
  }
}

/** A report within the day, and the statement of the day that confirms both of its lines. */
export async function confirmLines(app: OpenApp): Promise<void> {
  const iban = testIban(1);
  await makeAccount(app, 'iban', 'EUR', iban);
  const movements = [
    { cents: 41_307, text: 'order' },
    { cents: -1_250, text: 'fee' },
  ];
  const load = async (body: Buffer) => accepted(await importStatement(app, OPERATOR, { body }));
  const seen = movements.map((one, index) => ({ ...one, id: `IN-${index}` }));
  const booked = movements.map((one, index) => ({ ...one, id: `ST-${index}` }));
  assert.equal((await load(camt052(iban, 'R', seen))).imported, 2);
  assert.equal((await load(camt053(iban, 'S', booked))).imported, 0);
}

/** One dispute that was decided on a person's word, and appealed against. */
export async function decideDispute(app: OpenApp): Promise<void> {
  const merchant = await makeMerchant(app);
  const { merchant_id } = merchant;
  const trade = await disputes.credited(app, merchant);
  const { id } = await disputes.opened(app, { ...trade, merchant_id });
  accepted(await disputes.decide(app, { merchant_id, id }, 'rejected'));
}

export async function closeDay(app: OpenApp): Promise<void> {
  const id = await scene.makeAccount(app, 'NOK');
  const day = noonDay(-3);
  await scene.feed(app, id, [{ amount_cents: 500, booked_at: day }]);
  const note = { note: 'seen', accept_differences: true };
  const closed = accepted(await closeAccountDay(app, OPERATOR, { id, day }, raw(note)));
  assert.equal(closed.outcome, 'closed');
}

export async function proposeSomething(app: OpenApp): Promise<void> {
  const id = await waitingProposal(app);
  await app.store.db.transaction((tx) =>
    auditIn(tx, operatorActor(OPERATOR), 'proposal_made', `approvals/${id}`, {}),
  );
}
