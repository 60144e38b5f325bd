// For each kind of what needs a decision: how it comes to be over its threshold, and how it ends.
import assert from 'node:assert/strict';
import { changeReceivingAccount } from '../../../server/app/account/receiving-accounts.ts';
import { claimNotices, recordNotice, writeTest } from '../../../server/app/alert/notices.ts';
import { createRecipient } from '../../../server/app/alert/recipients.ts';
import { decideWaitingLine } from '../../../server/app/line/waiting-lines.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { makeProof } from '../../../server/app/proof/make-proof.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { SERVICE } from '../../../server/app/request/caller.ts';
import { ATTENTION, type AttentionKind } from '../../../server/domain/alert/attention-kinds.ts';
import { epochDay } from '../../../server/domain/record/receiving-account.ts';
import { beginImports, writeProgress } from '../../../server/store/line/statement-progress.ts';
import { accepted, makeMerchant, OPERATOR, raw, refusedWith } from '../../support/test-app.ts';
import { waitingProposal, withdrawn } from '../approval/proposal-scene.ts';
import * as callbacks from '../callback/delivery-scene.ts';
import * as disputes from '../dispute/dispute-scene.ts';
import { onLines } from '../payout/payout-line-scene.ts';
import { problemsAfter } from '../proof/damage.ts';
import * as scene from '../scene.ts';
import { settling } from '../settlement/settlement-scene.ts';
import { makeWaitingLine } from '../statement/waiting-line.ts';
import { hands, notSent, tradeTarget, withCallback, withPayout } from './attention-scene-parts.ts';

export type Raised = {
  /** What the item is about. */
  subject_id: string | null;
  /** The target that it names as its worst; null if it names none. */
  worst: string | null;
  count: number;
  recover(): Promise<unknown>;
  /** The use cases with the facts of the scene, if these are not in the database. */
  app?: OpenApp;
};

export type AttentionScene = (app: OpenApp) => Promise<Raised>;

