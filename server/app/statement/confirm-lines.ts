// Before a file's lines are taken: those that a report within the day, or the day's statement, has
// brought already confirm the stored lines in place of becoming lines of their own.

import { movementOf, type PairedLine, pairReports } from '../../domain/line/pair-reports.ts';
import { utrInText } from '../../domain/record/bank-line.ts';
import { isStoredLine } from '../../domain/record/line-identity.ts';
import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import { dayStart } from '../../domain/values/day.ts';
import { DAY_MS } from '../../lib/durations.ts';
import {
  type DaysOfAccount,
  insertConfirmations,
  readConfirmations,
  readReportedLines,
} from '../../store/line/confirmations.ts';
import {
  confirmedKey,
  type GivenLine,
  inChunks,
  type KeyedLine,
  withKeys,
} from '../line/bank-line-commands.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';

type Part = {
  readonly account: ReceivingAccount;
  readonly first_day: string | null;
  readonly last_day: string | null;
  readonly balances: readonly { readonly day: string }[];
};

/** From the first to the last day of an account's statements; null if they have no day. */
export function daysOfParts(parts: readonly Part[]): DaysOfAccount | null {
  const all = parts.flatMap(({ first_day, last_day, balances }) => [
    first_day,
    last_day,
    ...balances.map(({ day }) => day),
  ]);
  const days = all.flatMap((day) => (day === null ? [] : (dayStart(day) ?? [])));
  const [first] = parts;
  if (first === undefined || days.length === 0) return null;
  const [from_at, last_at] = days.reduce(
    ([low, high], at) => [Math.min(low, at), Math.max(high, at)] as const,
    [Number.POSITIVE_INFINITY, 0] as readonly [number, number],
  );
  const { receiving_account_id } = first.account;
  return { receiving_account_id, from_at, to_at: last_at + DAY_MS };
}

type Reported = PairedLine & { readonly line_key: string; readonly statement_id: string | null };

const reportedOf = (line: KeyedLine): Reported => ({
  amount_cents: line.amount_cents,
  booked_at: line.booked_at,
  utr: line.utr ?? utrInText(line.text),
  text: line.text,
  bank_id: line.bank_id,
  end_to_end_id: line.end_to_end_id ?? null,
  counterparty_name: line.counterparty_name ?? null,
  counterparty_number: line.counterparty_number ?? null,
  line_key: confirmedKey(line),
  statement_id: line.statement_id ?? null,
});

type Source = {
  readonly lines: Iterable<GivenLine>;
  readonly is_interim: boolean;
  /** In a preview nothing is written. */
  readonly is_preview: boolean;
};

/** The lines of the file that are not stored and that a stored line may stand for, by key. */
async function newLines(
  app: App,
  days: DaysOfAccount,
  { lines, is_interim }: Source,
  isWanted: (line: KeyedLine) => boolean,
) {
  const { db, cipher } = app.store;
  const { receiving_account_id } = days;
  const own = await readReportedLines(db, cipher, days, is_interim);
  const stored = new Map(own.map((record) => [record.line.line_key, record]));
  const found = new Map<string, Reported>();
  const keyed = withKeys(cipher, lines, { is_interim, confirmed: new Map() });
  for (const chunk of inChunks(keyed)) {
    for (const line of chunk.filter(isWanted)) {
      const reported = reportedOf(line);
      const { line_key } = line;
      const sought = { ...line, ...reported, receiving_account_id, line_key };
      if (!isStoredLine(sought, (key) => stored.get(key.line_key)))
        found.set(reported.line_key, reported);
    }
    await new Promise(setImmediate);
  }
  return [...found.values()];
}

/** The keys of stored lines by those of the file's lines that they stand for. */
export async function confirmLines(
  app: App,
  days: DaysOfAccount | null,
  source: Source,
): Promise<Map<string, string>> {
  const { db, cipher } = app.store;
  if (days === null) return new Map();
  const others = await readReportedLines(db, cipher, days, !source.is_interim);
  if (others.length === 0) return new Map();
  const known = await readConfirmations(db, days);
  const confirmed = new Map(known.map((one) => [one.line_key, one.stored_key]));
  const used = new Set(known.map((one) => one.bank_line_id));
  const free = others.flatMap(({ line }) => (used.has(line.bank_line_id) ? [] : [line]));
  const movements = new Set(free.map(movementOf));
  const isWanted = (line: KeyedLine) =>
    movements.has(movementOf(line)) && !confirmed.has(confirmedKey(line));
  const pairs = pairReports(await newLines(app, days, source, isWanted), free);
  for (const [reported, { line_key }] of pairs) confirmed.set(reported.line_key, line_key);
  if (source.is_preview || pairs.length === 0) return confirmed;
  const confirmed_at = serviceTime(app);
  const { receiving_account_id } = days;
  await db.transaction(async (tx) => {
    await insertConfirmations(
      tx,
      pairs.map(([{ line_key, statement_id }, { bank_line_id }]) => {
        if (statement_id === null) throw new Error('A confirming line has no statement');
        return { bank_line_id, receiving_account_id, line_key, statement_id, confirmed_at };
      }),
    );
  });
  return confirmed;
}
