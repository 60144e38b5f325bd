// A story for each timer that obeys the sandbox's clock: something waits, and something happens
// when the time has come. A timer without a story does not compile.
import { Readable } from 'node:stream';
import { cleanReservations } from '../../../server/app/account/clean-reservations.ts';
import { claimNotices, writeTest } from '../../../server/app/alert/notices.ts';
import { changeRecipient } from '../../../server/app/alert/recipients.ts';
import { HELD_QUEUE, queueNumber } from '../../../server/app/callback/delivery-queue.ts';
import { followEndpoints } from '../../../server/app/callback/follow-endpoints.ts';
import { expireDisputeFiles } from '../../../server/app/dispute/open-dispute-file.ts';
import { sendFileAsOperator } from '../../../server/app/dispute/send-file.ts';
import { rotateCallbackSecret } from '../../../server/app/merchant/callback-endpoints.ts';
import { updateMerchant } from '../../../server/app/merchant/merchants.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { pageAddReceipt } from '../../../server/app/page/page-evidence.ts';
import { serviceTime } from '../../../server/app/process/service-time.ts';
import { createDailyProof } from '../../../server/app/proof/daily-proof.ts';
import { answerSandboxOrders } from '../../../server/app/sandbox/answer-orders.ts';
import { cancelTrade } from '../../../server/app/trade/cancel-trade.ts';
import { removeOldReceiptFiles } from '../../../server/app/trade/receipts.ts';
import { LIMITS } from '../../../server/domain/service/limits.ts';
import type { ObeyingTimer } from '../../../server/domain/service/timers.ts';
import { JPEG } from '../../support/browser/receipt-files.ts';
import { accepted, makeMerchant, OPERATOR, raw } from '../../support/test-app.ts';
import { waitingProposal } from '../approval/proposal-scene.ts';
import * as callbacks from '../callback/delivery-scene.ts';
import * as disputes from '../dispute/dispute-scene.ts';
import * as scene from '../scene.ts';
import { settling } from '../settlement/settlement-scene.ts';
import { REPORT_STORIES } from './report-stories.ts';
import {
  disputeHas,
  isThere,
  momentOf,
  newDispute,
  newPager,
  newPayin,
  type Story,
  secretsAt,
  valueIn,
} from './story-scene.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const STORIES: Readonly<Record<ObeyingTimer, (app: OpenApp) => Promise<Story>>> = {
  async 'attempt of a callback'(app) {
    const merchant = await callbacks.newMerchant(app);
    const id = await callbacks.newTrade(app, merchant, 1);
    const [first] = (await callbacks.claimAll(app)).filter(({ trade_id }) => trade_id === id);
    if (first === undefined) throw new Error('The first attempt was not due');
    await callbacks.record(app, first, callbacks.answered(503, { retry_after_ms: HOUR_MS }));
    return {
      at: await momentOf(app, 'due_at', `deliveries where trade_id = '${id}'`),
      hasHappened: async () =>
        (await callbacks.claimAll(app)).some(({ trade_id }) => trade_id === id),
    };
  },

  async 'attempt of a notice of alerts'(app) {
    const { id } = await newPager(app);
    const at = serviceTime(app) + HOUR_MS;
    await app.store.db.transaction((tx) => writeTest(tx, id, at));
    return {
      at,
      hasHappened: async () =>
        (await claimNotices(app)).some(({ alert_recipient_id }) => alert_recipient_id === id),
    };
  },

  ...REPORT_STORIES,

  async 'overlap of the secrets of a recipient of alerts'(app) {
    const { id } = await newPager(app);
    accepted(await changeRecipient(app, OPERATOR, id, raw({ rotate_secret: true })));
    return {
      at: await momentOf(
        app,
        'previous_secret_until',
        `alert_recipients where alert_recipient_id = '${id}'`,
      ),
      async hasHappened() {
        await app.store.db.transaction((tx) => writeTest(tx, id, serviceTime(app)));
        const notices = await claimNotices(app);
        const own = notices.find(({ alert_recipient_id }) => alert_recipient_id === id);
        if (own?.channel !== 'callback') throw new Error('The notice was not due');
        return own.headers['webhook-signature']?.split(' ').length === 1;
      },
    };
  },

  // The advance itself expires it.
  async 'life of a pay-in'(app) {
    const { trade } = await newPayin(app);
    return {
      at: Date.parse(trade.expires_at ?? ''),
      hasHappened: () =>
        isThere(app, `trades where trade_id = '${trade.id}' and state = 'expired'`),
    };
  },

  // Each look needs a held amount of its own, because it takes it.
  async 'amount of an ended pay-in'(app) {
    await scene.makeAccount(app, 'SEK');
    const merchant = await makeMerchant(app, { balance_currency: 'SEK' });
    const { caller, merchant_id } = merchant;
    const ordered = async (amount_cents: number) =>
      (await scene.newPayin(app, merchant, { amount_cents, amount_currency: 'SEK' })).id;
    const held: number[] = [];
    let last = '';
    for (const amount_cents of [910, 920, 930]) {
      last = await ordered(amount_cents);
      accepted(await cancelTrade(app, caller, raw({ merchant_id, id: last })));
      held.push(amount_cents);
    }
    return {
      at: await momentOf(app, 'free_at', `reservations where trade_id = '${last}'`),
      async hasHappened() {
        const id = await ordered(held.shift() ?? 0);
        return await isThere(app, `reservations where trade_id = '${id}' and exclusive`);
      },
    };
  },

  async 'way of late money to its pay-in'(app) {
    const { merchant, trade } = await newPayin(app);
    const { caller, merchant_id } = merchant;
    accepted(await cancelTrade(app, caller, raw({ merchant_id, id: trade.id })));
    return {
      at: await momentOf(app, 'until', `reservations where trade_id = '${trade.id}'`),
      async hasHappened() {
        while ((await cleanReservations(app)) > 0);
        return !(await isThere(app, `reservations where trade_id = '${trade.id}'`));
      },
    };
  },

  // The advance itself releases it.
  async 'part of a credit that is kept back'(app) {
    const settle = settling(app);
    const merchant = await settle.withAccount();
    const { merchant_id } = merchant;
    const settings = { settlement_delay_days: 1 };
    accepted(await updateMerchant(app, OPERATOR, merchant_id, raw({ settings })));
    await settle.credit(merchant, 20_000);
    return {
      at: await momentOf(app, 'release_at', `holds where merchant_id = '${merchant_id}'`),
      hasHappened: async () => (await settle.balanceOf(merchant)).actual_amount_cents === 20_000,
    };
  },

  // The advance itself ends it.
  async 'proposal for a second person'(app) {
    const id = await waitingProposal(app);
    return {
      at: await momentOf(app, 'expires_at', `proposals where proposal_id = '${id}'`),
      hasHappened: () =>
        isThere(app, `proposals where proposal_id = '${id}' and state = 'expired'`),
    };
  },

  async 'former secret of a callback endpoint'(app) {
    const merchant = await callbacks.newMerchant(app);
    const { merchant_id } = merchant;
    const named = { merchant: merchant_id, endpoint: '0' };
    accepted(await rotateCallbackSecret(app, OPERATOR, named));
    return {
      at: await momentOf(
        app,
        'previous_secret_until',
        `callback_endpoints where merchant_id = '${merchant_id}'`,
      ),
      async hasHappened() {
        await callbacks.newTrade(app, merchant, 1);
        return (await secretsAt(app, merchant_id, 0)) === 1;
      },
    };
  },

  // The advance itself marks it.
  async 'answer about a dispute'(app) {
    const dispute = await newDispute(app);
    return {
      at: await momentOf(app, 'deadline_at', `disputes where dispute_id = '${dispute.id}'`),
      hasHappened: () => disputeHas(app, dispute, 'overdue_at'),
    };
  },

  async 'probe of a failing callback endpoint'(app) {
    const merchant = await callbacks.newMerchant(app);
    const { merchant_id } = merchant;
    const id = await callbacks.newTrade(app, merchant, 1);
    const at = serviceTime(app) + HOUR_MS;
    await scene.sql(app, `update deliveries set queue = ${HELD_QUEUE} where trade_id = '${id}'`);
    await scene.sql(
      app,
      `update callback_endpoint_health set failures = 5, failures_since = now(),
         failing_since = now(), next_probe_at = to_timestamp(${at / 1_000}), has_held = true
       where merchant_id = '${merchant_id}' and number = 0`,
    );
    const probe = `deliveries where trade_id = '${id}' and queue = ${queueNumber('probe')}`;
    return {
      at,
      async hasHappened() {
        await followEndpoints(app);
        return await isThere(app, probe);
      },
    };
  },

  // The advance itself closes it.
  async 'appeal of a dispute'(app) {
    const dispute = await newDispute(app);
    accepted(await disputes.decide(app, dispute, 'rejected'));
    return {
      at: await momentOf(app, 'appeal_until', `disputes where dispute_id = '${dispute.id}'`),
      hasHappened: () => disputeHas(app, dispute, 'closed_at'),
    };
  },

  async 'file of a receipt'(app) {
    const { trade } = await newPayin(app);
    const token = new URL(trade.url).pathname.split('/').at(-1) ?? '';
    await pageAddReceipt(app, token, JPEG);
    const row = `receipts where trade_id = '${trade.id}'`;
    return {
      at: (await momentOf(app, 'given_at', row)) + LIMITS.receipt_kept_ms,
      async hasHappened() {
        while ((await removeOldReceiptFiles(app)) > 0);
        return await isThere(app, `${row} and removed_at is not null`);
      },
    };
  },

  async 'file of a dispute'(app) {
    const dispute = await newDispute(app);
    const text = 'A letter';
    accepted(await sendFileAsOperator(app, OPERATOR, dispute, { text }, Readable.from([JPEG])));
    const row = `dispute_files where dispute_id = '${dispute.id}'`;
    return {
      at: (await momentOf(app, 'given_at', row)) + LIMITS.dispute_file_kept_ms,
      async hasHappened() {
        while ((await expireDisputeFiles(app)) > 0);
        return !(await isThere(app, `${row} and content is not null`));
      },
    };
  },

  async 'answer of the simulated bank'(app) {
    const { trade } = await newPayin(app, { amount_cents: 9_001 });
    return {
      at: await momentOf(app, 'due_at', `sandbox_answers where trade_id = '${trade.id}'`),
      async hasHappened() {
        await answerSandboxOrders(app);
        return await isThere(app, `trades where trade_id = '${trade.id}' and state = 'completed'`);
      },
    };
  },

  async 'daily proof'(app) {
    const prove = createDailyProof(app);
    await prove();
    const proofs = () => valueIn<number>(app, 'select count(*)::integer as value from proofs');
    const before_it = await proofs();
    return {
      at: (Math.floor(serviceTime(app) / DAY_MS) + 1) * DAY_MS,
      async hasHappened() {
        await prove();
        return (await proofs()) > before_it;
      },
    };
  },
};
