// Operators issue, list and revoke merchants' API tokens; a token is shown once.

import { formatApiToken, isScope, SCOPES } from '../../domain/service/api-token.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/service/refusal.ts';
import { type ApiToken, isTokenActive, TOKEN_MODES } from '../../domain/service/token.ts';
import { dayStart, isKnownMoment } from '../../domain/values/day.ts';
import { MOMENT_RULE, NETWORK_RULE } from '../../domain/values/text.ts';
import { parseCidr } from '../../lib/ip-address.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import {
  insertToken,
  lockMerchant,
  readTokens,
  markTokenRevoked as revoke,
} from '../../store/merchant/tokens.ts';
import type { App } from '../process/app.ts';
import { newId, newRandom, sha256Hex } from '../process/ids.ts';
import { auditIn } from '../request/audit.ts';
import { notFound, type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { iso, isoOrNull } from '../request/views.ts';
import { gateShown } from '../setting/gate-settings.ts';
import { type Gate, gatedChange } from '../setting/gated-change.ts';
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
  return await insert(app, operator, {
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
  });
}

async function insert(
  app: App,
  operator: OperatorCaller,
  token: ApiToken,
): Promise<IssuedToken | Refusal> {
  const text = formatApiToken(app.mode, newRandom(32));
  const signing_secret = `sk_${Buffer.from(newRandom(32)).toString('base64url')}`;
  const { cipher } = app.store;
  const issued = await gatedChange(app, operator, async (tx, gate) => {
    await lockMerchant(tx, token.merchant_id);
    const others = await readTokens(tx, cipher, token.merchant_id);
    const active = others.filter((other) => isTokenActive(other, app.settings.now()));
    if (active.length >= LIMITS.active_tokens_max) {
      const most = LIMITS.active_tokens_max;
      return refuse(
        'token_limit',
        `A merchant has at most ${most} active tokens; revoke one first.`,
      );
    }
    const needed = operator.merchant_id === null ? await gateNew(gate, token) : null;
    if (needed !== null) return needed;
    const { mode: service_mode } = app;
    const token_hash = sha256Hex(text);
    await insertToken(tx, cipher, { token, token_hash, signing_secret, service_mode });
    await bumpSettingsVersion(tx);
    const { mode, scopes, allowed_ips, rate_limit_per_second, token_id } = token;
    const target = `merchants/${token.merchant_id}/tokens/${token_id}`;
    const detail = { mode, scopes, allowed_ips, rate_limit_per_second };
    await auditIn(tx, operatorActor(operator), 'token_issued', target, detail);
    return { ...body(token), token: token.mode === 'token' ? text : null, signing_secret };
  });
  if (!isRefusal(issued)) await app.settings.refresh();
  return issued;
}

/** A merchant's own people issue its tokens alone: to become one of them takes two. */
function gateNew(gate: Gate, token: ApiToken): Promise<Refusal | null> {
  const { merchant_id, mode, scopes, allowed_ips, require_signature, rate_limit_per_second } =
    token;
  const { expires_at } = token;
  const terms = { mode, scopes, allowed_ips, require_signature, rate_limit_per_second, expires_at };
  const target = `merchants/${merchant_id}/tokens`;
  const act = 'merchant_token';
  return gateShown(gate, { act, merchant_id, target, before: null, after: terms });
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
  const owner = record.merchant.merchant_id;
  const revoked = await app.store.db.transaction(async (tx) => {
    if (!(await revoke(tx, owner, id))) return false;
    await bumpSettingsVersion(tx);
    const target = `merchants/${owner}/tokens/${id}`;
    await auditIn(tx, operatorActor(operator), 'token_revoked', target, {
      before: { revoked: false },
      after: { revoked: true },
    });
    return true;
  });
  if (!revoked) return notFound();
  await app.settings.refresh();
  return { id, revoked: true };
}
