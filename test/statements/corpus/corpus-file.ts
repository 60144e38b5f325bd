// One file of the corpus: what its lines are, what may be asked about it, and what the service does
// with it.
import { guessHead } from '../../../server/app/file/guess-head.ts';
import { mappingProfile } from '../../../server/formats/statement/csv/statement-mapping.ts';
import type { StatementProfile } from '../../../server/formats/statement/csv/statement-profile.ts';
import { UnreadableStatement } from '../../../server/lib/xml/unreadable-statement.ts';
import { profileNamed, readFile, TODAY } from '../../app/file/read-file.ts';
import { accountWith, idOf } from '../../support/model/domain-commands.ts';

/** Its name, and whose layout it is, with what sets it apart. */
export type CorpusFile = readonly [file: string, shape: string];

/** A day and minor units. */
export type CorpusLine = readonly [day: string, amount_cents: number];

/**
 * `asked`: one of the answers reads it right. `wrong`: some line would be another one, or no answer
 * is right.
 */
export type Outcome = 'right' | 'asked' | 'refused' | 'wrong';

export type Judged = { readonly outcome: Outcome; readonly detail: string };

const textOf = (lines: readonly CorpusLine[]): string =>
  lines
    .map((line) => line.join(' '))
    .toSorted()
    .join(', ');

const accountIn = (currency: string) => {
  const index = [...currency].reduce((sum, one) => sum * 32 + one.charCodeAt(0), 0);
  return accountWith({ receiving_account_id: idOf(2, index), currency });
};

/** Its lines as a text; null if it is refused. */
async function readWith(
  bytes: Uint8Array,
  profile: StatementProfile | null,
  currency: string,
): Promise<{ lines: string | null; detail: string }> {
  const read = await readFile(bytes, ({ currency: own }) => accountIn(own ?? currency), profile);
  const [error] = read.errors;
  if (error !== undefined) return { lines: null, detail: `line ${error.line}: ${error.message}` };
  const lines = read.rows.map(
    ({ booked_at, amount_cents }) =>
      [new Date(booked_at).toISOString().slice(0, 10), Number(amount_cents)] as const,
  );
  return { lines: textOf(lines), detail: '' };
}

const profileOf = (mapping: Readonly<Record<string, unknown>>): StatementProfile | null => {
  const made = mappingProfile(mapping);
  return 'profile' in made ? made.profile : null;
};

async function judgeTable(bytes: Uint8Array, truth: string, currency: string): Promise<Judged> {
  const guess = guessHead(bytes, TODAY);
  if ('refused' in guess) return { outcome: 'refused', detail: guess.detail };
  const { question, choices, mapping, profile } = guess;
  if (question === null) {
    const known = profile === null ? profileOf(mapping ?? {}) : profileNamed(profile);
    const { lines, detail } = await readWith(bytes, known, currency);
    if (lines === null) return { outcome: 'refused', detail };
    return { outcome: lines === truth ? 'right' : 'wrong', detail: lines };
  }
  const answers: string[] = [];
  for (const choice of choices) {
    const { lines } = await readWith(bytes, profileOf(choice.mapping), currency);
    if (lines === truth) return { outcome: 'asked', detail: choice.meaning };
    answers.push(`${choice.meaning}: ${lines}`);
  }
  return { outcome: 'wrong', detail: answers.join('; ') };
}

/** As somebody would import it: by the proposal for it. */
export async function judgeFile(
  bytes: Uint8Array,
  lines: readonly CorpusLine[],
  currency: string,
): Promise<Judged> {
  try {
    return await judgeTable(bytes, textOf(lines), currency);
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error;
    return { outcome: 'refused', detail: error.message };
  }
}

/** A file that names its own format. */
export async function judgeNamed(
  bytes: Uint8Array,
  lines: readonly CorpusLine[],
  currency: string,
): Promise<Judged> {
  const { lines: read, detail } = await readWith(bytes, null, currency);
  if (read === null) return { outcome: 'refused', detail };
  return { outcome: read === textOf(lines) ? 'right' : 'wrong', detail: read };
}
