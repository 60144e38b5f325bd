// To whom a refund is paid if the request names nobody: the sender of the pay-in's money, if the
// bank reported one; else whoever got an earlier refund of the same pay-in.
import type { BankLine } from '../record/bank-line.ts';
import type { Trade } from '../record/trade.ts';

/** Where the payee of a refund comes from. */
export const PAYEE_SOURCES = ['typed', 'bank_line', 'earlier'] as const;
export type PayeeSource = (typeof PAYEE_SOURCES)[number];

export type KnownPayee = {
  source: Exclude<PayeeSource, 'typed'>;
  number: string;
  name: string | null;
  bank_name: string | null;
  phone: string | null;
  /** Null if only the number can tell. */
  type: string | null;
};

type Sender = Pick<BankLine, 'counterparty_name' | 'counterparty_number'>;

/** The sender on whom the lines agree; null if the bank named none, or two. */
export function senderOf(lines: readonly Sender[]): KnownPayee | null {
  const numbers = new Set(lines.map((line) => line.counterparty_number));
  const [line] = lines;
  if (numbers.size !== 1 || line?.counterparty_number == null) return null;
  const { counterparty_number: number, counterparty_name: name } = line;
  return { source: 'bank_line', number, name, bank_name: null, phone: null, type: null };
}

/** Money that came back was sent to a wrong one. */
const CAME_BACK: readonly Trade['state'][] = ['failed', 'canceled', 'reversed'];

function earlierOf(refunds: readonly Trade[]): KnownPayee | null {
  const last = refunds.findLast(
    ({ payee, state }) => payee !== null && payee.number !== '' && !CAME_BACK.includes(state),
  );
  if (last === undefined || last.payee === null) return null;
  const { number, name, bank_name, phone } = last.payee;
  return { source: 'earlier', number, name, bank_name, phone, type: last.type };
}

/** `refunds` of the pay-in, oldest first. */
export const knownPayee = (
  lines: readonly (Sender & Pick<BankLine, 'amount_cents'>)[],
  refunds: readonly Trade[],
): KnownPayee | null =>
  senderOf(lines.filter(({ amount_cents }) => amount_cents > 0n)) ?? earlierOf(refunds);
