// The file of an upload that waited for its approval.
import type { OperatorCaller } from '../../../app/request/caller.ts';
import type { RawFields } from '../../../app/request/fields.ts';

/** Set only if the request of a proposal is carried out: it has no file. */
export function heldFileOf(
  { approval }: OperatorCaller,
  { fields }: RawFields,
): string | undefined {
  const id = approval === undefined ? undefined : fields.held_file_id;
  return typeof id === 'string' ? id : undefined;
}
