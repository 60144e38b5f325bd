// Chooses among the readings of a CSV: those that the file's own proof refutes are dropped; of the
// others one is proposed if it is the only one, otherwise a person is asked.

import { withoutDigits } from '../statement-labels.ts';
import type { SignWay } from './guess-signs.ts';
import type { Trial } from './guess-trial.ts';

type Fields = Readonly<Record<string, unknown>>;

export type Choice = { readonly meaning: string; readonly trial: Trial };

/** One reading, with what it says about each thing that may be open. */
export type Attempt = {
  readonly way: SignWay;
  readonly fields: Fields;
  readonly trial: Trial;
  /** By the name of what may be open. */
  readonly says: Readonly<Record<string, string>>;
  read(fields: Fields): Trial | null;
};

/** So many rows of a file are looked at; a first row can follow when the one above is a sum. */
const MOST_ROUNDS = 3;

const shown = (texts: readonly string[]): string =>
  [...new Set(texts)].map((text) => JSON.stringify(text)).join(', ');

function listed(fields: Fields, name: string, texts: readonly string[]): Fields {
  const before = Array.isArray(fields[name]) ? fields[name] : [];
  return { ...fields, [name]: [...new Set([...before, ...texts])] };
}

/** Where rows may be sums or money, one attempt for each. */
export function withoutOpenRows(attempt: Attempt, round = 1): Attempt[] {
  const [first, ...others] = attempt.trial.open;
  if (first === undefined || round > MOST_ROUNDS) return [attempt];
  // Rows with one name and several days are one question; all others are questions of their own.
  const open = [first, ...others.filter((one) => withoutDigits(one) === withoutDigits(first))];
  const before = attempt.says.rows === undefined ? '' : `${attempt.says.rows}; `;
  const ways = [
    ['sum_rows', `${shown(open)} is a sum or a balance, and no money`],
    ['money_rows', `${shown(open)} is money`],
  ] as const;
  return ways.flatMap(([name, meaning]) => {
    const fields = listed(attempt.fields, name, open);
    const trial = attempt.read(fields);
    if (trial === null || trial.lines.length === 0) return [];
    const says = { ...attempt.says, rows: before + meaning };
    return withoutOpenRows({ ...attempt, fields, trial, says }, round + 1);
  });
}

const isProven = ({ trial }: Attempt): boolean => trial.balances === 'proven';
const isUnsigned = ({ way, trial }: Attempt): boolean =>
  way.is_unsigned === true && !trial.is_agreed;
const isTold = ({ way }: Attempt): boolean => way.told_by === 'file';
/** Without proof a person decides, between the two senses of the one column. */
const isAsked = ({ way }: Attempt): boolean => way.is_question;

/** What differs between two readings: amounts and days. */
const linesOf = ({ trial }: Attempt): string =>
  trial.lines.map(({ amount_cents, booked_at }) => `${amount_cents} ${booked_at}`).join();

const saying = (attempt: Attempt, proof: string): Attempt => ({
  ...attempt,
  says: { ...attempt.says, proof },
});

/**
 * Readings that the file's own proof contradicts, as questions without the proof. One that is
 * turned is the other one of the two senses, unless the file itself tells this one.
 */
function withoutProof(all: readonly Attempt[]): Attempt[] {
  return all.flatMap((attempt) => {
    const { trial, fields } = attempt;
    if (trial.balances === 'turned' && !isTold(attempt)) return [];
    const { balance: _, ...others } = fields;
    const is_unfit = trial.balances === 'turned' || trial.balances === 'broken';
    const given = {
      ...(is_unfit ? others : fields),
      ...(trial.is_contradicted ? { check_sums: false } : {}),
    };
    const made = attempt.read(given);
    if (made === null) return [];
    const words = [
      ...(is_unfit ? ['the column of the balance is no balance of these rows'] : []),
      ...(trial.is_contradicted ? ['the sums that the file states are not of these rows'] : []),
    ];
    const told = { ...attempt, fields: given, trial: made };
    return withoutOpenRows(saying(told, words.join('; ')));
  });
}

