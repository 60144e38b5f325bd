// Reads what a delivery of bank lines is compared with: the stored lines of its days, what earlier
// deliveries have confirmed, and what people have decided.

import type { KnownBalance } from '../../domain/line/balance-spans.ts';
import type { OtherLine } from '../../domain/line/judge-lines.ts';
import { DAYS_APART } from '../../domain/line/near-days.ts';
import type { PairedLine } from '../../domain/line/pair-reports.ts';
import { NO_DETAILS, utrInText } from '../../domain/record/bank-line.ts';
import { FORMAT_COVERS, type FormatCover } from '../../domain/record/interim-formats.ts';
import { allKeys, storedLine } from '../../domain/record/line-identity.ts';
import type { Actor } from '../../domain/record/origin.ts';
import { DAY_MS } from '../../lib/durations.ts';
import {
  type DaysOfAccount,
  type KnownConfirmation,
  readConfirmations,
  readMovements,
  readMovementsLike,
  readMovementsOfOthers,
  readTold,
  type StoredMovement,
} from '../../store/line/confirmations.ts';
import { readWaitingKeys, type WaitingKey } from '../../store/line/waiting-lines.ts';
import type { App } from '../process/app.ts';
import {
  confirmedKey,
  type GivenLine,
  inChunks,
  type KeyedLine,
  withKeys,
} from './bank-line-commands.ts';

/** Where the lines come from. `format` null: a feed or a person, without a statement. */
export type DeliverySource = { readonly format: string | null; readonly profile: string | null };

const sourceName = ({ format, profile }: DeliverySource): string =>
  format === null ? 'direct' : `${format}/${profile ?? ''}`;

export function coverOf({ format }: DeliverySource): FormatCover | null {
  const covers: Readonly<Record<string, FormatCover>> = FORMAT_COVERS;
  // A format of a later version, whose lines this one does not know.
  return format === null ? null : (covers[format] ?? 'excerpt');
}

export const isInterimSource = (source: DeliverySource): boolean => coverOf(source) === 'report';

export type DeliveryFacts = {
  readonly actor: Actor;
  readonly source: DeliverySource;
  /** Called twice: once to read the keys, once for the lines that are in doubt. */
  readonly lines: () => Iterable<GivenLine>;
  readonly balances: readonly KnownBalance[];
  readonly statement_ids: readonly string[];
  /** In a preview nothing is written. */
  readonly is_preview: boolean;
};

/** A line that is not taken: it waits, or a person has said that it is no movement of its own. */
export type LeftLine = Pick<WaitingKey, 'waiting_line_id' | 'reason' | 'decision'>;

export type Reported = PairedLine & {
  readonly line: KeyedLine;
  readonly collected_id: string | null;
};

const PLACE_AND_AMOUNT = /^(.+):(\d+):(-?\d+)$/;

/** camt gives the payments of one entry its number, their place and their amount as key. */
function collectedOf({ key = null, amount_cents }: GivenLine): string | null {
  const [, id, , cents] = PLACE_AND_AMOUNT.exec(key ?? '') ?? [];
  return id === undefined || cents !== amount_cents.toString() ? null : id;
}

const reportedOf = (line: KeyedLine): Reported => ({
  amount_cents: line.amount_cents,
  booked_at: line.booked_at,
  booked_exactly: line.booked_exactly,
  utr: line.utr ?? utrInText(line.text),
  text: line.text,
  bank_id: line.bank_id,
  end_to_end_id: line.end_to_end_id ?? null,
  counterparty_name: line.counterparty_name ?? null,
  counterparty_number: line.counterparty_number ?? null,
  collected_id: collectedOf(line),
  line,
});

/** One day more on each side: a day may be that of any time zone. */
export const around = ({ receiving_account_id, from_at, to_at }: DaysOfAccount): DaysOfAccount => ({
  receiving_account_id,
  from_at: from_at - DAY_MS,
  to_at: to_at + DAY_MS,
});

export type Stored = OtherLine & Pick<StoredMovement, 'line_key'>;

type Confirmed = Pick<KnownConfirmation, 'line_key' | 'bank_line_id' | 'format' | 'profile'>;

export type Decided = {
  /** The keys of stored lines by those of the lines that they stand for. */
  readonly confirmed: Map<string, string>;
  /** By key. */
  readonly left: Map<string, LeftLine>;
  /** By earlier deliveries and by people. */
  readonly confirmations: readonly Confirmed[];
};

/** What earlier deliveries and people have said about lines of the days. */
export async function readDecided({ store: { db } }: App, days: DaysOfAccount): Promise<Decided> {
  const known = await readConfirmations(db, days);
  const confirmed = new Map(known.map((one) => [one.line_key, one.stored_key] as const));
  const confirmations: Confirmed[] = [...known];
  const left = new Map<string, LeftLine>();
  for (const one of await readWaitingKeys(db, days)) {
    if (one.decision === null || one.stored_key === null) left.set(one.line_key, one);
    else confirmed.set(one.line_key, one.stored_key);
    for (const bank_line_id of one.bank_line_ids ?? [])
      confirmations.push({ ...one, bank_line_id });
  }
  return { confirmations, confirmed, left };
}

