// One entry of an ISO 20022 cash message, or one payment of a batch in it, as a line.

import { DAY_MS } from '../../../lib/durations.ts';
import { allAt, at, child, type Element, textAt } from '../../../lib/xml/xml-tree.ts';
import type { ReadDate } from '../statement-date.ts';
import type { KeyedStatementLine } from '../statement-line.ts';
import {
  accountNumber,
  endToEndText,
  narration,
  partyName,
  referenceText,
  utrAmong,
} from '../statement-wording.ts';
import { momentAt, numberOf, readCamtMoment } from './camt-values.ts';

/** What all payments of an entry share. */
export type EntryHead = {
  readonly element: Element;
  readonly currency: string;
  readonly amount_cents: bigint;
  readonly is_reversal: boolean;
  readonly booked: ReadDate;
  /** The numbers of the statement's own account. */
  readonly own_numbers: readonly string[];
};

const PROPRIETARY_UTR = /\b(?:UTR|RRN)\b/i;

function referencesOf(detail: Element | undefined) {
  const refs = child(detail, 'Refs');
  const named = allAt(refs, 'Prtry')
    .filter((one) => PROPRIETARY_UTR.test(textAt(one, 'Tp')))
    .map((one) => textAt(one, 'Ref'));
  const get = (name: string) => referenceText(textAt(refs, name));
  return {
    named,
    bank: get('AcctSvcrRef'),
    end_to_end: get('EndToEndId'),
    instruction: get('InstrId'),
    others: [get('ClrSysRef'), get('TxId'), get('UETR')],
  };
}

type Party = { readonly name: string | null; readonly number: string | null };

function partyOf(parties: Element | undefined, role: 'Dbtr' | 'Cdtr'): Party {
  const name_of = (party: string) =>
    textAt(parties, party, 'Pty', 'Nm') || textAt(parties, party, 'Nm');
  return {
    name: partyName(name_of(role) || name_of(`Ultmt${role}`)),
    number: accountNumber(numberOf(at(parties, `${role}Acct`))),
  };
}

/**
 * The counterparty: the debtor of incoming, the creditor of outgoing money; a reversal swaps the
 * roles.
 */
function counterpartyOf(head: EntryHead, detail: Element | undefined, amount_cents: bigint): Party {
  const parties = child(detail, 'RltdPties');
  const came_in = amount_cents > 0n !== head.is_reversal;
  const [first, second] = (came_in ? ['Dbtr', 'Cdtr'] : ['Cdtr', 'Dbtr']) as ['Dbtr', 'Cdtr'];
  const party = partyOf(parties, first);
  const is_own = party.number !== null && head.own_numbers.includes(party.number);
  const is_known = party.name !== null || party.number !== null;
  return is_known && !is_own ? party : partyOf(parties, second);
}

function purposeOf(detail: Element | undefined, entry: Element): string | null {
  for (const code of [child(detail, 'BkTxCd'), child(entry, 'BkTxCd')]) {
    const domain = child(code, 'Domn');
    const parts = [
      textAt(domain, 'Cd'),
      textAt(domain, 'Fmly', 'Cd'),
      textAt(domain, 'Fmly', 'SubFmlyCd'),
    ];
    const text = parts.filter((part) => part !== '').join('/') || textAt(code, 'Prtry', 'Cd');
    if (text !== '') return referenceText(text);
  }
  return null;
}

/**
 * The bank's code if there is one; `REVERSAL` if the bank only says that it took something back.
 */
function returnReasonOf({ is_reversal }: EntryHead, detail: Element | undefined): string | null {
  const reason = at(detail, 'RtrInf', 'Rsn');
  const text = textAt(reason, 'Cd') || textAt(reason, 'Prtry');
  return referenceText(text) ?? (is_reversal ? 'REVERSAL' : null);
}

/** When the payer's bank accepted the order, if that is given with its time and on the same day. */
function bookedOf({ booked }: EntryHead, detail: Element | undefined): ReadDate {
  const dates = child(detail, 'RltdDts');
  const text = textAt(dates, 'AccptncDtTm') || textAt(dates, 'TxDtTm');
  const exact = text === '' ? null : readCamtMoment(text);
  const is_same_day =
    exact?.booked_exactly === true &&
    Math.floor(exact.booked_at / DAY_MS) === Math.floor(booked.booked_at / DAY_MS);
  return is_same_day ? exact : booked;
}

/** Structured remittance also contains the payer's own words, and numbers of invoices. */
const structuredWords = (structured: Element): string[] => [
  textAt(structured, 'CdtrRefInf', 'Ref'),
  ...allAt(structured, 'RfrdDocInf').map((one) => textAt(one, 'Nb')),
  ...allAt(structured, 'AddtlRmtInf').map((one) => one.text.trim()),
];

function wordsOf(detail: Element | undefined): string[] {
  const remittance = child(detail, 'RmtInf');
  return [
    ...allAt(remittance, 'Ustrd').map((one) => one.text.trim()),
    ...allAt(remittance, 'Strd').flatMap(structuredWords),
    textAt(detail, 'AddtlTxInf'),
    ...allAt(child(detail, 'RtrInf'), 'AddtlInf').map((one) => one.text.trim()),
  ];
}

/**
 * A payment and its fee or reversal often share one bank reference: direction and amount
 * distinguish them, and the position in a batch its payments.
 */
function keyOf(bank_id: string | null, amount_cents: bigint, place: number | null): string | null {
  if (bank_id === null) return null;
  return `${bank_id}:${place === null ? '' : `${place}:`}${amount_cents}`;
}

/** `place` counts from 1 within an entry of several payments; null for the only one. */
export function lineOfEntry(
  head: EntryHead,
  detail: Element | undefined,
  amount_cents: bigint,
  place: number | null,
): KeyedStatementLine {
  const { element: entry, currency } = head;
  const references = referencesOf(detail);
  const own = referenceText(textAt(entry, 'AcctSvcrRef'));
  const bank_id = (place === null ? (own ?? references.bank) : (references.bank ?? own)) ?? null;
  const words = [...wordsOf(detail), place === null ? textAt(entry, 'AddtlNtryInf') : ''];
  const text = narration([...words, endToEndText(references.end_to_end)]);
  const other = counterpartyOf(head, detail, amount_cents);
  return {
    amount_cents,
    ...bookedOf(head, detail),
    utr: utrAmong(references.named, [references.instruction, text], references.others),
    text,
    bank_id,
    key: keyOf(place === null ? bank_id : (own ?? bank_id), amount_cents, place),
    currency,
    counterparty_name: other.name,
    counterparty_number: other.number,
    purpose: purposeOf(detail, entry),
    end_to_end_id: references.end_to_end,
    return_reason: returnReasonOf(head, detail),
  };
}

/** The booking day of an entry, or its value date if there is none; null if it is wrong. */
export const bookedAt = (entry: Element): ReadDate | null =>
  momentAt(entry, child(entry, 'BookgDt') === undefined ? 'ValDt' : 'BookgDt');
