// Which pay-ins of an amount are looked at for a bank line: all of them, or where it names one that
// fits, that one alone. Else lines of one amount keep each other waiting for locks on pay-ins that
// neither of them is about.

import type { UtrClaim } from '../batch/decision.ts';
import { slotKey } from '../batch/world.ts';
import type { BankLine } from '../record/bank-line.ts';
import type { Reservation } from '../record/receiving-account.ts';
import { referencesInText } from '../values/reference.ts';

export type NarrowedSlots = {
  /** Those that are looked at. */
  readonly reservations: readonly Reservation[];
  /** The slots (slotKey) of which others were left out. */
  readonly narrowed: ReadonlySet<string>;
};

type Named = { readonly utrs: ReadonlyMap<string, ReadonlySet<string>> };

/** By UTR, the pay-ins that claim it. */
function byUtr(claims: readonly UtrClaim[]): Named['utrs'] {
  const groups = Map.groupBy(claims, (claim) => claim.utr);
  return new Map([...groups].map(([utr, own]) => [utr, new Set(own.map((one) => one.trade_id))]));
}

const keyOf = ({
  receiving_account_id,
  amount_cents,
}: Pick<BankLine, 'receiving_account_id' | 'amount_cents'>) =>
  slotKey(receiving_account_id, amount_cents);

/** The open reservations of its own amount that a line names by UTR or reference. */
function namedBy(
  line: BankLine,
  slot: readonly Reservation[],
  { utrs }: Named,
): readonly Reservation[] {
  const claimants = line.utr === null ? undefined : utrs.get(line.utr);
  const references = new Set(referencesInText(line.text));
  return slot.filter(
    ({ trade_id, reference, free_at }) =>
      free_at === null && (claimants?.has(trade_id) === true || references.has(reference)),
  );
}

/**
 * What was found for lines, by their amounts: a slot is narrowed where each of its lines names a
 * pay-in that holds just this amount. Read without locks: whether it still does, the decision sees.
 */
export function narrowSlots(
  lines: readonly BankLine[],
  found: readonly Reservation[],
  claims: readonly UtrClaim[],
): NarrowedSlots {
  const slots = Map.groupBy(found, keyOf);
  const named = { utrs: byUtr(claims) };
  const narrowed = new Set<string>();
  const kept = [...Map.groupBy(lines, keyOf)].flatMap(([key, of_slot]) => {
    const slot = slots.get(key) ?? [];
    // One alone keeps nobody waiting who is not after it.
    if (slot.length < 2) return slot;
    const by_line = of_slot.map((line) => namedBy(line, slot, named));
    if (by_line.some((reservations) => reservations.length === 0)) return slot;
    narrowed.add(key);
    return [...new Set(by_line.flat())];
  });
  return { reservations: kept, narrowed };
}
