// The names of those who act, for answers that say who did something: all of an answer at once.
import type { Actor } from '../../domain/record/origin.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readActorNames } from '../../store/access/actor-names.ts';
import type { App } from '../process/app.ts';
import { OWN_ACTORS } from './own-actors.ts';

/** An actor as answers show it. `name`: of the person or token, or of the token's merchant. */
export type NamedActor = Actor & { name: string | null };

/** By their ids; those that are unknown are absent. */
export async function namesOfActors(
  app: App,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const known = ids.flatMap((id) => parseUuid(id ?? '') ?? []);
  if (known.length === 0) return new Map();
  // Merchants' tokens are in their cell, people in the control cell.
  const places = [...new Set([app.people, app.store])];
  const names = await Promise.all(
    places.map(({ db, cipher }) => readActorNames(db, cipher, [...new Set(known)])),
  );
  const own = known.flatMap((id) => {
    const name = OWN_ACTORS.get(id);
    return name === undefined ? [] : ([[id, name]] as const);
  });
  return new Map([...own, ...names.flatMap((found) => [...found])]);
}

export const namedActor = (
  { role, id }: Actor,
  names: ReadonlyMap<string, string>,
): NamedActor => ({ role, id, name: names.get(id ?? '') ?? null });
