// A service in which everything that has a deadline waits for it: for the test that the clock moves
// no money.
import { Readable } from 'node:stream';
import { changeRecipient, createRecipient } from '../../server/app/alert/recipients.ts';
import { sendFileAsOperator } from '../../server/app/dispute/send-file.ts';
import { updateMerchant } from '../../server/app/merchant/merchants.ts';
import type { OpenApp } from '../../server/app/open-app.ts';
import { actOnTrade } from '../../server/app/trade/act-on-trade.ts';
import { AT_ONCE, rotate } from '../app/access/key-scene.ts';
import { invited } from '../app/access/people-scene.ts';
import { waitingProposal } from '../app/approval/proposal-scene.ts';
import * as callbacks from '../app/callback/delivery-scene.ts';
import * as disputes from '../app/dispute/dispute-scene.ts';
import * as payouts from '../app/payout/payout-scene.ts';
import * as scene from '../app/scene.ts';
import { settling } from '../app/settlement/settlement-scene.ts';
import { JPEG } from '../support/browser/receipt-files.ts';
import { accepted, makeMerchant, OPERATOR, raw } from '../support/test-app.ts';

/** Pay-ins in every state that waits: shown, claimed, canceled, completed. */
async function waitingPayins(app: OpenApp): Promise<void> {
  const account = await scene.makeAccount(app, 'INR');
  const merchant = await makeMerchant(app);
  await scene.newPayin(app, merchant, { amount_cents: 101 });
  const claimed = await scene.newPayin(app, merchant, { amount_cents: 102 });
  accepted(await scene.claim(app, merchant, claimed.id, 'UTR000000102'));
  const canceled = await scene.newPayin(app, merchant, { amount_cents: 103 });
  accepted(await actOnTrade(app, OPERATOR, merchant.merchant_id, canceled.id, 'cancel', raw({})));
  await scene.newPayin(app, merchant, { amount_cents: 104 });
  await scene.feed(app, account, [{ amount_cents: 104 }, { amount_cents: 999 }]);
}

/** Nobody answers, nobody appeals, nobody carries out what was decided. */
async function waitingDisputes(app: OpenApp): Promise<void> {
  const merchant = await makeMerchant(app);
  const open = async (amount_cents: number) =>
    await disputes.opened(app, await disputes.credited(app, merchant, amount_cents));
  await open(2_001);
  const asked = await open(2_002);
  accepted(await disputes.did(app, asked, 'ask', { party: 'merchant', note: 'your invoice' }));
  accepted(await disputes.decide(app, await open(2_003), 'upheld'));
  accepted(await disputes.decide(app, await open(2_004), 'rejected'));
  const appealed = await open(2_005);
  accepted(await disputes.decide(app, appealed, 'upheld'));
  accepted(await disputes.did(app, appealed, 'appeal', { note: 'a receipt' }));
  const text = 'A letter';
  await sendFileAsOperator(app, OPERATOR, asked, { text }, Readable.from([JPEG]));
}

/** A pay-out that nobody took, and one whose result nobody knows. */
async function waitingPayouts(app: OpenApp): Promise<void> {
  const shop = await payouts.openShop(app, 'CHF');
  const [, taken] = await payouts.newPayouts(app, shop, 'CHF', [310, 320]);
  const { merchant_id } = shop.merchant;
  accepted(await actOnTrade(app, OPERATOR, merchant_id, taken?.id ?? '', 'take', raw({})));
}

/** Credits that are kept back, and a statement that nobody approves. */
async function waitingCredits(app: OpenApp): Promise<void> {
  const settle = settling(app);
  const merchant = await settle.withAccount();
  await settle.credit(merchant, 7_000);
  accepted(await settle.draft(merchant));
  const settings = { settlement_delay_days: 1, reserve_percent: 10, reserve_days: 3 };
  accepted(await updateMerchant(app, OPERATOR, merchant.merchant_id, raw({ settings })));
  await settle.credit(merchant, 20_000);
}

