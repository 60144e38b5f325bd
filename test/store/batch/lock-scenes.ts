// Batches of at least two commands for every kind of command, with rows in the same table.
import assert from 'node:assert/strict';
import { decideDisputeAsOperator } from '../../../server/app/dispute/decide-dispute.ts';
import { stepDispute } from '../../../server/app/dispute/step-dispute.ts';
import { updateMerchant } from '../../../server/app/merchant/merchants.ts';
import { pageAssign } from '../../../server/app/page/page-acts.ts';
import { createRefund } from '../../../server/app/payout/create-refund.ts';
import { exportPayoutBatch } from '../../../server/app/payout/export-payout-batch.ts';
import { approveSettlement } from '../../../server/app/settlement/decide-settlement.ts';
import { releaseHoldsEarly } from '../../../server/app/settlement/holds.ts';
import type { Command } from '../../../server/domain/batch/command.ts';
import * as payouts from '../../app/payout/payout-scene.ts';
import * as scene from '../../app/scene.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';
import {
  accountOf,
  actScene,
  all,
  claimed,
  contested,
  disputed,
  draftBatches,
  drafts,
  each,
  exportedPayouts,
  merchantOf,
  NUMBER,
  newAmount,
  newUtr,
  type OnStage,
  onStage,
  openedDispute,
  type Scene,
  type Stage,
  takenPayouts,
} from './lock-stage.ts';

/** Per kind of command: a function that prepares its objects and then makes the batch. */
type Scenes = { [K in Command['kind']]: readonly ((on: OnStage) => Promise<Scene>)[] };

