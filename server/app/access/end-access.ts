// Ends at once everything by which a person is recognised: for a disabled person, a new role, a new
// password.
import { revokeSessionsOf } from '../../store/access/sessions.ts';
import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import type { Queryable } from '../../store/connection/database.ts';

/** `except` is the session in which the person asks for it. */
export async function endAccess(
  tx: Queryable,
  person_id: string,
  except: string | null = null,
): Promise<{ sessions_ended: number }> {
  const sessions_ended = await revokeSessionsOf(tx, person_id, except);
  await bumpSettingsVersion(tx);
  return { sessions_ended };
}
