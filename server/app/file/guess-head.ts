// Proposes how to read a bank's file from its first bytes: the format, and for a CSV the profile or
// mapping to import it with.
import { parse } from 'csv-parse/sync';
import { utrInText } from '../../domain/record/bank-line.ts';
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import type { Sample } from '../../formats/statement/csv/guess/guess-columns.ts';
import type { Trial } from '../../formats/statement/csv/guess/guess-trial.ts';
import { type Guess, guessProfile } from '../../formats/statement/csv/guess/statement-guess.ts';
import { mappingOf } from '../../formats/statement/csv/statement-mapping.ts';
import type {
  StatementEncoding,
  StatementProfile,
} from '../../formats/statement/csv/statement-profile.ts';
import type { StatementFileKind } from '../../formats/statement/statement-format.ts';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';
import { fileOf, likelyEncoding, shownEncoding } from './detect-format.ts';
import { refuseOtherFiles } from './other-files.ts';
import { HEAD_BYTES } from './statement-bytes.ts';

export type GuessedLine = {
  amount_cents: number;
  booked_at: string;
  utr: string | null;
  text: string | null;
  currency: string | null;
};

export type GuessChoice = {
  /** What choosing it says about the file. */
  meaning: string;
  /** To be sent as `mapping`, if that is so. */
  mapping: Record<string, unknown>;
  sample: GuessedLine[];
};

export type StatementGuess = {
  format: StatementFileKind;
  /** Of a workbook: the sheet that was looked at. */
  sheet: string | null;
  /**
   * A built-in profile that reads the sample without an error; also null for other formats than
   * CSV.
   */
  profile: string | null;
  /** If no built-in profile fits: what to send as `mapping`; null if there is a question. */
  mapping: Record<string, unknown> | null;
  /** Asked if the file does not prove how it is meant: a person has to choose. */
  question: string | null;
  choices: GuessChoice[];
  lines_read: number;
  lines_wrong: number;
  /** The first errors, and what the sample leaves open. */
  doubts: string[];
  /** The first lines as they would be imported, with two decimals; empty if there is a question. */
  sample: GuessedLine[];
};

const DELIMITERS: readonly StatementProfile['delimiter'][] = [',', ';', '\t', '|'];
export const MOST_SAMPLE_ROWS = 200;
export const SAMPLE_LINES_SHOWN = 5;

type Escape = StatementProfile['quote_escape'];

function sampleWith(
  text: string,
  delimiter: StatementProfile['delimiter'],
  quote_escape: Escape,
): Sample {
  const rows: string[][] = parse(text, {
    delimiter,
    escape: quote_escape,
    relax_column_count: true,
    relax_quotes: quote_escape === '"',
    skip_empty_lines: true,
    skip_records_with_error: true,
    to: MOST_SAMPLE_ROWS,
  });
  return { delimiter, quote_escape, sheet: null, rows };
}

/** Rows with as many cells as most of them. */
function evenRows({ rows }: Sample): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

