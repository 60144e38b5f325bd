// Locks of rows outside the batches of commands: deliveries of callbacks, statements, and changes
// of settings.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  changePersonRole,
  disablePerson,
  enablePerson,
  relinkPerson,
} from '../../../server/app/access/change-person.ts';
import { invitePerson } from '../../../server/app/access/people.ts';
import { setPasswordByLink } from '../../../server/app/access/person-links.ts';
import { signIn } from '../../../server/app/access/sign-in.ts';
import {
  changeFeedToken,
  issueFeedToken,
  revokeFeedToken,
} from '../../../server/app/account/feed-tokens.ts';
import { changeReceivingAccount } from '../../../server/app/account/receiving-accounts.ts';
import { patchAlertSettings } from '../../../server/app/alert/alert-settings.ts';
import { acknowledgeAlert, listAlerts } from '../../../server/app/alert/alerts.ts';
import { claimNotices, recordNotice } from '../../../server/app/alert/notices.ts';
import {
  changeRecipient,
  createRecipient,
  removeRecipient,
} from '../../../server/app/alert/recipients.ts';
import { watchAlerts } from '../../../server/app/alert/watch-alerts.ts';
import { resendDelivery } from '../../../server/app/callback/list-deliveries.ts';
import { resendEvents } from '../../../server/app/callback/resend-events.ts';
import { removeDisputeFile } from '../../../server/app/dispute/open-dispute-file.ts';
import { sendFileAsOperator } from '../../../server/app/dispute/send-file.ts';
import { showDispute } from '../../../server/app/dispute/show-dispute.ts';
import { giveSecondFactor, passkeyRequest } from '../../../server/app/factor/complete-sign-in.ts';
import { confirmSession } from '../../../server/app/factor/confirm-session.ts';
import { addPasskey, passkeyCreation } from '../../../server/app/factor/enrol-passkey.ts';
import { removeTotp } from '../../../server/app/factor/enrol-totp.ts';
import { renewRecoveryCodes } from '../../../server/app/factor/recovery-codes.ts';
import { openLink, resetFactors } from '../../../server/app/factor/reset-factors.ts';
import { updateBranding } from '../../../server/app/merchant/branding.ts';
import { putLogo } from '../../../server/app/merchant/change-logo.ts';
import { putCurrencies } from '../../../server/app/merchant/currencies.ts';
import { updateMerchant } from '../../../server/app/merchant/merchants.ts';
import { putRates, putTariffs } from '../../../server/app/merchant/tariffs.ts';
import { issueToken, listTokens, revokeToken } from '../../../server/app/merchant/tokens.ts';
import { pageAddReceipt } from '../../../server/app/page/page-evidence.ts';
import {
  putSettlementAccount,
  removeSettlementAccount,
} from '../../../server/app/settlement/settlement-account.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { finishCounting } from '../../../server/app/trade/count-events.ts';
import { finishPayeeWords } from '../../../server/app/trade/make-trade-words.ts';
import { listReceipts, removeReceipt } from '../../../server/app/trade/receipts.ts';
import * as callbacks from '../../app/callback/delivery-scene.ts';
import { credited, opened } from '../../app/dispute/dispute-scene.ts';
import * as factors from '../../app/factor/factor-scene.ts';
import * as scene from '../../app/scene.ts';
import { settling } from '../../app/settlement/settlement-scene.ts';
import { PHONE_JPEG } from '../../support/browser/receipt-files.ts';
import { createSoftAuthenticator } from '../../support/soft-authenticator.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';
import { approveActs } from './approval-lock-scene.ts';
import { changeEndpoints } from './endpoint-lock-scene.ts';
import type { Stage } from './lock-stage.ts';
import { changeReports, changeViews } from './report-lock-scene.ts';
import { allowRemovals, endByAge } from './retention-lock-scene.ts';
import { advanceClock, askForFaults } from './sandbox-lock-scene.ts';
import { decideWaitingLines } from './waiting-lock-scene.ts';

type Work = (stage: Stage) => Promise<unknown>;

const GONE = callbacks.answered(410);

async function deliver({ app, merchants }: Stage) {
  for (const merchant of merchants) await callbacks.newTrade(app, merchant, 3);
  const claimed = await callbacks.claim(app);
  assert.ok(claimed.length > 1);
  await Promise.all(claimed.map((one) => callbacks.record(app, one, callbacks.answered(200))));
  const [first] = claimed;
  assert.ok(first);
  const { merchant_id, trade_id, sequence } = first;
  accepted(await resendDelivery(app, OPERATOR, raw({ merchant_id, trade_id, sequence })));
  for (const one of merchants) {
    const asked = raw({ merchant_id: one.merchant_id, which: 'all' });
    accepted(await resendEvents(app, OPERATOR, asked));
  }
  const again = await callbacks.claim(app);
  await Promise.all(again.map((one) => callbacks.record(app, one, GONE)));
}

/** New events of all merchants; the second time their counters are there. */
async function count({ app, merchants }: Stage) {
  for (let round = 0; round < 2; round += 1) {
    for (const merchant of merchants) await callbacks.newTrade(app, merchant, 1);
    assert.deepEqual([await finishCounting(app), await finishPayeeWords(app)], [null, true]);
  }
}

