// Operators issue, list and revoke merchants' API tokens; a token is shown once.

import { formatApiToken, isScope, SCOPES } from '../../domain/service/api-token.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { type ApiToken, TOKEN_MODES } from '../../domain/service/token.ts';
import { dayStart, isKnownMoment } from '../../domain/values/day.ts';
import { MOMENT_RULE, NETWORK_RULE } from '../../domain/values/text.ts';
import { parseCidr } from '../../lib/ip-address.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readTokens } from '../../store/merchant/tokens.ts';
import type { App } from '../process/app.ts';
import { newId, newRandom, sha256Hex } from '../process/ids.ts';
import { notFound, type OperatorCaller } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { iso, isoOrNull } from '../request/views.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { merchantRecord } from './merchants.ts';

export type TokenBody = {
  id: string;
  merchant_id: string;
  mode: ApiToken['mode'];
  scopes: readonly string[];
  allowed_ips: readonly string[];
  require_signature: boolean;
  rate_limit_per_second: number | null;
  expires_at: string | null;
  revoked_at: string | null;
  created_at: string;
};

/** `token` is null in signature mode, in which the secret itself is never sent with a request. */
export type IssuedToken = TokenBody & { token: string | null; signing_secret: string };

function body(token: ApiToken): TokenBody {
  return {
    id: token.token_id,
    merchant_id: token.merchant_id,
    mode: token.mode,
    scopes: token.scopes,
    allowed_ips: token.allowed_ips,
    require_signature: token.require_signature,
    rate_limit_per_second: token.rate_limit_per_second,
    expires_at: isoOrNull(token.expires_at),
    revoked_at: isoOrNull(token.revoked_at),
    created_at: iso(token.created_at),
  };
}

/** The texts of a list, or null if the field is absent; wrong ones are noted. */
export function readList(
  reader: FieldReader,
  name: string,
  fits: (text: string) => boolean,
  message: string,
): string[] | null {
  const value = reader.raw(name);
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value) || value.length > 100) {
    reader.wrong(name, 'type', 'must be a list');
    return null;
  }
  const bad = value.findIndex((item) => typeof item !== 'string' || !fits(item));
  if (bad !== -1) reader.wrong(`${name}[${bad}]`, 'format', message);
  return value.map(String);
}

const TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/;

/** Epoch milliseconds; NaN also for a day that its month does not have. */
function parseTime(text: string): number {
  const [, day = ''] = TIME.exec(text) ?? [];
  const at = dayStart(day) === null ? Number.NaN : Date.parse(text);
  return isKnownMoment(at) ? at : Number.NaN;
}

export function readExpiry(reader: FieldReader, now: number): number | null {
  const text = reader.optionalText('expires_at', 40);
  if (text === null) return null;
  const at = parseTime(text);
  if (Number.isNaN(at)) reader.wrong('expires_at', 'format', MOMENT_RULE);
  else if (at <= now) reader.wrong('expires_at', 'range', 'must be in the future');
  return Number.isNaN(at) ? null : at;
}

const ORDER = [
  'mode',
  'scopes',
  'allowed_ips',
  'expires_at',
  'require_signature',
  'rate_limit_per_second',
];

/** Null if the service's own limit is to apply. */
function readRateLimit(reader: FieldReader): number | null {
  const name = 'rate_limit_per_second';
  const limit = reader.optionalInteger(name);
  const most = LIMITS.token_rate_limit_max;
  if (limit !== null && (limit < 0 || limit > most)) {
    reader.wrong(name, 'range', `must be from 0 (no limit) to ${most}`);
  }
  return limit;
}

export async function issueToken(
  app: App,
  operator: OperatorCaller,
  merchant_id: string,
  raw: RawFields,
): Promise<IssuedToken | Refusal> {
  const record = await merchantRecord(app, merchant_id);
  if (isRefusal(record)) return record;
  const reader = readFields(raw, ORDER);
  const mode = reader.choice('mode', TOKEN_MODES) ?? 'token';
  const scopes = readList(reader, 'scopes', isScope, `must be one of: ${SCOPES.join(', ')}`);
  if (scopes?.length === 0) reader.wrong('scopes', 'length', 'must name at least one');
  const is_address = (text: string) => parseCidr(text) !== null;
  const allowed_ips = readList(reader, 'allowed_ips', is_address, NETWORK_RULE);
  const expires_at = readExpiry(reader, app.settings.now());
  const require_signature = reader.flag('require_signature', false);
  const rate_limit_per_second = readRateLimit(reader);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const token: ApiToken = {
    token_id: newId(),
    merchant_id: record.merchant.merchant_id,
    mode,
    scopes: (scopes ?? SCOPES).filter(isScope),
    allowed_ips: allowed_ips ?? [],
    require_signature,
    rate_limit_per_second,
    expires_at,
    revoked_at: null,
    created_at: Date.now(),
  };
  const text = formatApiToken(app.mode, newRandom(32));
  const signing_secret = `sk_${Buffer.from(newRandom(32)).toString('base64url')}`;
  const fresh = { text, token_hash: sha256Hex(text), signing_secret, now: app.settings.now() };
  const request = { token, ...fresh };
  const issued = await changeSetting(app, operator, SETTINGS_ACTS.issue_token, request);
  if (isRefusal(issued)) return issued;
  return { ...body(token), token: mode === 'token' ? text : null, signing_secret };
}

export async function listTokens(
  app: App,
  merchant_id: string,
): Promise<{ data: TokenBody[]; next_cursor: null } | Refusal> {
  const record = await merchantRecord(app, merchant_id);
  if (isRefusal(record)) return record;
  const { db, cipher } = app.store;
  const tokens = await readTokens(db, cipher, record.merchant.merchant_id);
  return { data: tokens.map(body), next_cursor: null };
}

export async function revokeToken(
  app: App,
  operator: OperatorCaller,
  merchant_id: string,
  token_id: string,
): Promise<{ id: string; revoked: true } | Refusal> {
  const record = await merchantRecord(app, merchant_id);
  const id = parseUuid(token_id);
  if (isRefusal(record) || id === null) return notFound();
  const named = { merchant_id: record.merchant.merchant_id, token_id: id };
  const revoked = await changeSetting(app, operator, SETTINGS_ACTS.revoke_token, named);
  return isRefusal(revoked) ? revoked : { id, revoked: true };
}