/** Total: a kind without a scene does not compile. */
export const ATTENTION_SCENES: Readonly<Record<AttentionKind, AttentionScene>> = {
  async payins_to_verify(app) {
    const merchant = await makeMerchant(app);
    const payin = await scene.newPayin(app, merchant, { amount_cents: 77_000 });
    accepted(await scene.claim(app, merchant, payin.id, 'ATTENTION001'));
    const recover = async () => accepted(await hands(app)(payin, 'confirm'));
    return { subject_id: null, worst: tradeTarget(payin), count: 1, recover };
  },

  async payouts_to_send(app) {
    const one = await withPayout(app);
    const merchant = await makeMerchant(app, { balance_currency: 'USD' });
    await scene.fund(app, merchant.merchant_id, 100_000);
    const other = await scene.newPayout(app, merchant, 1_000, { amount_currency: 'USD' });
    const recover = async () => {
      accepted(await hands(app)(one, 'cancel'));
      accepted(await hands(app)(other, 'cancel'));
    };
    return { subject_id: null, worst: tradeTarget(one), count: 2, recover };
  },

  async payouts_unconfirmed(app) {
    const payout = await withPayout(app);
    accepted(await hands(app)(payout, 'take'));
    const recover = async () =>
      accepted(await hands(app)(payout, 'complete', { utr: 'ATTENTION002' }));
    return { subject_id: null, worst: tradeTarget(payout), count: 1, recover };
  },

  async disputes_overdue(app) {
    const trade = await disputes.credited(app, await makeMerchant(app), 4_321);
    const dispute = await disputes.opened(app, trade);
    const deadline_at = new Date(app.settings.now() + 5_000).toISOString();
    accepted(await disputes.did(app, dispute, 'ask', { party: 'merchant', deadline_at }));
    const recover = async () => accepted(await disputes.decide(app, dispute, 'rejected'));
    return {
      subject_id: null,
      worst: `disputes/${dispute.merchant_id}/${dispute.id}`,
      count: 1,
      recover,
    };
  },

  async approvals_waiting(app) {
    const proposal_id = await waitingProposal(app);
    const recover = () => withdrawn(app, proposal_id);
    return { subject_id: null, worst: `approvals/${proposal_id}`, count: 1, recover };
  },

  async two_people_off(app) {
    const never = (from: string) =>
      scene.sql(
        app,
        `insert into approval_bands (act, currency, from_cents, changed_at)
         values ('tariff', '*', ${from}, now())
         on conflict (act, currency) do update set from_cents = excluded.from_cents`,
      );
    await never('null');
    const recover = () => never('0');
    return { subject_id: null, worst: null, count: 1, recover, app: { ...app, mode: 'live' } };
  },

  async settlements_waiting(app) {
    const { credit, withAccount, draft, discard } = settling(app);
    const merchant = await withAccount();
    await credit(merchant);
    const settlement = accepted(await draft(merchant));
    return {
      subject_id: null,
      worst: `settlements/${settlement.merchant_id}/${settlement.id}`,
      count: 1,
      recover: () => discard(settlement),
    };
  },

  async lines_waiting(app) {
    const account = await scene.makeAccount(app, 'PLN');
    const id = await makeWaitingLine(app, account, 'PLN');
    const note = raw({ note: 'test' });
    const recover = async () => {
      const { bank_line_ids } = accepted(await decideWaitingLine(app, OPERATOR, id, 'same', note));
      // The stored one is in suspense, which is another kind.
      accepted(await onLines(app).decide(bank_line_ids[0] ?? '', 'fee'));
    };
    return { subject_id: null, worst: `waiting_lines/${id}`, count: 1, recover };
  },

  async lines_in_suspense(app) {
    const account = await scene.makeAccount(app, 'CHF');
    const [line] = await scene.feed(app, account, [{ amount_cents: -100 }]);
    const recover = async () => accepted(await onLines(app).decide(line?.id ?? '', 'fee'));
    return { subject_id: null, worst: `bank_lines/${line?.id}`, count: 1, recover };
  },

  async payins_without_line(app) {
    const account = await scene.makeAccount(app, 'SEK');
    const merchant = await makeMerchant(app, { balance_currency: 'SEK' });
    const fields = { amount_cents: 5_000, amount_currency: 'SEK' };
    const payin = await scene.newPayin(app, merchant, fields);
    accepted(await hands(app)(payin, 'confirm'));
    const recover = async () => accepted(await hands(app)(payin, 'reverse', { note: 'none came' }));
    return { subject_id: account, worst: null, count: 1, recover };
  },

  async payouts_without_line(app) {
    const { shop, payout, seen } = await onLines(app).sent('DKK');
    accepted(await hands(app)(payout, 'complete', { utr: 'ATTENTION003' }));
    const recover = async () => assert.equal((await seen(-1_000)).status, 'matched');
    return { subject_id: shop.account, worst: null, count: 1, recover };
  },

  async suspense_unequal(app) {
    const account = await scene.makeAccount(app, 'NOK');
    const [line] = await scene.feed(app, account, [{ amount_cents: -100 }]);
    const move = (by: string) =>
      scene.sql(
        app,
        `update ledger_accounts set balance_cents = balance_cents ${by}
         where account = 'suspense:${account}'`,
      );
    await move('- 1');
    const recover = async () => {
      await move('+ 1');
      accepted(await onLines(app).decide(line?.id ?? '', 'fee'));
    };
    return { subject_id: null, worst: `receiving_accounts/${account}`, count: 1, recover };
  },

  async books_unsound(app) {
    const merchant = await makeMerchant(app);
    await scene.fund(app, merchant.merchant_id, 1_000);
    const problems = await problemsAfter(
      app,
      `update ledger_accounts set balance_cents = balance_cents + 1
       where merchant_id = '${merchant.merchant_id}' and account = 'available'`,
    );
    return {
      subject_id: null,
      worst: null,
      count: problems.length,
      recover: () => verifyBooks(app),
    };
  },

  async proofs_missing(app) {
    const recover = async () => assert.equal((await makeProof(app, SERVICE)).kind, 'made');
    // Counted from the service's first start, which other tests may have left long ago.
    await scene.sql(app, 'update database_mode set known_since = now()');
    // While the threshold passes another day may end.
    const now = app.settings.now();
    const later = now + (ATTENTION.proofs_missing.threshold + 1) * 60_000;
    const count = 1 + epochDay(later) - epochDay(now);
    return { subject_id: null, worst: null, count, recover };
  },

  async balances_negative(app) {
    const { act, credit } = settling(app);
    const merchant = await makeMerchant(app);
    const payin = await credit(merchant, 10_000);
    const payout = await scene.newPayout(app, merchant, 8_000);
    accepted(await act(payout, 'take'));
    accepted(await act(payout, 'complete', { utr: 'ATTENTION004' }));
    accepted(await act(payin, 'reverse', { note: 'taken back' }));
    const recover = () => scene.fund(app, merchant.merchant_id, 50_000);
    return { subject_id: null, worst: `merchants/${merchant.merchant_id}`, count: 1, recover };
  },

  async accounts_near_limit(app) {
    const account = await scene.makeAccount(app, 'CAD', { daily_count_limit: 5 });
    const merchant = await makeMerchant(app, {
      balance_currency: 'CAD',
      settings: { max_account_day_percent: 100 },
    });
    for (const amount_cents of [1_000, 2_000, 3_000, 4_000]) {
      await scene.newPayin(app, merchant, { amount_cents, amount_currency: 'CAD' });
    }
    const recover = async () =>
      accepted(
        await changeReceivingAccount(app, OPERATOR, account, raw({ daily_count_limit: 50 })),
      );
    return { subject_id: account, worst: null, count: 1, recover };
  },

  async payins_over_share(app) {
    await scene.makeAccount(app, 'THB', { daily_count_limit: 4 });
    const settings = { max_account_day_percent: 50 };
    const merchant = await makeMerchant(app, { balance_currency: 'THB', settings });
    const order = (amount_cents: number) => ({ amount_cents, amount_currency: 'THB' });
    await scene.newPayin(app, merchant, order(1_000));
    await scene.newPayin(app, merchant, order(2_000));
    const beyond = { order_id: 'beyond-the-share', ...order(3_000) };
    refusedWith(await scene.payin(app, merchant, beyond));
    await app.misses.write();
    const { merchant_id } = merchant;
    const recover = () =>
      scene.sql(
        app,
        `update payin_miss_slots set slot = slot - 96 where merchant_id = '${merchant_id}'`,
      );
    return { subject_id: merchant_id, worst: null, count: 1, recover };
  },

  async callbacks_failing(app) {
    const { merchant, id, cancel } = await withCallback(app);
    await callbacks.record(app, await callbacks.only(app), callbacks.answered(500));
    const recover = async () => {
      await callbacks.makeDue(app, id);
      await callbacks.record(app, await callbacks.only(app), callbacks.answered(200));
      await cancel();
    };
    return { subject_id: `${merchant.merchant_id}/0`, worst: null, count: 1, recover };
  },

  async callbacks_exhausted(app) {
    const { merchant, id, cancel } = await withCallback(app);
    await callbacks.record(app, await callbacks.only(app), callbacks.answered(410));
    const recover = async () => {
      await scene.sql(
        app,
        `update deliveries set finished_at = now() - interval '8 days' where trade_id = '${id}'`,
      );
      await cancel();
    };
    return { subject_id: null, worst: `trades/${merchant.merchant_id}/${id}`, count: 1, recover };
  },

  reports_undelivered: notSent,

  async imports_unfinished(app) {
    const { db, cipher } = app.store;
    const id = '00000000-0000-7000-8000-00000000a77e';
    await db.transaction((tx) => beginImports(tx, cipher, [id], 'day.csv', Date.now()));
    const ended = { statement_id: id, taken_lines: 1, is_complete: true };
    const recover = () => writeProgress(db, [ended], Date.now());
    return { subject_id: null, worst: null, count: 1, recover };
  },

  async recipients_failing(app) {
    const fields = { channel: 'email', name: 'Nobody', address: 'nobody@example.com' };
    const { id } = accepted(await createRecipient(app, OPERATOR, raw(fields)));
    const tried = async (problem: string | null) => {
      await app.store.db.transaction((tx) => writeTest(tx, id, app.settings.now()));
      for (const notice of await claimNotices(app)) {
        await recordNotice(app, notice, { status: null, problem, is_final: false });
      }
    };
    await tried('timeout');
    return { subject_id: id, worst: null, count: 1, recover: () => tried(null) };
  },

  disk_filling(app) {
    const disk = { total_bytes: 1_000, free_bytes: 150 };
    const recover = () => {
      disk.free_bytes = 160;
      return Promise.resolve();
    };
    const watched = { ...app, readDisk: () => Promise.resolve(disk) };
    return Promise.resolve({ subject_id: null, worst: null, count: 1, recover, app: watched });
  },
};
