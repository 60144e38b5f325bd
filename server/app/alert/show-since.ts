// What happened since somebody was here, as counts that each lead to a list.
import { missingRight } from '../../domain/access/rights.ts';
import { COUNTED_MOST } from '../../domain/alert/attention-kinds.ts';
import { SHOW_SINCE } from '../../domain/alert-setting/alert-requests.ts';
import type { AuditAction } from '../../domain/record/audit.ts';
import type { Direction } from '../../domain/record/trade.ts';
import { spansOf } from '../../domain/report/report-periods.ts';
import { type SinceKind, sinceFrom } from '../../domain/report/since.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { type Counted, type DayMeasure, SLOT_MS } from '../../domain/trade/trade-measures.ts';
import { toWireInteger } from '../../domain/values/money.ts';
import { selectAudit } from '../../store/access/audit-search.ts';
import { countSince, readLastVisit } from '../../store/alert/since.ts';
import { countWaiting } from '../../store/approval/list-proposals.ts';
import { type ReportCounters, readReportCounters } from '../../store/trade/report-counts.ts';
import { readAuditSearch } from '../access/list-audit.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { type NamedActor, namedActor, namesOfActors } from '../request/actor-names.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { identityOf } from '../request/identity.ts';
import { type NamedTarget, namesOfTargets } from '../request/target-names.ts';
import { iso } from '../request/views.ts';

export type SinceSum = { currency: string; amount_cents: number };
export type SinceRow = {
  kind: SinceKind;
  count: number;
  has_more: boolean;
  sums: SinceSum[];
};
export type SinceChange = {
  at: string;
  actor: NamedActor;
  action: AuditAction;
  target: string;
  named_target: NamedTarget | null;
};
export type SinceBody = { since: string; data: SinceRow[]; changes: SinceChange[] };

/** Of the settings that colleagues changed; the audit trail has all. */
export const CHANGES_SHOWN = 5;

const plain = (kind: SinceKind, count: number): SinceRow => ({
  kind,
  count: Math.min(count, COUNTED_MOST),
  has_more: count > COUNTED_MOST,
  sums: [],
});

/** From the counters of trades, which are exact. */
function traded(
  kind: SinceKind,
  counters: readonly ReportCounters[],
  { direction, measure }: { direction: Direction; measure: DayMeasure },
): SinceRow {
  const of_kind = counters
    .filter((row) => row.direction === direction)
    .map(({ currency, measures }) => [currency, measures[measure]] as const)
    .filter(([, { count }]) => count > 0n);
  const sums = of_kind.map(([currency, { total }]: readonly [string, Counted]) => ({
    currency,
    amount_cents: toWireInteger(total),
  }));
  const count = of_kind.reduce((sum, [, counted]) => sum + Number(counted.count), 0);
  return { kind, count, has_more: false, sums };
}

/** Null without the right to read the audit trail. */
async function changedSince(app: App, operator: OperatorCaller, since: number) {
  if (missingRight(operator, 'audit.read') !== null) return null;
  // As the audit trail is searched by this filter, so that it then shows just these.
  const search = readAuditSearch({ settings: 'by_others', from: iso(since) }, operator);
  if (isRefusal(search)) throw new Error('The search for changes of settings is wrong');
  const limit = COUNTED_MOST + 1;
  const found = await selectAudit(app.store.db, search, { before: null, limit });
  const shown = found.slice(0, CHANGES_SHOWN);
  const ids = shown.map(({ actor }) => actor.id);
  const names = await namesOfActors(app, ids);
  const paths = shown.map(({ target }) => target);
  const targets = await namesOfTargets(app, paths);
  const changes = shown.map(({ at, actor, action, target }) => ({
    at: iso(at),
    actor: namedActor(actor, names),
    action,
    target,
    named_target: targets.get(target) ?? null,
  }));
  return { count: found.length, changes };
}

/** In milliseconds: what is asked for, or when this person was here last. */
async function readSince(
  { store: { db } }: App,
  { session_id }: OperatorCaller,
  asked: number | null,
  now: number,
): Promise<number> {
  const last_visit_at = session_id === null ? null : await readLastVisit(db, session_id);
  return sinceFrom({ asked, last_visit_at }, now);
}

/** For cells that do not know the sessions of people: the query with the moment in it. */
export async function sinceQuery(
  app: App,
  operator: OperatorCaller,
  query: QueryTexts<typeof SHOW_SINCE>,
): Promise<QueryTexts<typeof SHOW_SINCE> | Refusal> {
  const read = readFilters(SHOW_SINCE, query);
  if (isRefusal(read)) return read;
  const since = await readSince(app, operator, read.since, serviceTime(app));
  return { ...query, since: iso(since) };
}

export async function showSince(
  app: App,
  operator: OperatorCaller,
  query: QueryTexts<typeof SHOW_SINCE>,
): Promise<SinceBody | Refusal> {
  const read = readFilters(SHOW_SINCE, query);
  if (isRefusal(read)) return read;
  const { db } = app.store;
  const now = serviceTime(app);
  const since = await readSince(app, operator, read.since, now);
  const spans = spansOf({ start: since / SLOT_MS, end: Math.floor(now / SLOT_MS) + 1 });
  const counters = await readReportCounters(db, {
    filter: {},
    split: null,
    days: spans.days.map((span) => ({ ...span, period: 0 })),
    slots: spans.slots.map((span) => ({ ...span, period: 0 })),
  });
  const counts = await countSince(db, since);
  const waiting = await countWaiting(db, identityOf(operator), COUNTED_MOST + 1);
  const changed = await changedSince(app, operator, since);
  const payout = 'payout';
  return {
    since: iso(since),
    data: [
      traded('payins_credited', counters, { direction: 'payin', measure: 'completed' }),
      traded('payouts_paid', counters, { direction: payout, measure: 'completed' }),
      traded('payouts_failed', counters, { direction: payout, measure: 'failed' }),
      plain('disputes_opened', counts.disputes),
      plain('approvals_for_you', waiting.waiting_for_you_count),
      plain('endpoints_failing', counts.endpoints),
      ...(changed === null ? [] : [plain('settings_changed', changed.count)]),
    ],
    changes: changed?.changes ?? [],
  };
}
