// Finds who changed a setting last, so that a refusal can say whose change it met.
import type { AuditAction } from '../../domain/record/audit.ts';
import type { SettingChange } from '../../domain/setting/setting-version.ts';
import { readLastChange } from '../../store/access/audit.ts';
import type { App } from '../process/app.ts';
import { namesOfActors } from '../request/actor-names.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { iso } from '../request/views.ts';

/**
 * The last of these acts on the setting; null if the audit trail has none. People of a merchant are
 * not told the names of the operator's people.
 */
export async function lastChange(
  app: App,
  { merchant_id }: OperatorCaller,
  { target, acts }: { target: string; acts: readonly AuditAction[] },
): Promise<SettingChange | null> {
  const entry = await readLastChange(app.store.db, target, acts);
  if (entry === null) return null;
  const { action: act, at, actor } = entry;
  const names = await namesOfActors(app, merchant_id === null ? [actor.id] : []);
  const unnamed = actor.role === 'service' ? 'The service' : 'Somebody else';
  return { act, by: names.get(actor.id ?? '') ?? unnamed, at: iso(at) };
}
