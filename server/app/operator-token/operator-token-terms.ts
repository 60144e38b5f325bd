// Reads from a request what an operator's token may do.

import { scopesOf } from '../../domain/access/rights.ts';
import {
  isMerchantRole,
  OPERATOR_ROLES,
  type OperatorRole,
  type RightScope,
} from '../../domain/access/roles.ts';
import { RESERVED_NAME, scopesRule } from '../../domain/operator-token/change-operator-token.ts';
import type { OperatorTokenTerms } from '../../domain/record/operator-token.ts';
import { NETWORK_RULE } from '../../domain/values/text.ts';
import { parseCidr } from '../../lib/ip-address.ts';
import { readExpiry, readList } from '../merchant/tokens.ts';
import type { App } from '../process/app.ts';
import type { FieldReader } from '../request/fields.ts';

export const TERM_FIELDS = ['name', 'scopes', 'allowed_ips', 'expires_at'];

/** Feeds' tokens have limits of their own, and their own list. */
export const TOKEN_ROLES = OPERATOR_ROLES.filter((role) => role !== 'feed');

const NAME_MAX = 128;

export function readName(reader: FieldReader): string {
  const name = reader.text('name', NAME_MAX);
  if (name === RESERVED_NAME) {
    reader.wrong('name', 'not_allowed', 'is the name of the token in the settings');
  }
  return name;
}

/** As they are listed; null: not named. */
function readScopes(reader: FieldReader, role: OperatorRole): RightScope[] | null {
  const possible = scopesOf(role);
  const isPossible = (text: string): text is RightScope => possible.some((scope) => scope === text);
  const given = readList(reader, 'scopes', isPossible, scopesRule(role));
  if (given?.length === 0) reader.wrong('scopes', 'length', 'must name at least one');
  return given?.filter(isPossible) ?? null;
}

/** Only what the request names. */
export function readTokenTerms(
  app: App,
  reader: FieldReader,
  role: OperatorRole,
): Partial<Omit<OperatorTokenTerms, 'name'>> {
  const scopes = readScopes(reader, role);
  const is_address = (text: string) => parseCidr(text) !== null;
  const allowed_ips = readList(reader, 'allowed_ips', is_address, NETWORK_RULE);
  const expires_at = readExpiry(reader, app.settings.now());
  return {
    ...(scopes === null ? {} : { scopes }),
    ...(allowed_ips === null ? {} : { allowed_ips }),
    // An explicit null: it never expires.
    ...(reader.raw('expires_at') === undefined ? {} : { expires_at }),
  };
}

/** A merchant for the roles of merchants' people, and for no other role. */
export async function readTokenMerchant(
  app: App,
  reader: FieldReader,
  role: OperatorRole,
): Promise<string | null> {
  const given = reader.raw('merchant_id') ?? null;
  if (!isMerchantRole(role)) {
    if (given !== null) {
      reader.wrong(
        'merchant_id',
        'not_allowed',
        `is not for the role ${role}: leave the field out`,
      );
    }
    return null;
  }
  const id = reader.uuid('merchant_id');
  const { merchants } = await app.settings.current();
  const found = merchants.get(id);
  if (id !== '' && (found === undefined || found.merchant.is_house)) {
    reader.wrong('merchant_id', 'unknown_value', 'is not one of the merchants');
  }
  return id;
}