const SCENES: Scenes = {
  create_payin: [
    async ({ app, merchants }) =>
      all(merchants, (merchant) => scene.newPayin(app, merchant, { amount_cents: newAmount() })),
    async ({ app, merchants }) =>
      all(merchants, (merchant) => {
        const fields = { amount_cents: newAmount(), type: 'card', client_id: 'other' };
        return scene.newPayin(app, merchant, fields);
      }),
  ],
  create_payout: [
    async ({ app, merchants }) => all(merchants, (m) => scene.newPayout(app, m, newAmount())),
  ],
  create_refund: [
    async (on) =>
      all(await on.credited(), async ({ merchant_id, id }) => {
        const { caller } = merchantOf(on, { merchant_id, id });
        const order_id = `refund-${scene.newNumber()}`;
        const fields = { merchant_id, id, amount_cents: 10, order_id, number: NUMBER };
        accepted(await createRefund(on.app, caller, raw({ ...fields, type: 'account' })));
      }),
  ],
  assign_account: [
    async (on) => {
      const { app, merchants } = on;
      const defer = (deferred_assignment: boolean) =>
        each(merchants, async ({ merchant_id }) => {
          const settings = { deferred_assignment };
          accepted(await updateMerchant(app, OPERATOR, merchant_id, raw({ settings })));
        });
      await defer(true);
      const made = await on.payins();
      await defer(false);
      return all(made, async ({ url }) =>
        accepted(await pageAssign(app, new URL(url).pathname.split('/').at(-1) ?? '')),
      );
    },
  ],
  attach_utr: [
    async (on) =>
      all(await on.payins(), async (trade) =>
        accepted(await scene.claim(on.app, merchantOf(on, trade), trade.id, newUtr())),
      ),
    async (on) =>
      all(await claimed(on), async (trade) =>
        accepted(await scene.claim(on.app, merchantOf(on, trade), trade.id, newUtr())),
      ),
  ],
  act: [
    (on) => actScene(on, on.payins, 'confirm'),
    (on) => actScene(on, on.payins, 'cancel'),
    (on) => actScene(on, () => claimed(on), 'fail'),
    (on) => actScene(on, on.credited, 'dispute'),
    (on) => actScene(on, () => disputed(on), 'resolve'),
    (on) => actScene(on, on.credited, 'reverse'),
    (on) => actScene(on, on.paidOut, 'take'),
    (on) => actScene(on, () => takenPayouts(on), 'fail'),
    (on) => actScene(on, () => takenPayouts(on), 'complete', { utr: newUtr() }),
  ],
  open_dispute: [
    async (on) =>
      all(await on.credited(), ({ merchant_id, id }) => openedDispute(on, { merchant_id, id })),
  ],
  decide_dispute: [
    async (on) =>
      all(await contested(on), ({ merchant_id, id }) => {
        const fields = raw({ outcome: 'rejected', note: 'test' });
        return decideDisputeAsOperator(on.app, OPERATOR, { merchant_id, id }, fields);
      }),
  ],
  change_dispute: [
    async (on) =>
      all(await contested(on), ({ merchant_id, id }) =>
        stepDispute(on.app, OPERATOR, { merchant_id, id }, 'accept', raw({})),
      ),
  ],
  take_line: [
    async (on) => {
      const made = await on.payins();
      const reversed = on.accounts.slice(1);
      const paid = await each(made, async ({ id, amount_cents }) => ({
        account: await accountOf(on, id),
        amount_cents,
      }));
      const given = [...paid, ...reversed.map((account) => ({ account, amount_cents: 7 }))];
      // An account's lines come together: a second delivery would wait for the first.
      const work = () =>
        Promise.all(
          [...Map.groupBy(given, ({ account }) => account)].map(([account, lines]) =>
            on.give(
              account,
              lines.map(({ amount_cents }) => ({ amount_cents, utr: newUtr() })),
            ),
          ),
        );
      return { count: given.length, work };
    },
    async (on) => {
      const taken = await on.stray();
      return all(taken, ({ amount_cents, utr, account }) =>
        on.give(account, [{ amount_cents: -amount_cents, utr }]),
      );
    },
  ],
  rematch_line: [
    async (on) => {
      const { merchants } = await on.app.settings.current();
      return all(await on.stray(), ({ id }) =>
        on.app.writer.submit({
          kind: 'rematch_line',
          command_id: crypto.randomUUID(),
          actor: { role: 'service', id: null },
          bank_line_id: id,
          merchants,
        }),
      );
    },
  ],
  review_line: [
    async (on) => {
      const [lines, made] = [await on.stray(), await on.payins()];
      const pairs = lines.flatMap((line, index) => {
        const trade = made[index];
        return trade === undefined ? [] : { line, trade };
      });
      return all(pairs, async ({ line, trade }) => {
        const to = { merchant_id: trade.merchant_id, trade_id: trade.id };
        accepted(await on.review(line.id, 'assign', to));
      });
    },
    async (on) =>
      all(await on.stray(), async ({ id }) =>
        accepted(await on.review(id, 'return', { number: NUMBER })),
      ),
    async (on) => {
      const lines = await on.stray();
      await each(lines, ({ id }) => on.review(id, 'return', { number: NUMBER }));
      return all(lines, async ({ id }) => accepted(await on.review(id, 'undo')));
    },
  ],
  adjust: [
    async ({ app, merchants }) =>
      all(merchants, ({ merchant_id }) => scene.fund(app, merchant_id, 100)),
  ],
  approve_settlement: [
    async (on) => {
      await on.credited();
      const made = await drafts(on);
      return all(made, async (draft) =>
        accepted(await approveSettlement(on.app, OPERATOR, draft, raw({ amount_cents: 100 }))),
      );
    },
  ],
  release_holds: [
    async (on) =>
      all(await on.credited(), async ({ merchant_id, id }) => {
        const path = { merchant_id, trade_id: id };
        accepted(await releaseHoldsEarly(on.app, OPERATOR, path, raw({ note: 'test' })));
      }),
  ],
  take_payout: [
    async (on) => {
      const batches = await draftBatches(on);
      const made = await each(batches, async (batch) => {
        const payout = await scene.newPayout(on.app, batch.merchant, newAmount());
        return { ...batch, payout };
      });
      return all(made, async ({ id, account, payout }) => {
        const answer = await on.app.writer.submit({
          kind: 'take_payout',
          command_id: crypto.randomUUID(),
          actor: { role: 'operator', id: OPERATOR.operator_token_id },
          merchant_id: payout.merchant_id,
          trade_id: payout.id,
          payout_attempt_id: crypto.randomUUID(),
          payout_batch_id: id,
          receiving_account_id: account,
          account_currency: 'INR',
          note: null,
        });
        assert.ok(scene.isAccepted(answer));
      });
    },
  ],
  export_payouts: [
    async (on) =>
      all((await draftBatches(on)).toReversed(), async ({ id }) =>
        accepted(await exportPayoutBatch(on.app, OPERATOR, id, raw({}))),
      ),
  ],
  answer_payout: [
    async (on) => {
      const sent = await exportedPayouts(on);
      return all(sent, async ({ ids }) => {
        const file = `end_to_end_id,status,utr,reason\n${ids[0]},paid,${newUtr()},\n`;
        accepted(await payouts.answer(on.app, file));
      });
    },
  ],
};

export const KINDS = Object.keys(SCENES) as Command['kind'][];

/** Prepares the objects for commands of a kind, one scene after the other. */
export async function* scenesOf(stage: Stage, kind: Command['kind']): AsyncGenerator<Scene> {
  const on = onStage(stage);
  for (const prepare of SCENES[kind]) yield await prepare(on);
}
