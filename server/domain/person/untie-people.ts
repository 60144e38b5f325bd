// Somebody says that two tied people are two humans.
import type { Person } from '../access/person.ts';
import { refuseUntie } from '../approval/ties.ts';
import type { Tie } from '../record/tie.ts';
import { openly } from '../setting/settings-ask.ts';
import type { Asker, SettingsVerdict } from '../setting/settings-decision.ts';
import { personTarget } from './change-person.ts';

/** Both are locked: ways are opened under these locks, so no tie is made meanwhile. */
export type TiedFacts = { person: Person; ties: readonly Tie[] };

export type UntieRequest = {
  person_id: string;
  /** Null: the tie to a token that belongs to nobody. */
  other: string | null;
  reason: string;
};

export type EndedTie = { person_id: string; other: string | null; by: string };

/** One person’s word is enough between two people, but not about a token of nobody. */
export function decideUntie(
  { person, ties }: TiedFacts,
  { person_id, other, reason }: UntieRequest,
  asker: Asker,
): SettingsVerdict<EndedTie> {
  const refused = refuseUntie({ caller: asker.identity, person_id, other, ties });
  if (refused !== null) return refused;
  const { name, role, merchant_id } = person;
  const target = personTarget(person_id);
  const shown = {
    before: { name, role, tied_to: 'a token of nobody' },
    after: { name, role, tied_to: null },
  };
  return {
    saved: { person_id, other, by: asker.person_id ?? '' },
    target,
    detail: { reason, before: { tied_to: other ?? 'nobody' }, after: { tied_to: null } },
    // Whoever says so could be the one who has the token, so two people have to agree.
    ask: other === null ? openly({ merchant_id, target, ...shown }) : null,
  };
}
