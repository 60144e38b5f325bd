// Matching a bank line to a pay-in: the order of the rules, what each outcome does, and the reasons
// for people.
import type { BankLine, LineCandidate, LineOutcome, LineReason } from './bank-line.ts';
import type { RematchLine, TakeLine } from './command.ts';
import { completePayin } from './complete-payin.ts';
import type { Change, Verdict } from './decision.ts';
import { isWithin, lateness, remaining } from './line-timing.ts';
import type { MerchantSettings } from './merchant.ts';
import { bankLineEntry, matchEntry } from './posting-rules.ts';
import { referencesInText } from './reference.ts';
import { refuse } from './refusal.ts';
import { isPayable } from './settlement.ts';
import type { StateReason, Trade } from './trade.ts';
import { type Cause, changeTrade } from './trade-change.ts';
import { lineKey, slotKey, type World } from './world.ts';

/** As many pay-ins of one account and amount are read for a line, newest first, and no more. */
export const MOST_CANDIDATES = 20;

type Found = { trade: Trade; reason: LineReason };
type NotFound = { trade: null; reason: LineReason; candidates: LineCandidate[] };

function tradesOf(world: World, ids: Iterable<string>): Trade[] {
  return [...ids].flatMap((id) => world.trades.get(id) ?? []);
}

/** Pay-ins on the line's account that could still take money: by claim, by reference, by amount. */
function suspects(world: World, line: BankLine) {
  const here = (trade: Trade) =>
    trade.direction === 'payin' && trade.receiving_account_id === line.receiving_account_id;
  const claims = line.utr === null ? [] : (world.claims.get(line.utr) ?? []);
  const by_utr = tradesOf(
    world,
    claims.map((claim) => claim.trade_id),
  ).filter((trade) => here(trade) && trade.utr === line.utr);
  const by_reference = referencesInText(line.text)
    .flatMap((reference) => tradesOf(world, world.references.get(reference) ?? []))
    .filter(here);
  const slot = slotKey(line.receiving_account_id, line.amount_cents);
  const in_slot = world.slots.get(slot) ?? new Set();
  const by_amount = tradesOf(world, in_slot).filter(here);
  return { by_utr, by_reference, by_amount, is_cut: in_slot.size >= MOST_CANDIDATES };
}

type Suspects = ReturnType<typeof suspects>;

function evidenceFor(trade: Trade, line: BankLine, all: Suspects): LineCandidate {
  const evidence: [string, number, boolean][] = [
    ['utr', 50, all.by_utr.includes(trade)],
    ['reference', 40, all.by_reference.includes(trade)],
    ['amount', 30, remaining(trade) === line.amount_cents],
    ['time', 20, isWithin(trade, line)],
  ];
  const held = evidence.filter(([, , holds]) => holds);
  return {
    merchant_id: trade.merchant_id,
    trade_id: trade.trade_id,
    score: held.reduce((total, [, weight]) => total + weight, 0),
    evidence: held.map(([name]) => name),
  };
}

function candidatesOf(line: BankLine, all: Suspects): LineCandidate[] {
  const trades = new Set([...all.by_utr, ...all.by_reference, ...all.by_amount]);
  return [...trades]
    .map((trade) => evidenceFor(trade, line, all))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_CANDIDATES);
}

/**
 * The order of matching: UTR + account + amount; our reference, with its amount or another; account
 * + amount + time with exactly one candidate; UTR right but another amount; else a person decides.
 */
