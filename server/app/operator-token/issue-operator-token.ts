// Operators issue tokens for their programs, and new ones in place of old ones. A token is shown
// once, and belongs to whoever saw it.
import type { KnownOperatorToken } from '../../domain/record/operator-token.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import type { App } from '../process/app.ts';
import { newId, newRandom, sha256Hex } from '../process/ids.ts';
import { notFound, type OperatorCaller } from '../request/caller.ts';
import { type RawFields, readFields } from '../request/fields.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import {
  readName,
  readTokenMerchant,
  readTokenTerms,
  TOKEN_ROLES,
} from './operator-token-terms.ts';
import { type OperatorTokenBody, operatorTokenBody } from './operator-token-views.ts';

const YEAR_MS = 365 * 86_400_000;

export type IssuedOperatorToken = OperatorTokenBody & { token: string };

function newText(): { text: string; token_hash: string } {
  const text = `op_${Buffer.from(newRandom(32)).toString('base64url')}`;
  return { text, token_hash: sha256Hex(text) };
}

const ISSUE_FIELDS = ['name', 'role', 'scopes', 'merchant_id', 'allowed_ips', 'expires_at'];

async function readToken(
  app: App,
  { person_id }: OperatorCaller,
  raw: RawFields,
): Promise<KnownOperatorToken | Refusal> {
  const reader = readFields(raw, ISSUE_FIELDS);
  const name = readName(reader);
  const role = reader.choice('role', TOKEN_ROLES, true) ?? 'viewer';
  const merchant_id = await readTokenMerchant(app, reader, role);
  const { scopes: listed, ...terms } = readTokenTerms(app, reader, role);
  const created_at = app.settings.now();
  const scopes = listed ? [...new Set(listed)] : null;
  const first = { allowed_ips: [], expires_at: created_at + YEAR_MS };
  const unused = { operator_token_id: newId(), last_used_at: null, revoked_at: null };
  const owned = { merchant_id, person_id, created_at };
  return reader.refusal() ?? { ...first, ...terms, name, role, scopes, ...owned, ...unused };
}

export async function issueOperatorToken(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<IssuedOperatorToken | Refusal> {
  const token = await readToken(app, operator, raw);
  if (isRefusal(token)) return token;
  const { expires_at: asked_end } = raw.fields;
  const request = { token, asked_end, now: token.created_at, ...newText() };
  const issued = await changeSetting(app, operator, SETTINGS_ACTS.issue_operator_token, request);
  if (isRefusal(issued)) return issued;
  return { ...operatorTokenBody(issued.token), token: issued.text };
}

const OVERLAP = { min: 0, max: 7 * 24 };
const USUAL_OVERLAP_H = 24;

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
  const { person_id } = operator;
  const named = { operator_token_id, new_token_id: newId(), person_id, overlap_hours: hours };
  const request = { ...named, now: app.settings.now(), ...newText() };
  const rotated = await changeSetting(app, operator, SETTINGS_ACTS.rotate_operator_token, request);
  if (isRefusal(rotated)) return rotated;
  return { ...operatorTokenBody(rotated.token), token: rotated.text };
}
