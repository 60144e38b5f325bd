// The reason of a request that a second person may have to approve.
import type { FieldReader } from './fields.ts';

const NOTE_MAX_LENGTH = 500;

/** Whether it is required is known only once the act was decided. */
export function checkApprovalNote(reader: FieldReader): void {
  reader.optionalText('note', NOTE_MAX_LENGTH);
}
