// Proposes how to read a bank's file from its first bytes: the format, and for a CSV the profile or
// mapping to import it with.
import { parse } from 'csv-parse/sync';
import { utrInText } from '../../domain/record/bank-line.ts';
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import {
  type Guess,
  guessProfile,
  type Sample,
} from '../../formats/statement/csv/statement-guess.ts';
import { mappingOf } from '../../formats/statement/csv/statement-mapping.ts';
import type { StatementProfile } from '../../formats/statement/csv/statement-profile.ts';
import type { StatementFileKind } from '../../formats/statement/statement-format.ts';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';
import { fileOf, likelyEncoding, shownEncoding } from './detect-format.ts';
import { refuseOtherFiles } from './other-files.ts';
import { HEAD_BYTES } from './statement-bytes.ts';

export type StatementGuess = {
  format: StatementFileKind;
  /**
   * A built-in profile that reads the sample without an error; also null for other formats than
   * CSV.
   */
  profile: string | null;
  /** If no built-in profile fits: what to send as `mapping`. */
  mapping: Record<string, unknown> | null;
  lines_read: number;
  lines_wrong: number;
  /** The first errors, and what the sample leaves open. */
  doubts: string[];
  /** The first lines as they would be imported, with two decimals. */
  sample: {
    amount_cents: number;
    booked_at: string;
    utr: string | null;
    text: string | null;
    currency: string | null;
  }[];
};

const DELIMITERS: readonly StatementProfile['delimiter'][] = [',', ';', '\t', '|'];
const MOST_ROWS = 200;
const MOST_SHOWN = 5;

function sampleOf(text: string, delimiter: StatementProfile['delimiter']): Sample {
  const rows: string[][] = parse(text, {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    to: MOST_ROWS,
  });
  return { delimiter, rows };
}

/** The text of the first bytes, without the last line if it may be cut off. */
function headText(head: Uint8Array) {
  const encoding = likelyEncoding(head);
  const text = new TextDecoder(encoding).decode(head).replace(/\r\n?/g, '\n');
  const whole = head.length < HEAD_BYTES ? text : text.slice(0, text.lastIndexOf('\n') + 1);
  return { text: whole, encoding };
}

function told(guess: Guess): StatementGuess {
  const { name, profile, lines, problems, doubts } = guess;
  return {
    format: 'csv',
    profile: name,
    mapping: name === null ? mappingOf(profile) : null,
    lines_read: lines.length,
    lines_wrong: problems.length,
    doubts: [...doubts, ...new Set(problems)].slice(0, 10),
    sample: lines.slice(0, MOST_SHOWN).map((line) => {
      const moment = new Date(line.booked_at).toISOString();
      return {
        amount_cents: Number(line.amount_cents),
        booked_at: line.booked_exactly ? moment : moment.slice(0, 10),
        utr: line.utr ?? utrInText(line.text),
        text: line.text,
        currency: line.currency,
      };
    }),
  };
}

const ENCODINGS: ReadonlyMap<string, StatementProfile['encoding']> = new Map([
  ['utf-8', 'utf-8'],
  ['utf-16le', 'utf-16le'],
  ['latin1', 'latin1'],
]);

function guess(head: Uint8Array): StatementGuess | Refusal {
  const { text, encoding } = headText(head);
  const format = fileOf(head);
  if (format !== 'csv') {
    const none = { profile: null, mapping: null, lines_read: 0, lines_wrong: 0 };
    return { format, ...none, doubts: [], sample: [] };
  }
  refuseOtherFiles(head, text);
  const samples = DELIMITERS.map((delimiter) => sampleOf(text, delimiter));
  // If the bytes prove an encoding, the import uses that one, so that any profile fits.
  const told_by_profile = shownEncoding(head) === null ? encoding : 'utf-8';
  const found = guessProfile(samples, ENCODINGS.get(told_by_profile) ?? 'utf-8');
  if (found !== null) return told(found);
  const reason = 'no row has column names for a date and an amount with readable values below';
  return refuse('statement_invalid', `The layout cannot be guessed: ${reason}.`);
}

export function guessHead(head: Uint8Array): StatementGuess | Refusal {
  try {
    return guess(head);
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error;
    return refuse('statement_invalid', `The layout cannot be guessed: ${error.message}.`);
  }
}
