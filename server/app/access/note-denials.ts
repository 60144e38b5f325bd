// Records denied operator requests in the audit trail: the first of each second, with the number of
// denials since the last record.
import type { App } from '../process/app.ts';
import { audit } from '../request/audit.ts';
import { SERVICE } from '../request/caller.ts';
import { createLimitedNotes } from './limited-notes.ts';

export type Denial = {
  request_id: string;
  method: string;
  path: string;
  address: string;
  /** Who it was, if they are known but may not do this. */
  operator_token_id?: string;
  person_id?: string | null;
  missing_right?: string;
};

/** One per process and API. `clock` is monotonic, in milliseconds. */
export function createDenialNotes(
  app: App,
  clock?: () => number,
): (denial: Denial) => Promise<void> {
  const noteOne = createLimitedNotes(clock);
  return ({ path, ...denial }) =>
    noteOne(async (left_out_before) => {
      const detail = { ...denial, left_out_before };
      const { address, request_id, operator_token_id = null } = denial;
      const origin = { address, request_id, session_id: null, operator_token_id };
      await audit(app, { ...SERVICE, origin }, 'operator_request_denied', path, detail);
    });
}
