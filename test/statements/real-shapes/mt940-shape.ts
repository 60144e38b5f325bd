// A parser of the test's own for the MT940 files of real banks: by the patterns of each bank,
// sharing nothing with the service's reader.
import type { ShapeLine } from './compare-lines.ts';

export type Mt940Shape = {
  /** The name of the file. */
  readonly file: string;
  readonly bank: string;
  readonly currency: string;
  /** What the layout has that the standard has not, or leaves open. */
  readonly has: string;
  /** How many digits come after the decimal sign of amounts that have them; 2 without it. */
  readonly digits?: number;
  /** `:61:` of this bank: groups `value`, `entry`, `mark`, `whole`, `fraction`, `reference`. */
  readonly line: RegExp;
  /** What the lines after `:61:` and in `:86:` say, by the position of the line. */
  readonly words: readonly (readonly string[])[];
  /** Written down by hand from the file, in minor units: number of lines, money in, money out. */
  readonly sums: readonly [lines: number, in_cents: bigint, out_cents: bigint];
};

export function readMt940Shape(shape: Mt940Shape, bytes: Uint8Array): ShapeLine[] {
  const text = new TextDecoder('latin1').decode(bytes).replaceAll('\r\n', '\n');
  const found: ShapeLine[] = [];
  for (const [index, { groups = {} }] of [...text.matchAll(shape.line)].entries()) {
    const { value = '', entry = '', mark = '', whole = '', fraction = '', reference } = groups;
    const cents = BigInt(`${whole}${fraction.padEnd(shape.digits ?? 2, '0')}`);
    const booked = entry === '' ? value.slice(2) : entry;
    found.push({
      amount_cents: mark === 'C' || mark === 'RD' ? cents : -cents,
      currency: shape.currency,
      day: `20${value.slice(0, 2)}-${booked.slice(0, 2)}-${booked.slice(2)}`,
      references: reference === undefined ? [] : [reference],
      words: shape.words[index] ?? [],
    });
  }
  return found.filter(({ amount_cents }) => amount_cents !== 0n);
}
