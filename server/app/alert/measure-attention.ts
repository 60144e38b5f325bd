// Collects what waits for an operator: one source for each kind, each of which reads little however
// large the tables are.

import {
  type AttentionFound,
  type AttentionItem,
  attentionItem,
} from '../../domain/alert/attention.ts';
import { ATTENTION_KINDS, type AttentionKind } from '../../domain/alert/attention-kinds.ts';
import { actsOf } from '../../domain/approval/opened.ts';
import {
  epochDay,
  hasDailyLimit,
  type ReceivingAccount,
} from '../../domain/record/receiving-account.ts';
import { recipientsOf } from '../../domain/report/report-sending.ts';
import { WEEK_MS } from '../../lib/durations.ts';
import { findPayinsOverShare } from '../../store/account/payin-misses.ts';
import * as store from '../../store/alert/attention.ts';
import { findCallbacksFailing } from '../../store/alert/failing-callbacks.ts';
import { findRecipientsFailing } from '../../store/alert/notices.ts';
import { readThresholds } from '../../store/alert/thresholds.ts';
import { type OwedTotal, readOwedTotals } from '../../store/line/owed.ts';
import { readNegativeBalances } from '../../store/line/suspense.ts';
import { selectReports } from '../../store/report/scheduled-reports.ts';
import { findReportsUndelivered } from '../../store/report/undelivered-reports.ts';
import { readOnePerson } from '../approval/one-person.ts';
import type { App } from '../process/app.ts';

const PERCENT = 100;

type Source = (app: App, now: number) => Promise<AttentionFound[]>;

const counted = (count: number, worst: string | null): AttentionFound[] =>
  count === 0 ? [] : [{ subject_id: null, count, oldest_at: null, worst }];

async function accountIds(app: App): Promise<string[]> {
  return [...(await app.settings.current()).accounts.keys()];
}

/** The larger of the two shares: of the day's count, and of its sum. */
function shareOf(account: ReceivingAccount, day: store.UsedDay): number {
  const { daily_count_limit: count, daily_amount_limit_cents: sum } = account;
  const of_count = count === null ? 0 : Math.floor((day.count * PERCENT) / Math.max(count, 1));
  const most = sum === null || sum < 1n ? 1n : sum;
  const of_sum = sum === null ? 0 : Number((day.amount_cents * BigInt(PERCENT)) / most);
  return Math.max(of_count, of_sum);
}

/** Accounts without use today are not listed; the fullest come first. */
async function findAccountsInUse(app: App, now: number): Promise<AttentionFound[]> {
  const { accounts } = await app.settings.current();
  const limited = [...accounts.values()].filter((one) => one.enabled && hasDailyLimit(one));
  const ids = limited.map((account) => account.receiving_account_id);
  const days = await store.readUsedDays(app.store.db, epochDay(now), ids);
  const found = days.flatMap((day) => {
    const account = accounts.get(day.receiving_account_id);
    if (account === undefined) return [];
    const percent = shareOf(account, day);
    return [{ subject_id: day.receiving_account_id, count: 1, oldest_at: null, percent }];
  });
  return found.toSorted((a, b) => b.percent - a.percent).slice(0, store.SUBJECTS_MOST);
}

/** Only what is near its limit waits for somebody. */
const WORTH_LISTING_PERCENT = 50;

const near = (found: readonly AttentionFound[]): AttentionFound[] =>
  found.filter(({ percent = 0 }) => percent >= WORTH_LISTING_PERCENT);

async function findDisk(app: App): Promise<AttentionFound[]> {
  const disk = await app.readDisk();
  if (disk === null) return [];
  const used = disk.total_bytes - disk.free_bytes;
  // Rounded up, as `df` does: what is nearly full is not told as less.
  const percent = Math.ceil((used * PERCENT) / Math.max(disk.total_bytes, 1));
  return [{ subject_id: null, count: 1, oldest_at: null, percent }];
}

async function findUnequal({ store: { db } }: App): Promise<AttentionFound[]> {
  const totals = await readOwedTotals(db);
  const apart = ({ owed_cents, ledger_cents }: OwedTotal) => {
    const difference = owed_cents - ledger_cents;
    return Number(difference < 0n ? -difference : difference);
  };
  const unequal = totals
    .filter((total) => apart(total) > 0)
    .toSorted((a, b) => apart(b) - apart(a));
  const worst = unequal[0]?.receiving_account_id;
  return counted(unequal.length, worst === undefined ? null : `receiving_accounts/${worst}`);
}

