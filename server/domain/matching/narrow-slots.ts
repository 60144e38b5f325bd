// Which pay-ins of an amount are examined for a bank line: all of them, or only one if the line
// names one that fits. Otherwise lines of one amount would wait for each other's locks on pay-ins
// that neither of them is about.

import type { UtrClaim } from '../batch/decision.ts';
import { slotKey } from '../batch/world.ts';
import type { BankLine } from '../record/bank-line.ts';
import type { Reservation } from '../record/receiving-account.ts';
import { referencesInText } from '../values/reference.ts';

export type NarrowedSlots = {
  /** The reservations that are examined. */
  readonly reservations: readonly Reservation[];
  /** The slots (slotKey) whose other reservations were left out. */
  readonly narrowed: ReadonlySet<string>;
};

type Named = { readonly utrs: ReadonlyMap<string, ReadonlySet<string>> };

/** The pay-ins that claim each UTR. */
function byUtr(claims: readonly UtrClaim[]): Named['utrs'] {
  const groups = Map.groupBy(claims, (claim) => claim.utr);
  return new Map([...groups].map(([utr, own]) => [utr, new Set(own.map((one) => one.trade_id))]));
}

const keyOf = ({
  receiving_account_id,
  amount_cents,
}: Pick<BankLine, 'receiving_account_id' | 'amount_cents'>) =>
  slotKey(receiving_account_id, amount_cents);

/** The open reservations of the line's own amount that the line names by UTR or reference. */
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
 * Narrows the reservations found for lines: a slot is narrowed if each of its lines names a pay-in
 * that holds this amount. This is read without locks; the decision checks whether it still holds.
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
    // A single reservation is only locked by lines that are about it.
    if (slot.length < 2) return slot;
    const by_line = of_slot.map((line) => namedBy(line, slot, named));
    if (by_line.some((reservations) => reservations.length === 0)) return slot;
    narrowed.add(key);
    return [...new Set(by_line.flat())];
  });
  return { reservations: kept, narrowed };
}
