// How a chosen file is to be read: what the service proposed, and what the person changed.
import type { StatementGuess } from '../../../api/schema.gen.ts';

/** An import, or a preview, that is under way in this page. */
export const IMPORTING = ['import'] as const;

export type Reading = {
  readonly receiving_account_id: string;
  /** A built-in layout; '' if there is a mapping, or none is needed. */
  readonly profile: string;
  /** A layout as JSON. */
  readonly mapping: string;
  readonly sheet: string;
  readonly skips_broken: boolean;
};

export const NO_READING: Reading = {
  receiving_account_id: '',
  profile: '',
  mapping: '',
  sheet: '',
  skips_broken: false,
};

const textOf = (mapping: object): string => JSON.stringify(mapping, null, 2);

/** If the file leaves a question open, nothing is chosen for the person. */
export const readingOf = (guess: StatementGuess): Reading => ({
  ...NO_READING,
  profile: guess.profile ?? '',
  mapping: guess.mapping === null ? '' : textOf(guess.mapping),
  sheet: guess.sheet ?? '',
});

export const withChoice = (reading: Reading, mapping: object): Reading => ({
  ...reading,
  profile: '',
  mapping: textOf(mapping),
});

export const isTable = ({ format }: StatementGuess): boolean =>
  format === 'csv' || format === 'xlsx';

function namesAccount(mapping: string): boolean {
  try {
    const read: unknown = JSON.parse(mapping);
    return typeof read === 'object' && read !== null && 'account' in read && read.account !== null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return false;
  }
}

/** What is still missing before the file can be read. */
export function lacks(
  guess: StatementGuess | undefined,
  reading: Reading,
): 'account' | 'choice' | null {
  if (guess === undefined || !isTable(guess)) return null;
  if (guess.question !== null && reading.mapping === '') return 'choice';
  const is_named = reading.profile !== '' || namesAccount(reading.mapping);
  return reading.receiving_account_id === '' && !is_named ? 'account' : null;
}

/** On one line: the address of a request has no line ends. What is no JSON is refused as it is. */
function compact(mapping: string): string {
  try {
    return JSON.stringify(JSON.parse(mapping));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return mapping.replaceAll(/\s+/g, ' ');
  }
}

export function queryOf(reading: Reading, file_name: string) {
  const { receiving_account_id, profile, mapping, sheet, skips_broken } = reading;
  return {
    file_name: file_name.slice(0, 255),
    ...(receiving_account_id === '' ? {} : { receiving_account_id }),
    ...(mapping === '' ? {} : { mapping: compact(mapping) }),
    ...(mapping !== '' || profile === '' ? {} : { profile }),
    ...(sheet === '' ? {} : { sheet }),
    ...(skips_broken ? { on_error: 'skip' as const } : {}),
  };
}