async function findBelowZero({ store: { db } }: App): Promise<AttentionFound[]> {
  const merchants = await readNegativeBalances(db);
  return counted(merchants.length, merchants[0] === undefined ? null : `merchants/${merchants[0]}`);
}

/** Acts that one person alone may do without a limit. */
async function findOpenedRules(app: App): Promise<AttentionFound[]> {
  const one_person = await readOnePerson(app);
  if (one_person === null) return [];
  const { rules, switched_off_at } = one_person;
  const oldest_at = switched_off_at === null ? null : Date.parse(switched_off_at);
  return [{ subject_id: null, count: actsOf(rules), oldest_at }];
}

/** Of the house: a merchant's people see their own reports, and mend them. */
async function findUndelivered({ store: { db, cipher } }: App, now: number) {
  const recipients = (await selectReports(db, cipher, null)).flatMap((report) =>
    recipientsOf(report).map((person_id) => {
      const { scheduled_report_id } = report;
      return { scheduled_report_id, person_id };
    }),
  );
  return await findReportsUndelivered(db, recipients, now - WEEK_MS);
}

/** A kind without a source does not compile. */
const SOURCES: Readonly<Record<AttentionKind, Source>> = {
  payins_to_verify: ({ store: { db } }) => store.findPayinsToVerify(db),
  payouts_to_send: ({ store: { db } }) => store.findPayoutsToSend(db),
  payouts_unconfirmed: ({ store: { db } }) => store.findPayoutsUnconfirmed(db),
  disputes_overdue: ({ store: { db } }, now) => store.findDisputesOverdue(db, now),
  approvals_waiting: ({ store: { db } }) => store.findApprovalsWaiting(db),
  two_people_off: findOpenedRules,
  settlements_waiting: ({ store: { db } }) => store.findSettlementsWaiting(db),
  lines_in_suspense: ({ store: { db } }) => store.findLinesInSuspense(db),
  lines_waiting: ({ store: { db } }) => store.findLinesWaiting(db),
  payins_without_line: async (app) =>
    store.findPayinsWithoutLine(app.store.db, await accountIds(app)),
  payouts_without_line: async (app) =>
    store.findPayoutsWithoutLine(app.store.db, await accountIds(app)),
  suspense_unequal: findUnequal,
  books_unsound: ({ store: { db } }) => store.findBooksUnsound(db),
  proofs_missing: ({ store: { db } }, now) => store.findProofsMissing(db, now),
  balances_negative: findBelowZero,
  accounts_near_limit: async (app, now) => near(await findAccountsInUse(app, now)),
  payins_over_share: async (app, now) => {
    const { merchants } = await app.settings.current();
    return findPayinsOverShare(app.store.db, epochDay(now), [...merchants.keys()]);
  },
  callbacks_failing: ({ store: { db } }) => findCallbacksFailing(db),
  callbacks_exhausted: ({ store: { db } }, now) => store.findCallbacksExhausted(db, now - WEEK_MS),
  reports_undelivered: findUndelivered,
  imports_unfinished: ({ store: { db } }) => store.findImportsUnfinished(db),
  recipients_failing: ({ store: { db } }) => findRecipientsFailing(db),
  disk_filling: async (app) => near(await findDisk(app)),
};

export type MeasuredKind = {
  kind: AttentionKind;
  items: AttentionItem[];
  /** False: there are more subjects than are listed. */
  is_complete: boolean;
};

/** One kind after the other, so that no more than one connection of the pool is used. */
export async function measureAttention(app: App, now: number): Promise<MeasuredKind[]> {
  const thresholds = await readThresholds(app.store.db);
  const measured: MeasuredKind[] = [];
  for (const kind of ATTENTION_KINDS) {
    const found = await SOURCES[kind](app, now);
    measured.push({
      kind,
      items: found.map((one) => attentionItem(kind, one, thresholds, now)),
      is_complete: found.length < store.SUBJECTS_MOST,
    });
  }
  return measured;
}
