// An actor in words that no other actor has.
import type { AuditEntry } from '../../api/schema.gen.ts';
import { ACTOR_NAMES } from '../../texts/actors.ts';
import { shortId } from './short-id.ts';

/** A merchant has many tokens under its one name, so theirs show the end of the id as well. */
export function actorWords({ role, id, name }: AuditEntry['actor']): string {
  const who = ACTOR_NAMES[role];
  if (id === null) return who;
  if (name === null) return `${who} ${shortId(id)}`;
  return role === 'merchant' ? `${name} ${shortId(id)}` : name;
}
