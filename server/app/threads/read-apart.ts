// Reads files from outside in separate threads with limits of time and memory, so that a hostile
// file neither blocks the event loop nor exhausts the service.

import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import type { BankAnswer } from '../../formats/payout-file/pain002.ts';
import type { StatementProfile } from '../../formats/statement/csv/statement-profile.ts';
import { unfit } from '../../lib/picture/picture-content.ts';
import type { FileAccount } from '../file/collect-parts.ts';
import type { StatementGuess } from '../file/guess-head.ts';
import type { AnswerFormat } from '../file/read-answers.ts';
import type { StatementBody } from '../file/statement-bytes.ts';
import type { StatementFile } from '../file/statement-part.ts';
import { isStopped, type Stopped } from './messages.ts';
import type { ReadPicture, SentFile, Unreadable } from './readers.ts';
import { createThreadPool } from './thread-pool.ts';

const BUSY_RETRY_S = 30;

type Accounts = ReadonlyMap<string, ReceivingAccount>;

export type StatementInput = {
  profile: StatementProfile | null;
  accounts: Accounts;
  given: ReceivingAccount | null;
  bound_to: readonly string[] | null;
  now: number;
  /** Of a workbook; null: the first one with such a table. */
  sheet: string | null;
};

/** A pool of their own, so that payers' pictures never wait for a long bank file. */
const PICTURES = createThreadPool({
  threads: 2,
  most_waiting: 32,
  time_limit_ms: 10_000,
  memory_limit_mb: 96,
});

const FILE_TIME_LIMIT_S = 120;
const FILES = createThreadPool({
  threads: 4,
  most_waiting: 64,
  time_limit_ms: FILE_TIME_LIMIT_S * 1_000,
  memory_limit_mb: 512,
});

function fileRefused({ stopped }: Stopped): Refusal {
  if (stopped === 'busy') {
    const retry = { retry_after_s: BUSY_RETRY_S };
    return refuse('unavailable', 'Many files are being read. Nothing of this one was.', retry);
  }
  const what = stopped === 'time' ? `more than ${FILE_TIME_LIMIT_S} seconds` : 'too much memory';
  const message = `takes ${what} to be read; send it in parts`;
  return refuse('statement_invalid', `Nothing was imported. The file ${message}.`, {
    errors: [{ field: 'file', code: 'range', message }],
  });
}

/** A picture that is too expensive to read is treated like one whose dimensions are too large. */
export async function readPictureApart(
  bytes: Uint8Array,
  max_bytes: number,
): Promise<ReadPicture | { kind: 'busy' }> {
  if (bytes.length > max_bytes) return unfit('too_large');
  const read = await PICTURES.run({ name: 'picture', input: { bytes, max_bytes } });
  if (!isStopped(read)) return read.value;
  return read.stopped === 'busy' ? { kind: 'busy' } : unfit('oversized');
}

export async function readAnswersApart(
  bytes: Uint8Array,
  format: AnswerFormat | null,
): Promise<{ answers: BankAnswer[]; hash: string } | Unreadable | Refusal> {
  const answers: BankAnswer[] = [];
  const read = await FILES.run({
    name: 'answers',
    input: { bytes, format },
    part: (some) => {
      answers.push(...some);
    },
  });
  if (isStopped(read)) return fileRefused(read);
  return read.value.kind === 'read' ? { answers, hash: read.value.sha256 } : read.value;
}

export async function guessApart(
  bytes: Uint8Array,
  sheet: string | null,
  today: number,
): Promise<StatementGuess | Refusal> {
  const read = await FILES.run({ name: 'guess', input: { bytes, sheet, today } });
  return isStopped(read) ? fileRefused(read) : read.value;
}

/** How much must have arrived before a thread is taken, so that a slow sender occupies none. */
const WAITED_FOR_BYTES = 1_048_576;

async function beginning(body: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  while (size < WAITED_FOR_BYTES) {
    const { value, done } = await body.next();
    if (done === true) break;
    pieces.push(value);
    size += value.length;
  }
  return Buffer.concat(pieces);
}

async function* followed(first: Uint8Array, rest: AsyncIterator<Uint8Array>) {
  yield first;
  for (;;) {
    const { value, done } = await rest.next();
    if (done === true) return;
    yield value;
  }
}

async function* asPieces(body: StatementBody): AsyncGenerator<Uint8Array> {
  if (body instanceof Uint8Array) yield body;
  else yield* body;
}

const bare = ({ receiving_account_id, number, currency }: FileAccount): FileAccount => ({
  receiving_account_id,
  number,
  currency,
});

/** The complete file, before any line of it counts. */
export async function readStatementApart(
  body: StatementBody,
  { profile, accounts, given, bound_to, now, sheet }: StatementInput,
): Promise<StatementFile | Refusal> {
  const pieces = asPieces(body);
  try {
    const first = await beginning(pieces);
    const input = {
      profile,
      accounts: [...accounts.values()].map(bare),
      given: given === null ? null : bare(given),
      bound_to,
      now,
      sheet,
    };
    const read = await FILES.run({ name: 'statement', input, body: followed(first, pieces) });
    return isStopped(read) ? fileRefused(read) : withAccounts(read.value, accounts);
  } finally {
    await pieces.return(undefined);
  }
}

function withAccounts({ parts, ...file }: SentFile, accounts: Accounts): StatementFile {
  return {
    ...file,
    parts: parts.map(({ receiving_account_id, ...part }) => {
      const account = accounts.get(receiving_account_id);
      if (account === undefined) throw new Error(`No receiving account ${receiving_account_id}`);
      return { ...part, account };
    }),
  };
}
