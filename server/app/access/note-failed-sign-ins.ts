// Records failed sign-ins in the audit trail: the first of each second, without the address that
// was typed, which may be a password in the wrong field.
import type { AuditAction } from '../../domain/record/audit.ts';
import type { App } from '../process/app.ts';
import { audit } from '../request/audit.ts';
import { SERVICE } from '../request/caller.ts';
import { createLimitedNotes } from './limited-notes.ts';
import type { SignInOrigin } from './start-session.ts';

export type SignInFailure = {
  action: Extract<
    AuditAction,
    'sign_in_failed' | 'link_failed' | 'openid_failed' | 'second_factor_failed'
  >;
  /** Null if nobody has the address or the account that was given. */
  person_id: string | null;
  origin: SignInOrigin;
};

/** Does not make the answer wait, which would tell a known address from an unknown one. */
export type NoteFailure = (failure: SignInFailure) => void;

/** One per process. `clock` is monotonic, in milliseconds. */
export function createFailureNotes(app: App, clock?: () => number): NoteFailure {
  const noteOne = createLimitedNotes(clock);
  return ({ action, person_id, origin: { address, request_id } }) => {
    app.log.warn({ action, address, request_id }, 'a sign-in failed');
    const target = person_id === null ? 'session' : `people/${person_id}`;
    const from = { address, request_id, session_id: null, operator_token_id: null };
    const actor = { ...SERVICE, origin: from };
    noteOne((left_out_before) =>
      audit(app, actor, action, target, { address, request_id, left_out_before }),
    ).catch((error: unknown) => {
      app.log.warn({ err: error, request_id }, 'a failed sign-in could not be recorded');
    });
  };
}
