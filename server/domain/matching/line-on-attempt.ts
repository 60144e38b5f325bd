// What a bank line shows about an attempt to send a pay-out, and the attempt without this line.
import type { BankLine } from '../record/bank-line.ts';
import {
  endToEndIdsIn,
  isOpenAttempt,
  type LineTold,
  type PayoutAttempt,
} from '../record/payout-attempt.ts';

/** The bank's number of the transfer; our own id does not count. */
export const utrOf = (line: BankLine): string | null =>
  line.utr !== null && endToEndIdsIn([line.utr]).length > 0 ? null : line.utr;

const tellsAlso = (attempt: PayoutAttempt, more: readonly LineTold[]): LineTold[] => [
  ...new Set([...attempt.told_by_line, ...more]),
];

const tellsNoMore = (attempt: PayoutAttempt, gone: readonly LineTold[]): LineTold[] =>
  attempt.told_by_line.filter((told) => !gone.includes(told));

function seenReturn(attempt: PayoutAttempt, line: BankLine, now: number): PayoutAttempt {
  const told: LineTold[] = [];
  // If the attempt was returned before, this line was not the first to tell it.
  if (attempt.state === 'paid') told.push('return');
  // Money is returned to the account that it left from.
  if (attempt.receiving_account_id === null) told.push('account');
  return {
    ...attempt,
    state: 'returned',
    return_line_id: line.bank_line_id,
    receiving_account_id: attempt.receiving_account_id ?? line.receiving_account_id,
    told_by_line: tellsAlso(attempt, told),
    charged_cents: null,
    changed_at: now,
  };
}

function seenDebit(attempt: PayoutAttempt, line: BankLine, now: number): PayoutAttempt {
  const utr = utrOf(line);
  const told: LineTold[] = [];
  if (attempt.utr === null && utr !== null) told.push('utr');
  if (attempt.receiving_account_id === null) told.push('account');
  return {
    ...attempt,
    state: isOpenAttempt(attempt) ? 'paid' : attempt.state,
    debit_line_id: line.bank_line_id,
    utr: attempt.utr ?? utr,
    receiving_account_id: attempt.receiving_account_id ?? line.receiving_account_id,
    told_by_line: tellsAlso(attempt, told),
    changed_at: now,
  };
}

/** The attempt with the facts that the line shows. */
export function seenBy(attempt: PayoutAttempt, line: BankLine, now: number): PayoutAttempt {
  return line.amount_cents > 0n ? seenReturn(attempt, line, now) : seenDebit(attempt, line, now);
}

/**
 * A person who reports a payment gives its UTR: if there is none, or only the line's, the line
 * alone shows the payment.
 */
export const isPaidByLine = (attempt: PayoutAttempt): boolean =>
  attempt.utr === null || attempt.told_by_line.includes('utr');

/** The account stays known while another line of the attempt is on it. */
function withoutAccount(
  attempt: PayoutAttempt,
  other_line_id: string | null,
): Pick<PayoutAttempt, 'receiving_account_id' | 'told_by_line'> {
  const { receiving_account_id, told_by_line } = attempt;
  const stays = other_line_id !== null || !told_by_line.includes('account');
  if (stays) return { receiving_account_id, told_by_line };
  return { receiving_account_id: null, told_by_line: tellsNoMore(attempt, ['account']) };
}

/** The attempt without the line that shows its money leaving. */
export function withoutDebit(attempt: PayoutAttempt, now: number): PayoutAttempt {
  const utr = attempt.told_by_line.includes('utr') ? null : attempt.utr;
  const rest = { ...attempt, told_by_line: tellsNoMore(attempt, ['utr']) };
  const account = withoutAccount(rest, attempt.return_line_id);
  return { ...rest, ...account, debit_line_id: null, utr, changed_at: now };
}

/** The attempt without the line that shows its money being returned. */
export function withoutReturn(attempt: PayoutAttempt, now: number): PayoutAttempt {
  const rest = { ...attempt, told_by_line: tellsNoMore(attempt, ['return']) };
  const account = withoutAccount(rest, attempt.debit_line_id);
  return { ...rest, ...account, return_line_id: null, changed_at: now };
}
