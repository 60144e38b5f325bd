// Who opens a way by which somebody signs in: it decides who is tied to that person.
import type { Opening, SignInWay } from '../../domain/record/tie.ts';
import type { OperatorCaller } from '../request/caller.ts';

/** A token of nobody, whose proposal a person took over, still is one of the two. */
export function openingBy(
  way: SignInWay,
  { person_id, is_for_nobody }: Pick<OperatorCaller, 'person_id' | 'is_for_nobody'>,
): Opening {
  return { way, makers: is_for_nobody === true ? [person_id, null] : [person_id] };
}

/** Opened by the service itself, or by whoever rules its machine. */
export const openedHere = (way: 'machine_owner' | 'machine_link' | 'sandbox_owner'): Opening => ({
  way,
  makers: [],
});
