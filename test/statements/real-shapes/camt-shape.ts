// A parser of the test's own for the camt files of real banks: by patterns on the text, sharing
// nothing with the service's reader.
import type { ShapeLine } from './compare-lines.ts';

export type CamtShape = {
  /** The name of the file. */
  readonly file: string;
  readonly bank: string;
  readonly format: 'camt.053' | 'camt.054';
  /** What the layout has that others have not. */
  readonly has: string;
  readonly encoding?: string;
  /** Where the amount of each payment of a batch is; null if there are no payments of batches. */
  readonly payment: 'Amt' | 'TxAmt' | null;
  /** How many digits a currency has after the decimal sign; 2 if it is not here. */
  readonly digits?: Readonly<Record<string, number>>;
  /** Names, numbers and texts, by the position of the line. */
  readonly words: readonly (readonly string[])[];
  /** Of each statement, in minor units, written down by hand: the balances before and after. */
  readonly balances: readonly (readonly [opening_cents: bigint, closing_cents: bigint])[];
  /** Entries that move no money, by reason. */
  readonly left_out: Readonly<Record<string, number>>;
  /** Written down by hand from the file, in minor units: number of lines, money in, money out. */
  readonly sums: readonly [lines: number, in_cents: bigint, out_cents: bigint];
};

const AMOUNT = /<Amt Ccy="([A-Z]{3})">(\d+)(?:\.(\d+))?<\/Amt>/;

const insideOf = (text: string, name: string): string[] =>
  text
    .split(`<${name}>`)
    .slice(1)
    .map((piece) => piece.split(`</${name}>`)[0] ?? '');

function centsOf(shape: CamtShape, text: string): { cents: bigint; currency: string } {
  const [, currency = '', whole = '', fraction = ''] = AMOUNT.exec(text) ?? [];
  const digits = shape.digits?.[currency] ?? 2;
  return { cents: BigInt(`${whole}${fraction.slice(0, digits).padEnd(digits, '0')}`), currency };
}

/** An entry's own reference stands before that of its payment. */
function referencesOf(text: string): string[] {
  const all = [...insideOf(text, 'AcctSvcrRef').slice(0, 1), ...insideOf(text, 'EndToEndId')];
  return all.filter((one) => one !== 'NOTPROVIDED' && one !== 'NONREF');
}

/** The entry as one line, or the payments of its batch. */
function linesOf(shape: CamtShape, entry: string): Omit<ShapeLine, 'words'>[] {
  const { cents, currency } = centsOf(shape, entry);
  const sign = insideOf(entry, 'CdtDbtInd')[0] === 'CRDT' ? 1n : -1n;
  const day = (insideOf(entry, 'BookgDt')[0] ?? '').replace(/<[^>]*>/g, '').trim();
  const line = { currency, day: day.slice(0, 10) };
  const payments = insideOf(entry, 'TxDtls');
  if (payments.length < 2 || shape.payment === null) {
    return [{ ...line, amount_cents: sign * cents, references: referencesOf(entry) }];
  }
  return payments.map((payment) => {
    const place = shape.payment === 'TxAmt' ? (insideOf(payment, 'TxAmt')[0] ?? '') : payment;
    const amount_cents = sign * centsOf(shape, place).cents;
    return { ...line, amount_cents, references: referencesOf(payment) };
  });
}

export function readCamtShape(shape: CamtShape, bytes: Uint8Array): ShapeLine[] {
  const text = new TextDecoder(shape.encoding ?? 'utf-8').decode(bytes);
  const bare = text.replace(/<(\/?)\w+:/g, '<$1').replaceAll('&amp;', '&');
  return insideOf(bare, 'Ntry')
    .filter((entry) => /<Sts>(?:<Cd>)?BOOK</.test(entry))
    .flatMap((entry) => linesOf(shape, entry))
    .filter(({ amount_cents }) => amount_cents !== 0n)
    .map((line, index) => ({ ...line, words: shape.words[index] ?? [] }));
}
