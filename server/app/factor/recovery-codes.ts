// Recovery codes: made with the first factor and again on request, shown once.

import {
  RECOVERY_CODES,
  readRecoveryCode,
  showRecoveryCode,
} from '../../domain/factor/recovery-code.ts';
import { refuseCodesWithoutFactor } from '../../domain/factor/second-factor.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { replaceRecoveryCodes } from '../../store/factor/recovery-codes.ts';
import type { App } from '../process/app.ts';
import { newRandom } from '../process/ids.ts';
import { auditIn } from '../request/audit.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { asOwner, factorOwner, ownerActor } from './factor-owner.ts';

/** Replaces all earlier codes. Run it with the person locked. */
export async function makeRecoveryCodes(
  app: App,
  tx: Queryable,
  person_id: string,
): Promise<string[]> {
  const shown = Array.from({ length: RECOVERY_CODES.count }, () =>
    showRecoveryCode(newRandom(RECOVERY_CODES.bytes)),
  );
  const codes = shown.map((code) => readRecoveryCode(code) ?? '');
  const now = app.settings.now();
  await replaceRecoveryCodes(tx, app.store.cipher, { person_id, codes, now });
  return shown;
}

export type NewRecoveryCodesBody = { recovery_codes: string[] };

export async function renewRecoveryCodes(
  app: App,
  caller: OperatorCaller,
): Promise<NewRecoveryCodesBody | Refusal> {
  const owner = factorOwner(caller);
  if (isRefusal(owner)) return owner;
  const { person_id } = owner;
  return await app.store.db.transaction((tx) =>
    asOwner(tx, owner, async ({ factors }) => {
      const refused = refuseCodesWithoutFactor(factors);
      if (refused !== null) return refused;
      const recovery_codes = await makeRecoveryCodes(app, tx, person_id);
      await auditIn(tx, ownerActor(owner), 'recovery_codes_made', `people/${person_id}`, {});
      return { recovery_codes };
    }),
  );
}
