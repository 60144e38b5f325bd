// Finds the pay-in that a bank line belongs to: the order of the rules, and the candidates for a
// person if no rule decides.

import { isMissing, type OrMissing } from '../batch/decision.ts';
import { inSlot, type World } from '../batch/world.ts';
import { isBefore, isWithin, lateness, remaining } from '../line/line-timing.ts';
import type { BankLine, LineCandidate, LineEvidence, LineReason } from '../record/bank-line.ts';
import type { Trade } from '../record/trade.ts';
import { LIMITS } from '../service/limits.ts';
import { referencesInText } from '../values/reference.ts';

/** At most this many pay-ins of one account and amount are read for a line, newest first. */
export const MOST_CANDIDATES = 20;

export type Found = { trade: Trade; reason: LineReason };
export type NotFound = { trade: null; reason: LineReason; candidates: LineCandidate[] };

function tradesOf(world: World, ids: Iterable<string>): Trade[] {
  return [...ids].flatMap((id) => world.trades.get(id) ?? []);
}

const isHere =
  ({ receiving_account_id }: BankLine) =>
  (trade: Trade): boolean =>
    trade.direction === 'payin' && trade.receiving_account_id === receiving_account_id;

/** Pay-ins on the line's account that it names: by claim, by reference. */
function namedBy(world: World, line: BankLine) {
  const here = isHere(line);
  const claims = line.utr === null ? [] : (world.claims.get(line.utr) ?? []);
  const by_utr = tradesOf(
    world,
    claims.map((claim) => claim.trade_id),
  ).filter((trade) => here(trade) && trade.utr === line.utr);
  const by_reference = referencesInText(line.text)
    .flatMap((reference) => tradesOf(world, world.references.get(reference) ?? []))
    .filter(here);
  return { by_utr, by_reference };
}

type Named = ReturnType<typeof namedBy>;
/** `is_cut`: there may be more pay-ins of the amount than were read. */
type Suspects = Named & { by_amount: readonly Trade[]; is_cut: boolean };

/** All that could still receive the money. If the line names one, those of its amount may lack. */
function suspects(world: World, line: BankLine, named: Named): OrMissing<Suspects> {
  const ids = inSlot(world, line);
  if (isMissing(ids)) return ids;
  const by_amount = tradesOf(world, ids).filter(isHere(line));
  return { ...named, by_amount, is_cut: ids.size >= MOST_CANDIDATES };
}

function evidenceFor(trade: Trade, line: BankLine, all: Suspects): LineCandidate {
  const evidence: [LineEvidence, number, boolean][] = [
    ['utr', 50, all.by_utr.includes(trade)],
    ['reference', 40, all.by_reference.includes(trade)],
    ['amount', 30, remaining(trade) === line.amount_cents],
    ['time', 20, isWithin(trade, line, LIMITS.late_exact_max_ms)],
  ];
  const held = evidence.filter(([, , holds]) => holds);
  return {
    merchant_id: trade.merchant_id,
    trade_id: trade.trade_id,
    score: held.reduce((total, [, weight]) => total + weight, 0),
    evidence: held.map(([name]) => name),
  };
}

/** The pay-ins that fit a line, for the person who decides about it. */
export function candidatesFor(world: World, line: BankLine): OrMissing<LineCandidate[]> {
  const all = suspects(world, line, namedBy(world, line));
  return isMissing(all) ? all : candidatesOf(line, all);
}

function candidatesOf(line: BankLine, all: Suspects): LineCandidate[] {
  const trades = new Set([...all.by_utr, ...all.by_reference, ...all.by_amount]);
  return [...trades]
    .map((trade) => evidenceFor(trade, line, all))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_CANDIDATES);
}

type Rule = readonly [LineReason, readonly Trade[]];

/** The first rule that finds pay-ins. */
const firstOf = (rules: readonly Rule[]): Rule | undefined =>
  rules.find(([, trades]) => trades.length > 0);

const onlyOne = (trades: readonly Trade[]): Trade | undefined =>
  new Set(trades).size === 1 ? trades[0] : undefined;

