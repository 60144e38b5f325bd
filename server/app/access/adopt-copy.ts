// An owner adopts a copy of the database: from then on it is this installation's own, and the
// service sends and changes as before.
import { ADOPT_COPY } from '../../domain/access/trail-requests.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { judgeCopy, noteOf } from '../../domain/service/installation.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import { readInstallation, updateInstallation } from '../../store/schema/installation.ts';
import { readSeen } from '../../store/schema/read-copy.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';

export type AdoptedCopyBody = {
  /** `own`: it was no copy, or somebody else was faster. */
  outcome: 'adopted' | 'own';
  /** What it was a copy of, and how that was known. */
  copy: string | null;
};

export async function adoptCopy(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<AdoptedCopyBody | Refusal> {
  const asked = readRequest(ADOPT_COPY, raw);
  if (isRefusal(asked)) return asked;
  const { db } = app.store;
  const seen = await readSeen(db, app.around);
  const copy = await db.transaction(async (tx) => {
    // Its row is locked, so that of two owners one adopts.
    await bumpSettingsVersion(tx);
    const was = await readInstallation(tx);
    const found = was === null ? null : judgeCopy(was, seen);
    if (was === null || found === null) return null;
    await updateInstallation(tx, noteOf(was, seen) ?? was, true);
    const detail = { copy: found.text, signs: found.signs, reason: asked.reason };
    await auditIn(tx, operatorActor(operator), 'copy_adopted', 'service', detail);
    return found;
  });
  await app.settings.refresh();
  return { outcome: copy === null ? 'own' : 'adopted', copy: copy?.text ?? null };
}
