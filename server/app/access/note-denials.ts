// Records denied operator requests in the audit trail: the first of each second, with the number of
// denials since the last record, so that an attacker cannot fill the table.
import type { App } from '../process/app.ts';
import { audit } from '../request/audit.ts';
import { SERVICE } from '../request/caller.ts';

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

const EVERY_MS = 1_000;

/** One per process and API. `clock` is monotonic, in milliseconds. */
export function createDenialNotes(
  app: App,
  clock: () => number = () => performance.now(),
): (denial: Denial) => Promise<void> {
  let noted_at = Number.NEGATIVE_INFINITY;
  let left_out = 0;
  return async ({ path, ...denial }) => {
    const now = clock();
    if (now - noted_at < EVERY_MS) {
      left_out += 1;
      return;
    }
    const detail = { ...denial, left_out_before: left_out };
    noted_at = now;
    left_out = 0;
    await audit(app, SERVICE, 'operator_request_denied', path, detail);
  };
}
