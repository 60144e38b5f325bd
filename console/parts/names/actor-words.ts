// An actor in words that no other actor has.
import type { AuditEntry } from '../../api/schema.gen.ts';
import { ACTOR_NAMES, withToken } from '../../texts/actors.ts';
import { shortId } from './short-id.ts';

type Actor = Omit<AuditEntry['actor'], 'token_name'> & { readonly token_name?: string | null };

/**
 * A merchant has many tokens under its one name, so theirs show the end of the id as well; a person
 * is named with the token that they used.
 */
export function actorWords({ token_name = null, ...actor }: Actor): string {
  const who = nameOf(actor);
  return token_name === null ? who : withToken(who, token_name);
}

function nameOf({ role, id, name }: Actor): string {
  const who = ACTOR_NAMES[role];
  if (id === null) return who;
  if (name === null) return `${who} ${shortId(id)}`;
  return role === 'merchant' ? `${name} ${shortId(id)}` : name;
}
