// Who may be one human: whoever made or saw a way by which somebody signs in could act as them.
import type { Identity } from '../record/proposal.ts';
import type { Tie } from '../record/tie.ts';
import { type Refusal, refuse } from '../service/refusal.ts';

const ANYBODY = 'anybody';

const named = (person_id: string | null): string =>
  person_id === null ? ANYBODY : `person:${person_id}`;

/** Everybody who could sign in as somebody: themselves, and over ties whoever opened a way. */
function handsOn(whom: Identity, ties: readonly Tie[]): Set<string> {
  const found = new Set<string>([whom]);
  for (const one of found) {
    for (const { person_id, tied_to } of ties) {
      if (one === named(person_id)) found.add(named(tied_to));
    }
  }
  return found;
}

/**
 * Whether one human could be both. Two people who opened ways for the same third are still two:
 * only the third is not.
 */
function areTied(one: Identity, other: Identity, ties: readonly Tie[]): boolean {
  const [hands, others] = [handsOn(one, ties), handsOn(other, ties)];
  if (hands.has(ANYBODY) || others.has(ANYBODY)) return true;
  return [...hands].some((hand) => others.has(hand));
}

/** Refuses a checker who may be the maker under another name. */
export function refuseTied(
  maker: Identity,
  checker: Identity,
  ties: readonly Tie[],
): Refusal | null {
  if (!areTied(maker, checker, ties)) return null;
  return refuse(
    'second_person_required',
    'You are tied: one of you, or a token of nobody, opened the way by which the other signs in. A person tied to neither has to approve, or an owner tied to neither unties you.',
  );
}

export type Untying = {
  /** Who says that the two are two. */
  caller: Identity;
  person_id: string;
  /** Null: the tie to a token that belongs to nobody. */
  other: string | null;
  ties: readonly Tie[];
};

const isBetween = (tie: Tie, { person_id, other }: Untying): boolean =>
  (tie.person_id === person_id && tie.tied_to === other) ||
  (tie.person_id === other && tie.tied_to === person_id);

/** Null if the caller may say that the two are two. */
export function refuseUntie(untying: Untying): Refusal | null {
  const { caller, person_id, other, ties } = untying;
  if (!ties.some((tie) => isBetween(tie, untying))) {
    return refuse('act_not_allowed', 'There is no tie between these two.');
  }
  if (caller.startsWith('token:')) {
    const detail = 'This token belongs to nobody: only a person can say that two are two.';
    return refuse('second_person_required', detail);
  }
  const rest = ties.filter((tie) => !isBetween(tie, untying));
  const pair: Identity[] = [`person:${person_id}`];
  if (other !== null) pair.push(`person:${other}`);
  if (!pair.some((one) => areTied(caller, one, rest))) return null;
  return refuse(
    'second_person_required',
    'You are one of the two, or tied to one of them: an owner tied to neither has to untie them.',
  );
}