const isRefuted = ({ trial }: Attempt): boolean =>
  trial.balances === 'turned' || trial.balances === 'broken' || trial.is_contradicted;

/** `is_open`: a person is asked even if one reading is left. */
type Likely = { readonly best: readonly Attempt[]; readonly is_open: boolean };

/** A row that has no day in one column says nothing about which of two columns counts. */
function isBestOfItsDays({ says, trial }: Attempt, all: readonly Attempt[]): boolean {
  const others = all.filter((one) => one.says.day === says.day);
  return others.every((one) => one.trial.problems.length >= trial.problems.length);
}

const bestOf = (list: readonly Attempt[]) => list.filter((one) => isBestOfItsDays(one, list));

/** Against what the file tells: what it tells is shown beside it, without the proof. */
function againstTold(best: readonly Attempt[], all: readonly Attempt[]): Likely {
  const others = best.map((one) =>
    isProven(one) ? saying(one, 'the balances prove it, against what the file says') : one,
  );
  return { best: [...bestOf(withoutProof(all.filter(isTold))), ...others], is_open: true };
}

/**
 * Nothing comes before the oldest balance, so that it proves no sign of its own row. There the
 * file's own words count, if they agree with all balances; otherwise a person says.
 */
function provenOf(best: readonly Attempt[]): Likely {
  const told = best.filter(isTold);
  if (told.length > 0) return { best: told, is_open: false };
  if (!best.some(isUnsigned)) return { best, is_open: false };
  const words = best.map((one) =>
    isUnsigned(one)
      ? saying(one, `${one.way.meaning}; the balances prove it of all rows but the oldest`)
      : one,
  );
  return { best: words, is_open: true };
}

/**
 * Balances decide; then the file's own words; otherwise a person. Nothing decides against the
 * file's own words, columns or minus: one of the two is wrong, and nothing shows which.
 */
function likely(possible: readonly Attempt[], all: readonly Attempt[]): Likely {
  const evidence = [isProven, isTold, isAsked].find((one) => possible.some(one)) ?? isAsked;
  const best = bestOf(possible.filter(evidence));
  if (all.some(isTold) && !best.some(isTold)) return againstTold(best, all);
  if (evidence === isProven) return provenOf(best);
  if (evidence !== isTold) return { best, is_open: false };
  const [first] = best;
  return { best: best.filter(({ way }) => way.meaning === first?.way.meaning), is_open: false };
}

/** What goes beyond the file: told even if all readings have it. */
const ALWAYS_TOLD: ReadonlySet<string> = new Set(['proof', 'rows']);

/** What all say alike, or have no word for, is not told. */
function choiceOf({ says, trial }: Attempt, all: readonly Attempt[]): Choice {
  const names = Object.keys(says).filter(
    (name) => ALWAYS_TOLD.has(name) || all.some((one) => one.says[name] !== says[name]),
  );
  const words = names.map((name) => says[name] ?? '').filter((one) => one !== '');
  return { meaning: words.join('; '), trial };
}

/** Null if there is no attempt; without choices the first one is the only reading. */
export function chooseReading(
  all: readonly Attempt[],
): { first: Attempt; choices: readonly Choice[] } | null {
  const possible = all.filter((one) => !isRefuted(one));
  const has_proof = possible.length > 0;
  const readings = new Map<string, Attempt>();
  const found = likely(has_proof ? possible : withoutProof(all), all);
  for (const one of found.best) {
    const key = linesOf(one);
    if (!readings.has(key)) readings.set(key, one);
  }
  const chosen = [...readings.values()];
  const [first, ...others] = chosen;
  if (first === undefined) return null;
  // A row that no sum proves may be a sign of missing lines, even if it cannot be money.
  const is_assumed = first.says.rows !== undefined;
  const is_open = others.length > 0 || !has_proof || found.is_open || is_assumed;
  return { first, choices: is_open ? chosen.map((one) => choiceOf(one, chosen)) : [] };
}
