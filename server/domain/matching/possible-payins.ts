// The pay-ins that a line in suspense may be for although it has another amount: an under- or an
// over-payment, digits that were exchanged, a UTR that was mistyped. For a person to judge.

import { isWithin, lateness, remaining } from '../line/line-timing.ts';
import type { BankLine } from '../record/bank-line.ts';
import { isOpen } from '../record/state-sets.ts';
import type { Trade } from '../record/trade.ts';
import { LIMITS } from '../service/limits.ts';
import { referenceOf, referencesInText } from '../values/reference.ts';

const MOST_POSSIBLE = 20;

/** What a line and a pay-in have in common, with its weight in the score. */
export const POSSIBLE_EVIDENCE = {
  utr: 50,
  reference: 40,
  utr_similar: 35,
  amount: 30,
  order_id: 25,
  amount_digits: 20,
  amount_close: 20,
  time: 20,
  open: 10,
} as const;
export type PossibleEvidence = keyof typeof POSSIBLE_EVIDENCE;

export type PossiblePayin = {
  trade: Trade;
  score: number;
  evidence: readonly PossibleEvidence[];
  /** The line's amount beyond what the pay-in still asks for; negative: less. */
  difference_cents: bigint;
};

/** Whether one character differs, or two neighbours are exchanged. */
export function isMistyped(one: string, other: string): boolean {
  if (one === other || one.length !== other.length) return false;
  const places = [...one].flatMap((character, at) => (character === other[at] ? [] : [at]));
  const [first = 0, second] = places;
  if (second === undefined) return true;
  const is_exchanged = one[first] === other[second] && one[second] === other[first];
  return places.length === 2 && second === first + 1 && is_exchanged;
}

const MOST_ZEROS = 2;

/** The amounts that differ by a usual slip: neighbouring digits exchanged, zeros added or lost. */
export function mistypedAmounts(amount_cents: bigint): bigint[] {
  const digits = [...amount_cents.toString()];
  const exchanged = digits.slice(1).map((digit, at) => {
    const before = digits[at] ?? '';
    return BigInt([...digits.slice(0, at), digit, before, ...digits.slice(at + 2)].join(''));
  });
  const zeros = Array.from({ length: MOST_ZEROS }, (_, count) => 10n ** BigInt(count + 1));
  const longer = zeros.map((factor) => amount_cents * factor);
  const shorter = zeros
    .filter((factor) => amount_cents % factor === 0n)
    .map((factor) => amount_cents / factor);
  const all = new Set([...exchanged, ...longer, ...shorter]);
  const most = BigInt(LIMITS.amount_max_cents);
  return [...all].filter((amount) => amount > 0n && amount <= most && amount !== amount_cents);
}

/** Within a twentieth: charges of banks on the way, tips, prices from yesterday. */
const isClose = (asked: bigint, difference: bigint): boolean =>
  (difference < 0n ? -difference : difference) * 20n <= asked;

const SHORTEST_ORDER_ID = 4;
const isWord = (character: string | undefined) => /[\p{L}\p{N}]/u.test(character ?? '');

/** Whether the text has the order id as a word of its own. */
function namesOrder(text: string | null, order_id: string): boolean {
  const found = (text ?? '').toLowerCase();
  const wanted = order_id.toLowerCase();
  if (wanted.length < SHORTEST_ORDER_ID) return false;
  const at = found.indexOf(wanted);
  return at >= 0 && !isWord(found[at - 1]) && !isWord(found[at + wanted.length]);
}

/** What speaks for it that the line paid this pay-in. */
export function judgePayin(trade: Trade, line: BankLine): PossiblePayin {
  const asked = remaining(trade);
  const difference_cents = line.amount_cents - asked;
  const { utr } = line;
  const holds: Readonly<Record<PossibleEvidence, boolean>> = {
    utr: utr !== null && trade.utr === utr,
    reference: referencesInText(line.text).includes(referenceOf(trade.trade_id)),
    utr_similar: utr !== null && trade.utr !== null && isMistyped(utr, trade.utr),
    amount: difference_cents === 0n,
    order_id: namesOrder(line.text, trade.order_id),
    amount_digits: asked > 0n && mistypedAmounts(asked).includes(line.amount_cents),
    amount_close: difference_cents !== 0n && asked > 0n && isClose(asked, difference_cents),
    time: isWithin(trade, line, LIMITS.late_exact_max_ms),
    open: isOpen(trade),
  };
  const evidence = (Object.keys(POSSIBLE_EVIDENCE) as PossibleEvidence[]).filter(
    (name) => holds[name],
  );
  const score = evidence.reduce((total, name) => total + POSSIBLE_EVIDENCE[name], 0);
  return { trade, score, evidence, difference_cents };
}

const POSSIBLE: Readonly<Record<PossibleEvidence, string>> = {
  utr: 'it claims this UTR',
  reference: 'the text has its reference',
  utr_similar: 'it claims nearly this UTR, perhaps mistyped',
  amount: 'it asks for this amount',
  order_id: 'the text has its order id',
  amount_digits: 'digits of its amount are exchanged, or zeros are added or missing',
  amount_close: 'its amount is within a twentieth',
  time: 'the money came in its time',
  open: 'it still waits for money',
};

/** `it claims this UTR, it still waits for money`: why a pay-in may be what a line paid. */
export function possibleInWords(evidence: readonly PossibleEvidence[]): string {
  return evidence.map((name) => POSSIBLE[name]).join(', ');
}

const size = (value: bigint) => (value < 0n ? -value : value);

/**
 * The likeliest first; of equal ones that with the smallest difference. A pay-in that the money
 * could not be booked for is none, and neither is one about which only its state speaks.
 */
export function possiblePayins(trades: readonly Trade[], line: BankLine): PossiblePayin[] {
  return trades
    .filter(
      (trade) =>
        trade.direction === 'payin' &&
        trade.receiving_account_id === line.receiving_account_id &&
        lateness(trade, line) !== 'closed',
    )
    .map((trade) => judgePayin(trade, line))
    .filter(({ evidence }) => evidence.some((name) => name !== 'open'))
    .toSorted(
      (a, b) => b.score - a.score || Number(size(a.difference_cents) - size(b.difference_cents)),
    )
    .slice(0, MOST_POSSIBLE);
}
