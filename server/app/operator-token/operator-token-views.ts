// Operators' tokens as answers show them: never the token itself.
import { scopesOf } from '../../domain/access/rights.ts';
import type { OperatorRole, RightScope } from '../../domain/access/roles.ts';
import { operatorTokenTerms } from '../../domain/operator-token/change-operator-token.ts';
import type { KnownOperatorToken } from '../../domain/record/operator-token.ts';
import type { App } from '../process/app.ts';
import { namesOfActors } from '../request/actor-names.ts';
import { settingVersion } from '../request/setting-version.ts';
import { iso, isoOrNull } from '../request/views.ts';

export type OperatorTokenBody = {
  id: string;
  name: string;
  role: OperatorRole;
  scopes: readonly RightScope[];
  person_id: string | null;
  person_name: string | null;
  merchant_id: string | null;
  is_own: boolean;
  allowed_ips: readonly string[];
  expires_at: string | null;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
  version: string;
};

const bodyOf = (
  app: App,
  token: KnownOperatorToken,
  names: ReadonlyMap<string, string>,
): OperatorTokenBody => ({
  id: token.operator_token_id,
  name: token.name,
  role: token.role,
  scopes: token.scopes ?? scopesOf(token.role),
  person_id: token.person_id,
  person_name: names.get(token.person_id ?? '') ?? null,
  merchant_id: token.merchant_id,
  is_own: token.is_own,
  allowed_ips: token.allowed_ips,
  expires_at: isoOrNull(token.expires_at),
  created_at: iso(token.created_at),
  last_used_at: isoOrNull(token.last_used_at),
  revoked_at: isoOrNull(token.revoked_at),
  version: settingVersion(app.store.cipher, operatorTokenTerms(token)),
});

/** With the names of those to whom they belong. */
export async function operatorTokenBodies(
  app: App,
  tokens: readonly KnownOperatorToken[],
): Promise<OperatorTokenBody[]> {
  const names = await namesOfActors(
    app,
    tokens.map(({ person_id }) => person_id),
  );
  return tokens.map((token) => bodyOf(app, token, names));
}

export async function operatorTokenBody(
  app: App,
  token: KnownOperatorToken,
): Promise<OperatorTokenBody> {
  return bodyOf(app, token, await namesOfActors(app, [token.person_id]));
}

type NamedTerms = {
  readonly allowed_ips: readonly string[] | null;
  readonly expires_at: number | null | undefined;
};

/** Of the terms that all tokens have only those that a request names. */
export const termsNamed = ({ allowed_ips, expires_at }: NamedTerms) => ({
  ...(allowed_ips === null ? {} : { allowed_ips }),
  ...(expires_at === undefined ? {} : { expires_at }),
});
