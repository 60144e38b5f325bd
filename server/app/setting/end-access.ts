// Ends everything by which a person is recognised: for a disabled person, a new role, a new
// password, factors that were removed.
import { revokeOperatorTokensOf } from '../../store/access/operator-tokens.ts';
import { revokeSessionsOf } from '../../store/access/sessions.ts';
import type { Queryable } from '../../store/connection/database.ts';

/**
 * `except` is the session in which the person asks for it. Their tokens end too: whoever knew the
 * old password may have issued some.
 */
export async function endAccess(tx: Queryable, person_id: string, except: string | null = null) {
  const sessions_ended = await revokeSessionsOf(tx, person_id, except);
  const tokens_ended = await revokeOperatorTokensOf(tx, person_id);
  return { sessions_ended, tokens_ended };
}