/**
 * Lines without a file are compared with equal ones of statements only: they are few, and each of
 * them would otherwise read its whole day.
 */
export async function readAll(app: App, days: DaysOfAccount, { source, lines }: DeliveryFacts) {
  const { db, cipher } = app.store;
  if (source.format === null) {
    const keyed = [...withKeys(cipher, lines(), { is_interim: false, confirmed: new Map() })];
    const { receiving_account_id } = days;
    return await readMovementsLike(db, days, {
      amounts: [...new Set(keyed.map(({ amount_cents }) => amount_cents))],
      line_keys: keyed.flatMap((line) =>
        allKeys({ ...line, receiving_account_id }).map(({ line_key }) => line_key),
      ),
    });
  }
  const found: StoredMovement[] = [];
  for await (const page of readMovements(db, days)) found.push(...page);
  return found;
}

/** How to find a line of the delivery among the stored ones. */
function finderOf(receiving_account_id: string, movements: readonly StoredMovement[]) {
  const by_key = new Map(movements.map((one) => [one.line_key, one]));
  const details = { counterparty_number: null, end_to_end_id: null };
  return (reported: Reported): StoredMovement | null => {
    const { line_key, identity } = reported.line;
    const known = identity === undefined ? {} : { identity };
    return storedLine({ ...reported, receiving_account_id, line_key, ...known }, (sought) => {
      const found = by_key.get(sought.line_key);
      return found === undefined ? undefined : { ...found, ...details };
    });
  };
}

/**
 * The lines of the delivery that are not stored under any of their keys, and the stored lines that
 * it does not have.
 */
export async function sortOut(
  { store: { cipher } }: App,
  { receiving_account_id }: DaysOfAccount,
  { lines, source }: DeliveryFacts,
  { confirmations, confirmed, left }: Decided,
  movements: readonly StoredMovement[],
) {
  const find = finderOf(receiving_account_id, movements);
  const by_confirmed = Map.groupBy(confirmations, ({ line_key }) => line_key);
  const had = new Set<string>();
  const fresh: Reported[] = [];
  const look = (keyed: KeyedLine): void => {
    const key = confirmedKey(keyed);
    for (const one of by_confirmed.get(key) ?? []) had.add(one.bank_line_id);
    if (confirmed.has(key) || left.has(key)) return;
    const reported = reportedOf(keyed);
    const stored = find(reported);
    if (stored === null) fresh.push(reported);
    else had.add(stored.bank_line_id);
  };
  const origin = { is_interim: isInterimSource(source), confirmed: new Map() };
  for (const chunk of inChunks(withKeys(cipher, lines(), origin))) {
    for (const keyed of chunk) look(keyed);
    await new Promise(setImmediate);
  }
  return { fresh, had, others: movements.filter(({ bank_line_id }) => !had.has(bank_line_id)) };
}

/** Those of other sources some days before or after that have the amount of a line. */
export async function readNear(
  { store: { db } }: App,
  { receiving_account_id, from_at, to_at }: DaysOfAccount,
  { source }: DeliveryFacts,
  { fresh, had }: { fresh: readonly Reported[]; had: ReadonlySet<string> },
): Promise<StoredMovement[]> {
  const apart_ms = DAYS_APART * DAY_MS;
  const far = { receiving_account_id, from_at: from_at - apart_ms, to_at: to_at + apart_ms };
  const amounts = [...new Set(fresh.map(({ amount_cents }) => amount_cents))];
  const found = await readMovementsOfOthers(db, far, { ...source, amounts });
  return found.filter(({ bank_line_id }) => !had.has(bank_line_id));
}

/** Other lines with their encrypted details. */
export async function othersOf(
  { store: { db, cipher } }: App,
  own: DeliverySource,
  others: readonly StoredMovement[],
  { confirmations }: Decided,
): Promise<Stored[]> {
  const own_name = sourceName(own);
  const told = await readTold(
    db,
    cipher,
    others.map((one) => one.bank_line_id),
  );
  const by_own = new Set(
    confirmations.flatMap((one) => (sourceName(one) === own_name ? [one.bank_line_id] : [])),
  );
  return others.map(({ format, profile, ...one }) => ({
    ...NO_DETAILS,
    text: null,
    ...one,
    ...told.get(one.bank_line_id),
    is_own_source: sourceName({ format, profile }) === own_name,
    cover: coverOf({ format, profile }),
    is_confirmed: by_own.has(one.bank_line_id),
  }));
}
