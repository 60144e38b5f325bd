// A receiving account's day: shown with every difference, and closed by a person who accepts the
// remaining differences.

import {
  type DayReconciliation,
  type DifferenceKind,
  reconcileDay,
} from '../../domain/proof/day-reconciliation.ts';
import { CLOSE_DAY, SHOW_DAY } from '../../domain/proof/proof-requests.ts';
import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import { beginReading, type RawFields, readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { dayStart } from '../../domain/values/day.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { type KnownDay, selectKnownDays } from '../../store/account/known-days.ts';
import { now } from '../../store/batch/store.ts';
import { LONG_WORK } from '../../store/connection/statement-limits.ts';
import {
  type Closing,
  type DaySpan,
  type DaySums,
  insertClosing,
  readClosing,
  readDayFacts,
} from '../../store/proof/proof-days.ts';
import type { App } from '../process/app.ts';
import { namesOfActors } from '../request/actor-names.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type ExactInteger, exactOrNull, toExactInteger } from '../request/exact-integer.ts';
import { DAY_FORM, type Page, pageOf, readPage } from '../request/paging.ts';
import { iso } from '../request/views.ts';

type DifferenceBody = {
  kind: DifferenceKind;
  amount_cents: ExactInteger;
  bank_line_id: string | null;
  merchant_id: string | null;
  trade_id: string | null;
  explanation: string;
};

export type AccountDayBody = {
  receiving_account_id: string;
  day: string;
  currency: string;
  opening_cents: ExactInteger | null;
  opening_source: string | null;
  line_count: number;
  in_cents: ExactInteger;
  out_cents: ExactInteger;
  expected_closing_cents: ExactInteger | null;
  closing_cents: ExactInteger | null;
  ledger_cents: ExactInteger;
  differences: DifferenceBody[];
  /** The number of the newest closing; null if nobody has closed the day. */
  revision: number | null;
  closed_at: string | null;
  closed_by: string | null;
  /** Of that person or token, if it is known. */
  closed_by_name: string | null;
  note: string | null;
  /** True if the day's figures have changed since it was closed. */
  changed_since: boolean;
};

type Read = {
  day: DayReconciliation;
  sums: DaySums;
  ledger_cents: bigint;
  closing: Closing | null;
};

function countKinds({ differences }: DayReconciliation): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of differences) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

