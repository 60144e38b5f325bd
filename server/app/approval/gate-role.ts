// Who becomes one of those that approve, or becomes one again, and who stops being an owner, needs
// a second person: else somebody invites their own second pair of eyes.
import { canonicalEmail, type Person } from '../../domain/access/person.ts';
import { roleHas } from '../../domain/access/rights.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import { countKnownOwners } from '../../store/access/people.ts';
import type { Queryable } from '../../store/connection/database.ts';
import type { Gate } from '../setting/gated-change.ts';

type Terms = Pick<Person, 'role' | 'merchant_id'>;

/** Whether one person alone may not do it. `before` is null for an invitation. */
const concerns = (before: Terms | null, after: Terms): boolean =>
  roleHas(after.role, 'approvals.decide') ||
  roleHas(after.role, 'merchant_tokens.change') ||
  before?.role === 'owner';

/**
 * Not before there have been two owners with a password: the first one invites the second alone.
 * Owners who were disabled count, so that nobody gets rid of the others first.
 */
async function refuse(
  tx: Queryable,
  gate: Gate,
  target: string,
  { before, after, about }: { before: Terms | null; after: Terms; about: object },
): Promise<Refusal | null> {
  if (!concerns(before, after) || (await countKnownOwners(tx)) < 2) return null;
  const shown = { before, after: { ...about, ...after } };
  return await gate({
    act: 'person_role',
    merchant_id: after.merchant_id,
    target,
    ...shown,
    shown,
  });
}

/** Null if this person may be invited. */
export const refuseInvitation = (
  tx: Queryable,
  gate: Gate,
  { name, email, role, merchant_id }: Pick<Person, 'name' | 'email' | keyof Terms>,
): Promise<Refusal | null> =>
  refuse(tx, gate, 'people', {
    before: null,
    after: { role, merchant_id },
    about: { name, email: canonicalEmail(email) },
  });

/** Null if somebody who has no password yet may get a new link: the same act as the invitation. */
export const refuseNewInvitation = (
  tx: Queryable,
  gate: Gate,
  { person_id, name, email, role, merchant_id, changed_at }: Person,
): Promise<Refusal | null> =>
  refuse(tx, gate, `people/${person_id}`, {
    before: { role, merchant_id },
    after: { role, merchant_id },
    about: { name, email, link: 'a new link for the invitation', since: changed_at },
  });

/** Null if somebody who was disabled may come back. */
export const refuseReturn = (
  tx: Queryable,
  gate: Gate,
  { person_id, name, role, merchant_id, changed_at }: Person,
): Promise<Refusal | null> =>
  refuse(tx, gate, `people/${person_id}`, {
    before: { role, merchant_id },
    after: { role, merchant_id },
    about: { name, state: 'enabled again', since: changed_at },
  });

/**
 * Null if the tie to a token of nobody may end. Whoever says so could be the one who has the token,
 * so two people have to agree.
 */
export const refuseUntieFromToken = (
  gate: Gate,
  { person_id, name, role, merchant_id }: Person,
): Promise<Refusal | null> => {
  const shown = {
    before: { name, role, tied_to: 'a token of nobody' },
    after: { name, role, tied_to: null },
  };
  return gate({ act: 'person_role', merchant_id, target: `people/${person_id}`, ...shown, shown });
};

/** Null if the person may get this role. */
export const refuseRole = (
  tx: Queryable,
  gate: Gate,
  { person_id, name, role, merchant_id }: Person,
  after: Terms,
): Promise<Refusal | null> =>
  refuse(tx, gate, `people/${person_id}`, {
    before: { role, merchant_id },
    after,
    about: { name },
  });
