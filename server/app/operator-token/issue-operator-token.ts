// Operators issue tokens for their programs, and new ones in place of old ones. A token is shown
// once, and belongs to whoever saw it.

import type { RightsHolder } from '../../domain/access/rights.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/service/refusal.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import { parseUuid } from '../../lib/uuid.ts';
import {
  countOperatorTokens,
  insertOperatorToken,
  type KnownOperatorToken,
  lockOperatorToken,
  saveOperatorTerms,
  UNBOUND,
} from '../../store/access/operator-tokens.ts';
import { holdPersonRole } from '../../store/access/people.ts';
import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import type { Queryable } from '../../store/connection/database.ts';
import type { App } from '../process/app.ts';
import { newId, newRandom, sha256Hex } from '../process/ids.ts';
import { auditIn } from '../request/audit.ts';
import { notFound, type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type RawFields, readFields } from '../request/fields.ts';
import { iso } from '../request/views.ts';
import { askedEnd, gateShown } from '../setting/gate-settings.ts';
import type { Gate } from '../setting/gated-change.ts';
import {
  RESERVED_NAME,
  readName,
  readTokenMerchant,
  readTokenTerms,
  refuseBeyond,
  TOKEN_ROLES,
  TOKENS_MAX,
} from './operator-token-terms.ts';
import {
  type OperatorTokenBody,
  operatorTokenBody,
  targetOf,
  termsOf,
} from './operator-token-views.ts';
import { changeTokens } from './operator-tokens.ts';

const YEAR_MS = 365 * 86_400_000;

export type IssuedOperatorToken = OperatorTokenBody & { token: string };

type NewToken = Omit<KnownOperatorToken, 'operator_token_id' | 'last_used_at' | 'revoked_at'>;

/** The settings are locked before the tokens are counted, so that the limit holds. */
async function insert(tx: Queryable, app: App, terms: NewToken): Promise<IssuedOperatorToken> {
  const text = `op_${Buffer.from(newRandom(32)).toString('base64url')}`;
  const token: KnownOperatorToken = {
    ...terms,
    operator_token_id: newId(),
    last_used_at: null,
    revoked_at: null,
  };
  const { mode: service_mode } = app;
  const row = { ...UNBOUND, ...token, token_hash: sha256Hex(text), service_mode };
  await insertOperatorToken(tx, row, token.created_at);
  return { ...operatorTokenBody(token), token: text };
}

function refuseMore(): Refusal {
  return refuse(
    'token_limit',
    `A person has at most ${TOKENS_MAX} active tokens; revoke one first.`,
  );
}

/**
 * What the caller may give now. Their person keeps the role until the transaction ends: a token
 * issued while the role is taken away would otherwise outlive it.
 */
async function holdRights(
  tx: Queryable,
  caller: OperatorCaller,
): Promise<RightsHolder[] | Refusal> {
  if (caller.person_id === null) return [caller];
  const role = await holdPersonRole(tx, caller.person_id);
  if (role === null) return refuse('forbidden', 'You can no longer issue tokens.');
  return [caller, { role, scopes: null }];
}

const refuseBeyondAll = (token: RightsHolder, holders: readonly RightsHolder[]): Refusal | null =>
  holders.reduce<Refusal | null>((refused, one) => refused ?? refuseBeyond(token, one), null);

const ISSUE_FIELDS = ['name', 'role', 'scopes', 'merchant_id', 'allowed_ips', 'expires_at'];

async function readToken(
  app: App,
  { person_id }: OperatorCaller,
  raw: RawFields,
): Promise<NewToken | Refusal> {
  const reader = readFields(raw, ISSUE_FIELDS);
  const name = readName(reader);
  const role = reader.choice('role', TOKEN_ROLES, true) ?? 'viewer';
  const merchant_id = await readTokenMerchant(app, reader, role);
  const terms = readTokenTerms(app, reader, role);
  const created_at = app.settings.now();
  const first = { scopes: null, allowed_ips: [], expires_at: created_at + YEAR_MS };
  return reader.refusal() ?? { ...first, ...terms, name, role, merchant_id, person_id, created_at };
}

