// Who may be one human: whoever sets somebody's access anew holds the link, and could act as them.
import type { AccessReset } from '../record/access-reset.ts';
import type { Identity } from '../record/proposal.ts';
import { type Refusal, refuse } from '../service/refusal.ts';

/** How long whoever made the link, and whose access it was, count as one human. */
export const RESET_APART_MS = 72 * 3_600_000;

const ANYBODY = 'anybody';

/** Everybody who can be reached from one person over links, in either direction. */
function reachable(from: Identity, resets: readonly AccessReset[]): Set<string> {
  const found = new Set<string>([from]);
  for (const one of found) {
    for (const { person_id, made_by_person } of resets) {
      const whose = `person:${person_id}`;
      const maker = made_by_person === null ? ANYBODY : `person:${made_by_person}`;
      // Two people whose access a token of nobody set anew are not tied by that alone.
      if (one === whose) found.add(maker);
      if (one === maker && maker !== ANYBODY) found.add(whose);
    }
  }
  return found;
}

/** Refuses a checker who may be the maker under another name. */
export function refuseTied(
  maker: Identity,
  checker: Identity,
  resets: readonly AccessReset[],
): Refusal | null {
  const [one, other] = [reachable(checker, resets), reachable(maker, resets)];
  if (!one.has(maker) && !one.has(ANYBODY) && !other.has(ANYBODY)) return null;
  return refuse(
    'second_person_required',
    'In the last 72 hours the access of one of you was set anew by the other, or by a token of nobody: a third person has to approve.',
  );
}
