// The payment types, one row each: how a number of the type is checked, shown and masked.
import { formatCardNumber, maskCardNumber, normaliseCardNumber } from './card-number.ts';
import { formatIban, normaliseIban } from './iban.ts';
import { maskHalf } from './masking.ts';
import { maskPhone, normalisePhone, PHONE_RULE } from './phone.ts';
import { SPACES, withoutSeparators } from './separators.ts';
import { maskUpi, normaliseUpi } from './upi.ts';

export type PaymentTypeName = 'card' | 'account' | 'iban' | 'upi' | 'phone';

/** `rrn12`: the rail gives every transfer a 12-digit reference. `any`: every form of UTR. */
export type UtrRule = 'any' | 'rrn12';

export type ReceivingAccountField = {
  readonly field: 'number' | 'name' | 'bank_name';
  readonly required: boolean;
};

export type PaymentType = {
  readonly type: PaymentTypeName;
  /** The canonical form, in which numbers are stored and compared; null if invalid. */
  readonly normalise: (input: string) => string | null;
  /** What a number must be, as words that follow its field's name. */
  readonly rule: string;
  /** The canonical form in the groups that a payer reads. */
  readonly format: (canonical: string) => string;
  /** For callbacks, lists and exports. */
  readonly mask: (canonical: string) => string;
  readonly utr_rule: UtrRule;
  /** What the rail takes for one transfer, by currency; other currencies have no such limit. */
  readonly most_cents: Readonly<Partial<Record<string, bigint>>>;
  /** The fields that describe a receiving account of this type. */
  readonly fields: readonly ReceivingAccountField[];
};

const HOLDER_AND_BANK: readonly ReceivingAccountField[] = [
  { field: 'number', required: true },
  { field: 'name', required: true },
  { field: 'bank_name', required: false },
];

const asItIs = (canonical: string): string => canonical;

export const PAYMENT_TYPES: readonly PaymentType[] = [
  {
    type: 'card',
    normalise: normaliseCardNumber,
    rule: 'must be a card number of 12 to 19 digits with its check digit, like 4111 1111 1111 1111',
    format: formatCardNumber,
    mask: maskCardNumber,
    utr_rule: 'any',
    most_cents: {},
    fields: HOLDER_AND_BANK,
  },
  {
    type: 'account',
    normalise: normaliseBankAccount,
    rule: 'must be an account number of 6 to 34 letters and digits, like 50100012345678',
    format: asItIs,
    mask: maskHalf,
    utr_rule: 'any',
    most_cents: {},
    fields: HOLDER_AND_BANK,
  },
  {
    type: 'iban',
    normalise: normaliseIban,
    rule: 'must be an IBAN with its check digits, like DE89 3704 0044 0532 0130 00',
    format: formatIban,
    mask: maskHalf,
    utr_rule: 'any',
    most_cents: {},
    fields: HOLDER_AND_BANK,
  },
  {
    type: 'upi',
    normalise: normaliseUpi,
    rule: 'must be a UPI address, a name and a handle, like asha.rao@okbank',
    format: asItIs,
    mask: maskUpi,
    utr_rule: 'rrn12',
    // NPCI's limit for a person's payment; some businesses have a higher one.
    most_cents: { INR: 10_000_000n },
    fields: HOLDER_AND_BANK,
  },
  {
    type: 'phone',
    normalise: normalisePhone,
    rule: PHONE_RULE,
    format: asItIs,
    mask: maskPhone,
    utr_rule: 'any',
    most_cents: {},
    fields: HOLDER_AND_BANK,
  },
];

const BY_NAME: ReadonlyMap<string, PaymentType> = new Map(
  PAYMENT_TYPES.map((row) => [row.type, row]),
);

export function paymentType(name: string): PaymentType | undefined {
  return BY_NAME.get(name);
}

/** Of a field that names a type, as requests and answers tell it. */
export const PAYMENT_TYPE_TOLD = 'How money moves, which decides the format of `number`';

/** Of a field that names a type. */
export const PAYMENT_TYPE_RULE = `must be one of: ${[...BY_NAME.keys()].join(', ')}`;

/**
 * Upper case without separators, or null. A slash is not a separator: 123/0800 is account and bank.
 */
function normaliseBankAccount(input: string): string | null {
  const bare = withoutSeparators(input, `${SPACES}-.`);
  return /^[A-Za-z0-9]{6,34}$/.test(bare) ? bare.toUpperCase() : null;
}
