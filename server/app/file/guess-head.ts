// Proposes how to read a bank's file from its first bytes: the format, and for a CSV the profile or
// mapping to import it with.
import { parse } from 'csv-parse/sync';
import { utrInText } from '../../domain/record/bank-line.ts';
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import type { Sample } from '../../formats/statement/csv/guess-columns.ts';
import type { Trial } from '../../formats/statement/csv/guess-trial.ts';
import { type Guess, guessProfile } from '../../formats/statement/csv/statement-guess.ts';
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
  /** Asked if the file does not prove the signs of its amounts: a person has to choose. */
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
const MOST_SHOWN = 5;

function sampleOf(text: string, delimiter: StatementProfile['delimiter']): Sample {
  const rows: string[][] = parse(text, {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    to: MOST_SAMPLE_ROWS,
  });
  return { delimiter, sheet: null, rows };
}

/** The text of the first bytes, without the last line if it may be cut off. */
function headText(head: Uint8Array, encoding: string): string {
  const text = new TextDecoder(encoding).decode(head).replace(/\r\n?/g, '\n');
  return head.length < HEAD_BYTES ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}

const shown = ({ lines }: Trial): GuessedLine[] =>
  lines.slice(0, MOST_SHOWN).map((line) => {
    const moment = new Date(line.booked_at).toISOString();
    return {
      amount_cents: Number(line.amount_cents),
      booked_at: line.booked_exactly ? moment : moment.slice(0, 10),
      utr: line.utr ?? utrInText(line.text),
      text: line.text,
      currency: line.currency,
    };
  });

const QUESTION =
  'The file does not prove how its amounts are meant: choose the mapping that fits, and check it ' +
  'with a preview';

export function toldGuess(
  guess: Guess,
  { format, sheet }: Pick<StatementGuess, 'format' | 'sheet'>,
): StatementGuess {
  const { name, profile, lines, problems, doubts, choices } = guess;
  const has_question = choices.length > 0;
  return {
    format,
    sheet,
    profile: name,
    mapping: name === null && !has_question ? mappingOf(profile) : null,
    question: has_question ? QUESTION : null,
    choices: choices.map(({ meaning, trial }) => ({
      meaning,
      mapping: mappingOf(trial.profile),
      sample: shown(trial),
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
function guessOlder(head: Uint8Array): Guess | null {
  const found = OLDER_ENCODINGS.flatMap((encoding) => {
    const text = headText(head, encoding);
    const guess = guessProfile(samplesOf(text), encoding);
    return guess === null ? [] : [{ guess, odd: text.match(BROKEN_WORD)?.length ?? 0 }];
  });
  const [best] = found.toSorted((a, b) => b.guess.columns - a.guess.columns || a.odd - b.odd);
  return best?.guess ?? null;
}

const samplesOf = (text: string): Sample[] =>
  DELIMITERS.map((delimiter) => sampleOf(text, delimiter));

export const NO_TABLE =
  'no row has column names for a date and an amount with readable values below';

export const refuseGuess = (reason: string): Refusal =>
  refuse('statement_invalid', `The layout cannot be guessed: ${reason}.`);

function guess(head: Uint8Array): StatementGuess | Refusal {
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
  const found = is_proven ? guessProfile(samplesOf(text), 'utf-8') : guessOlder(head);
  return found === null ? refuseGuess(NO_TABLE) : toldGuess(found, { format: 'csv', sheet: null });
}

export function guessHead(head: Uint8Array): StatementGuess | Refusal {
  try {
    return guess(head);
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error;
    return refuseGuess(error.message);
  }
}
