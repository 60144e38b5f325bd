// To whom a refund is paid if the request names nobody: the sender of the pay-in's money, if the
// bank reported one; else whoever got an earlier refund of the same pay-in.
import type { BankLine } from '../record/bank-line.ts';
import type { Payee, Trade } from '../record/trade.ts';
import type { PAYEE_FIELDS } from '../request/payee-fields.ts';
import type { Notes, ReadSoFar } from '../request/request-shape.ts';
import { type PaymentType, paymentType } from '../values/payment-type.ts';

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

type AskedPayee = ReadSoFar<typeof PAYEE_FIELDS>;

/** The requested type; otherwise `iban` if the number is one, otherwise the account's own type. */
function typeOfPayee(asked: AskedPayee, number: string, own_type: string): PaymentType | null {
  if (asked.type !== null) return asked.type ?? null;
  const iban = paymentType('iban');
  return (number !== '' && iban?.normalise(number) != null ? iban : paymentType(own_type)) ?? null;
}

/**
 * Whom the money is paid to. `known`: whose number is used if the request names none, and then also
 * what else it leaves out; without it a number is required.
 */
export function namedPayee(
  asked: AskedPayee,
  own_type: string,
  known: KnownPayee | null,
  notes: Notes,
): { payee: Payee; type: string; source: PayeeSource } {
  const given = asked.number ?? known?.number ?? '';
  const used = asked.number === null ? known : null;
  const type = typeOfPayee(asked, given, used?.type ?? own_type);
  const number = type?.normalise(given) ?? '';
  if (given === '') {
    notes.wrong('number', 'required', 'is required: the bank did not report the sender');
  } else if (type !== null && number === '') {
    const why = asked.type === null ? `; the type is ${type.type}, because none was given` : '';
    notes.wrong('number', 'format', `${type.rule}${why}`);
  }
  const payee: Payee = {
    number,
    name: asked.name ?? used?.name ?? null,
    bank_name: asked.payment_data_bank_name ?? used?.bank_name ?? null,
    phone: asked.customer_phone_number ?? used?.phone ?? null,
  };
  return { payee, type: type?.type ?? '', source: used?.source ?? 'typed' };
}

/** The payee by the names that requests give its fields. */
export const payeeContent = (payee: Payee) => ({
  number: payee.number,
  name: payee.name,
  payment_data_bank_name: payee.bank_name,
  customer_phone_number: payee.phone,
});
