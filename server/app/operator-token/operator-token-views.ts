// Operators' tokens as answers show them: never the token itself.
import { scopesOf } from '../../domain/access/rights.ts';
import type { OperatorRole, RightScope } from '../../domain/access/roles.ts';
import { operatorTokenTerms } from '../../domain/operator-token/change-operator-token.ts';
import type { KnownOperatorToken } from '../../domain/record/operator-token.ts';
import type { App } from '../process/app.ts';
import { settingVersion } from '../request/setting-version.ts';
import { iso, isoOrNull } from '../request/views.ts';

export type OperatorTokenBody = {
  id: string;
  name: string;
  role: OperatorRole;
  scopes: readonly RightScope[];
  person_id: string | null;
  merchant_id: string | null;
  is_own: boolean;
  allowed_ips: readonly string[];
  expires_at: string | null;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
  version: string;
};

export const operatorTokenBody = (app: App, token: KnownOperatorToken): OperatorTokenBody => ({
  id: token.operator_token_id,
  name: token.name,
  role: token.role,
  scopes: token.scopes ?? scopesOf(token.role),
  person_id: token.person_id,
  merchant_id: token.merchant_id,
  is_own: token.is_own,
  allowed_ips: token.allowed_ips,
  expires_at: isoOrNull(token.expires_at),
  created_at: iso(token.created_at),
  last_used_at: isoOrNull(token.last_used_at),
  revoked_at: isoOrNull(token.revoked_at),
  version: settingVersion(app.store.cipher, operatorTokenTerms(token)),
});

type NamedTerms = {
  readonly allowed_ips: readonly string[] | null;
  readonly expires_at: number | null | undefined;
};

/** Of the terms that all tokens have only those that a request names. */
export const termsNamed = ({ allowed_ips, expires_at }: NamedTerms) => ({
  ...(allowed_ips === null ? {} : { allowed_ips }),
  ...(expires_at === undefined ? {} : { expires_at }),
});
