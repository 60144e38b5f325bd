// Takes the bank lines that a feed or a person sends through the operator API.

import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { bookingDayProblem } from '../../domain/values/booking-day.ts';
import { MAX_LINE_CENTS } from '../../domain/values/money.ts';
import { SPACES, withoutSeparators } from '../../domain/values/separators.ts';
import { MOMENT_RULE, textProblem, UTR_RULE } from '../../domain/values/text.ts';
import { normaliseUtr } from '../../domain/values/utr.ts';
import { type ReadDate, readDate } from '../../formats/statement/statement-date.ts';
import { isRecord } from '../../lib/is-record.ts';
import { findAccount } from '../account/receiving-accounts.ts';
import { claimEvidence, type GivenEvidence } from '../approval/claim-evidence.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { audit } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import type { GivenLine } from './bank-line-commands.ts';
import { measureEvidence } from './measure-evidence.ts';
import { takeGivenLines } from './take-given-lines.ts';
import type { TakenLineBody } from './taken-line.ts';

const MOST_LINES = 1000;
const TEXT_MAX_LENGTH = 1000;
const BANK_ID_MAX_LENGTH = 128;
const NOTE_MAX_LENGTH = 500;

const WRONG_AMOUNT = `must be an integer other than 0, of at most ${MAX_LINE_CENTS}`;

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** An ISO 8601 time with its zone, or only a day; of the years that statements allow. */
function readBooked(text: unknown): ReadDate | null {
  if (typeof text !== 'string' || !(TIME.test(text) || DAY.test(text))) return null;
  // Date.parse alone accepts 30 February and the year 0, readDate alone a zone of 99 hours.
  return Number.isNaN(Date.parse(text)) ? null : readDate({ date: text, time: '' }, ['ISO'], 0);
}

/** Optional details of a line, with their greatest lengths. */
const DETAILS = {
  counterparty_name: 128,
  counterparty_number: 64,
  purpose: 64,
  end_to_end_id: 64,
  return_reason: 16,
} as const;
type DetailName = keyof typeof DETAILS;

function readDetails(reader: FieldReader, row: Record<string, unknown>, at: string) {
  const read = (name: DetailName) => readText(reader, row, at, name, DETAILS[name]);
  const number = read('counterparty_number');
  return {
    counterparty_name: read('counterparty_name'),
    counterparty_number: number === null ? null : withoutSeparators(number, `${SPACES}-`),
    purpose: read('purpose'),
    end_to_end_id: read('end_to_end_id'),
    return_reason: read('return_reason'),
  };
}

function readText(
  reader: FieldReader,
  row: Record<string, unknown>,
  at: string,
  name: 'text' | 'bank_id' | 'utr' | DetailName,
  max: number,
): string | null {
  const value = row[name] ?? null;
  if (value === null) return null;
  const problem = typeof value === 'string' ? textProblem(value, max) : 'must be a string';
  if (problem === null && typeof value === 'string') return value;
  reader.wrong(`${at}.${name}`, 'format', problem ?? 'must be a string');
  return null;
}

function readLine(
  reader: FieldReader,
  row: Record<string, unknown>,
  at: string,
  now: number,
): GivenLine {
  const amount = row.amount_cents;
  const most = Number(MAX_LINE_CENTS);
  const fits = Number.isSafeInteger(amount) && amount !== 0 && Math.abs(Number(amount)) <= most;
  if (!fits) reader.wrong(`${at}.amount_cents`, 'range', WRONG_AMOUNT);
  const booked = readBooked(row.booked_at);
  if (booked === null) {
    reader.wrong(`${at}.booked_at`, 'format', `${MOMENT_RULE}, or a day`);
  }
  const ahead = booked === null ? null : bookingDayProblem(booked.booked_at, now);
  if (ahead !== null) reader.wrong(`${at}.booked_at`, 'range', ahead);
  const utr_text = readText(reader, row, at, 'utr', 100);
  const utr = utr_text === null ? null : normaliseUtr(utr_text);
  if (utr_text !== null && utr === null) {
    reader.wrong(`${at}.utr`, 'format', UTR_RULE);
  }
  return {
    amount_cents: fits ? BigInt(Number(amount)) : 0n,
    ...(booked ?? { booked_at: 0, booked_exactly: false }),
    utr,
    text: readText(reader, row, at, 'text', TEXT_MAX_LENGTH),
    bank_id: readText(reader, row, at, 'bank_id', BANK_ID_MAX_LENGTH),
    ...readDetails(reader, row, at),
  };
}