export async function issueOperatorToken(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<IssuedOperatorToken | Refusal> {
  const made = await readToken(app, operator, raw);
  if (isRefusal(made)) return made;
  return await changeTokens(app, operator, async (tx, gate) => {
    const holders = await holdRights(tx, operator);
    if (isRefusal(holders)) return holders;
    const beyond = refuseBeyondAll(made, holders);
    if (beyond !== null) return beyond;
    const after = { ...termsOf(made), expires_at: askedEnd(raw.fields.expires_at) };
    const needed = await gateNewToken(gate, 'operator_tokens', null, after);
    if (needed !== null) return needed;
    await bumpSettingsVersion(tx);
    const others = await countOperatorTokens(tx, made.person_id, made.created_at);
    if (others >= TOKENS_MAX) return refuseMore();
    const issued = await insert(tx, app, made);
    const target = targetOf(issued.id);
    await auditIn(tx, operatorActor(operator), 'operator_token_issued', target, termsOf(made));
    return issued;
  });
}

/** A token acts as its person without anybody sitting there. */
const gateNewToken = (gate: Gate, target: string, before: unknown, after: unknown) =>
  gateShown(gate, { act: 'operator_token', merchant_id: null, target, before, after });

const OVERLAP = { min: 0, max: 7 * 24 };
const USUAL_OVERLAP_H = 24;

/** Whoever sees the new token is its person: so another person's token cannot be rotated. */
function refuseRotation(token: KnownOperatorToken, { person_id }: OperatorCaller): Refusal | null {
  if (token.name === RESERVED_NAME) {
    return refuse('forbidden', `This token is the setting ${RESERVED_NAME}: change it there.`);
  }
  if (token.person_id === null || token.person_id === person_id) return null;
  return refuse('forbidden', 'Only the person whose token it is can rotate it; you can revoke it.');
}

/** The token to replace, if the caller may have another one like it. */
async function lockReplaced(
  tx: Queryable,
  operator: OperatorCaller,
  id: string,
  now: number,
): Promise<KnownOperatorToken | Refusal> {
  const holders = await holdRights(tx, operator);
  if (isRefusal(holders)) return holders;
  const old = await lockOperatorToken(tx, id);
  if (old === null || (old.expires_at ?? now + 1) <= now) return notFound();
  const refused = refuseRotation(old, operator) ?? refuseBeyondAll(old, holders);
  if (refused !== null) return refused;
  const { person_id } = operator;
  // The old one is not counted: it ends by itself.
  const own = old.person_id === person_id ? 1 : 0;
  const others = (await countOperatorTokens(tx, person_id, now)) - own;
  return others >= TOKENS_MAX ? refuseMore() : old;
}

/** A new token with the same terms; the old one is accepted until the overlap ends. */
export async function rotateOperatorToken(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<IssuedOperatorToken | Refusal> {
  const operator_token_id = parseUuid(id);
  if (operator_token_id === null) return notFound();
  const reader = readFields(raw, ['overlap_hours']);
  const given = reader.raw('overlap_hours') ?? null;
  const hours = given === null ? USUAL_OVERLAP_H : reader.integer('overlap_hours', OVERLAP);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  return await changeTokens(app, operator, async (tx, gate) => {
    const now = app.settings.now();
    const old = await lockReplaced(tx, operator, operator_token_id, now);
    if (isRefusal(old)) return old;
    const { person_id } = operator;
    const place = targetOf(operator_token_id);
    const after = { rotated: termsOf(old), overlap_hours: hours };
    const needed = await gateNewToken(gate, place, termsOf(old), after);
    if (needed !== null) return needed;
    await bumpSettingsVersion(tx);
    const expires_at = old.expires_at === null ? null : now + old.expires_at - old.created_at;
    const issued = await insert(tx, app, { ...old, person_id, expires_at, created_at: now });
    const ends_at = Math.min(old.expires_at ?? Number.POSITIVE_INFINITY, now + hours * HOUR_MS);
    await saveOperatorTerms(tx, operator_token_id, { ...old, expires_at: ends_at });
    const detail = { new_token: issued.id, old_token_ends_at: iso(ends_at) };
    const target = targetOf(operator_token_id);
    await auditIn(tx, operatorActor(operator), 'operator_token_rotated', target, detail);
    return issued;
  });
}