function findTrade(world: World, line: BankLine): Found | NotFound {
  const all = suspects(world, line);
  const takes = (trade: Trade) => lateness(trade, line, world.now) !== 'closed';
  const exact = (trade: Trade) => takes(trade) && remaining(trade) === line.amount_cents;
  const only = (trades: Trade[]) => (new Set(trades).size === 1 ? trades[0] : undefined);
  const rules: [LineReason, Trade[]][] = [
    ['utr_account_amount', all.by_utr.filter(exact)],
    ['reference', all.by_reference.filter(exact)],
    ['reference_amount_mismatch', all.by_reference.filter(takes)],
    ['account_amount_time', all.by_amount.filter((trade) => exact(trade) && mayBe(trade, line))],
    ['utr_amount_mismatch', all.by_utr.filter(takes)],
  ];
  for (const [reason, trades] of rules) {
    const trade = only(trades);
    // Others of this amount may stand behind those that were read, unless it is exclusive.
    const is_sure = reason !== 'account_amount_time' || !all.is_cut || trade?.exclusive === true;
    if (trade !== undefined && is_sure) return { trade, reason };
    if (trades.length > 0)
      return { trade: null, reason: 'several_candidates', candidates: candidatesOf(line, all) };
  }
  return { trade: null, reason: whyNot(all, line, world.now), candidates: candidatesOf(line, all) };
}

/** Where others share the amount, the UTR decides: a line with another one is somebody else's. */
function mayBe(trade: Trade, line: BankLine): boolean {
  const other_utr = trade.utr !== null && line.utr !== null && trade.utr !== line.utr;
  return isWithin(trade, line) && (trade.exclusive || !other_utr);
}

const NOT_PAYABLE = new Set(['disputed', 'failed', 'reversed']);

function whyNot(all: Suspects, line: BankLine, now: number): LineReason {
  const named = [...all.by_utr, ...all.by_reference];
  const trades = named.length > 0 ? named : all.by_amount;
  if (trades.length === 0) return 'no_candidate';
  const paid = trades.some((trade) => trade.state === 'completed' && remaining(trade) <= 0n);
  if (paid) return 'trade_already_paid';
  if (trades.every((trade) => NOT_PAYABLE.has(trade.state))) return 'trade_not_payable';
  return trades.every((trade) => lateness(trade, line, now) === 'closed')
    ? 'too_late'
    : 'no_candidate';
}

/** Whether the merchant's policy lets what was received stand for what was asked. */
function accepts(settings: MerchantSettings, trade: Trade, received: bigint): boolean {
  if (settings.amount_policy === 'accept_actual') return true;
  if (settings.amount_policy !== 'tolerance') return false;
  const difference = received - trade.amount_cents;
  const size = difference < 0n ? -difference : difference;
  return size <= BigInt(settings.tolerance_cents);
}

const WHY_VERIFYING: Record<'late' | 'canceled', StateReason> = {
  late: 'paid_late',
  canceled: 'paid_after_cancel',
};

/** What a line does to the trade it belongs to: completes it, or puts it before a person. */
function payWithLine(
  trade: Trade,
  line: BankLine,
  settings: MerchantSettings,
  cause: Cause,
  now: number,
): Change[] {
  const received_amount_cents = trade.received_amount_cents + line.amount_cents;
  const utr = trade.utr ?? line.utr;
  if (trade.state === 'completed') {
    const patch = { state: 'completed' as const, received_amount_cents, utr };
    return changeTrade(trade, patch, cause, now);
  }
  const timing = lateness(trade, line, now);
  const exact = received_amount_cents === trade.amount_cents;
  const accepted =
    exact ||
    (accepts(settings, trade, received_amount_cents) && isPayable(trade, received_amount_cents));
  if ((accepted && timing === 'open') || (exact && timing === 'just_late')) {
    const amount_cents = exact ? trade.amount_cents : received_amount_cents;
    return completePayin(trade, { amount_cents, received_amount_cents, utr }, cause, now);
  }
  const state_reason =
    timing === 'late' || timing === 'canceled' ? WHY_VERIFYING[timing] : 'amount_mismatch';
  const patch = { state: 'verifying' as const, state_reason, received_amount_cents, utr };
  return changeTrade(trade, patch, cause, now);
}

