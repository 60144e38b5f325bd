// Sums of the pay-ins that somebody compares with a bank line.
import type { PossiblePayin } from '../../../api/schema.gen.ts';

/** What a pay-in still waits for. */
export const waitsFor = ({ amount_cents, received_amount_cents }: PossiblePayin): number =>
  amount_cents - received_amount_cents;

export type Comparison = { readonly asked_cents: number; readonly left_cents: number };

/** `left_cents` is negative if the pay-ins ask for more than the line brings. */
export function compareWith(line_cents: number, picked: readonly PossiblePayin[]): Comparison {
  const asked_cents = picked.reduce((sum, payin) => sum + waitsFor(payin), 0);
  return { asked_cents, left_cents: line_cents - asked_cents };
}

/** The parts of a split for these pay-ins, with the rest if there is one; null: they ask more. */
export function partsFor(line_cents: number, picked: readonly PossiblePayin[]): number[] | null {
  const { left_cents } = compareWith(line_cents, picked);
  const parts = picked.map(waitsFor);
  if (left_cents < 0 || parts.some((part) => part <= 0)) return null;
  return left_cents === 0 ? parts : [...parts, left_cents];
}
