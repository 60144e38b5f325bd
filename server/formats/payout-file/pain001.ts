// Writes a batch of pay-outs as ISO 20022 pain.001.001.09, or as the older .03 that some banks
// still ask for: the same facts always give the same bytes.

import { decimalAmount, escapeXml, latinText, leaf, node } from '../../domain/values/bank-text.ts';
import { currencyExponent } from '../../domain/values/currency.ts';
import { ifscIn } from './ifsc.ts';
import type { Payment, PaymentOrder, Unwritable } from './payment-order.ts';
import { nameMax, writtenName } from './written-name.ts';

/** What the versions of the message have in different ways. */
type Version = {
  readonly namespace: string;
  /** The element of a BIC. */
  readonly bic: string;
  readonly day: (day: string) => string;
  /** Whether an account may have a proxy: an address that stands for it. */
  readonly has_proxies: boolean;
};

const VERSIONS = {
  '001.001.03': {
    namespace: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.03',
    bic: 'BIC',
    day: (day) => leaf('ReqdExctnDt', day),
    has_proxies: false,
  },
  '001.001.09': {
    namespace: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
    bic: 'BICFI',
    day: (day) => node('ReqdExctnDt', leaf('Dt', day)),
    has_proxies: true,
  },
} as const satisfies Readonly<Record<string, Version>>;
export type Pain001Version = keyof typeof VERSIONS;

const BANK_NAME_MAX = 140;
/** Max34Text, for every account number but an IBAN. */
const NUMBER_MAX = 34;
const NOT_PROVIDED = 'NOTPROVIDED';

/** Only if it is labelled BIC: many bank names in capitals would pass for one. */
const BIC = /\bBIC[ :]*([A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\b/;

/**
 * The bank, by the BIC or IFSC in its name, otherwise by its name. An IBAN identifies the bank, so
 * with an IBAN only a BIC is written.
 */
function agent(
  { bic: bic_element }: Version,
  name: string,
  type: string,
  bank_name: string | null,
): string {
  const bic = BIC.exec(bank_name ?? '')?.[1];
  if (bic !== undefined) return node(name, node('FinInstnId', leaf(bic_element, bic)));
  const ifsc = ifscIn(bank_name);
  if (ifsc !== null && type !== 'iban') {
    const system = node('ClrSysId', leaf('Cd', 'INFSC'));
    const member = node('ClrSysMmbId', system, leaf('MmbId', ifsc));
    return node(name, node('FinInstnId', member));
  }
  const plain = type === 'iban' ? null : latinText(bank_name ?? '', BANK_NAME_MAX);
  const identity = plain === null ? node('Othr', leaf('Id', NOT_PROVIDED)) : leaf('Nm', plain);
  return node(name, node('FinInstnId', identity));
}

/** Optional in the standard, so it is written only if something is known. */
function payeesAgent(version: Version, type: string, bank_name: string | null): string {
  const element = agent(version, 'CdtrAgt', type, bank_name);
  return element.includes(NOT_PROVIDED) ? '' : element;
}

/** The scheme that a number other than an IBAN is given with. */
const SCHEMES: Readonly<Record<string, string>> = {
  account: leaf('Cd', 'BBAN'),
  card: leaf('Prtry', 'CARD'),
  upi: leaf('Prtry', 'VPA'),
  phone: leaf('Prtry', 'PHONE'),
};

/** Addresses that stand for an account: the standard has a separate, longer element for them. */
const PROXIES: Readonly<Record<string, string>> = {
  upi: leaf('Prtry', 'VPA'),
  phone: leaf('Cd', 'TELE'),
};

function account(
  { has_proxies }: Version,
  name: string,
  type: string,
  number: string,
  currency: string | null,
): string {
  const scheme = SCHEMES[type];
  const proxy = has_proxies ? PROXIES[type] : undefined;
  const id = number.length > NUMBER_MAX ? NOT_PROVIDED : number;
  const other = node('Othr', leaf('Id', id), scheme === undefined ? '' : node('SchmeNm', scheme));
  return node(
    name,
    node('Id', type === 'iban' ? leaf('IBAN', number) : other),
    leaf('Ccy', currency),
    proxy === undefined ? '' : node('Prxy', node('Tp', proxy), leaf('Id', number)),
  );
}

const party = (name: string, text: string | null, currency: string) =>
  node(name, leaf('Nm', writtenName(text, nameMax(currency)) ?? 'NOT PROVIDED'));

function exponentOf(currency: string): number {
  const exponent = currencyExponent(currency);
  if (exponent === undefined) throw new Error(`No such currency: ${currency}`);
  return exponent;
}

function transaction(
  version: Version,
  payment: Payment,
  currency: string,
  exponent: number,
): string {
  const { end_to_end_id: id, payee, type } = payment;
  const amount = decimalAmount(payment.amount_cents, exponent);
  return node(
    'CdtTrfTxInf',
    node('PmtId', leaf('InstrId', id), leaf('EndToEndId', id)),
    node('Amt', `<InstdAmt Ccy="${escapeXml(currency)}">${amount}</InstdAmt>`),
    payeesAgent(version, type, payee.bank_name),
    party('Cdtr', payee.name, currency),
    account(version, 'CdtrAcct', type, payee.number, null),
    // Banks that drop ids keep the text: it comes back in the statement's line.
    node('RmtInf', leaf('Ustrd', id)),
  );
}

/**
 * `2026-03-05T10:15:00Z`: whole seconds, because not every reader of ISODateTime accepts fractions.
 */
const dateTime = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** Requests single bookings, so that each pay-out has a bank line of its own. */
export function pain001(order: PaymentOrder, name: Pain001Version = '001.001.09'): string {
  const version: Version = VERSIONS[name];
  const { message_id, currency, debtor, payments } = order;
  const exponent = exponentOf(currency);
  const total = payments.reduce((sum, payment) => sum + payment.amount_cents, 0n);
  const sums = [
    leaf('NbOfTxs', String(payments.length)),
    leaf('CtrlSum', decimalAmount(total, exponent)),
  ];
  const header = node(
    'GrpHdr',
    leaf('MsgId', message_id),
    leaf('CreDtTm', dateTime(order.exported_at)),
    ...sums,
    party('InitgPty', debtor.name, currency),
  );
  const information = [
    leaf('PmtInfId', message_id),
    leaf('PmtMtd', 'TRF'),
    leaf('BtchBookg', 'false'),
    ...sums,
    version.day(debtor.execution_on),
    party('Dbtr', debtor.name, currency),
    account(version, 'DbtrAcct', debtor.type, debtor.number, currency),
    agent(version, 'DbtrAgt', debtor.type, debtor.bank_name),
    leaf('ChrgBr', 'SLEV'),
  ].join('\n');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="${version.namespace}"><CstmrCdtTrfInitn>`,
    header,
    `<PmtInf>${information}`,
    ...payments.map((payment) => transaction(version, payment, currency, exponent)),
    '</PmtInf></CstmrCdtTrfInitn></Document>',
    '',
  ].join('\n');
}

/** Pay-outs whose number this version cannot carry: it is too long, and there are no proxies. */
export function pain001Problems(order: PaymentOrder, name: Pain001Version): Unwritable[] {
  const version: Version = VERSIONS[name];
  const long = order.payments.filter(
    ({ type, payee }) =>
      payee.number.length > NUMBER_MAX && !(version.has_proxies && PROXIES[type] !== undefined),
  );
  const problem = `has a number of more than ${NUMBER_MAX} characters: take version 001.001.09`;
  return long.map(({ end_to_end_id }) => ({ end_to_end_id, field: 'payee_number', problem }));
}