function readLines(reader: FieldReader, now: number): GivenLine[] {
  const value = reader.raw('lines');
  if (value === undefined) reader.wrong('lines', 'required', 'is required');
  else if (!Array.isArray(value) || !value.every(isRecord)) {
    reader.wrong('lines', 'type', 'must be a list of objects');
  } else if (value.length < 1 || value.length > MOST_LINES) {
    reader.wrong('lines', 'length', `must have from 1 to ${MOST_LINES} lines`);
  } else return value.map((row, index) => readLine(reader, row, `lines[${index}]`, now));
  return [];
}

/**
 * The refusal if a feed may not give lines for this account, naming those that it may; null for
 * everybody else.
 */
async function foreignAccount(
  app: App,
  { role, operator_token_id }: OperatorCaller,
  receiving_account_id: string,
): Promise<string | null> {
  if (role !== 'feed') return null;
  const { feeds } = await app.settings.current();
  const own = feeds.get(operator_token_id ?? '')?.receiving_account_ids ?? [];
  if (own.includes(receiving_account_id)) return null;
  const named = own.length === 0 ? 'it has none yet' : own.join(', ');
  return `is not an account for which this feed may send lines; it may for: ${named}`;
}

/** The account that the lines belong to; noted as wrong if there is none. */
export async function accountOfLines(
  app: App,
  operator: OperatorCaller,
  reader: FieldReader,
): Promise<ReceivingAccount | null> {
  const id = reader.uuid('receiving_account_id');
  const problem = id === '' ? null : await foreignAccount(app, operator, id);
  if (problem !== null) reader.wrong('receiving_account_id', 'not_allowed', problem);
  if (problem !== null) return null;
  const account = await findAccount(app, id);
  if (id !== '' && account === undefined) {
    reader.wrong('receiving_account_id', 'unknown_value', 'is not a receiving account');
  }
  return account ?? null;
}

const countOf = ({ length }: readonly GivenLine[]): string =>
  length === 1 ? '1 bank line by hand' : `${length} bank lines by hand`;

/** Lines that a person gives by themselves are their claim; the request says everything of it. */
function evidenceOf(
  app: App,
  { fields }: RawFields,
  account: ReceivingAccount,
  { lines, note }: { lines: readonly GivenLine[]; note: string | null },
): GivenEvidence {
  const text = (_key: string, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value;
  const { receiving_account_id, currency } = account;
  const sizes = lines.map(({ amount_cents: one }) => (one < 0n ? -one : one));
  return {
    lines_text: JSON.stringify([receiving_account_id, lines], text),
    note: note ?? countOf(lines),
    totals: new Map([[currency, sizes.reduce((sum, one) => sum + one, 0n)]]),
    measure: async () => {
      const measured = await measureEvidence(app, account, lines);
      return [{ ...measured, opening_cents: null, closing_cents: null }];
    },
    hold: () => Promise.resolve(fields),
  };
}

export async function takeBankLines(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<{ lines: TakenLineBody[] } | Refusal> {
  const reader = readFields(raw, ['receiving_account_id', 'lines', 'note']);
  const account = await accountOfLines(app, operator, reader);
  const lines = readLines(reader, serviceTime(app));
  const note = reader.optionalText('note', NOTE_MAX_LENGTH);
  const refused = reader.refusal();
  if (isRefusal(refused)) return refused;
  if (account === null) throw new Error('A missing account was not refused');
  const claimed = await claimEvidence(
    app,
    operator,
    evidenceOf(app, raw, account, { lines, note }),
  );
  if (claimed !== null) return claimed;
  const taken = await takeGivenLines(app, operatorActor(operator), account, lines);
  const target = `receiving_accounts/${account.receiving_account_id}`;
  const duplicates = taken.filter(({ status }) => status === 'duplicate').length;
  const waiting = taken.filter(({ status }) => status === 'waiting').length;
  const detail = { lines: taken.length, duplicates, ...(waiting === 0 ? {} : { waiting }) };
  await audit(app, operatorActor(operator), 'bank_lines_taken', target, detail);
  return { lines: taken };
}
