// Who changed a setting last: the second of two people is told, instead of only being refused.
import type { AuditAction } from '../../domain/record/audit.ts';
import type { SettingChange } from '../../domain/setting/setting-version.ts';
import { readLastChange } from '../../store/access/audit.ts';
import type { App } from '../process/app.ts';
import { namesOfActors } from '../request/actor-names.ts';
import { iso } from '../request/views.ts';

const BY_ITSELF = 'The service';

/** The last of these acts on the setting; null if the audit trail has none. */
export async function lastChange(
  app: App,
  target: string,
  acts: readonly AuditAction[],
): Promise<SettingChange | null> {
  const entry = await readLastChange(app.store.db, target, acts);
  if (entry === null) return null;
  const { action: act, at, actor } = entry;
  const names = await namesOfActors(app, [actor.id]);
  return { act, by: names.get(actor.id ?? '') ?? BY_ITSELF, at: iso(at) };
}
