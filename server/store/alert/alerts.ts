// Alerts and their events: read and written by one process at a time, which holds the lock of the
// alert settings.

import type { Alert, AlertEvent } from '../../domain/alert/alert-rule.ts';
import type { AttentionKind, Severity } from '../../domain/alert/attention-kinds.ts';
import type { Requester } from '../../domain/record/proposal.ts';
import { type Queryable, type Transaction, timestamp } from '../connection/database.ts';
import { insertRows, type RowColumn } from '../connection/rows.ts';

type AlertRow = Omit<Alert, 'sight' | 'subject_id'> & {
  subject_id: string;
  severity: Severity;
  item_count: number;
  has_more: boolean;
  oldest_at: number | null;
  value: number;
  threshold: number;
};

const COLUMNS = `a.alert_id, a.kind, a.subject_id, a.state, a.severity, a.item_count, a.has_more,
  a.oldest_at, a.value, a.threshold, a.over_since, a.clear_since, a.raised_at, a.recovered_at,
  a.last_event_at, a.acknowledged_at`;

function alertOf(row: AlertRow): Alert {
  const { severity, item_count, has_more, oldest_at, value, threshold, ...alert } = row;
  return {
    alert_id: alert.alert_id,
    kind: alert.kind,
    subject_id: alert.subject_id === '' ? null : alert.subject_id,
    state: alert.state,
    sight: { severity, count: item_count, has_more, oldest_at, value, threshold },
    over_since: alert.over_since,
    clear_since: alert.clear_since,
    raised_at: alert.raised_at,
    recovered_at: alert.recovered_at,
    last_event_at: alert.last_event_at,
    acknowledged_at: alert.acknowledged_at,
  };
}

/** One for each cause; their number is bounded by kinds and subjects. */
export async function readOpenAlerts(db: Queryable): Promise<Alert[]> {
  const rows = await db.query<AlertRow>(
    'read-open-alerts',
    `select ${COLUMNS} from alerts a where a.recovered_at is null order by a.alert_id`,
    [],
  );
  return rows.map(alertOf);
}

const ROW: readonly RowColumn<Alert>[] = [
  { name: 'alert_id', value: (a) => a.alert_id },
  { name: 'kind', value: (a) => a.kind },
  { name: 'subject_id', value: (a) => a.subject_id ?? '' },
  { name: 'state', value: (a) => a.state },
  { name: 'severity', value: (a) => a.sight.severity },
  { name: 'item_count', value: (a) => a.sight.count },
  { name: 'has_more', value: (a) => a.sight.has_more },
  { name: 'oldest_at', value: (a) => a.sight.oldest_at },
  { name: 'value', value: (a) => a.sight.value },
  { name: 'threshold', value: (a) => a.sight.threshold },
  { name: 'over_since', value: (a) => a.over_since },
  { name: 'clear_since', value: (a) => a.clear_since },
  { name: 'raised_at', value: (a) => a.raised_at },
  { name: 'recovered_at', value: (a) => a.recovered_at },
  { name: 'last_event_at', value: (a) => a.last_event_at },
];

const CHANGED = ROW.map(({ name }) => name).filter(
  (name) => !['alert_id', 'kind', 'subject_id', 'over_since'].includes(name),
);

