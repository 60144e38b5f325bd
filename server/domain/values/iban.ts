// IBANs: the length fixed by each country, and the check digits of ISO 13616 (mod 97).

import { groupBy } from './masking.ts';
import { SPACES, withoutSeparators } from './separators.ts';

/** Countries of the IBAN registry by the length of their IBANs. */
const COUNTRIES_BY_LENGTH: readonly (readonly [number, string])[] = [
  [15, 'NO'],
  [16, 'BE'],
  [18, 'DK FI FK FO GL NL SD'],
  [19, 'MK SI'],
  [20, 'AT BA EE KZ LT LU MN XK'],
  [21, 'CH HR LI LV'],
  [22, 'BG BH CR DE GB GE IE ME RS VA'],
  [23, 'AE GI IL IQ OM SO TL'],
  [24, 'AD CZ ES MD PK RO SA SE SK TN VG'],
  [25, 'LY PT ST'],
  [26, 'IS TR'],
  [27, 'BI DJ FR GR IT MC MR SM'],
  [28, 'AL AZ BY CY DO GT HN HU LB NI PL SV'],
  [29, 'BR EG PS QA UA'],
  [30, 'JO KW MU YE'],
  [31, 'MT SC'],
  [32, 'LC'],
  [33, 'RU'],
];

export const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  COUNTRIES_BY_LENGTH.flatMap(([length, countries]) =>
    countries.split(' ').map((country): [string, number] => [country, length]),
  ),
);

/** Upper case without separators, or null if it is not an IBAN. */
export function normaliseIban(input: string): string | null {
  const bare = withoutSeparators(input, `${SPACES}-.`);
  // Checked for ASCII before upper-casing: ı and ſ would become I and S.
  if (!/^[A-Za-z]{2}[0-9]{2}[A-Za-z0-9]{10,30}$/.test(bare)) return null;
  const iban = bare.toUpperCase();
  if (IBAN_LENGTHS.get(iban.slice(0, 2)) !== iban.length) return null;
  // The standard produces only 02–98; 00, 01 and 99 pass mod 97 as well.
  const check_digits = Number(iban.slice(2, 4));
  return check_digits >= 2 && check_digits <= 98 && ibanRemainder(iban) === 1n ? iban : null;
}

export function formatIban(iban: string): string {
  return groupBy(iban, [], 4);
}

/** Mod 97, with letters as 10–35 and the first four characters moved to the end. */
export function ibanRemainder(iban: string): bigint {
  const moved = iban.slice(4) + iban.slice(0, 4);
  const digits = [...moved].map((character) => Number.parseInt(character, 36)).join('');
  return BigInt(digits) % 97n;
}