/** The changes that give a line to a trade: its place, the house's entry, and the trade itself. */
export function giveLine(
  trade: Trade,
  line: BankLine,
  reason: LineReason,
  settings: MerchantSettings,
  cause: Cause,
  now: number,
): { outcome: LineOutcome; changes: Change[] } {
  const { merchant_id, trade_id } = trade;
  const { bank_line_id } = line;
  const outcome: LineOutcome = {
    bank_line_id,
    status: 'matched',
    merchant_id,
    trade_id,
    reason,
    candidates: [],
    decided_at: now,
  };
  const entry: Change = { kind: 'entry', entry: matchEntry(line, merchant_id, 1n) };
  return { outcome, changes: [entry, ...payWithLine(trade, line, settings, cause, now)] };
}

const suspense = (
  line: BankLine,
  reason: LineReason,
  candidates: LineCandidate[],
  now: number,
): LineOutcome => ({
  bank_line_id: line.bank_line_id,
  status: 'suspense',
  merchant_id: null,
  trade_id: null,
  reason,
  candidates,
  decided_at: now,
});

/** A new line: known ones change nothing; it goes to its trade, or to suspense with the reason. */
export function takeLine(world: World, command: TakeLine): Verdict {
  const { line } = command;
  const known = world.lines.get(world.lines_by_key.get(lineKey(line)) ?? '');
  if (known !== undefined) {
    // Its own line is there where the reply to this very command was lost.
    const found = known.line.bank_line_id !== line.bank_line_id;
    return { changes: [], result: { kind: 'line', record: known, found } };
  }
  const booked: Change = { kind: 'entry', entry: bankLineEntry(line) };
  const add = (outcome: LineOutcome, changes: Change[]): Verdict => {
    const record = { line, outcome };
    return {
      changes: [{ kind: 'line_added', record }, booked, ...changes],
      result: { kind: 'line', record, found: false },
    };
  };
  if (line.amount_cents < 0n) return add(suspense(line, 'outgoing', [], world.now), []);
  const found = findTrade(world, line);
  if (found.trade === null) {
    return add(suspense(line, found.reason, found.candidates, world.now), []);
  }
  const merchant = command.merchantOf(found.trade.merchant_id);
  if (merchant === undefined) throw new Error(`No merchant ${found.trade.merchant_id}`);
  const cause: Cause = { ...command, act: 'match' };
  const given = giveLine(found.trade, line, found.reason, merchant.settings, cause, world.now);
  return add(given.outcome, given.changes);
}

/** A line in suspense is given to the trade that the rules now find; else nothing changes. */
export function rematchLine(world: World, command: RematchLine): Verdict {
  const record = world.lines.get(command.bank_line_id);
  if (record === undefined) return refuse('not_found', 'There is no such bank line.');
  const same: Verdict = { changes: [], result: { kind: 'line', record, found: true } };
  if (record.outcome.status !== 'suspense' || record.line.amount_cents < 0n) return same;
  const found = findTrade(world, record.line);
  if (found.trade === null) return same;
  const merchant = command.merchantOf(found.trade.merchant_id);
  if (merchant === undefined) throw new Error(`No merchant ${found.trade.merchant_id}`);
  const cause: Cause = { ...command, act: 'match' };
  const { trade, reason } = found;
  const given = giveLine(trade, record.line, reason, merchant.settings, cause, world.now);
  const { outcome } = given;
  return {
    changes: [{ kind: 'line_moved', from: 'suspense', outcome }, ...given.changes],
    result: { kind: 'line', record: { line: record.line, outcome }, found: false },
  };
}

/** Takes the lines of a failed pay-in back to suspense, where the money stays visible. */
export function returnLines(world: World, trade: Trade): Change[] {
  const records = [...world.lines.values()].filter(
    ({ outcome }) => outcome.status === 'matched' && outcome.trade_id === trade.trade_id,
  );
  return records.flatMap(({ line }) => [
    { kind: 'entry', entry: matchEntry(line, trade.merchant_id, -1n) } as const,
    {
      kind: 'line_moved',
      from: 'matched',
      outcome: suspense(line, 'evidence_rejected', [], world.now),
    } as const,
  ]);
}