/** Our names decide before an amount does. */
function byNames({ by_utr, by_reference }: Named, line: BankLine): Rule | undefined {
  const takes = (trade: Trade) => lateness(trade, line) !== 'closed';
  const exact = (trade: Trade) => takes(trade) && remaining(trade) === line.amount_cents;
  return firstOf([
    ['utr_account_amount', by_utr.filter(exact)],
    ['reference', by_reference.filter(exact)],
    ['reference_amount_mismatch', by_reference.filter(takes)],
  ]);
}

function byAmounts({ by_amount, by_utr }: Suspects, line: BankLine): Rule | undefined {
  const takes = (trade: Trade) => lateness(trade, line) !== 'closed';
  const fits = (trade: Trade) =>
    takes(trade) && remaining(trade) === line.amount_cents && mayBe(trade, line);
  const isSoon = (trade: Trade) => isWithin(trade, line, LIMITS.late_exact_max_ms);
  // A claim stops the timer of an open pay-in: its amount alone says nothing about a later line.
  const isLate = (trade: Trade) =>
    lateness(trade, line) !== 'open' && isWithin(trade, line, LIMITS.late_evidence_max_ms);
  return firstOf([
    ['account_amount_time', by_amount.filter((one) => fits(one) && isSoon(one))],
    ['account_amount_time', by_amount.filter((one) => fits(one) && isLate(one))],
    ['utr_amount_mismatch', by_utr.filter(takes)],
  ]);
}

/**
 * The order of matching: UTR + account + amount; our reference, with its amount or another; account
 * + amount + time with exactly one candidate, first among those that were paid within a day after
 * their end; UTR with another amount. Otherwise a person decides.
 */
export function findPayin(world: World, line: BankLine): OrMissing<Found | NotFound> {
  const named = namedBy(world, line);
  const by_name = byNames(named, line);
  const its_own = by_name === undefined ? undefined : onlyOne(by_name[1]);
  if (by_name !== undefined && its_own !== undefined) return { trade: its_own, reason: by_name[0] };
  // For other lines that name a pay-in, those of their amount were perhaps not read.
  const all = suspects(world, line, named);
  if (isMissing(all)) return all;
  const candidates = () => candidatesOf(line, all);
  const found = by_name ?? byAmounts(all, line);
  if (found === undefined) {
    return { trade: null, reason: whyNot(all, line), candidates: candidates() };
  }
  const [reason, trades] = found;
  const trade = onlyOne(trades);
  // If the list was cut off, there may be more pay-ins of this amount, unless it is exclusive.
  const is_sure = reason !== 'account_amount_time' || !all.is_cut || trade?.exclusive === true;
  if (trade !== undefined && is_sure) return { trade, reason };
  return { trade: null, reason: 'several_candidates', candidates: candidates() };
}

/**
 * If others share the amount, the UTR decides: a line with another UTR belongs to somebody else.
 */
function mayBe(trade: Trade, line: BankLine): boolean {
  const other_utr = trade.utr !== null && line.utr !== null && trade.utr !== line.utr;
  return trade.exclusive || !other_utr;
}

const NOT_PAYABLE = new Set(['disputed', 'failed', 'reversed']);

/** The reason that is true of the pay-ins named by the line, otherwise of those of its amount. */
function whyNot(all: Suspects, line: BankLine): LineReason {
  const named = [...all.by_utr, ...all.by_reference];
  const trades = named.length > 0 ? named : all.by_amount;
  if (trades.length === 0) return 'no_candidate';
  const paid = trades.some((trade) => trade.state === 'completed' && remaining(trade) <= 0n);
  if (paid) return 'trade_already_paid';
  const payable = trades.filter((trade) => !NOT_PAYABLE.has(trade.state));
  if (payable.length === 0) return 'trade_not_payable';
  const open = payable.filter((trade) => lateness(trade, line) !== 'closed');
  if (open.length === 0) {
    return payable.every((trade) => isBefore(trade, line)) ? 'too_early' : 'too_late';
  }
  const lacking = open.filter((trade) => remaining(trade) === line.amount_cents);
  if (lacking.length === 0) return 'partly_paid';
  return lacking.every((trade) => !mayBe(trade, line)) ? 'other_utr' : 'other_time';
}
