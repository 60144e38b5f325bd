// Reads `:86:` of an MT940 line: the German fields, words between slashes, or free text.

import { withoutTrailing } from '../../../domain/values/separators.ts';
import { accountNumber, partyName, referenceText } from '../statement-wording.ts';

export type MtDetails = {
  readonly words: readonly string[];
  readonly name: string | null;
  readonly number: string | null;
  readonly end_to_end: string | null;
  readonly others: readonly (string | null)[];
  readonly return_reason: string | null;
};

/**
 * German banks begin a field with its SEPA name; a field without one continues the field before.
 */
const SEPA_FIELD = /^(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC|COAM|OAMT|RREF)\s?[+:]\s?/;

const REMITTANCE_FIELDS: readonly string[] = [
  ...Array.from({ length: 10 }, (_, index) => String(20 + index)),
  ...Array.from({ length: 4 }, (_, index) => String(60 + index)),
];

/** The remittance fields by their SEPA names; the part before the first name is the text. */
function sepaFields(fields: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>();
  let name = 'SVWZ';
  for (const field of REMITTANCE_FIELDS) {
    const text = fields.get(field) ?? '';
    const mark = SEPA_FIELD.exec(text);
    name = mark?.[1] ?? name;
    found.set(name, (found.get(name) ?? '') + text.slice(mark?.[0].length ?? 0));
  }
  return found;
}

/** ISO 20022 reasons for a return, as texts contain them. */
const RETURN_CODE = /\b(?:A[CGM]|BE|CNOR|DNOR|FF|FOCR|M[DS]|R[CR]|SL|TM)\d\d\b/;
/** German banks' transaction codes for returned money. */
const GERMAN_RETURNS: ReadonlySet<string> = new Set(['108', '109', '159', '181', '184']);

/** `166?00TEXT?20…?32NAME`: a code of three digits, then fields of two. */
function germanDetails(text: string): MtDetails {
  const fields = new Map<string, string>();
  for (const part of text.split('?').slice(1)) fields.set(part.slice(0, 2), part.slice(2));
  const sepa = sepaFields(fields);
  const get = (name: string) => fields.get(name) ?? '';
  const remittance = sepa.get('SVWZ') ?? '';
  const is_return = GERMAN_RETURNS.has(text.slice(0, 3));
  const other_name = sepa.get('ABWA') ?? sepa.get('ABWE') ?? '';
  return {
    words: [remittance, get('00')],
    name: partyName(get('32') + get('33')) ?? partyName(other_name),
    number: accountNumber(sepa.get('IBAN') ?? '') ?? accountNumber(get('31')),
    end_to_end: referenceText(sepa.get('EREF') ?? ''),
    others: [referenceText(sepa.get('KREF') ?? '')],
    return_reason: is_return ? (RETURN_CODE.exec(remittance)?.[0] ?? 'RETURN') : null,
  };
}

/** `/EREF/…/NAME/…/REMI/…`: words between slashes. */
const SLASH_NAMES =
  'EREF|ORDP|BENM|NAME|IBAN|BIC|REMI|RTRN|CSID|MARF|TRTP|PREF|RREF|TRCD|ISDT|CNTP|PURP|' +
  'ULTC|ULTD|UTR|RRN';
/** The slash after a name may be the one before the next. */
const SLASH_FIELD = new RegExp(`/(${SLASH_NAMES})(?=/)`, 'g');

function slashDetails(text: string): MtDetails {
  const marks = [...text.matchAll(SLASH_FIELD)];
  const fields = new Map<string, string>();
  for (const [index, mark] of marks.entries()) {
    const value = text.slice(
      mark.index + mark[0].length + 1,
      marks[index + 1]?.index ?? text.length,
    );
    if (value !== '') fields.set(mark[1] ?? '', withoutTrailing(value, '/').trim());
  }
  const get = (name: string) => fields.get(name) ?? '';
  // Number, BIC, name and place of the counterparty in one field.
  const [number = '', , name = ''] = get('CNTP').split('/');
  const remittance = get('REMI').replace(/^(?:USTD|STRD)\/+/, '');
  return {
    words: [remittance, text.slice(0, marks[0]?.index ?? 0)],
    name: partyName(get('NAME') || name || get('ORDP') || get('BENM')),
    number: accountNumber(get('IBAN')) ?? accountNumber(number),
    end_to_end: referenceText(get('EREF')),
    others: [get('UTR'), get('RRN'), get('PREF')].map(referenceText),
    return_reason: referenceText(get('RTRN').slice(0, 35)),
  };
}

/**
 * A line of full length continues in the next one without a space; after a shorter one a space is
 * added.
 */
const FULL_LENGTH = 65;

function joined(lines: readonly string[]): string {
  let text = '';
  for (const [index, line] of lines.entries()) {
    const goes_on = index === 0 || (lines[index - 1]?.length ?? 0) >= FULL_LENGTH;
    text += goes_on ? line : ` ${line}`;
  }
  return text;
}

export function readMtDetails(lines: readonly string[]): MtDetails {
  const bare = lines.join('');
  if (/^\d{3}\?\d\d/.test(bare)) return germanDetails(bare);
  if (bare.search(SLASH_FIELD) !== -1) return slashDetails(joined(lines));
  const words = [joined(lines)];
  return {
    words,
    name: null,
    number: null,
    end_to_end: null,
    others: [],
    return_reason: null,
  };
}