/** With a backslash before quotation marks, if the rows are more even then. */
function sampleOf(text: string, delimiter: StatementProfile['delimiter']): Sample {
  const plain = sampleWith(text, delimiter, '"');
  if (!/\\"[^,;\t|\n]/.test(text)) return plain;
  const escaped = sampleWith(text, delimiter, '\\');
  return evenRows(escaped) >= evenRows(plain) ? escaped : plain;
}

/** The text of the first bytes, without the last line if it may be cut off. */
function headText(head: Uint8Array, encoding: string): string {
  const text = new TextDecoder(encoding).decode(head).replace(/\r\n?/g, '\n');
  return head.length < HEAD_BYTES ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}

const shown = ({ lines }: Trial, first: readonly number[] = []): GuessedLine[] =>
  [...new Set([...first, ...lines.keys()])].slice(0, SAMPLE_LINES_SHOWN).flatMap((at) => {
    const line = lines[at];
    if (line === undefined) return [];
    const moment = new Date(line.booked_at).toISOString();
    return [
      {
        amount_cents: Number(line.amount_cents),
        booked_at: line.booked_exactly ? moment : moment.slice(0, 10),
        utr: line.utr ?? utrInText(line.text),
        text: line.text,
        currency: line.currency,
      },
    ];
  });

/** The lines that are not the same in each choice, of choices with equally many lines. */
function differing(choices: Guess['choices']): number[] {
  const all = choices.map(({ trial }) => trial.lines);
  const [first, ...others] = all;
  if (first === undefined || others.some(({ length }) => length !== first.length)) return [];
  return [...first.entries()].flatMap(([at, one]) => {
    const isSame = (other: (typeof first)[number] | undefined) =>
      other?.amount_cents === one.amount_cents && other.booked_at === one.booked_at;
    return others.every((lines) => isSame(lines[at])) ? [] : [at];
  });
}

const QUESTION =
  'The file does not prove how it is meant: compare the examples with what the bank shows, ' +
  'choose the mapping that fits, and check it with a preview';

export function toldGuess(
  guess: Guess,
  { format, sheet }: Pick<StatementGuess, 'format' | 'sheet'>,
): StatementGuess {
  const { name, profile, lines, problems, doubts, choices } = guess;
  const has_question = choices.length > 0;
  const open_lines = differing(choices);
  return {
    format,
    sheet,
    profile: name,
    mapping: name === null && !has_question ? mappingOf(profile) : null,
    question: has_question ? QUESTION : null,
    choices: choices.map(({ meaning, trial }) => ({
      meaning,
      mapping: mappingOf(trial.profile),
      sample: shown(trial, open_lines),
    })),
    lines_read: lines.length,
    lines_wrong: problems.length,
    doubts: [...doubts, ...new Set(problems)].slice(0, 10),
    sample: has_question ? [] : shown(guess),
  };
}

/** Tried in this order if the bytes are no UTF-8. */
const OLDER_ENCODINGS: readonly StatementEncoding[] = [
  'latin1',
  'windows-1250',
  'windows-1251',
  'shift_jis',
  'gb18030',
];

/** Signs inside words, as they appear if letters are read in another encoding. */
const BROKEN_WORD = /\p{L}[\u0080-\u00bf\u00d7\u00f7\ufffd]\p{L}/gu;

/** The encoding in which most columns have known names, then the one with the fewest odd words. */
function guessOlder(head: Uint8Array, today: number): Guess | null {
  const found = OLDER_ENCODINGS.flatMap((encoding) => {
    const text = headText(head, encoding);
    const guess = guessProfile(samplesOf(text), { encoding, today });
    return guess === null ? [] : [{ guess, odd: text.match(BROKEN_WORD)?.length ?? 0 }];
  });
  const [best] = found.toSorted((a, b) => b.guess.columns - a.guess.columns || a.odd - b.odd);
  return best?.guess ?? null;
}

const samplesOf = (text: string): Sample[] =>
  DELIMITERS.map((delimiter) => sampleOf(text, delimiter));

export const NO_TABLE =
  'no row has column names for a date and an amount with readable values below, and without ' +
  'names the values do not prove which column is which; name them by position in a mapping';

export const refuseGuess = (reason: string): Refusal =>
  refuse('statement_invalid', `The layout cannot be guessed: ${reason}.`);

function guess(head: Uint8Array, today: number): StatementGuess | Refusal {
  const encoding = likelyEncoding(head);
  const text = headText(head, encoding);
  const format = fileOf(head);
  if (format !== 'csv') {
    const none = { profile: null, mapping: null, question: null, lines_read: 0, lines_wrong: 0 };
    return { format, sheet: null, ...none, choices: [], doubts: [], sample: [] };
  }
  refuseOtherFiles(head, text);
  // If the bytes prove an encoding, the import uses that one, so that any profile fits.
  const is_proven = encoding === 'utf-8' || shownEncoding(head) !== null;
  const found = is_proven
    ? guessProfile(samplesOf(text), { encoding: 'utf-8', today })
    : guessOlder(head, today);
  return found === null ? refuseGuess(NO_TABLE) : toldGuess(found, { format: 'csv', sheet: null });
}

export function guessHead(head: Uint8Array, today: number): StatementGuess | Refusal {
  try {
    return guess(head, today);
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error;
    return refuseGuess(error.message);
  }
}
