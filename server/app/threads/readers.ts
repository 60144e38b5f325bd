// What reading threads can do, by name: everything that reads files from outside.

import { createHash } from 'node:crypto';
import type { Refusal } from '../../domain/service/refusal.ts';
import type { BankAnswer } from '../../formats/payout-file/pain002.ts';
import type { StatementProfile } from '../../formats/statement/csv/statement-profile.ts';
import type { StatementFormat } from '../../formats/statement/statement-format.ts';
import type { Fit, Unfit } from '../../lib/picture/picture-content.ts';
import { unfit } from '../../lib/picture/picture-content.ts';
import { readReceipt } from '../../lib/picture/read-receipt.ts';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';
import type { Collected, FileAccount, ReadPart } from '../file/collect-parts.ts';
import { boundTo, createFindAccount } from '../file/find-account.ts';
import { guessFile } from '../file/guess-file.ts';
import type { StatementGuess } from '../file/guess-head.ts';
import type { PackedData } from '../file/packed-rows.ts';
import { type AnswerFormat, answerText, readAnswers } from '../file/read-answers.ts';
import { readStatement } from '../file/read-statement.ts';
import { inflateProblem } from './try-inflate.ts';

export type ReadPicture = Unfit | (Omit<Fit, 'compressed'> & { sha256: string });

export type Unreadable = { kind: 'unreadable'; line: number; message: string };

export type SentPart = Omit<ReadPart, 'account' | 'rows'> & {
  receiving_account_id: string;
  rows: PackedData;
};

export type SentFile = Omit<Collected, 'parts'> & {
  format: StatementFormat | null;
  parts: readonly SentPart[];
};

/** For each reader: its input, its result, and the parts that it sends before, if any. */
export type Readings = {
  picture: { input: { bytes: Uint8Array; max_bytes: number }; value: ReadPicture; part: never };
  answers: {
    input: { bytes: Uint8Array; format: AnswerFormat | null };
    value: { kind: 'read'; sha256: string } | Unreadable;
    part: readonly BankAnswer[];
  };
  guess: {
    input: { bytes: Uint8Array; sheet: string | null; today: number };
    value: StatementGuess | Refusal;
    part: never;
  };
  statement: {
    input: {
      profile: StatementProfile | null;
      accounts: readonly FileAccount[];
      given: FileAccount | null;
      /** Ids of the accounts that statements may belong to; null: any. */
      bound_to: readonly string[] | null;
      now: number;
      /** Of a workbook; null: the first one with such a table. */
      sheet: string | null;
    };
    value: SentFile;
    part: never;
  };
};
export type ReadingName = keyof Readings;

type Tools<Name extends ReadingName> = {
  pieces: AsyncIterable<Uint8Array>;
  /** Resolves when the service has received the part. */
  part(value: Readings[Name]['part']): Promise<void>;
};

type Result<Value> = { value: Value; moved?: ArrayBuffer[] };

type Reader<Name extends ReadingName> = (
  input: Readings[Name]['input'],
  tools: Tools<Name>,
) => Promise<Result<Readings[Name]['value']>>;

const buffersOf = (...all: readonly Uint8Array[]): ArrayBuffer[] =>
  all.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

const picture: Reader<'picture'> = async ({ bytes, max_bytes }) => {
  const read = readReceipt(bytes, max_bytes);
  if (read.kind === 'unfit') return { value: read };
  const { compressed, ...fit } = read;
  const why = compressed === null ? null : await inflateProblem(compressed);
  if (why !== null) return { value: unfit(why) };
  return { value: { ...fit, sha256: sha256(fit.bytes) }, moved: buffersOf(fit.bytes) };
};

/** A message with this many answers takes some milliseconds to receive. */
const ANSWERS_IN_PART = 1_000;

const answers: Reader<'answers'> = async ({ bytes, format }, { part }) => {
  try {
    const text = answerText(bytes);
    const found = readAnswers(text, format);
    for (let from = 0; from < found.length; from += ANSWERS_IN_PART) {
      await part(found.slice(from, from + ANSWERS_IN_PART));
    }
    return { value: { kind: 'read', sha256: sha256(text) } };
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error;
    return { value: { kind: 'unreadable', line: error.line, message: error.message } };
  }
};

const guess: Reader<'guess'> = async ({ bytes, sheet, today }) => ({
  value: await guessFile(bytes, sheet, today),
});

const statement: Reader<'statement'> = async (input, { pieces }) => {
  const { profile, accounts, given, bound_to, now, sheet } = input;
  const findAccount = boundTo(createFindAccount(accounts, given), bound_to);
  const read = await readStatement(pieces, profile, findAccount, now, sheet);
  const parts = read.parts.map(({ account, rows, ...part }) => ({
    ...part,
    receiving_account_id: account.receiving_account_id,
    rows: rows.data(),
  }));
  const moved = parts.flatMap(({ rows }) => buffersOf(...rows.packs));
  return { value: { ...read, parts }, moved };
};

export const READERS: { readonly [Name in ReadingName]: Reader<Name> } = {
  picture,
  answers,
  guess,
  statement,
};
