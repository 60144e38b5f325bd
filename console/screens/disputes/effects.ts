// What an outcome will do, in words; the service says what it does, and decides and refuses.
import type { Dispute, DisputeEffect } from '../../api/schema.gen.ts';
import { shownAmount } from '../../parts/amount/amount.ts';
import { DISPUTE_TEXTS } from '../../texts/disputes.ts';

const { effects: texts } = DISPUTE_TEXTS;

export const OUTCOMES = ['upheld', 'partly_upheld', 'rejected'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const isCredited = ({ direction, contested_from }: Dispute): boolean =>
  direction === 'payin' && contested_from === 'completed';

/** Of a part, whose amount is still being typed. */
function partEffect(dispute: Dispute): string {
  const { appealed_at, awarded_amount_cents: first, amount_currency } = dispute;
  if (isCredited(dispute)) return appealed_at === null ? texts.takes_part : texts.takes_part_now;
  if (appealed_at === null || first === null) return texts.gives_part;
  return texts.gives_difference(shownAmount(first, amount_currency));
}

function wordsOf({ effect, amount_cents }: DisputeEffect, dispute: Dispute): string {
  const amount = shownAmount(amount_cents ?? 0, dispute.amount_currency);
  const is_appeal = dispute.appealed_at !== null;
  switch (effect) {
    case 'takes':
      if (amount_cents === 0) return texts.taken_already;
      return is_appeal ? texts.takes_now(amount) : texts.takes(amount);
    case 'gives':
      return is_appeal ? texts.gives_now(amount) : texts.gives(amount);
    case 'reverses':
      return texts.reverses;
    case 'unblocks':
      return texts.unblocks;
    case 'returns':
      return texts.returns;
  }
}

/** What the decision would do; null: the service has not said it. */
export function effectOf(
  dispute: Dispute,
  effects: readonly DisputeEffect[],
  outcome: Outcome,
): string | null {
  if (outcome === 'partly_upheld') return partEffect(dispute);
  const found = effects.find((one) => one.act === 'decide' && one.outcome === outcome);
  return found === undefined ? null : wordsOf(found, dispute);
}

/** What closing will do to the trade; null: nothing waits for it. */
export function closingOf(dispute: Dispute, effects: readonly DisputeEffect[]): string | null {
  const found = effects.find(({ act }) => act === 'close');
  if (found === undefined) return null;
  if (found.effect !== 'takes') return wordsOf(found, dispute);
  if (found.amount_cents === 0) return texts.taken_already;
  return texts.closing_takes(shownAmount(found.amount_cents ?? 0, dispute.amount_currency));
}
