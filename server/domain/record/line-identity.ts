// What tells two real bank lines apart that carry one id of the bank: amount, day, UTR and their
// number among equals; and which line a recall names. Banks give one id to a transfer and its fee,
// or to all lines of a customer.

import { DAY_MS } from '../../lib/durations.ts';
import type { BankLine, LineRecord } from './bank-line.ts';

export type LineKey = Pick<BankLine, 'receiving_account_id' | 'line_key'>;

type Money = Pick<BankLine, 'amount_cents' | 'booked_at'>;
type Told = Money & Pick<BankLine, 'utr'>;
type Compared = Told & Pick<BankLine, 'counterparty_number' | 'end_to_end_id'>;

/** How else a line with a bank's id may be stored, beside its own `line_key`. */
export type LineIdentity = {
  /** The next keys, if another line has the ones before. */
  readonly other_keys: readonly string[];
  /** It equals an earlier line of its delivery, and no balance proves that it is another one. */
  readonly in_doubt: boolean;
  /** Its delivery gave this id and amount before, on another day or with another UTR. */
  readonly is_distinct: boolean;
};

export type NewLine = BankLine & { readonly identity?: LineIdentity };

/** Keys with this beginning belong to lines whose bank id another line had first. */
const SHARED = 'shared:';

export const hasSharedId = (line: Pick<BankLine, 'line_key'>): boolean =>
  line.line_key.startsWith(SHARED);

const dayOf = ({ booked_at }: Money): number => Math.floor(booked_at / DAY_MS);

/** Lines of one delivery with this text are equals, and are numbered. */
export const equalsText = (id: string, line: Told): string =>
  JSON.stringify([id, line.amount_cents.toString(), dayOf(line), line.utr]);

/** The place of a line among those with its id and amount: another place is another line. */
export const placeText = (line: Told): string => `${dayOf(line)}/${line.utr ?? ''}`;

/**
 * The keys of the `number`th among equals. The first line with an id gets the key made of the id
 * alone. `content_hash` stands for what only one of two such lines has.
 */
export function keysOfEqual(id_hash: string, line: Told, number: number, content_hash: string) {
  const told = `${SHARED}${id_hash}/${number}/${line.amount_cents}/${dayOf(line)}`;
  const content = `${told}/${content_hash}`;
  return number === 1
    ? { line_key: id_hash, other_keys: [told, content] }
    : { line_key: told, other_keys: [content] };
}

const differ = (one: string | null, other: string | null) =>
  one !== null && other !== null && one !== other;

/** Whether both cannot be one line. What only one of two exports tells is no contradiction. */
function contradict(one: Compared, other: Compared): boolean {
  if (one.utr !== null && one.utr === other.utr) return false;
  return (
    differ(one.utr, other.utr) ||
    differ(one.counterparty_number, other.counterparty_number) ||
    differ(one.end_to_end_id, other.end_to_end_id)
  );
}

const isSame = (one: Compared, other: Compared): boolean =>
  one.amount_cents === other.amount_cents && dayOf(one) === dayOf(other) && !contradict(one, other);

type Find = (key: LineKey) => LineRecord | undefined;

/** A line under the key that is not this one, so that the next key has to be tried. */
function isOther(line: NewLine, { line: stored }: LineRecord): boolean {
  if (line.identity === undefined || stored.bank_line_id === line.bank_line_id) return false;
  return !isSame(line, stored);
}

type Keyed = LineKey & Pick<NewLine, 'identity'>;

const withKey = ({ receiving_account_id }: LineKey, line_key: string): LineKey => ({
  receiving_account_id,
  line_key,
});

/** Every key under which the line may be stored. */
export const allKeys = (line: Keyed): LineKey[] => [
  withKey(line, line.line_key),
  ...(line.identity?.other_keys ?? []).map((key) => withKey(line, key)),
];

/** Which of the lines under its keys is this line itself. */
export function storedLine<Found extends Compared>(
  line: Keyed & Compared,
  find: (key: LineKey) => Found | undefined,
): Found | null {
  for (const key of allKeys(line)) {
    const found = find(key);
    if (found !== undefined && (line.identity === undefined || isSame(line, found))) return found;
  }
  return null;
}

/** The keys that are needed as well, because another line has the first one. */
export function nextKeys(line: NewLine, find: Find): LineKey[] {
  const first = find(line);
  if (first === undefined || !isOther(line, first)) return [];
  return (line.identity?.other_keys ?? []).map((key) => withKey(line, key));
}

export type Recognised =
  | { readonly known: LineRecord }
  | { readonly known: null; readonly line_key: string; readonly in_doubt: boolean };

/** The stored line that this one repeats; otherwise its key, and whether a person must look. */
export function recognise(line: NewLine, find: Find): Recognised {
  const { identity } = line;
  let in_doubt = identity?.in_doubt ?? false;
  let last: LineRecord | undefined;
  for (const line_key of [line.line_key, ...(identity?.other_keys ?? [])]) {
    last = find(withKey(line, line_key));
    if (last === undefined) return { known: null, line_key, in_doubt };
    if (!isOther(line, last)) break;
    // The bank may have changed the day or the details of one line since.
    const is_alike = last.line.amount_cents === line.amount_cents;
    in_doubt ||= is_alike && identity?.is_distinct !== true;
  }
  if (last === undefined) throw new Error('A line has no key');
  return { known: last };
}

type Named = Pick<
  BankLine,
  'receiving_account_id' | 'amount_cents' | 'bank_id' | 'end_to_end_id' | 'return_reason'
>;

/** The bank says itself that the line takes something back: a reversal, or a code such as FOCR. */
export const isRecall = (line: Pick<Named, 'amount_cents' | 'return_reason'>): boolean =>
  line.amount_cents < 0n && line.return_reason !== null;

const same = (one: string | null, other: string | null): boolean => one !== null && one === other;

/**
 * By the bank's own number of the payment, or by the payer's. A payment and its fee may share the
 * bank's number too, so this says something of a recall and of the opposite amount only.
 */
export const sharesNumber = (recall: Named, other: Named): boolean =>
  recall.receiving_account_id === other.receiving_account_id &&
  recall.amount_cents === -other.amount_cents &&
  (same(recall.bank_id, other.bank_id) || same(recall.end_to_end_id, other.end_to_end_id));

/** Whichever of the two came first. */
export function isNamedByRecall(line: Named, other: Named): boolean {
  const [recall, recalled] = line.amount_cents < 0n ? [line, other] : [other, line];
  return isRecall(recall) && sharesNumber(recall, recalled);
}
