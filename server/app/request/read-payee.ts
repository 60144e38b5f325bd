// Reads the payee: from the request, otherwise from what the bank reported about the sender.
import type { BankLine } from '../../domain/record/bank-line.ts';
import type { Payee } from '../../domain/record/trade.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { type PaymentType, paymentType } from '../../domain/values/payment-type.ts';
import { normalisePhone, PHONE_RULE } from '../../domain/values/phone.ts';
import type { FieldReader } from './fields.ts';

/** Longer than any number with its separators. */
export const NUMBER_MAX_LENGTH = 128;

type Sender = Pick<BankLine, 'counterparty_name' | 'counterparty_number'>;

/** The sender on whom the lines agree; null if the bank named none, or two. */
export function senderOf(lines: readonly Sender[]): Sender | null {
  const numbers = new Set(lines.map((line) => line.counterparty_number));
  const [line] = lines;
  return numbers.size === 1 && line?.counterparty_number != null ? line : null;
}

/** The requested type; otherwise `iban` if the number is one, otherwise the account's own type. */
function typeOfPayee(
  reader: FieldReader,
  number: string | null,
  own_type: string,
): PaymentType | null {
  if (reader.raw('type') !== undefined && reader.raw('type') !== null) return reader.type('type');
  const iban = paymentType('iban');
  const is_iban = number !== null && iban?.normalise(number) != null;
  return (is_iban ? iban : paymentType(own_type)) ?? null;
}

export function readPhone(reader: FieldReader): string | null {
  const given = reader.optionalText('customer_phone_number', NUMBER_MAX_LENGTH);
  if (given === null) return null;
  const phone = normalisePhone(given);
  if (phone === null) {
    reader.wrong('customer_phone_number', 'format', PHONE_RULE);
  }
  return phone;
}

/** The payee by the names that the create calls give its fields. */
export function payeeContent(payee: Payee) {
  return {
    number: payee.number,
    name: payee.name,
    payment_data_bank_name: payee.bank_name,
    customer_phone_number: payee.phone,
  };
}

/** `sender`: whose number is used if the request names none; without a sender it is required. */
export function readPayee(reader: FieldReader, own_type: string, sender: Sender | null) {
  const known = sender?.counterparty_number ?? null;
  const asked = reader.optionalText('number', NUMBER_MAX_LENGTH);
  const given = asked ?? known ?? '';
  const type = typeOfPayee(reader, given === '' ? null : given, own_type);
  const number = type?.normalise(given) ?? '';
  if (given === '') {
    reader.wrong('number', 'required', 'is required: the bank did not report the sender');
  } else if (type !== null && number === '') {
    const is_assumed = (reader.raw('type') ?? null) === null;
    const why = is_assumed ? `; the type is ${type.type}, because none was given` : '';
    reader.wrong('number', 'format', `${type.rule}${why}`);
  }
  const name = reader.optionalText('name', LIMITS.name_max_length);
  const payee: Payee = {
    number,
    name: name ?? (asked === null ? (sender?.counterparty_name ?? null) : null),
    bank_name: reader.optionalText('payment_data_bank_name', LIMITS.bank_name_max_length),
    phone: readPhone(reader),
  };
  return { payee, type: type?.type ?? '' };
}