const sameCounts = (a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((kind) => a[kind] === b[kind]);

/** Whether a closing still agrees with the day's figures. */
function stillHolds(closing: Closing, { day, sums, ledger_cents }: Read): boolean {
  return (
    closing.opening_cents === day.opening_cents &&
    closing.closing_cents === day.closing_cents &&
    closing.line_count === sums.line_count &&
    closing.lines_cents === sums.in_cents - sums.out_cents &&
    closing.ledger_cents === ledger_cents &&
    sameCounts(closing.differences, countKinds(day))
  );
}

async function bodyOf(
  app: App,
  { account, span }: { account: ReceivingAccount; span: DaySpan },
  read: Read,
): Promise<AccountDayBody> {
  const { day, sums, ledger_cents, closing } = read;
  const closed_by = closing?.actor.id ?? null;
  const names = await namesOfActors(app, [closed_by]);
  return {
    receiving_account_id: account.receiving_account_id,
    day: span.day,
    currency: account.currency,
    opening_cents: exactOrNull(day.opening_cents),
    opening_source: day.opening_source,
    line_count: sums.line_count,
    in_cents: toExactInteger(sums.in_cents),
    out_cents: toExactInteger(sums.out_cents),
    expected_closing_cents: exactOrNull(day.expected_closing_cents),
    closing_cents: exactOrNull(day.closing_cents),
    ledger_cents: toExactInteger(ledger_cents),
    differences: day.differences.map((one) => ({
      ...one,
      amount_cents: toExactInteger(one.amount_cents),
    })),
    revision: closing?.revision ?? null,
    closed_at: closing === null ? null : iso(closing.closed_at),
    closed_by,
    closed_by_name: names.get(closed_by ?? '') ?? null,
    note: closing?.note ?? null,
    changed_since: closing !== null && !stillHolds(closing, read),
  };
}

async function accountOf(app: App, id: string): Promise<ReceivingAccount | Refusal> {
  const { accounts } = await app.settings.current();
  return accounts.get(parseUuid(id) ?? '') ?? refuseUnknown();
}

type DayPath = { id: string; day: string };

/** The account and the moment at which its day begins in UTC. */
async function locate(app: App, path: DayPath) {
  const account = await accountOf(app, path.id);
  if (isRefusal(account)) return account;
  const from_at = dayStart(path.day);
  return from_at === null ? refuseUnknown() : { account, from_at };
}

type Located = Exclude<Awaited<ReturnType<typeof locate>>, Refusal>;

const spanOf = (
  { account, from_at }: Located,
  day: string,
  zone_offset_minutes: number,
): DaySpan => ({
  receiving_account_id: account.receiving_account_id,
  day,
  from_at,
  zone_offset_ms: zone_offset_minutes * MINUTE_MS,
});

/** Reads everything of the day in one snapshot. */
async function readDay(app: App, span: DaySpan): Promise<Read> {
  return await app.store.db.transaction(async (tx) => {
    await tx.query('snapshot', 'set transaction isolation level repeatable read, read only', []);
    const { facts, sums } = await readDayFacts(tx, span);
    const closing = await readClosing(tx, span);
    return { day: reconcileDay(facts), sums, ledger_cents: facts.ledger_cents, closing };
  }, LONG_WORK);
}

export async function getAccountDay(
  app: App,
  path: DayPath,
  query: QueryTexts<typeof SHOW_DAY>,
): Promise<AccountDayBody | Refusal> {
  const found = await locate(app, path);
  if (isRefusal(found)) return found;
  const asked = readFilters(SHOW_DAY, query);
  if (isRefusal(asked)) return asked;
  const span = spanOf(found, path.day, asked.zone_offset_minutes);
  return await bodyOf(app, { account: found.account, span }, await readDay(app, span));
}

export type ClosedDayBody = AccountDayBody & {
  /** `refused`: there are differences that nobody has accepted. */
  outcome: 'closed' | 'found' | 'refused';
};

/** Closing again without changes finds the first closing; after changes it makes a new one. */
export async function closeAccountDay(
  app: App,
  operator: OperatorCaller,
  path: DayPath,
  raw: RawFields,
): Promise<ClosedDayBody | Refusal> {
  const found = await locate(app, path);
  if (isRefusal(found)) return found;
  const { account } = found;
  const reading = beginReading(CLOSE_DAY, raw);
  const span = spanOf(found, path.day, reading.values.zone_offset_minutes ?? 0);
  const at = await now(app.store);
  const has_ended = at >= span.from_at - span.zone_offset_ms + DAY_MS;
  if (!has_ended) reading.wrong('day', 'range', 'has not ended yet');
  const asked = reading.result();
  if (isRefusal(asked)) return asked;
  const of = { account, span };
  const read = await readDay(app, span);
  const { day, sums, closing } = read;
  if (closing !== null && stillHolds(closing, read)) {
    return { outcome: 'found', ...(await bodyOf(app, of, read)) };
  }
  if (day.differences.length > 0 && !asked.accept_differences) {
    return { outcome: 'refused', ...(await bodyOf(app, of, read)) };
  }
  const next: Closing = {
    receiving_account_id: span.receiving_account_id,
    day: span.day,
    revision: (closing?.revision ?? 0) + 1,
    opening_cents: day.opening_cents,
    closing_cents: day.closing_cents,
    line_count: sums.line_count,
    lines_cents: sums.in_cents - sums.out_cents,
    ledger_cents: read.ledger_cents,
    differences: countKinds(day),
    note: asked.note,
    actor: operatorActor(operator),
    closed_at: at,
  };
  const is_made = await app.store.db.transaction(async (tx) => {
    if (!(await insertClosing(tx, next))) return false;
    const target = `receiving_accounts/${span.receiving_account_id}/days/${span.day}`;
    const { revision, differences, note } = next;
    const detail = { revision, differences, note };
    await auditIn(tx, next.actor, 'account_day_closed', target, detail);
    return true;
  });
  // Somebody else closed the day at the same moment: their closing stands.
  if (!is_made) return { outcome: 'found', ...(await bodyOf(app, of, await readDay(app, span))) };
  return { outcome: 'closed', ...(await bodyOf(app, of, { ...read, closing: next })) };
}

export type KnownDayBody = {
  day: string;
  opening_cents: ExactInteger | null;
  closing_cents: ExactInteger | null;
  revision: number | null;
  closed_at: string | null;
};

const knownBody = (row: KnownDay): KnownDayBody => ({
  day: row.day,
  opening_cents: exactOrNull(row.opening_cents),
  closing_cents: exactOrNull(row.closing_cents),
  revision: row.revision,
  closed_at: row.closed_at === null ? null : iso(row.closed_at),
});

export async function listAccountDays(
  app: App,
  id: string,
  query: { cursor?: string; limit?: string },
): Promise<Page<KnownDayBody> | Refusal> {
  const page = readPage(query, [DAY_FORM], null);
  if (isRefusal(page)) return page;
  const account = await accountOf(app, id);
  if (isRefusal(account)) return account;
  const { limit, cursor } = page;
  const [before = null] = cursor ?? [];
  const { receiving_account_id } = account;
  const filter = { receiving_account_id, before, limit: limit + 1 };
  const found = await selectKnownDays(app.store.db, filter);
  return pageOf(found.map(knownBody), limit, (row) => [row.day]);
}
