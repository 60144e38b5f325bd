// Before the lines of a file or a feed are taken: which of them stored lines stand for already, and
// which ones have to wait for a person.

import { closedDays, type Gap, gapBefore } from '../../domain/line/balance-spans.ts';
import { type Judged, judgeLines } from '../../domain/line/judge-lines.ts';
import { DAYS_APART, type Edges, edgesOfDays, NO_EDGES } from '../../domain/line/near-days.ts';
import { NO_DETAILS } from '../../domain/record/bank-line.ts';
import type { Actor } from '../../domain/record/origin.ts';
import { dayOf, dayStart } from '../../domain/values/day.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { readRemovedDay } from '../../store/archive/removals.ts';
import {
  type DaysOfAccount,
  insertConfirmations,
  readSumsOfDays,
} from '../../store/line/confirmations.ts';
import { type BalanceOfDay, readKnownDays } from '../../store/line/statements.ts';
import { insertWaiting, type UndecidedLine } from '../../store/line/waiting-lines.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { confirmedKey, sourceOf } from './bank-line-commands.ts';
import {
  around,
  coverOf,
  type Decided,
  type DeliveryFacts,
  othersOf,
  type Reported,
  readAll,
  readDecided,
  readNear,
  type Stored,
  sortOut,
} from './compare-stored.ts';

export type DeliveryJudgement = Pick<Decided, 'confirmed' | 'left'> & { readonly gap: Gap | null };

/** The days that statements have closed, for lines that come without balances. */
async function readClosedDays(app: App, days: DaysOfAccount, known: readonly BalanceOfDay[]) {
  if (known.length === 0) return new Set<string>();
  const sums = await readSumsOfDays(app.store.db, days);
  const statements = [...Map.groupBy(known, (one) => one.statement_id).values()];
  return closedDays(
    statements.map((balances) => ({ imported_at: balances[0]?.imported_at ?? 0, balances })),
    sums,
  );
}

/** What balances say about the stored lines before and after the days of the delivery. */
async function readEdges(
  { store: { db } }: App,
  { receiving_account_id, from_at, to_at }: DaysOfAccount,
  { balances, statement_ids }: DeliveryFacts,
): Promise<Edges> {
  const last_at = to_at + DAYS_APART * DAY_MS;
  const told = await readKnownDays(db, receiving_account_id, dayOf(from_at), dayOf(last_at));
  const known = told.filter((one) => !statement_ids.includes(one.statement_id));
  const first_at = known.reduce(
    (least, { day }) => Math.min(least, dayStart(day) ?? least),
    from_at,
  );
  const days = { receiving_account_id, from_at: first_at, to_at: last_at };
  return edgesOfDays(balances, known, await readSumsOfDays(db, days));
}

const MOST_BESIDE = 20;

function waitingOf(
  { receiving_account_id }: DaysOfAccount,
  { waiting }: Judged<Reported, Stored>,
  actor: Actor,
  at: number,
): UndecidedLine[] {
  return waiting.map(({ line: { line, utr }, reason, beside }) => ({
    ...NO_DETAILS,
    ...line,
    utr,
    waiting_line_id: newId(),
    receiving_account_id,
    line_key: confirmedKey(line),
    source: sourceOf(actor, line.statement_id ?? null),
    received_at: at,
    reason,
    beside: beside.slice(0, MOST_BESIDE).map(({ bank_line_id }) => bank_line_id),
  }));
}

async function keep(
  app: App,
  { receiving_account_id }: DaysOfAccount,
  { pairs }: Judged<Reported, Stored>,
  lines: readonly UndecidedLine[],
  at: number,
): Promise<void> {
  if (pairs.length === 0 && lines.length === 0) return;
  const confirmations = pairs.flatMap(([{ line }, stored]) =>
    stored.map(({ bank_line_id }) => ({
      bank_line_id,
      receiving_account_id,
      line_key: confirmedKey(line),
      statement_id: line.statement_id ?? null,
      confirmed_at: at,
    })),
  );
  await app.store.db.transaction(async (tx) => {
    await insertConfirmations(tx, confirmations);
    await insertWaiting(tx, app.store.cipher, lines);
  });
}

/** Under the lock of the account. */
export async function judgeDelivery(
  app: App,
  days: DaysOfAccount | null,
  facts: DeliveryFacts,
): Promise<DeliveryJudgement> {
  if (days === null) return { confirmed: new Map(), left: new Map(), gap: null };
  const wide = around(days);
  const decided = await readDecided(app, wide);
  const movements = await readAll(app, wide, facts);
  const sorted = await sortOut(app, days, facts, decided, movements);
  const { fresh, others } = sorted;
  const { confirmed, left } = decided;
  const { receiving_account_id } = days;
  const [from, to] = [dayOf(days.from_at), dayOf(days.to_at)];
  const told = await readKnownDays(app.store.db, receiving_account_id, from, to);
  const known = told.filter((one) => !facts.statement_ids.includes(one.statement_id));
  const gap = gapBefore(facts.balances, known);
  if (fresh.length === 0) return { confirmed, left, gap };
  const near = await readNear(app, days, facts, sorted);
  const judged = judgeLines({
    lines: fresh,
    near: await othersOf(app, facts.source, near, decided),
    edges: near.length === 0 ? NO_EDGES : await readEdges(app, days, facts),
    stored: await othersOf(app, facts.source, others, decided),
    cover: coverOf(facts.source),
    balances: facts.balances,
    known_balances: known,
    closed_days: await readClosedDays(app, days, known),
    removed_to: await readRemovedDay(app.store.db, receiving_account_id),
  });
  for (const [{ line }, [first]] of judged.pairs) {
    if (first !== undefined) confirmed.set(confirmedKey(line), first.line_key);
  }
  const at = serviceTime(app);
  const waiting = waitingOf(days, judged, facts.actor, at);
  for (const line of waiting) left.set(line.line_key, { ...line, decision: null });
  if (!facts.is_preview) await keep(app, days, judged, waiting, at);
  return { confirmed, left, gap };
}
