// Every story of a dispute with an appeal: what was contested, the first decision, who appealed,
// and the second decision; with what the merchant must have in the end. For the tests of the rules
// and those on a real database.

/** The state from which a trade is contested. */
export const CONTESTED_FROM = [
  'verifying',
  'expired',
  'canceled',
  'failed',
  'completed',
  'payout',
] as const;
export type ContestedFrom = (typeof CONTESTED_FROM)[number];

/** An odd amount, so that shares of the fee are rounded. */
export const CONTESTED_CENTS = 10_007n;

export type Ruling = { outcome: 'upheld' | 'partly_upheld' | 'rejected'; amount_cents?: bigint };

const partly = (amount_cents: bigint): Ruling => ({ outcome: 'partly_upheld', amount_cents });
const WHOLE: readonly Ruling[] = [{ outcome: 'upheld' }, { outcome: 'rejected' }];
const RULINGS: readonly Ruling[] = [...WHOLE, partly(1n), partly(4_001n), partly(9_999n)];

/** `withdrawn`: the claim is given up, which decides as much as a rejection. */
export type Second = Ruling | { outcome: 'withdrawn' };

export type AppealStory = {
  from: ContestedFrom;
  first: Ruling;
  appellant: 'merchant' | 'operator';
  second: Second;
};

const rulingsOn = (from: ContestedFrom): readonly Ruling[] => (from === 'payout' ? WHOLE : RULINGS);

const nameOfRuling = ({ outcome, ...given }: Second): string =>
  'amount_cents' in given ? `${outcome} ${given.amount_cents}` : outcome;

export const nameOfStory = ({ from, first, appellant, second }: AppealStory): string =>
  [from, nameOfRuling(first), `the ${appellant} appeals`, nameOfRuling(second)].join(', ');

/** A reversed pay-out never comes back, so that decision cannot be appealed. */
const canBeAppealed = (from: ContestedFrom, first: Ruling): boolean =>
  from !== 'payout' || first.outcome === 'rejected';

/** Without those in which the merchant appeals a decision about its credit that it has won. */
export const APPEAL_STORIES: readonly AppealStory[] = CONTESTED_FROM.flatMap((from) =>
  rulingsOn(from)
    .filter((first) => canBeAppealed(from, first))
    .flatMap((first) =>
      (['merchant', 'operator'] as const)
        .filter((one) => one === 'operator' || from !== 'completed' || first.outcome !== 'rejected')
        .flatMap((appellant) =>
          [...rulingsOn(from), { outcome: 'withdrawn' as const }].map((second) => ({
            ...{ from, first, appellant, second },
          })),
        ),
    ),
);

export function awardOf({ outcome, ...given }: Second): bigint {
  if (outcome === 'upheld') return CONTESTED_CENTS;
  return 'amount_cents' in given ? (given.amount_cents ?? 0n) : 0n;
}

/** A tenth, rounded half up. */
const tenthOf = (cents: bigint): bigint => (2n * cents + 10n) / 20n;

type Credit = { amount: bigint; fee: bigint };

const credit = (amount: bigint): Credit => ({ amount, fee: tenthOf(amount) });

/** Takes a part of a credit, with its share of the fee. */
function less({ amount, fee }: Credit, part: bigint): Credit {
  return {
    amount: amount - part,
    fee: fee - (2n * fee * part + amount) / (2n * amount),
  };
}

const between = (before: bigint, after: bigint): Credit => {
  if (before === 0n || after >= before) return credit(after);
  return after === 0n ? credit(0n) : less(credit(before), before - after);
};

/**
 * Amount and fee that the merchant is credited with in the end, of a pay-in with a fee of 10 %;
 * written as what is right, not as the service computes it.
 */
export function creditInTheEnd({ from, first, second }: AppealStory): Credit {
  if (from !== 'completed') return between(awardOf(first), awardOf(second));
  const taken = awardOf(second);
  return taken === CONTESTED_CENTS ? credit(0n) : less(credit(CONTESTED_CENTS), taken);
}

/** The state of the trade in the end. */
export function stateInTheEnd(story: AppealStory): string {
  const { from, first, second } = story;
  if (from === 'payout') return second.outcome === 'upheld' ? 'reversed' : 'completed';
  if (creditInTheEnd(story).amount > 0n) return 'completed';
  if (from === 'completed') return 'reversed';
  return awardOf(first) > 0n ? 'reversed' : from;
}
