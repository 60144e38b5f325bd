// The part of the operators' tour about the service itself: alerts, the ledger, proofs, keys, how
// long data is kept, saved views, reports, the sandbox's clock.
import { setTimeout as sleep } from 'node:timers/promises';
import { claimNotices, recordNotice } from '../../../../server/app/alert/notices.ts';
import { watchAlerts } from '../../../../server/app/alert/watch-alerts.ts';
import { serviceTime } from '../../../../server/app/process/service-time.ts';
import type { RemovalCounts } from '../../../../server/domain/archive/removal.ts';
import { createMailClient } from '../../../../server/jobs/mail-client.ts';
import { type NoticeWork, sendNotices } from '../../../../server/jobs/notice-sender.ts';
import { DAY_MS } from '../../../../server/lib/durations.ts';
import { active } from '../../../app/access/people-scene.ts';
import { plannedRemoval } from '../../../app/setting/planned-removal.ts';
import type { OperatorService } from '../../operator/operator-service.ts';
import { firstOf, type Stage } from './stage.ts';

/** Of every receiver: nothing is sent over a network. */
export const ACCEPTED = {
  status: 204,
  error: null,
  duration_ms: 1,
  reply_head: '',
  retry_after_s: null,
};

/** Some trades stay. The service of the tour is too young to have an archive of its own. */
export const PLANNED_COUNTS: RemovalCounts = {
  removed: {
    bank_line_words: 431,
    bank_line_acts: 12,
    bank_line_outcomes: 431,
    bank_lines: 431,
    ledger_entries: 431,
    events: 1_316,
    holds: 407,
    utr_claims: 431,
    payout_attempts: 24,
    trade_words: 24,
    trades: 452,
    proof_digests: 31,
  },
  stays: { disputed: 2, refund: 1, decided: 3 },
  differs: {},
};

export async function tourService(stage: Stage): Promise<void> {
  await alerts(stage);
  await ledger(stage);
  await proofs(stage);
  await settings(stage);
  await views(stage);
  await audit(stage);
}

/** The job of notices, which a test of a recipient waits for. */
async function sendNotice({ app }: OperatorService) {
  const work: NoticeWork = {
    claim: () => claimNotices(app),
    record: (notice, result) => recordNotice(app, notice, result),
  };
  const receiver = { post: () => Promise.resolve({ ...ACCEPTED, retry_after_ms: null }) };
  while ((await sendNotices(work, receiver, createMailClient(null))) === 0) await sleep(20);
}

async function alerts({ service, tour: { step } }: Stage) {
  const { app } = service;
  await step('listAttention', {}, 200);
  await step('showSince', { query: { since: '2026-03-01T00:00:00Z' } }, 200);
  await step('getLive', { query: {} }, 200);
  await step('getService', {}, 200);
  const waits = { raise_after_minutes: 0, remind_after_minutes: 60 };
  const quiet = { quiet_from: '22:00', quiet_to: '07:00', time_zone: 'Asia/Kolkata' };
  await step('changeAlertSettings', { body: { ...quiet, ...waits } }, 200);
  await step('getAlertSettings', {}, 200);
  const address = 'https://pager.example/hook?key=secret';
  const pager = { channel: 'callback', name: 'Pager', address, min_severity: 'critical' };
  const { id } = await step('createAlertRecipient', { body: pager }, 201);
  const path = { id };
  await Promise.all([step('testAlertRecipient', { path, body: {} }, 200), sendNotice(service)]);
  await step('changeAlertRecipient', { path, body: { rotate_secret: true } }, 200);
  await step('listAlertRecipients', {}, 200);
  await step('removeAlertRecipient', { path, body: { note: 'Nobody carries it' } }, 200);
  const now = () => app.store.clock_offset_ms + Date.now() + 10 * DAY_MS;
  await watchAlerts({ ...app, settings: { ...app.settings, now } });
  const { data } = await step('listAlerts', { query: { state: 'raised', limit: 1 } }, 200);
  const of_alert = { path: { id: firstOf(data).id }, body: { note: 'On it' } };
  await step('acknowledgeAlert', of_alert, 200);
}

async function ledger({ shop, service, tour: { step } }: Stage) {
  const { merchant_id } = shop;
  await step('listLedgerAccounts', { query: { merchant_id, limit: 1 } }, 200);
  await step('listLedgerEntries', { query: { merchant_id, limit: 1 } }, 200);
  const month = new Date(serviceTime(service.app)).toISOString().slice(0, 7);
  const of_month = { path: { month }, query: { merchant_id } };
  await step('showMonth', of_month, 200);
  await step('exportJournal', of_month, 200);
  await step('exportJournalWorkbook', of_month, 200);
  await step('exportTally', of_month, 200);
  await step('verifyBooks', {}, 200);
}

async function proofs({ tour: { step } }: Stage) {
  await step('makeProof', { body: {} }, 200);
  await step('listAllProofs', { query: { limit: 1 } }, 200);
  await step('getWholeProof', { path: { day: 'latest' } }, 200);
  const { data, keys } = await step('listProofKeysForOperators', {}, 200);
  const { key_id } = firstOf(keys ?? data);
  await step('rotateProofKey', { body: { key_id, note: 'Once a year' } }, 200);
  await step('rotateEncryptionKey', { body: { purpose: 'data', reason: 'Once a year' } }, 200);
  await step('listEncryptionKeys', {}, 200);
}

async function settings({ service, tour: { step } }: Stage) {
  const body = { periods: [{ kind: 'sessions', days: 40 }], note: 'Our policy' };
  await step('setRetention', { body }, 200);
  await step('getRetention', {}, 200);
  const planned = { month: '2026-01', counts: PLANNED_COUNTS };
  const { month, ...allowed } = await plannedRemoval(service.app, planned);
  await step('listRemovals', {}, 200);
  await step('allowRemoval', { path: { month }, body: allowed }, 200);
  await step('advanceSandboxClock', { body: { seconds: 60 } }, 200);
  await step('showSandboxClock', {}, 200);
  await step('adoptCopy', { body: { reason: 'Moved to a new machine' } }, 200);
}

async function views({ service, tour: { step } }: Stage) {
  const view = { name: 'Large pay-ins', address: '/trades?direction=payin' };
  const { id: saved_view_id } = await step('createSavedView', { body: view }, 201);
  const of_view = { id: saved_view_id };
  await step('shareSavedView', { path: of_view, body: { is_shared: true } }, 200);
  await step('listSavedViews', {}, 200);
  const recipients = [(await active(service.app, { role: 'finance' })).id];
  const body = { name: 'Daily pay-ins', saved_view_id, every: 'day', hour: 7, recipients };
  const { id } = await step('createScheduledReport', { body }, 201);
  const path = { id };
  await step('changeScheduledReport', { path, body: { hour: 8, format: 'csv' } }, 200);
  await step('listScheduledReports', {}, 200);
  await step('sendScheduledReport', { path, body: { note: 'The bank asks for it' } }, 200);
  await step('listReportSendings', { path }, 200);
  await step('removeScheduledReport', { path, body: { note: 'Nobody reads it' } }, 200);
  await step('removeSavedView', { path: of_view }, 200);
}

async function audit({ shop, tour: { step } }: Stage) {
  const query = { target: `merchants/${shop.merchant_id}` };
  await step('listAudit', { query: { ...query, limit: 1 } }, 200);
  await step('listOwnAudit', { query: { limit: 1 } }, 200);
  await step('exportAuditCsv', { query }, 200);
  await step('exportAuditWorkbook', { query }, 200);
  await step('exportAuditLines', { query }, 200);
}