async function draft({ app, merchants }: Stage) {
  for (const merchant of merchants) {
    const { credit, ...settle } = settling(app);
    await credit(merchant);
    accepted(await settle.discard(accepted(await settle.draft(merchant))));
  }
}

async function changeMerchants({ app, merchants }: Stage) {
  for (const { merchant_id: id } of merchants) {
    accepted(await updateMerchant(app, OPERATOR, id, raw({ name: 'Renamed' })));
    accepted(await issueToken(app, OPERATOR, id, raw({ mode: 'token' })));
    const tokens = accepted(await listTokens(app, id)).data;
    for (const token of tokens) await revokeToken(app, OPERATOR, id, token.id);
    const tariff = { direction: 'payin', type: null, currency: null };
    for (const percent of [1, 2]) {
      const tariffs = [
        { ...tariff, percent },
        { ...tariff, direction: 'payout', percent },
      ];
      accepted(await putTariffs(app, OPERATOR, id, raw({ tariffs })));
      accepted(await updateBranding(app, OPERATOR, id, raw({ display_name: `Shop ${percent}` })));
      accepted(await putLogo(app, OPERATOR, id, Readable.from([PHONE_JPEG])));
    }
    const account = { type: 'account', number: '501000999998', name: 'Shop Ltd' };
    accepted(await putSettlementAccount(app, OPERATOR, id, raw(account)));
    accepted(await removeSettlementAccount(app, OPERATOR, id));
  }
}

async function removeFiles({ app, merchants }: Stage) {
  for (const merchant of merchants) {
    const { merchant_id, url } = await scene.newPayin(app, merchant, { amount_cents: 900 });
    accepted(await pageAddReceipt(app, new URL(url).pathname.split('/').at(-1) ?? '', PHONE_JPEG));
    const [receipt] = accepted(await listReceipts(app, { merchant_id })).data;
    assert.ok(receipt);
    const reason = raw({ reason: 'test' });
    accepted(await removeReceipt(app, OPERATOR, merchant_id, receipt.id, reason));
    const dispute = await opened(app, await credited(app, merchant));
    accepted(await sendFileAsOperator(app, OPERATOR, dispute, {}, Readable.from([PHONE_JPEG])));
    const { messages } = accepted(await showDispute(app, merchant_id, dispute.id));
    const path = { ...dispute, file_id: messages[0]?.file?.id ?? '' };
    accepted(await removeDisputeFile(app, OPERATOR, path, reason));
  }
}

async function changeRates({ app }: Stage) {
  for (const currencies of [['INR', 'AED', 'EUR'], ['INR']]) {
    accepted(await putCurrencies(app, OPERATOR, raw({ currencies })));
  }
  accepted(await putCurrencies(app, OPERATOR, raw({ currencies: null })));
  for (const rate of [80, 81]) {
    const rates = ['USD', 'EUR', 'AED'].map((balance_currency) => ({
      trade_currency: 'INR',
      balance_currency,
      rate,
      source: 'test',
    }));
    accepted(await putRates(app, OPERATOR, raw({ rates })));
  }
}

async function changeAccounts({ app, accounts }: Stage) {
  for (const id of accounts) {
    accepted(await changeReceivingAccount(app, OPERATOR, id, raw({ name: 'Other' })));
  }
  const terms = { name: 'Feed', receiving_account_ids: accounts };
  const feed = accepted(await issueFeedToken(app, OPERATOR, raw(terms)));
  accepted(await changeFeedToken(app, OPERATOR, feed.id, raw({ lines_per_hour: 5 })));
  accepted(await revokeFeedToken(app, OPERATOR, feed.id));
  await scene.makeAccount(app, 'AED');
}

const FROM = { address: '203.0.113.7', request_id: 'request', user_agent: 'Firefox' };
const PASSWORD = 'five quiet geese by the river';

async function changePeople({ app }: Stage) {
  const why = raw({ reason: 'test' });
  for (const role of ['owner', 'owner', 'viewer']) {
    const email = `${role}-${randomUUID()}@example.com`;
    const person = accepted(await invitePerson(app, OPERATOR, raw({ name: 'Ada', email, role })));
    const { link } = accepted(await relinkPerson(app, OPERATOR, person.id));
    const given = raw({ link: link.url, password: PASSWORD });
    accepted(await setPasswordByLink(app, given, FROM, () => undefined));
    for (const password of ['wrong wrong wrong', PASSWORD, PASSWORD]) {
      await signIn(app, raw({ email, password }), FROM, () => undefined);
    }
    const other = raw({ role: 'finance', reason: 'test' });
    await changePersonRole(app, OPERATOR, person.id, other);
    accepted(await relinkPerson(app, OPERATOR, person.id));
    await disablePerson(app, OPERATOR, person.id, why);
    await enablePerson(app, OPERATOR, person.id, why);
  }
}

