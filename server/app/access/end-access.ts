// Ends at once everything by which a person is recognised: for a disabled person, a new role, a new
// password.
import { revokeOperatorTokensOf } from '../../store/access/operator-tokens.ts';
import { revokeSessionsOf } from '../../store/access/sessions.ts';
import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import type { Queryable } from '../../store/connection/database.ts';

/** `except` is the session in which the person asks for it. */
export async function endAccess(
  tx: Queryable,
  person_id: string,
  except: string | null = null,
): Promise<{ sessions_ended: number; tokens_ended?: number }> {
  const sessions_ended = await revokeSessionsOf(tx, person_id, except);
  // Whoever changes their own password in a session keeps the tokens of their programs.
  const tokens = except === null ? await revokeOperatorTokensOf(tx, person_id) : null;
  await bumpSettingsVersion(tx);
  return { sessions_ended, ...(tokens === null ? {} : { tokens_ended: tokens }) };
}