/** In the order of their keys. Who has acknowledged them is not touched. */
export async function saveAlerts(tx: Transaction, alerts: readonly Alert[]): Promise<void> {
  if (alerts.length === 0) return;
  await insertRows(
    tx,
    'alerts',
    [...ROW],
    alerts.toSorted((a, b) => (a.alert_id < b.alert_id ? -1 : 1)),
    `on conflict (alert_id) do update set
       ${CHANGED.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  );
}

/** Those that nobody was told of. */
export async function forgetAlerts(tx: Queryable, alert_ids: readonly string[]): Promise<void> {
  if (alert_ids.length === 0) return;
  await tx.query(
    'forget-alerts',
    'delete from alerts where alert_id = any($1::uuid[]) and raised_at is null',
    [alert_ids],
  );
}

export type NewAlertEvent = { alert_id: string; event: AlertEvent; happened_at: number };

export async function insertAlertEvents(
  tx: Queryable,
  events: readonly NewAlertEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await tx.query(
    'insert-alert-events',
    `insert into alert_events (alert_id, event_number, event, happened_at)
     select n.alert_id, coalesce((
         select max(e.event_number) from alert_events e where e.alert_id = n.alert_id
       ), 0) + 1, n.event, n.happened_at
     from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as n(alert_id, event, happened_at)`,
    [
      events.map(({ alert_id }) => alert_id),
      events.map(({ event }) => event),
      events.map(({ happened_at }) => timestamp(happened_at)),
    ],
  );
}

export type UntoldEvent = { alert: Alert; event: AlertEvent };

const UNTOLD_MOST = 2_000;

/** In the order in which they happened; `severities`: only of such alerts. */
export async function readUntoldEvents(
  tx: Queryable,
  severities: readonly Severity[],
): Promise<UntoldEvent[]> {
  const rows = await tx.query<AlertRow & { event: AlertEvent }>(
    'read-untold-events',
    `select ${COLUMNS}, e.event from alert_events e join alerts a using (alert_id)
     where e.noticed_at is null and a.severity = any($1::text[])
     order by e.happened_at, e.alert_id, e.event_number limit ${UNTOLD_MOST}`,
    [severities],
  );
  return rows.map(({ event, ...row }) => ({ alert: alertOf(row), event }));
}

export async function markTold(
  tx: Queryable,
  alert_ids: readonly string[],
  now: number,
): Promise<void> {
  if (alert_ids.length === 0) return;
  await tx.query(
    'mark-events-told',
    `update alert_events set noticed_at = $2
     where alert_id = any($1::uuid[]) and noticed_at is null`,
    [alert_ids, timestamp(now)],
  );
  await tx.query(
    'mark-alerts-told',
    'update alerts set last_noticed_at = $2 where alert_id = any($1::uuid[])',
    [alert_ids, timestamp(now)],
  );
}

export type ListedAlert = Alert & {
  last_noticed_at: number | null;
  acknowledged_role: Requester['role'] | null;
  acknowledged_id: string | null;
  acknowledged_note: string | null;
};

type ListedRow = AlertRow & Omit<ListedAlert, keyof Alert>;

const LISTED = `${COLUMNS}, a.last_noticed_at, a.acknowledged_role, a.acknowledged_id,
  a.acknowledged_note`;

const listedOf = ({
  last_noticed_at,
  acknowledged_role,
  acknowledged_id,
  acknowledged_note,
  ...row
}: ListedRow): ListedAlert => ({
  ...alertOf(row),
  last_noticed_at,
  acknowledged_role,
  acknowledged_id,
  acknowledged_note,
});

/** Newest first; ids sort by the time at which their cause was first seen. */
export async function selectAlerts(
  db: Queryable,
  filter: { states: readonly string[]; before: string | null; limit: number },
): Promise<ListedAlert[]> {
  const rows = await db.query<ListedRow>(
    'list-alerts',
    `select ${LISTED} from alerts a
     where a.state = any($1::text[]) and ($2::uuid is null or a.alert_id < $2)
     order by a.alert_id desc limit $3`,
    [filter.states, filter.before, filter.limit],
  );
  return rows.map(listedOf);
}

/** Null: there is no such alert. Locked, so that two people do not acknowledge it at once. */
export async function lockAlert(tx: Queryable, alert_id: string): Promise<ListedAlert | null> {
  const rows = await tx.query<ListedRow>(
    'lock-alert',
    `select ${LISTED} from alerts a where a.alert_id = $1 and a.raised_at is not null for update`,
    [alert_id],
  );
  return rows.map(listedOf)[0] ?? null;
}

export async function saveAcknowledged(
  tx: Queryable,
  alert_id: string,
  { role, id }: Pick<Requester, 'role' | 'id'>,
  note: string | null,
  now: number,
): Promise<void> {
  await tx.query(
    'acknowledge-alert',
    `update alerts set acknowledged_at = $2, acknowledged_role = $3, acknowledged_id = $4,
       acknowledged_note = $5 where alert_id = $1`,
    [alert_id, timestamp(now), role, id, note],
  );
}

/** How many alerts of each kind are raised now. */
export async function countRaised(
  db: Queryable,
): Promise<{ kind: AttentionKind; alerts: number }[]> {
  return await db.query(
    'count-raised-alerts',
    `select kind, count(*)::int as alerts from alerts
     where recovered_at is null and state = 'raised' group by kind`,
    [],
  );
}

/** Alerts that recovered before this time, with their events: nobody asks for them any more. */
export async function deleteOldAlerts(
  db: Queryable,
  before: number,
  limit: number,
): Promise<number> {
  const rows = await db.query<{ alert_id: string }>(
    'delete-old-alerts',
    `with old as (
       select alert_id from alerts where recovered_at < $1 order by alert_id limit $2
       for update skip locked
     ), events as (
       delete from alert_events e using old where e.alert_id = old.alert_id
     )
     delete from alerts a using old where a.alert_id = old.alert_id returning a.alert_id`,
    [timestamp(before), limit],
  );
  return rows.length;
}