async function waitingCallbacks(app: OpenApp): Promise<void> {
  const merchant = await callbacks.newMerchant(app);
  await callbacks.newTrade(app, merchant, 1);
  await callbacks.record(app, await callbacks.only(app), callbacks.answered(500));
  await callbacks.newTrade(app, merchant, 1);
  await callbacks.claim(app, { lease_ms: 30_000 });
  const told = { channel: 'callback', name: 'Pager', address: 'https://pager.example/hook' };
  const recipient = accepted(await createRecipient(app, OPERATOR, raw(told)));
  accepted(await changeRecipient(app, OPERATOR, recipient.id, raw({ rotate_secret: true })));
}

const LATER = `now() + interval '5 minutes'`;

/** Sessions, links and tokens that end: no money depends on them. */
async function waitingAccess(app: OpenApp): Promise<void> {
  await waitingProposal(app);
  const person = await invited(app);
  accepted(await rotate(app, { ...AT_ONCE, lead_ms: 60_000 }));
  const any = 'gen_random_uuid()';
  const merchant = '(select merchant_id from trades limit 1)';
  for (const insert of [
    `used_signatures (merchant_id, token_id, signature, expires_at)
       values (${merchant}, ${any}, '\\x01', ${LATER})`,
    `passkey_challenges (challenge_hash, purpose, expires_at)
       values (sha256('a'), 'sign_in', ${LATER})`,
    `openid_requests (request_hash, purpose, expires_at)
       values (sha256('a'), 'sign_in', ${LATER})`,
    `enrolment_links (person_id, link_hash, created_at, expires_at)
       values ('${person.id}', sha256('b'), now(), ${LATER})`,
    `sessions (session_id, person_id, session_hash, stage, created_at, last_seen_at,
       confirmed_at, expires_at, address, user_agent)
       values (${any}, '${person.id}', sha256('c'), 'open', now(), now(), now(), ${LATER},
         '::1', '')`,
    `sign_in_tries (scope, key_hash, failed, last_failed_at, locked_until, kept_until)
       values ('password_account', sha256('d'), 9, now(), ${LATER}, ${LATER})`,
    `alert_notices (alert_notice_id, alert_recipient_id, purpose, content, created_at, status,
       attempts, due_at, leased_until)
       select ${any}, alert_recipient_id, 'test', '{}', now(), 'waiting', 0, ${LATER}, ${LATER}
       from alert_recipients`,
    `scheduled_reports (scheduled_report_id, content, every, hour, time_zone, format, recipients,
       enabled, created_at, next_at)
       values (${any}, '', 'day', 0, 'UTC', 'csv', '{}', true, now(), ${LATER})`,
    `report_sendings (report_sending_id, scheduled_report_id, first_day, end_day, from_at, to_at,
       by_hand, created_at, status, attempts, due_at, leased_until, has_file)
       select ${any}, scheduled_report_id, 0, 1, now(), now(), true, now(), 'waiting', 0, ${LATER},
         ${LATER}, false from scheduled_reports`,
    `callback_endpoints (merchant_id, number, description, event_types, created_at, removed_at,
       previous_secret_until)
       values (${merchant}, 900, '', '{}', now(), now(), ${LATER})`,
    `callback_endpoint_health (merchant_id, number, next_probe_at)
       values (${merchant}, 900, ${LATER})`,
    `presences (person_id, subject_type, subject_id, since_at, until_at)
       values ('${person.id}', 'trade', ${any}, now(), ${LATER})`,
    `sandbox_answers (merchant_id, trade_id, steps_done, due_at)
       select merchant_id, trade_id, 0, ${LATER} from trades limit 1`,
    `receipts (merchant_id, receipt_id, trade_id, slot, file_type, size_bytes, content_hash,
       given_at) select merchant_id, ${any}, trade_id, 1, 'jpeg', 1, sha256('e'), now()
       from trades limit 1`,
  ]) {
    await scene.sql(app, `insert into ${insert}`);
  }
  for (const table of ['api_tokens', 'operator_tokens']) {
    await scene.sql(app, `update ${table} set expires_at = ${LATER}`);
  }
  await scene.sql(
    app,
    `update callback_endpoints set previous_secret = secret,
       previous_secret_until = ${LATER} where url is not null`,
  );
}

export async function makeEverythingWait(app: OpenApp): Promise<void> {
  await waitingPayins(app);
  await waitingDisputes(app);
  await waitingPayouts(app);
  await waitingCredits(app);
  await waitingCallbacks(app);
  await waitingAccess(app);
}