async function changeFactors({ app }: Stage) {
  const elsewhere = await factors.makePerson(app);
  for (const person_id of [await factors.makePerson(app), elsewhere]) {
    const owner = await factors.makeOwner(app, person_id, 'second_factor');
    const { added } = await factors.withTotp(app, owner);
    const [recovery_code] = added.recovery_codes ?? [];
    for (const given of [{ code: '000000' }, { recovery_code }]) {
      const half = await factors.makeOwner(app, person_id, 'second_factor');
      await giveSecondFactor(app, half, raw(given));
    }
    const caller = factors.callerOf(owner);
    accepted(await renewRecoveryCodes(app, caller));
    const authenticator = createSoftAuthenticator();
    const page = { origin: 'http://pay.test', rp_id: 'pay.test' };
    const open = { ...owner, stage: 'open' } as const;
    const { options } = accepted(await passkeyCreation(app, open));
    const credential = authenticator.create({ ...page, challenge: options.challenge });
    accepted(await addPasskey(app, open, raw({ name: 'Key', credential })));
    const asked = accepted(await passkeyRequest(app, 'confirm', open));
    const passkey = authenticator.get({ ...page, challenge: asked.options.challenge });
    accepted(await confirmSession(app, caller, raw({ passkey })));
    accepted(await removeTotp(app, caller));
    const reset = { id: person_id, raw: raw({ reason: 'test' }) };
    const { url } = accepted(await resetFactors(app, OPERATOR, reset));
    const half = await factors.makeOwner(app, person_id, 'second_factor');
    accepted(await openLink(app, half, raw({ link: url })));
  }
}

const DAY_MS = 86_400_000;

/** Amounts still reserved by an ended pay-in whose hold is over go to the next pay-in. */
async function reuseAmounts({ app, merchants }: Stage) {
  const amounts = merchants.map((merchant, index) => ({ merchant, amount_cents: 5_000 + index }));
  const open = () =>
    Promise.all(
      amounts.map(({ merchant, amount_cents }) =>
        scene.newPayin(app, merchant, { amount_cents, type: 'card', client_id: 'again' }),
      ),
    );
  for (const trade of await open()) {
    const { merchant_id, id } = trade;
    accepted(await actOnTrade(app, OPERATOR, merchant_id, id, 'cancel', raw({})));
  }
  app.store.clock_offset_ms += 2 * DAY_MS;
  await open();
}

/** Ten days later both a pay-out and a bank line have waited for too long. */
async function watch({ app, merchants, accounts }: Stage) {
  const [merchant] = merchants;
  assert.ok(merchant);
  await scene.newPayout(app, merchant, 10);
  await scene.feed(app, accounts[0] ?? '', [{ amount_cents: -123 }]);
  const kinds = [{ kind: 'lines_in_suspense', threshold: 60 }];
  const settings = { raise_after_minutes: 0, recover_after_minutes: 0, kinds };
  const quiet = (quiet_from: string | null, quiet_to: string | null) =>
    patchAlertSettings(app, OPERATOR, raw({ ...settings, quiet_from, quiet_to }));
  accepted(await quiet('00:00', '23:59'));
  const told = { channel: 'email', name: 'Somebody', address: 'somebody@example.com' };
  const recipient = accepted(await createRecipient(app, OPERATOR, raw(told)));
  const other = accepted(await createRecipient(app, OPERATOR, raw(told)));
  accepted(await changeRecipient(app, OPERATOR, recipient.id, raw({ name: 'Else' })));
  const later = (days: number) => ({
    ...app,
    settings: { ...app.settings, now: () => Date.now() + days * DAY_MS },
  });
  await watchAlerts(later(10));
  accepted(await quiet(null, null));
  assert.ok((await watchAlerts(later(11))) >= 2);
  for (const { id } of accepted(await listAlerts(app, {})).data) {
    accepted(await acknowledgeAlert(app, OPERATOR, id, raw({})));
  }
  assert.ok((await watchAlerts(later(0))) >= 2);
  for (const notice of await claimNotices(later(20))) {
    await recordNotice(app, notice, { status: 250, problem: null, is_final: false });
  }
  accepted(await removeRecipient(app, OPERATOR, other.id));
}

export const OTHER_SCENES: Readonly<Record<string, Work>> = {
  'callbacks on their way': deliver,
  'callback endpoints': changeEndpoints,
  'statements that are drafted and discarded': draft,
  'acts that a second person approves': approveActs,
  'changes of merchants': changeMerchants,
  'changes of currencies and rates': changeRates,
  'files of payers': removeFiles,
  'amounts that are free again': reuseAmounts,
  'counters of trades': count,
  'changes of accounts and feeds': changeAccounts,
  'changes of people, and their sign-ins': changePeople,
  'alerts that are raised, acknowledged and over': watch,
  'changes of second factors': changeFactors,
  'what ends by its age': endByAge,
  'removals that owners allow': allowRemovals,
  'saved views': changeViews,
  'scheduled reports': changeReports,
  'decisions about waiting lines': decideWaitingLines,
  'faults of the sandbox': askForFaults,
  'advances of the sandbox’s clock': advanceClock,
};
