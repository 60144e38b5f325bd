// The OFX files of real banks, one row each, with a parser of the test's own that shares nothing
// with the service's reader. People and amounts are invented.
import type { ShapeLine } from './compare-lines.ts';

export type OfxShape = {
  /** The name of the file. */
  readonly file: string;
  readonly bank: string;
  readonly encoding: 'utf-8' | 'windows-1252';
  readonly currency: string;
  readonly decimal?: ',';
  /** How many digits the currency has after the decimal sign; 2 without it. */
  readonly digits?: number;
  readonly words: readonly (readonly string[])[];
  /** Written down by hand from the file, in minor units: number of lines, money in, money out. */
  readonly sums: readonly [lines: number, in_cents: bigint, out_cents: bigint];
};

export const OFX_SHAPES: readonly OfxShape[] = [
  {
    file: 'chase-us.qfx',
    bank: 'Chase',
    encoding: 'windows-1252',
    currency: 'USD',
    words: [
      ['MERIDIAN BANK/111', 'HARPER & LOWE LLC', 'INV 8841'],
      ['DOMESTIC INCOMING WIRE FEE'],
      ['1043'],
    ],
    sums: [3, 125_000n, 10_340n],
  },
  {
    file: 'itau-br.ofx',
    bank: 'Itaú',
    encoding: 'windows-1252',
    currency: 'BRL',
    decimal: ',',
    words: [['PIX TRANSF JOÃO'], ['SERVIÇOS']],
    sums: [2, 123_456n, 9_990n],
  },
  {
    file: 'asb-nz.ofx',
    bank: 'ASB Bank',
    encoding: 'windows-1252',
    currency: 'NZD',
    words: [['M TAMATI', 'ORDER 5521 RANGI'], ['ACCOUNT FEE']],
    sums: [2, 41_005n, 750n],
  },
  {
    file: 'amex-card-us.qfx',
    bank: 'American Express',
    encoding: 'utf-8',
    currency: 'USD',
    words: [['CORNER HARDWARE TULSA OK'], ['REFUND'], []],
    sums: [2, 4_217n, 4_217n],
  },
  {
    file: 'desjardins-ca.ofx',
    bank: 'Desjardins',
    encoding: 'utf-8',
    currency: 'CAD',
    words: [
      ['GENEVIÈVE CÔTÉ', 'commande 771'],
      ['FORFAIT <PLUS>', 'Frais mensuels'],
    ],
    sums: [2, 32_075n, 1_295n],
  },
  {
    file: 'smbc-jp.ofx',
    bank: 'SMBC',
    encoding: 'utf-8',
    currency: 'JPY',
    digits: 0,
    words: [['ヤマダ'], ['手数料']],
    sums: [2, 150_000n, 440n],
  },
];

const cellOf = (transaction: string, tag: string): string =>
  new RegExp(`<${tag}>([^<\r\n]*)`).exec(transaction)?.[1] ?? '';

export function readOfxShape(shape: OfxShape, bytes: Uint8Array): ShapeLine[] {
  const text = new TextDecoder(shape.encoding).decode(bytes);
  const found = text
    .split('<STMTTRN>')
    .slice(1)
    .map((transaction, index): ShapeLine => {
      const amount = cellOf(transaction, 'TRNAMT');
      const [whole = '', fraction = ''] = amount.split(shape.decimal ?? '.');
      const digits = fraction.padEnd(shape.digits ?? 2, '0');
      const cents = BigInt(`0${whole.replace(/\D/g, '')}${digits}`);
      const day = cellOf(transaction, 'DTPOSTED');
      return {
        amount_cents: amount.startsWith('-') ? -cents : cents,
        currency: shape.currency,
        day: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`,
        references: [cellOf(transaction, 'FITID')],
        words: shape.words[index] ?? [],
      };
    });
  return found.filter(({ amount_cents }) => amount_cents !== 0n);
}
