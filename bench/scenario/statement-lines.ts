// Makes a bank statement for known pay-ins: most lines have only an amount, some have a reference
// or a UTR, and some match no pay-in.
import type { OpenPayin } from '../fill/fill-open.ts';

/** Share of pay-ins that are never paid; a line that matches nothing takes the place of each. */
const STRANGERS_SHARE = 0.05;

export type SampleStatement = {
  readonly csv: string;
  /** How many lines must be matched for each reason, and how many must stay unmatched. */
  readonly expected: Readonly<Record<string, number>>;
};

const HEADER = 'booked_at,amount_cents,utr,text,bank_id,currency';
/** Above the amount of every pay-in. */
const STRANGE_CENTS = 900_000_000;

function reasonOf(payin: OpenPayin): string {
  if (payin.utr !== null) return 'utr_account_amount';
  return payin.exclusive ? 'account_amount_time' : 'reference';
}

function lineOf(payin: OpenPayin, booked_at: string, number: number): string {
  const text = payin.exclusive ? `NEFT CR ${number}` : `Order ${payin.reference}`;
  const told = payin.utr !== null ? `,${payin.utr},Transfer` : `,,${text}`;
  return `${booked_at},${payin.amount_cents}${told},line-${number},INR`;
}

/**
 * Shuffles the lines, because a bank does not list them in the order of our pay-ins. A prime step
 * visits each line once.
 */
function shuffled(lines: readonly string[]): string[] {
  const step = 7919;
  return lines.map((_, index) => lines[(index * step) % lines.length] ?? '');
}

/** Makes as many lines as pay-ins; a share of the exclusive pay-ins stays unpaid. */
export function statementFor(payins: readonly OpenPayin[], now: number): SampleStatement {
  const strangers = Math.round(payins.length * STRANGERS_SHARE);
  const booked_at = new Date(now).toISOString();
  const paid = payins.slice(strangers);
  const expected: Record<string, number> = { no_candidate: strangers };
  const lines = paid.map((payin, index) => {
    const reason = reasonOf(payin);
    expected[reason] = (expected[reason] ?? 0) + 1;
    return lineOf(payin, booked_at, index);
  });
  for (let number = 0; number < strangers; number += 1) {
    lines.push(`${booked_at},${STRANGE_CENTS + number},,Rent ${number},other-${number},INR`);
  }
  if (lines.length % 7919 === 0) throw new Error('The step must not divide the lines');
  return { csv: `${[HEADER, ...shuffled(lines)].join('\n')}\n`, expected };
}
