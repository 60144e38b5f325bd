// The MT940 layouts of real banks, one row each, with files of invented people and amounts.
import type { Mt940Shape } from './mt940-shape.ts';

const SHORT = /^:61:(?<value>\d{6})(?<mark>RC|RD|C|D)(?<whole>\d+),(?<fraction>\d*)/gm;
const AMOUNT = String.raw`(?<whole>\d+),(?<fraction>\d*)`;
const BLANK_ENTRY = new RegExp(
  String.raw`^:61:(?<value>\d{6}) {4}(?<mark>[CD])[A-Z]?${AMOUNT}N[A-Z]{3}` +
    String.raw`(?:NONREF|(?<reference>[\w-]+))`,
  'gm',
);
const WITH_LETTER =
  /^:61:(?<value>\d{6})(?<entry>\d{4})(?<mark>[CD])[A-Z](?<whole>\d+),(?<fraction>\d*)/gm;
const ENTRY = String.raw`(?<value>\d{6})(?<entry>\d{4})(?<mark>[CD])`;
const WITH_REFERENCE = new RegExp(`^:61:${ENTRY}[A-Z]${AMOUNT}.*//(?<reference>\\w+)`, 'gm');

export const MT940_SHAPES: readonly Mt940Shape[] = [
  {
    file: 'ing-nl-old.sta',
    bank: 'ING (Netherlands), as before 2014',
    currency: 'EUR',
    has: 'a blank within the type, a reversal',
    line: SHORT,
    words: [
      ['M J BAKKER', '7000000000000012'],
      ['BROODHUIS UTRECHT'],
      ['FACTUUR 26-0188'],
      ['STORNO'],
    ],
    sums: [4, 127_543n, 2_806n],
  },
  {
    file: 'asn-nl.sta',
    bank: 'ASN Bank',
    currency: 'EUR',
    has: 'four blanks for the booking day, empty lines in the details',
    line: BLANK_ENTRY,
    words: [['k de groot', 'Verjaardag tante'], ['Subsidie maart']],
    sums: [2, 100_000n, 6_500n],
  },
  {
    file: 'triodos-nl.sta',
    bank: 'Triodos Bank',
    currency: 'EUR',
    has: 'a blank within the type, the name of the bank before the account',
    line: SHORT,
    words: [['KOSTEN'], ['FACTUUR 2026-17']],
    sums: [2, 15_000n, 1_000n],
  },
  {
    file: 'citi-us.sta',
    bank: 'Citi',
    currency: 'USD',
    has: 'four blanks for the booking day, lines of amount 0',
    line: BLANK_ENTRY,
    words: [['PAYROLL TAX UNIT'], [], ['NORTHWIND CRATES INC', 'INVOICE 7781']],
    sums: [2, 504_010n, 21_239n],
  },
  {
    file: 'zenith-ng.sta',
    bank: 'Zenith Bank',
    currency: 'NGN',
    has: 'no type, blanks around the account',
    line: WITH_REFERENCE,
    words: [['ADEBAYO OKON', 'rent march'], ['CHIOMA EZE'], ['NIP CHARGE + VAT']],
    sums: [3, 22_000_000n, 4_305_375n],
  },
  {
    file: 'sberbank-hu.sta',
    bank: 'Sberbank (Hungary)',
    currency: 'HUF',
    has: 'a type filled with blanks',
    line: WITH_LETTER,
    words: [['Havi szamlavezetesi dij'], ['Kovacs Ildiko', 'Rendeles 8812']],
    sums: [2, 1_500_000n, 240_200n],
  },
  {
    file: 'rabobank-old.sta',
    bank: 'Rabobank, as before SEPA',
    currency: 'EUR',
    has: 'points before the decimals, amounts filled with zeros',
    line: new RegExp(
      String.raw`^:61:(?<value>\d{6})(?<mark>[CD])(?<whole>\d+)\.(?<fraction>\d\d)` +
        String.raw`N\d{3}(?<reference>\S+)`,
      'gm',
    ),
    words: [['POLDERGRAS']],
    sums: [1, 224_535n, 0n],
  },
  {
    file: 'garanti-tr.sta',
    bank: 'Garanti BBVA',
    currency: 'TRY',
    has: 'balances of 16 digits, a day without lines',
    line: WITH_LETTER,
    words: [['AYSE DEMIR SIPARIS 5512']],
    sums: [1, 12_550n, 0n],
  },
  {
    file: 'handelsbanken-se.sta',
    bank: 'Handelsbanken',
    currency: 'SEK',
    has: 'ä and å in place of { and }, one decimal',
    line: WITH_REFERENCE,
    words: [['BG 5050-1055', 'SVEN ÅKERMAN']],
    sums: [1, 49_950n, 0n],
  },
  {
    file: 'sparkasse-30-february.sta',
    bank: 'Sparkasse',
    currency: 'EUR',
    has: 'a value date of 30 February, an amount in the next line',
    line: /^:61:(?<value>\d{6})(?<entry>\d{4})(?<mark>[CD])R\n?(?<whole>\d+),(?<fraction>\d*)/gm,
    words: [['Abrechnung 27.02.2026'], ['RG-2026-0031', 'PETRA LINDNER', 'DE02120300000000202051']],
    sums: [2, 3_000n, 600n],
  },
  {
    file: 'mbank-pl.sta',
    bank: 'mBank',
    currency: 'PLN',
    has: 'a description after the line, parts between semicolons',
    line: WITH_REFERENCE,
    words: [['JAN WISNIEWSKI', 'ZAMOWIENIE 771', '179171073864111'], ['PROWIZJA']],
    sums: [2, 85_971n, 500n],
  },
  {
    file: 'hsbc-hk.sta',
    bank: 'HSBC (Hong Kong)',
    currency: 'HKD',
    has: 'references filled with blanks',
    line: WITH_REFERENCE,
    words: [
      ['1004688128', 'LEUNG SIU MING'],
      ['CHAN TAI MAN', 'HK-771'],
    ],
    sums: [2, 128_880n, 2_000_000n],
  },
  {
    file: 'emirates-nbd-ae.sta',
    bank: 'Emirates NBD',
    currency: 'AED',
    has: 'blanks between all parts, the whole currency as its letters',
    line: new RegExp(
      String.raw`^:61: (?<value>\d{6}) (?<entry>\d{4}) (?<mark>[CD]) AED ${AMOUNT}.*` +
        String.raw`//(?<reference>\w+)`,
      'gm',
    ),
    words: [['FATIMA AL ZAABI', 'ORDER 551', 'AEORD-551'], ['CHARGES INCL VAT']],
    sums: [2, 150_000n, 525n],
  },
];
