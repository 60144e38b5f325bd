// A token of every role, with and without the scope that a route needs.
import { randomBytes } from 'node:crypto';
import { newId, sha256Hex } from '../../../../server/app/process/ids.ts';
import { RIGHTS, type Right } from '../../../../server/domain/access/rights.ts';
import {
  isMerchantRole,
  OPERATOR_ROLES,
  type OperatorRole,
  RIGHT_SCOPES,
  type RightScope,
} from '../../../../server/domain/access/roles.ts';
import { insertOperatorToken, UNBOUND } from '../../../../server/store/access/operator-tokens.ts';
import { bumpSettingsVersion } from '../../../../server/store/batch/settings-version.ts';
import type { OperatorService } from '../operator-service.ts';

export type RoleCallers = {
  /** The header of a token with the scope of this right, or with all other scopes. */
  headerOf(role: OperatorRole, right: Right, scoped: 'with' | 'without'): string;
};

/** Tokens of merchants' people belong to `merchant_id`. */
export async function makeRoleCallers(
  service: OperatorService,
  merchant_id: string,
): Promise<RoleCallers> {
  const headers = new Map<string, string>();
  const { app } = service;
  await app.store.db.transaction(async (tx) => {
    for (const role of OPERATOR_ROLES) {
      for (const lacks of [null, ...RIGHT_SCOPES] as (RightScope | null)[]) {
        const text = randomBytes(32).toString('base64url');
        const scopes = lacks === null ? null : RIGHT_SCOPES.filter((one) => one !== lacks);
        const token = {
          ...UNBOUND,
          operator_token_id: newId(),
          name: `${role} without ${lacks}`,
          role,
          scopes,
          merchant_id: isMerchantRole(role) ? merchant_id : null,
          token_hash: sha256Hex(text),
          service_mode: app.mode,
        };
        await insertOperatorToken(tx, token, Date.now());
        headers.set(`${role} ${lacks}`, `Bearer ${text}`);
      }
    }
    await bumpSettingsVersion(tx);
  });
  await app.settings.refresh();
  return {
    headerOf: (role, right, scoped) => {
      const lacks = scoped === 'with' ? null : RIGHTS[right].scope;
      const found = headers.get(`${role} ${lacks}`);
      if (found === undefined) throw new Error(`No token of ${role} without ${lacks}`);
      return found;
    },
  };
}
