// Reads the payee: from the request, otherwise whoever is known from before, such as the sender
// that the bank reported.
import type { KnownPayee, PayeeSource } from '../../domain/payout/refund-payee.ts';
import type { Payee } from '../../domain/record/trade.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { type PaymentType, paymentType } from '../../domain/values/payment-type.ts';
import { normalisePhone, PHONE_RULE } from '../../domain/values/phone.ts';
import type { FieldReader } from './fields.ts';

/** Longer than any number with its separators. */
const NUMBER_MAX_LENGTH = 128;

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

function readPhone(reader: FieldReader): string | null {
  const given = reader.optionalText('customer_phone_number', NUMBER_MAX_LENGTH);
  if (given === null) return null;
  const phone = normalisePhone(given);
  if (phone === null) {
    reader.wrong('customer_phone_number', 'format', PHONE_RULE);
  }
  return phone;
}

/** What is left out is taken from the payee who is known, if their number is used. */
function holderOf(reader: FieldReader, used: KnownPayee | null): Omit<Payee, 'number'> {
  const name = reader.optionalText('name', LIMITS.name_max_length);
  const bank_name = reader.optionalText('payment_data_bank_name', LIMITS.bank_name_max_length);
  const phone = readPhone(reader);
  return {
    name: name ?? used?.name ?? null,
    bank_name: bank_name ?? used?.bank_name ?? null,
    phone: phone ?? used?.phone ?? null,
  };
}

/** `known`: whose number is used if the request names none; without it a number is required. */
export function readPayee(reader: FieldReader, own_type: string, known: KnownPayee | null) {
  const asked = reader.optionalText('number', NUMBER_MAX_LENGTH);
  const given = asked ?? known?.number ?? '';
  const used = asked === null ? known : null;
  const type = typeOfPayee(reader, given === '' ? null : given, used?.type ?? own_type);
  const number = type?.normalise(given) ?? '';
  if (given === '') {
    reader.wrong('number', 'required', 'is required: the bank did not report the sender');
  } else if (type !== null && number === '') {
    const is_assumed = (reader.raw('type') ?? null) === null;
    const why = is_assumed ? `; the type is ${type.type}, because none was given` : '';
    reader.wrong('number', 'format', `${type.rule}${why}`);
  }
  const payee: Payee = { number, ...holderOf(reader, used) };
  const source: PayeeSource = used?.source ?? 'typed';
  return { payee, type: type?.type ?? '', source };
}
