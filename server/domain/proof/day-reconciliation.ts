// Closes a day of a receiving account: opening + lines = closing, ledger = statement, and each
// difference by its kind.
import { lineExplanation } from '../line/line-words.ts';
import type { LineReason } from '../record/bank-line.ts';
import type { Direction } from '../record/trade.ts';

export const DIFFERENCE_KINDS = [
  'wrong_total',
  'doubled_line',
  'missing_line',
  'unconfirmed_line',
  'unmatched_line',
  'unmatched_trade',
  'unbacked_completion',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** A difference that somebody has to look at; `amount_cents` is signed like the lines. */
export type DayDifference = {
  kind: DifferenceKind;
  amount_cents: bigint;
  bank_line_id: string | null;
  merchant_id: string | null;
  trade_id: string | null;
  explanation: string;
};

/** One statement's balances of the day; null if the bank gives none. */
export type SaidBalances = { opening_cents: bigint | null; closing_cents: bigint | null };

export type DayLine = { bank_line_id: string; amount_cents: bigint };
/** A line, or a part of one, in suspense. */
export type WaitingLine = DayLine & { reason: LineReason };
export type DayTrade = {
  merchant_id: string;
  trade_id: string;
  direction: Direction;
  /** The part that no bank line shows. */
  amount_cents: bigint;
};

export type DayFacts = {
  said: readonly SaidBalances[];
  /** The last closing of an earlier day, with the sum of the lines since then. */
  before: { day: string; closing_cents: bigint; since_cents: bigint } | null;
  lines_cents: bigint;
  /** The sum that the day's lines moved on the ledger's bank account. */
  ledger_cents: bigint;
  /** Lines that report the same payment as another line of the account. */
  twins: readonly DayLine[];
  /** Lines of reports within the day that the statement of the day has not. */
  unconfirmed: readonly DayLine[];
  waiting: readonly WaitingLine[];
  unseen: readonly DayTrade[];
  unbacked: readonly DayTrade[];
};

export type DayReconciliation = {
  opening_cents: bigint | null;
  /** From a statement, or carried on from the closing before and the lines since. */
  opening_source: 'statement' | 'carried' | null;
  closing_cents: bigint | null;
  /** Opening + lines. */
  expected_closing_cents: bigint | null;
  differences: readonly DayDifference[];
};

const difference = (
  kind: DifferenceKind,
  amount_cents: bigint,
  explanation: string,
  about: Partial<Pick<DayDifference, 'bank_line_id' | 'merchant_id' | 'trade_id'>> = {},
): DayDifference => ({
  kind,
  amount_cents,
  bank_line_id: null,
  merchant_id: null,
  trade_id: null,
  explanation,
  ...about,
});

type Said = { opening: bigint | null; closing: bigint | null; is_clear: boolean };

const isGiven = (value: bigint | null): value is bigint => value !== null;

/** The values that one side has more often than the other. */
function surplus(values: readonly bigint[], others: readonly bigint[]): bigint[] {
  const rest = [...others];
  return values.filter((value) => {
    const place = rest.indexOf(value);
    if (place === -1) return true;
    rest.splice(place, 1);
    return false;
  });
}

/** The common value; undefined if the values contradict each other, null if there is none. */
function agreed(values: readonly bigint[]): bigint | null | undefined {
  const [first = null, ...others] = new Set(values);
  return others.length > 0 ? undefined : first;
}

/**
 * Several statements of a day may be its parts (each opens where another closed) or say the same.
 * The day opens with the balance at which no other closed, and closes with the one at which no
 * other opened.
 */
function readSaid(said: readonly SaidBalances[]): Said {
  const openings = said.map((one) => one.opening_cents).filter(isGiven);
  const closings = said.map((one) => one.closing_cents).filter(isGiven);
  const same = { opening: agreed(openings), closing: agreed(closings) };
  if (same.opening !== undefined && same.closing !== undefined) {
    return { opening: same.opening, closing: same.closing, is_clear: true };
  }
  const whole = said.every((one) => isGiven(one.opening_cents) && isGiven(one.closing_cents));
  const [start, ...starts] = surplus(openings, closings);
  const [end, ...ends] = surplus(closings, openings);
  const is_chain = whole && start !== undefined && end !== undefined;
  if (is_chain && starts.length === 0 && ends.length === 0) {
    return { opening: start, closing: end, is_clear: true };
  }
  return { opening: openings[0] ?? null, closing: closings.at(-1) ?? null, is_clear: false };
}

function totals(facts: DayFacts, said: Said): DayDifference[] {
  const found: DayDifference[] = [];
  if (!said.is_clear) {
    const words = 'The statements of the day name balances that contradict each other';
    found.push(difference('wrong_total', 0n, words));
  }
  const { before } = facts;
  const carried = before === null ? null : before.closing_cents + before.since_cents;
  if (before !== null && carried !== null && said.opening !== null && said.opening !== carried) {
    const words = `The day opens otherwise than ${before.day} closed with the lines since then`;
    found.push(difference('wrong_total', said.opening - carried, words));
  }
  if (facts.ledger_cents !== facts.lines_cents) {
    const words = 'The ledger’s bank account moved by another sum than the lines of the day';
    found.push(difference('wrong_total', facts.ledger_cents - facts.lines_cents, words));
  }
  return found;
}

const isInside = (amount: bigint, room: bigint): boolean =>
  room > 0n ? amount > 0n && amount <= room : amount < 0n && amount >= room;

/**
 * Explains the gap between balances and lines: first by lines that are there twice, then by lines
 * that no statement confirmed, and the rest by missing lines.
 */
function unexplained(facts: DayFacts, residual: bigint): DayDifference[] {
  const found: DayDifference[] = [];
  let rest = residual;
  for (const { bank_line_id, amount_cents } of facts.twins) {
    if (rest === 0n || !isInside(-amount_cents, rest)) continue;
    const words = 'The line is there twice, and the bank’s balances count it once';
    found.push(difference('doubled_line', amount_cents, words, { bank_line_id }));
    rest += amount_cents;
  }
  for (const { amount_cents } of facts.unconfirmed) {
    if (isInside(-amount_cents, rest)) rest += amount_cents;
  }
  if (rest === 0n) return found;
  const words =
    rest > 0n
      ? 'By its balances more came in than the lines show: lines are missing'
      : 'By its balances more went out than the lines show: lines are missing';
  return [...found, difference('missing_line', rest, words)];
}

const UNCONFIRMED_WORDS =
  'A report within the day showed the line, and the statement of the day does not';

const TRADE_WORDS = {
  unmatched_trade: {
    payin: 'The payer says that it was paid; no line shows it',
    payout: 'It was sent to the bank; no line shows the money leave',
  },
  unbacked_completion: {
    payin: 'It was credited without a line that shows the money come',
    payout: 'It is completed without a line that shows the money leave',
  },
} as const;

function ofTrades(
  kind: keyof typeof TRADE_WORDS,
  trades: readonly DayTrade[],
): readonly DayDifference[] {
  return trades.map(({ merchant_id, trade_id, direction, amount_cents }) =>
    difference(
      kind,
      direction === 'payin' ? amount_cents : -amount_cents,
      TRADE_WORDS[kind][direction],
      { merchant_id, trade_id },
    ),
  );
}

export function reconcileDay(facts: DayFacts): DayReconciliation {
  const said = readSaid(facts.said);
  const { before } = facts;
  const carried = before === null ? null : before.closing_cents + before.since_cents;
  const opening_cents = said.opening ?? carried;
  const expected = opening_cents === null ? null : opening_cents + facts.lines_cents;
  const residual = expected === null || said.closing === null ? 0n : said.closing - expected;
  const source = said.opening === null ? 'carried' : 'statement';
  return {
    opening_cents,
    opening_source: opening_cents === null ? null : source,
    closing_cents: said.closing,
    expected_closing_cents: expected,
    differences: [
      ...totals(facts, said),
      ...unexplained(facts, residual),
      ...facts.unconfirmed.map(({ bank_line_id, amount_cents }) =>
        difference('unconfirmed_line', amount_cents, UNCONFIRMED_WORDS, { bank_line_id }),
      ),
      ...facts.waiting.map(({ bank_line_id, amount_cents, reason }) =>
        difference(
          'unmatched_line',
          amount_cents,
          `It is in suspense. ${lineExplanation(reason)}`,
          {
            bank_line_id,
          },
        ),
      ),
      ...ofTrades('unmatched_trade', facts.unseen),
      ...ofTrades('unbacked_completion', facts.unbacked),
    ],
  };
}
