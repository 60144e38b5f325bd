// Second factors of a person who lost them are removed, and a one-time link sets up new ones.
import { HOUR_MS } from '../../lib/durations.ts';
import type { Person } from '../access/person.ts';
import { type Factors, hasFactor, refuseOwnReset } from '../factor/second-factor.ts';
import { type Opening, openingBy } from '../record/tie.ts';
import type { Asker, SettingsVerdict } from '../setting/settings-decision.ts';
import { type FreshLink, personTarget } from './change-person.ts';

const ENROLMENT_LINK_LIFE_MS = 24 * HOUR_MS;

export type FactorFacts = {
  person: Person;
  factors: Factors;
  /** The database's true time. */
  clock: number;
};

export type FactorReset = { person_id: string; reason: string; link: FreshLink };

export type ResetFactors = {
  removed: { totp: boolean; passkeys: number };
  link: FreshLink & { person_id: string; created_at: number; expires_at: number };
  opening: Opening;
};

export function decideFactorReset(
  { person: { person_id }, factors, clock }: FactorFacts,
  { reason, link }: FactorReset,
  asker: Asker,
): SettingsVerdict<ResetFactors, null> {
  const refused = refuseOwnReset(person_id, asker.person_id);
  if (refused !== null) return refused;
  const removed = { totp: factors.has_totp, passkeys: factors.passkeys };
  const expires_at = clock + ENROLMENT_LINK_LIFE_MS;
  return {
    saved: {
      removed,
      link: { ...link, person_id, created_at: clock, expires_at },
      opening: openingBy('factors_removed', asker),
    },
    target: personTarget(person_id),
    detail: { reason, removed, had_factor: hasFactor(factors) },
    ask: null,
  };
}
