// Ends at once everything by which a person is recognised: for a disabled person, a new role, a new
// password.
import { revokeOperatorTokensOf } from '../../store/access/operator-tokens.ts';
import { revokeSessionsOf } from '../../store/access/sessions.ts';
import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import type { Queryable } from '../../store/connection/database.ts';

/**
 * `except` is the session in which the person asks for it. Their tokens end too: whoever knew the
 * old password may have issued some.
 */
export async function endAccess(
  tx: Queryable,
  person_id: string,
  except: string | null = null,
): Promise<{ sessions_ended: number; tokens_ended: number }> {
  const sessions_ended = await revokeSessionsOf(tx, person_id, except);
  const tokens_ended = await revokeOperatorTokensOf(tx, person_id);
  await bumpSettingsVersion(tx);
  return { sessions_ended, tokens_ended };
}
