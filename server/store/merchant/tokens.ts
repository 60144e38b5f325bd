// API tokens of merchants: hashes for look-up, signing secrets encrypted.

import type { Scope } from '../../domain/service/api-token.ts';
import type { ServiceMode } from '../../domain/service/service-mode.ts';
import type { ApiToken } from '../../domain/service/token.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';

/**
 * A token with the facts that authentication needs; `signing_secret` is the key of X-Signature and
 * of signature mode.
 */
export type TokenRecord = {
  token: ApiToken;
  token_hash: string;
  /** Null if it cannot be decrypted: then nothing that it signed is accepted. */
  signing_secret: string | null;
  service_mode: ServiceMode;
};

type TokenRow = Omit<ApiToken, 'scopes'> & {
  scopes: Scope[];
  token_hash: Buffer;
  signing_secret: Buffer;
  service_mode: ServiceMode;
};

const secretPlace = (token_id: string) => `api_tokens/signing_secret/${token_id}`;

const WRITTEN = `merchant_id, token_id, mode, token_hash, signing_secret, scopes, allowed_ips,
  require_signature, rate_limit_per_second, expires_at, revoked_at, created_at, service_mode`;
const COLUMNS = `${WRITTEN}, last_used_at`;

function recordOf(cipher: Cipher, row: TokenRow): TokenRecord {
  const { token_hash, signing_secret, service_mode, ...token } = row;
  return {
    token,
    service_mode,
    token_hash: token_hash.toString('hex'),
    signing_secret: cipher.tryOpen(signing_secret, secretPlace(row.token_id)),
  };
}

/** The tokens of this mode that are not revoked, of all merchants. */
export async function readActiveTokens(
  db: Queryable,
  cipher: Cipher,
  mode: ServiceMode,
): Promise<TokenRecord[]> {
  const rows = await db.query<TokenRow>(
    'read-active-tokens',
    `select ${COLUMNS} from api_tokens where revoked_at is null and service_mode = $1`,
    [mode],
  );
  return rows.map((row) => recordOf(cipher, row));
}

/** A merchant's tokens, newest first; locked before one is added, so that the limit holds. */
export async function readTokens(
  tx: Queryable,
  cipher: Cipher,
  merchant_id: string,
): Promise<ApiToken[]> {
  const rows = await tx.query<TokenRow>(
    'read-tokens',
    `select ${COLUMNS} from api_tokens where merchant_id = $1 order by token_id desc`,
    [merchant_id],
  );
  return rows.map((row) => recordOf(cipher, row).token);
}

export async function lockMerchant(tx: Queryable, merchant_id: string): Promise<boolean> {
  const rows = await tx.query(
    'lock-merchant',
    'select 1 as found from merchants where merchant_id = $1 for update',
    [merchant_id],
  );
  return rows.length > 0;
}

type NewToken = TokenRecord & { signing_secret: string };

export async function insertToken(tx: Queryable, cipher: Cipher, record: NewToken) {
  const { token } = record;
  await tx.query(
    'insert-token',
    `insert into api_tokens (${WRITTEN})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      token.merchant_id,
      token.token_id,
      token.mode,
      Buffer.from(record.token_hash, 'hex'),
      cipher.seal(record.signing_secret, secretPlace(token.token_id)),
      token.scopes,
      token.allowed_ips,
      token.require_signature,
      token.rate_limit_per_second,
      timestamp(token.expires_at),
      timestamp(token.revoked_at),
      timestamp(token.created_at),
      record.service_mode,
    ],
  );
}

/** Beside the settings that processes have copies of: no process reads its copy anew for it. */
export async function noteApiTokenUse(
  db: Queryable,
  { merchant_id, token_id }: Pick<ApiToken, 'merchant_id' | 'token_id'>,
  now: number,
): Promise<void> {
  await db.query(
    'note-api-token-use',
    `update api_tokens set last_used_at = greatest(coalesce(last_used_at, $3), $3)
     where merchant_id = $1 and token_id = $2`,
    [merchant_id, token_id, timestamp(now)],
  );
}

/** False if there is no such token or it was revoked before. */
export async function markTokenRevoked(tx: Queryable, merchant_id: string, token_id: string) {
  const rows = await tx.query(
    'revoke-token',
    `update api_tokens set revoked_at = statement_timestamp()
     where merchant_id = $1 and token_id = $2 and revoked_at is null returning 1 as revoked`,
    [merchant_id, token_id],
  );
  return rows.length > 0;
}
