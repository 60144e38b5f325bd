// Finds out which merchant sent a request: by its token, or by a signature made with the token's
// secret.
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  isFreshSignature,
  parseXSignature,
  xSignatureStringToSign,
} from '../../domain/callback/signature.ts';
import { noMerchantToken, otherKind, parseApiToken } from '../../domain/service/api-token.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/service/refusal.ts';
import { allowsAddress, isTokenActive } from '../../domain/service/token.ts';
import { parseUuid } from '../../lib/uuid.ts';
import type { TokenRecord } from '../../store/merchant/tokens.ts';
import type { App } from '../process/app.ts';
import { sha256Hex } from '../process/ids.ts';
import type { Settings } from '../process/settings-cache.ts';
import { type Caller, unauthorized } from '../request/caller.ts';

const HMAC_HEX = /^[0-9a-f]{64}$/;

function hmacHex(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** Both are hex of the same length, so the time of the comparison reveals nothing. */
function sameHex(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

function callerOf(
  settings: Settings,
  record: TokenRecord,
  address: string,
  now: number,
): Caller | Refusal {
  const { token } = record;
  const merchant = settings.merchants.get(token.merchant_id);
  if (merchant === undefined) return unauthorized();
  if (!isTokenActive(token, now) || !allowsAddress(token, address)) return unauthorized();
  return { merchant, token };
}

type TokenRequest = { x_token: string | undefined; address: string };

/** 'signature': the header is an HMAC, which can only be checked after the body has been read. */
export async function authenticateToken(
  app: App,
  request: TokenRequest,
): Promise<Caller | Refusal | 'signature'> {
  const settings = await app.settings.current();
  return authenticateTokenIn(settings, request, app.settings.now());
}

/** The same without waiting, from settings that are already loaded. */
export function authenticateTokenIn(
  settings: Settings,
  request: TokenRequest,
  now: number,
): Caller | Refusal | 'signature' {
  const { x_token, address } = request;
  if (x_token !== undefined && HMAC_HEX.test(x_token)) return 'signature';
  // Always one hash and one look-up: a malformed token takes the same path as an unknown one.
  const record = settings.tokens.get(sha256Hex(x_token ?? ''));
  const wrong_kind = otherKind(x_token ?? '', settings.mode) ?? noMerchantToken(x_token ?? '');
  if (wrong_kind !== null) return refuse('unauthorized', wrong_kind);
  if (parseApiToken(x_token ?? '') === null) return unauthorized();
  if (record === undefined || record.token.mode !== 'token') return unauthorized();
  return callerOf(settings, record, address, now);
}

const tokens_by_id = new WeakMap<Settings, ReadonlyMap<string, TokenRecord>>();

function tokensById(settings: Settings): ReadonlyMap<string, TokenRecord> {
  const known = tokens_by_id.get(settings);
  if (known !== undefined) return known;
  const made = new Map([...settings.tokens.values()].map((one) => [one.token.token_id, one]));
  tokens_by_id.set(settings, made);
  return made;
}

/** For answers that stay open: the same caller as the token and the merchant are now. */
export async function stillCaller(
  app: App,
  { token: { token_id } }: Caller,
  address: string,
): Promise<Caller | Refusal> {
  const settings = await app.settings.current();
  const record = tokensById(settings).get(token_id);
  if (record === undefined) return unauthorized();
  return callerOf(settings, record, address, app.settings.now());
}

/** The same for every reason: no such secret, no such merchant, another address. */
const NOT_SIGNED = refuse(
  'unauthorized',
  'X-Token has the form of a signature, but it is not that of this request: sign the raw body ' +
    '(of a GET its path parameters as compact JSON) by HMAC-SHA256, in lower-case hex.',
);

const NOBODYS_SECRET = 'compared-so-that-unknown-merchants-take-the-same-time';

/**
 * Checks X-Token as an HMAC of the string-to-sign, under a secret of the merchant named by
 * `merchant_id`.
 */
export async function authenticateSignature(
  app: App,
  request: {
    x_token: string | undefined;
    address: string;
    merchant_id: string | undefined;
    string_to_sign: string;
  },
): Promise<Caller | Refusal> {
  const settings = await app.settings.current();
  const merchant_id = parseUuid(request.merchant_id ?? '') ?? '';
  const records = settings.signature_tokens.get(merchant_id) ?? [];
  const given = request.x_token ?? '';
  sameHex(hmacHex(NOBODYS_SECRET, request.string_to_sign), given);
  const record = records.find(
    ({ signing_secret }) =>
      signing_secret !== null && sameHex(hmacHex(signing_secret, request.string_to_sign), given),
  );
  const caller =
    record === undefined ? null : callerOf(settings, record, request.address, app.settings.now());
  return caller === null || isRefusal(caller) ? NOT_SIGNED : caller;
}

/** Says more than other 401 answers: only the holder of the secret can get this far. */
async function refuseReplay(
  app: App,
  { token: { merchant_id, token_id } }: Caller,
  t: number,
  signature: string,
): Promise<Refusal | null> {
  const given = { merchant_id, token_id, signature, signed_at: t * 1_000 };
  if (await app.useSignature(given)) return null;
  const detail = 'This X-Signature was used for an earlier request: sign each request anew.';
  return refuse('unauthorized', detail);
}

/**
 * Checks X-Signature if the token requires it or the caller sent it: it must be fresh and must
 * cover method, path and body.
 */
export async function checkXSignature(
  app: App,
  caller: Caller,
  request: { header: string | undefined; method: string; path: string; raw_body: string },
): Promise<Refusal | null> {
  if (request.header === undefined) {
    return caller.token.require_signature ? unauthorized() : null;
  }
  const signature = parseXSignature(request.header);
  if (signature === null) return unauthorized();
  const settings = await app.settings.current();
  const record = tokensById(settings).get(caller.token.token_id);
  if (record === undefined || record.signing_secret === null) return unauthorized();
  if (!isFreshSignature(signature.t, app.settings.now())) return unauthorized();
  const { method, path, raw_body } = request;
  const expected = hmacHex(
    record.signing_secret,
    xSignatureStringToSign({ t: signature.t, method, path, body: raw_body }),
  );
  if (!signature.v1.some((given) => sameHex(expected, given))) return unauthorized();
  // If the token does not require a signature, replaying one gains an attacker nothing.
  return caller.token.require_signature
    ? await refuseReplay(app, caller, signature.t, expected)
    : null;
}
