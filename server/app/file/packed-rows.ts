// Keeps the lines of a statement compressed in memory until its end is known, so that a long file
// needs little memory and nothing is written to disk.
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { KeyedStatementLine } from '../../formats/statement/statement-line.ts';

export type StatementRow = Omit<KeyedStatementLine, 'currency'> & {
  /** Line number in the file, from 1. */
  readonly line: number;
  /** From 1: the place among lines with one id of the bank, one amount, day and UTR. */
  readonly number: number;
};

const ROWS_IN_PACK = 256;

type Fields = readonly [
  /** Relative to the first row's line. */
  line: number,
  amount: number,
  booked_at: number,
  booked_exactly: boolean,
  utr: string | null,
  text: string | null,
  bank_id: string | null,
  key: string | null,
  /** Null if the file gives none of them, as in most CSV files. */
  details: readonly (string | null)[] | null,
];

/** The number is left out if it is 1, as it is of nearly all lines. */
type Packed = Fields | readonly [...Fields, number: number];

/** Amounts are at most 10^15, which a JavaScript number holds exactly. */
function pack(row: StatementRow, first_line: number): Packed {
  const details = [
    row.counterparty_name,
    row.counterparty_number,
    row.purpose,
    row.end_to_end_id,
    row.return_reason,
  ];
  const packed: Fields = [
    row.line - first_line,
    Number(row.amount_cents),
    row.booked_at,
    row.booked_exactly,
    row.utr,
    row.text,
    row.bank_id,
    row.key,
    details.some((one) => one !== null) ? details : null,
  ];
  return row.number > 1 ? [...packed, row.number] : packed;
}

function unpack(packed: Packed, first_line: number): StatementRow {
  const [
    line,
    amount,
    booked_at,
    booked_exactly,
    utr,
    text,
    bank_id,
    key,
    details,
    equal_number = 1,
  ] = packed;
  const [name = null, number = null, purpose = null, end_to_end = null, reason = null] =
    details ?? [];
  return {
    line: first_line + line,
    number: equal_number,
    amount_cents: BigInt(amount),
    booked_at,
    booked_exactly,
    utr,
    text,
    bank_id,
    key,
    counterparty_name: name,
    counterparty_number: number,
    purpose,
    end_to_end_id: end_to_end,
    return_reason: reason,
  };
}

/** Packed rows as they are sent from one thread to another. */
export type PackedData = {
  readonly packs: readonly Uint8Array[];
  readonly count: number;
  readonly first_line: number;
};

/** The rows in packs that another thread made. */
export function* rowsOf({ packs, first_line }: PackedData): Generator<StatementRow> {
  for (const bytes of packs) {
    const packed: Packed[] = JSON.parse(inflateRawSync(bytes).toString());
    for (const one of packed) yield unpack(one, first_line);
  }
}

export class PackedRows {
  readonly #packs: Uint8Array[] = [];
  readonly #hash = createHash('sha256');
  #waiting: Packed[] = [];
  #count = 0;
  #first_line = 0;

  get count(): number {
    return this.#count;
  }

  add(row: StatementRow): void {
    if (this.#count === 0) this.#first_line = row.line;
    this.#waiting.push(pack(row, this.#first_line));
    this.#count += 1;
    if (this.#waiting.length >= ROWS_IN_PACK) this.#close();
  }

  /** Called after the last row: a hash over all rows, but not over their position in the file. */
  digest(): string {
    this.#close();
    return this.#hash.copy().digest('hex');
  }

  data(): PackedData {
    this.#close();
    return { packs: this.#packs, count: this.#count, first_line: this.#first_line };
  }

  #close(): void {
    if (this.#waiting.length === 0) return;
    const bytes = Buffer.from(JSON.stringify(this.#waiting));
    this.#hash.update(bytes);
    // Copied, because the library returns a view of a larger buffer.
    this.#packs.push(Uint8Array.from(deflateRawSync(bytes, { level: 1 })));
    this.#waiting = [];
  }
}
